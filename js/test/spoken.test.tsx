// What a screen reader is told as it happens.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import type { RenderProps } from "../src/host";
import treewidget from "../src/index";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Status } from "../src/view/status";
import { View } from "../src/view-state";
import { FakeKernel, settled, stateOf } from "./fakes";

afterEach(() => render(null, document.body));

it("says in a region that stays which step is looked at", async () => {
  const kernel = new FakeKernel(11);
  const view = new View(new Session(kernel.model));
  const scene = new Scene(view);
  await act(() => render(<Status scene={scene} />, document.body));
  const region = document.querySelector("[role=status]");
  expect(region?.textContent).toBe("");
  const { nodes, figures } = stateOf(12);
  await act(async () => {
    void view.look(1);
    kernel.answer(kernel.asked("look")[0]?.id ?? "", { step: 1, nodes, figures });
    await settled();
  });
  expect(document.querySelectorAll("[role=status]")).toHaveLength(1);
  expect(region?.textContent).toMatch(/^Looking at step 1/);
  await act(() => view.look(null));
  expect(region?.textContent).toBe("");
  scene.dispose();
});

it("says that nobody answers where the host marks a view as cut off from its kernel", async () => {
  for (const mark of ["", "jupyter-widgets-disconnected"]) {
    const { model } = new FakeKernel(11);
    const host = document.createElement("div");
    host.className = mark;
    const el = host.appendChild(document.createElement("div"));
    document.body.append(host);
    const definition = treewidget();
    const end = definition.initialize({ model });
    let leave = () => {};
    await act(() => {
      leave = definition.render({ model, el } as RenderProps);
    });
    expect(el.querySelector(".tw-status")?.textContent).toBe(
      mark ? "Read-only: no kernel. All can still be explored" : "",
    );
    expect(model.sent.length > 0).toBe(!mark);
    leave();
    end();
    host.remove();
  }
});
