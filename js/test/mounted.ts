// The widget in a page of its own, as a host shows it.
import { act } from "preact/test-utils";
import type { RenderProps } from "../src/host";
import treewidget from "../src/index";
import type { FakeKernel } from "./fakes";

/** Show a kernel's widget once; `cleanups` gets what takes it away again. */
export async function mounted(kernel: FakeKernel, cleanups: (() => void)[]): Promise<HTMLElement> {
  const definition = treewidget();
  const el = document.createElement("div");
  document.body.append(el);
  cleanups.push(definition.initialize({ model: kernel.model }));
  await act(() => {
    cleanups.push(definition.render({ model: kernel.model, el } as RenderProps));
  });
  return el;
}
