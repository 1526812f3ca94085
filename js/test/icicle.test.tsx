// The words of a crowd's picture, as they are written on its canvas.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { Scene } from "../src/scene";
import { Session } from "../src/session";
import { Icicle } from "../src/view/icicle";
import { View } from "../src/view-state";
import { FakeKernel, stateOf } from "./fakes";
import { largeTree } from "./trees";

afterEach(() => {
  render(null, document.body);
  vi.restoreAllMocks();
});

/** The heights at which words stand on cells of a canvas so high. */
async function written(height: number): Promise<number[]> {
  const said: number[] = [];
  const context = {
    measureText: (text: string) => ({ width: 5 * text.length }),
    fillText: (_: string, __: number, y: number) => said.push(y),
  };
  const nothing = () => undefined;
  const made = new Proxy(context, { get: (one, name) => Reflect.get(one, name) ?? nothing });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(made as never);
  const nodes = largeTree(10).columns;
  const kernel = new FakeKernel(1, { _state: { ...stateOf(1), nodes }, selected: 0 });
  const scene = new Scene(new View(new Session(kernel.model)));
  scene.resize(900, height);
  await act(() => render(<Icicle scene={scene} />, document.body));
  scene.dispose();
  return [...new Set(said)];
}

it("has words on every row of cells that is high enough for them", async () => {
  // Four rows have cells that are broad enough: the last of them is 14, 13 and 12 px high.
  expect(await written(190)).toHaveLength(4);
  expect(await written(175)).toHaveLength(4);
  expect(await written(160)).toHaveLength(3);
});
