// Where there is no room for a canvas; and what a large tree offers.
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeKernel, stateOf } from "./fakes";
import { mounted } from "./mounted";
import { metaOf } from "./trees";

let cleanups: (() => void)[] = [];

async function shown(width: number, state = stateOf(11), meta = metaOf()) {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: width });
  const kernel = new FakeKernel(11, { _state: state, _meta: meta });
  return { kernel, el: await mounted(kernel, cleanups) };
}

const rows = (el: HTMLElement): HTMLElement[] => [
  ...el.querySelectorAll<HTMLElement>("[role=treeitem]"),
];
const ids = (el: HTMLElement): number[] => rows(el).map((row) => Number(row.dataset.node));
const row = (el: HTMLElement, id: number): HTMLElement =>
  el.querySelector(`[data-node="${id}"]`) as HTMLElement;
const button = (el: HTMLElement, name: string): HTMLButtonElement =>
  el.querySelector(`button[aria-label="${name}"]`) as HTMLButtonElement;
const press = (target: HTMLElement, key: string) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, value: 640 });
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  document.body.replaceChildren();
  cleanups = [];
});

describe("the outline", () => {
  it("is the same tree as a list, in pre-order", async () => {
    const { el, kernel } = await shown(360);
    expect(el.querySelector(".tw-canvas")).toBeNull();
    const { nodes } = kernel.model.get("_state");
    const first = ids(el);
    expect(first.length).toBeGreaterThan(3);
    expect(first).toEqual(nodes.id.slice(0, first.length));
    expect(el.querySelector("[role=tree]")?.getAttribute("aria-label")).toBe("status");
    expect(rows(el)[1]?.getAttribute("aria-level")).toBe("2");
    expect(rows(el)[1]?.getAttribute("aria-label")).toMatch(/^node \d+: .* rows, /);
  });

  it("gives way to the canvas where there is room", async () => {
    const { el } = await shown(480);
    expect(el.querySelector(".tw-canvas")).not.toBeNull();
  });

  it("hears its keys also where a press left the keyboard on the frame", async () => {
    const { el, kernel } = await shown(360);
    const [, child, next] = ids(el) as [number, number, number];
    const frame = el.querySelector(".tw-root") as HTMLElement;
    expect(frame.tabIndex).toBe(-1);
    await act(() => row(el, child).click());
    await press(frame, "ArrowDown");
    expect(kernel.model.get("selected")).toBe(next);
  });

  it("goes from row to row, and between levels", async () => {
    const { el, kernel } = await shown(360);
    const [root, child, next] = ids(el) as [number, number, number];
    await press(row(el, root), "ArrowDown");
    expect(kernel.model.get("selected")).toBe(child);
    await press(row(el, child), "ArrowDown");
    expect(kernel.model.get("selected")).toBe(next);
    await press(row(el, next), "ArrowUp");
    await press(row(el, child), "ArrowLeft");
    expect(kernel.model.get("collapsed")).toEqual([child]);
    expect(ids(el)).not.toContain(next);
    await press(row(el, child), "ArrowRight");
    expect(kernel.model.get("collapsed")).toEqual([]);
    await press(row(el, child), "ArrowRight");
    expect(kernel.model.get("selected")).toBe(next);
    await press(row(el, next), "Home");
    expect(kernel.model.get("selected")).toBe(root);
    await press(row(el, root), "p");
    expect(kernel.asked("prune")[0]?.args).toEqual({ node: root });
  });

  it("folds by the sign, and says how much is folded", async () => {
    const { el, kernel } = await shown(360);
    const child = ids(el)[1] as number;
    await act(() => button(el, `Collapse node ${child}`).click());
    expect(kernel.model.get("collapsed")).toEqual([child]);
    expect(row(el, child).textContent).toMatch(/\+ \d+ leaves/);
  });

  it("keeps the cut whole beside a scrollbar: the name gives way", async () => {
    class Sizes {
      constructor(readonly changed: ResizeObserverCallback) {}
      observe(element: Element): void {
        const width = element.parentElement?.className.includes("tw-outline") ? 345 : 360;
        const entry = { contentRect: { width, height: 500 } };
        this.changed([entry] as ResizeObserverEntry[], this as unknown as ResizeObserver);
      }
      disconnect(): void {}
    }
    vi.stubGlobal("ResizeObserver", Sizes);
    const meta = metaOf();
    meta.columns[0] = { name: "payments_missed_in_the_last_two_years", kind: "number" };
    const { el } = await shown(360, stateOf(11), meta);
    const child = row(el, ids(el)[1] as number);
    const [name, cut] = [child.querySelector("bdi"), child.querySelector(".tw-cut-short")];
    // Indent, sign, figures and air; no letter is wider than the ruler takes them where it has no font.
    const room = 345 - 28 - 104;
    const letters = `${name?.textContent}${cut?.textContent}`.length;
    expect(letters * 12 * 0.6).toBeLessThanOrEqual(room);
    vi.unstubAllGlobals();
  });

  it("shows the sheet of a row that is tapped, and puts it away", async () => {
    const { el } = await shown(360);
    const child = ids(el)[1] as number;
    await act(() => row(el, child).click());
    expect(el.querySelector("section[aria-label=Inspector]")).not.toBeNull();
    await act(() => row(el, child).click());
    expect(el.querySelector("section[aria-label=Inspector]")).toBeNull();
  });
});

describe("the offer to prune", () => {
  const large = () => {
    const state = stateOf(11);
    return { ...state, figures: { ...state.figures, nodes: 256 } };
  };
  const offer = (el: HTMLElement) => el.querySelector("section[aria-label=Pruning]");
  const offered = async () => {
    const { el, kernel } = await shown(1000, large());
    await expect.poll(() => offer(el)).not.toBeNull();
    return { el, kernel };
  };
  const pressed = (one: HTMLElement | null | undefined) => {
    one?.focus();
    one?.click();
  };

  it("is made for a large tree alone", async () => {
    const { el } = await shown(1000);
    expect(offer((await offered()).el)?.textContent).toContain("256 nodes");
    expect(offer(el)).toBeNull();
  });

  it("prunes by cross-validation", async () => {
    const { el, kernel } = await offered();
    await act(() => pressed(offer(el)?.querySelector("button")));
    expect(document.activeElement?.role).toBe("treeitem"); // the button goes: Ctrl+Z is heard
    expect(kernel.asked("prune_to")[0]?.args).toEqual({ method: "1se" });
    expect(offer(el)).toBeNull(); // while it is under way
  });

  it("can be declined", async () => {
    const { el, kernel } = await offered();
    await act(() => pressed(button(el, "Not now")));
    expect(offer(el)).toBeNull();
    expect(document.activeElement?.role).toBe("treeitem");
    // For good, though the tree be small in between.
    for (const state of [stateOf(11), large()]) await act(() => kernel.show(state));
    expect(offer(el)).toBeNull();
  });
});
