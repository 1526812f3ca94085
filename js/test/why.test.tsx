// Why an edit is made: asked where the tree wants reasons, and sent with it.
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import type { RenderProps } from "../src/host";
import treewidget from "../src/index";
import { loaded } from "../src/panels-loader";
import { Session } from "../src/session";
import { FakeKernel, settled, stateOf } from "./fakes";
import { metaOf } from "./trees";

const asking = () => new FakeKernel(11, { _meta: { ...metaOf(), require_reason: true } });

describe("a session that wants reasons", () => {
  const begun = async (op: "prune" | "grow") => {
    const kernel = asking();
    const session = new Session(kernel.model);
    await loaded(session);
    const done = session.act(op, { node: 1 });
    await settled();
    return { kernel, session, done };
  };

  it("sends an edit with its reason, for the tree that was seen when it was made", async () => {
    const { kernel, session, done } = await begun("prune");
    expect(kernel.asked("prune")).toEqual([]);
    kernel.show(stateOf(11, 5));
    session.asking.value?.tell("too few");
    await settled();
    const [sent] = kernel.asked("prune");
    expect(sent).toMatchObject({ args: { node: 1, reason: "too few" }, revision: 1 });
    expect(session.asking.value).toBeNull();
    kernel.refuse(sent?.id ?? "", "stale", null);
    expect(await done).toBeNull();
  });

  it("gives an edit up for which there is none, or when another one is made", async () => {
    const { kernel, session, done } = await begun("grow");
    const next = session.act("prune", { node: 1 });
    expect(await done).toBeNull();
    await settled();
    expect(session.asking.value?.op).toBe("prune");
    session.asking.value?.tell(null);
    expect(await next).toBeNull();
    expect([...kernel.asked("grow"), ...kernel.asked("prune")]).toEqual([]);
    expect(session.refusal.value).toBeNull();
  });

  it("asks of notes and of moves nothing", async () => {
    const kernel = asking();
    const session = new Session(kernel.model);
    void session.act("undo", {});
    void session.act("note", { node: 1, text: "a" });
    await settled();
    expect(kernel.asked("note")).toHaveLength(1);
    expect(kernel.asked("undo")).toHaveLength(1);
  });
});

describe("the question", () => {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
    document.body.replaceChildren();
  });

  it("stands in the view that was used, holds the keyboard, and offers what was said", async () => {
    const kernel = asking();
    const definition = treewidget();
    const views = [document.createElement("div"), document.createElement("div")];
    document.body.append(...views);
    cleanups.push(definition.initialize({ model: kernel.model }));
    await act(() => {
      for (const el of views)
        cleanups.push(definition.render({ model: kernel.model, el } as RenderProps));
    });
    const root = views[1]?.querySelector(".tw-root") as HTMLElement;
    const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
    const press = (target: Element | null | undefined, key: string) =>
      act(async () => {
        target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await settled();
      });
    const input = () => dialog()?.querySelector("input") as HTMLInputElement;

    await press(root, "l");
    await press(root, "Shift");
    expect(root.contains(dialog())).toBe(true);
    expect(dialog()?.textContent).toContain("Why lock node 1?");
    expect(document.activeElement).toBe(input());
    const beside = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    dialog()?.dispatchEvent(beside);
    expect(beside.defaultPrevented).toBe(true); // the keyboard stays in the field
    await press(input(), "Enter"); // nothing is said yet
    expect(kernel.asked("lock")).toEqual([]);
    await act(() => {
      input().value = "agreed";
      input().dispatchEvent(new Event("input", { bubbles: true }));
    });
    await press(input(), "Enter");
    expect(dialog()).toBeNull();
    expect(kernel.asked("lock")[0]?.args).toEqual({ node: 1, on: true, reason: "agreed" });

    kernel.refuse(kernel.asked("lock")[0]?.id ?? "", "node 1 cannot be locked", 1);
    await act(settled);
    await press(root, "l");
    const [again] = [...(dialog()?.querySelectorAll("li button") ?? [])] as HTMLElement[];
    expect(again?.textContent).toBe("agreed");
    await act(() => again?.click());
    expect(input().value).toBe("agreed");
    await press(input(), "Escape");
    expect(dialog()).toBeNull();
    expect(kernel.asked("lock")).toHaveLength(1);
  });
});
