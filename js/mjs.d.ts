/** The build's own modules, as far as tests call them. */
declare module "*/arrows.mjs" {
  export function withArrows(code: string): string;
}
declare module "*/own-names.mjs" {
  export function kept(): Set<string>;
  export function complaints(names: readonly string[]): string;
}
declare module "*/classes.mjs" {
  export function withShortClasses(
    modules: readonly string[],
    css: string,
  ): { modules: string[]; css: string };
}
declare module "*/apart.mjs" {
  export function factory(code: string): { names: string[]; code: string };
}
declare module "*/constants.mjs" {
  export function withConstants(code: string): string;
}
declare module "*/slim.mjs" {
  export function shorter(
    modules: readonly string[],
    css: string,
  ): Promise<{ modules: string[]; css: string }>;
}
