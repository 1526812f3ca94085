// What JSX becomes in the bundle: see bundle.mjs.
export { Fragment, h } from "preact";
