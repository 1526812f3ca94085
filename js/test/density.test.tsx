// Drawn pictures stay sharp on another screen, and where the page is zoomed.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useDensity } from "../src/view/use-density";

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

function Picture() {
  return <canvas width={100 * useDensity()} />;
}

describe("the density of the screen", () => {
  it("is followed, from each to the next", async () => {
    const changed = new Map<string, () => void>();
    vi.stubGlobal("matchMedia", (query: string) => ({
      addEventListener: (_: string, listener: () => void) => changed.set(query, listener),
      removeEventListener: () => changed.delete(query),
    }));
    const turn = (ratio: number) =>
      act(() => {
        const [listener] = changed.values();
        vi.stubGlobal("devicePixelRatio", ratio);
        listener?.();
      });
    vi.stubGlobal("devicePixelRatio", 1);
    await act(() => render(<Picture />, document.body));
    const width = () => document.querySelector("canvas")?.width;
    expect(width()).toBe(100);
    for (const ratio of [2, 1.5]) {
      await turn(ratio);
      expect(width()).toBe(100 * ratio);
      expect([...changed.keys()]).toEqual([`(resolution: ${ratio}dppx)`]);
    }
    await act(() => render(null, document.body));
    expect(changed.size).toBe(0);
  });
});
