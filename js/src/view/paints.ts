/** Colours for what is painted on a canvas, where CSS does not reach. */

import type { TreeNode } from "../model/tree";
import type { Scene } from "../scene";
import { leafColour, leafOpacity } from "./stack";

/** The colour of a cell: its class, paler where it is less pure. */
export function fillOf({ view, layout }: Scene, node: TreeNode): string {
  const { tree } = layout.peek();
  const full = Math.round(20 * leafOpacity(tree, node)) * 5;
  const colour = leafColour(tree, node, view.slots.peek());
  return `color-mix(in srgb, ${colour} ${full}%, var(--tw-card))`;
}

/** What the style has under a name, or a mixture of colours as three numbers. */
export type Read = (name: string) => string;

/** Each is worked out once: there are thousands of cells, and few colours. */
export function reader(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  known: Map<string, string>,
): Read {
  const style = getComputedStyle(canvas);
  const read: Read = (name) => {
    const text =
      known.get(name) ?? (name.includes("(") ? mixed(name) : style.getPropertyValue(name));
    known.set(name, text);
    return text;
  };
  const mixed = (mixture: string): string => {
    context.fillStyle = mixture.replace(/var\((.+?)\)/g, (_, name) => read(name));
    return context.fillStyle.replace(
      /^color\(srgb (.+) (.+) (.+)\)/,
      (_, ...rgb) => `rgb(${rgb.slice(0, 3).map((part) => part * 255)})`,
    );
  };
  return read;
}
