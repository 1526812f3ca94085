import { effect } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import { Ruler } from "../src/measure";

describe("the ruler", () => {
  it("is asked again when a font has arrived", () => {
    let letter = 10;
    const context = { measureText: (text: string) => ({ width: letter * text.length }) };
    const canvas = { getContext: () => context } as unknown as HTMLCanvasElement;
    vi.spyOn(document, "createElement").mockReturnValue(canvas);
    const ruler = new Ruler(() => "serif");
    const said: string[] = [];
    const stop = effect(() => {
      said.push(ruler.fit("performing", 70, 12));
    });
    letter = 7;
    ruler.refresh();
    expect(said).toEqual(["per…ing", "performing"]);
    stop();
  });
});
