// The module and its style sheet must go on meaning the same by a class.
import { expect, it } from "vitest";
import { withShortClasses } from "../classes.mjs";

it("writes a class short in all files", () => {
  const modules = ['h("p","tw-quiet tw-late")', 'h("b","tw-late")'];
  const made = withShortClasses(modules, ".tw-root .tw-quiet{}.tw-late{}");
  expect(made.modules).toEqual(['h("p","tw0 tw1")', 'h("b","tw1")']);
  expect(made.css).toBe(".tw-root .tw0{}.tw1{}");
});

it("leaves a class alone that the module puts together", () => {
  const js = 'h("p","tw-edge tw-edge-"+kind+" tw-"+(on?"near":"far"));kind="fork"';
  const made = withShortClasses([js], ".tw-edge{}.tw-edge-fork{}.tw-near{}.tw-late{}");
  expect(made.css).toBe(".tw0{}.tw-edge-fork{}.tw-near{}.tw1{}");
  expect(made.modules[0]).toBe(js.replace("tw-edge ", "tw0 "));
});

it("leaves variables and the parts of the frame alone", () => {
  const js = 'h("p",{class:"tw-canvas",style:"var(--tw-late)"})';
  const css = ".tw-canvas{color:var(--tw-late)}.tw-late{}";
  expect(withShortClasses([js], css)).toEqual({
    modules: [js],
    css: css.replace(".tw-late", ".tw0"),
  });
});

it("keeps a whole name that another may be joined to", () => {
  const js = 'h("p",`tw-handle' + "$" + '{more?" tw-more":""}`)';
  const made = withShortClasses([js], ".tw-handle{}.tw-more{}");
  expect(made.css).toBe(".tw-handle{}.tw0{}");
  expect(made.modules[0]).toContain("`tw-handle${");
  expect(made.modules[0]).toContain('" tw0"');
});
