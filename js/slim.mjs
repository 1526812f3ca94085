// Smaller than a minifier makes it: what only we know about the libraries, and a second pass.
import { readFile } from "node:fs/promises";
import { minify } from "terser";

/**
 * Of d3-hierarchy only the tidy tree is used. Its file hangs every method on one prototype and
 * makes two treemaps when it is loaded, which no bundler dares to drop.
 */
export const onlyTheTree = {
  name: "only-the-tree",
  setup(build) {
    build.onLoad({ filter: /d3-hierarchy\.mjs$/ }, async ({ path }) => {
      const whole = await readFile(path, "utf8");
      const contents = whole
        .replace(/^ {2}(?!constructor|eachBefore|eachAfter)\[?[\w.]+\]?: node_\w+,?$/gm, "")
        .replaceAll("= (function custom(", "= /* @__PURE__ */ (function custom(");
      return { contents, loader: "js" };
    });
  },
};

/**
 * Names of properties that are ours alone, and are written short in the bundle: never on the wire,
 * never of the page or of a library, never spelled in a string. test/slim.test.ts looks after that.
 */
export const ours = new RegExp(
  `^(?:${[
    "session|scene|ruler|draft|looking|glide|placed|gapAside|measures|questions",
    "validationError|validationCounts|validationN|validationGain|gainRatio|missingBranch",
    "focusCanvas|setCollapsed|bestDraft|removeBranch|addBranch|openEditor|emptyBranch",
    "gainAtListedCuts|onlyMissing|branchTitle|focusMoves|findWishes|canEdit|zoomBy",
    "meta|layout|relation|camera|drawer|onScreen|sibling|failure|focused|gainAtEveryCut",
    "missingTo|setOrientation|removeCut|whileLooking|refocus|dismiss|hovered|dragTo|unfolded",
  ].join("|")})$`,
);

/** The same module in fewer letters. */
export async function shorter(code) {
  const compress = { passes: 3, pure_getters: true, unsafe_arrows: true, hoist_props: true };
  const made = await minify(code, { ecma: 2022, module: true, compress });
  return made.code;
}
