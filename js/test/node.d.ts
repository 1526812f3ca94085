// The little of Node that tests use; the sources know only the browser.
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}

interface ImportMeta {
  readonly dirname: string;
}
