/**
 * The crowd's picture: cells drawn on one canvas, whatever their number. What can be told apart is
 * in the page too, as items without a face: see scene.ts.
 */

import { useLayoutEffect, useRef } from "preact/hooks";
import { first } from "../model/arrays";
import { scales } from "../model/camera";
import { splitWords } from "../model/conditions";
import { lengthOf, walk } from "../model/icicle";
import type { Placed } from "../model/layout";
import { columnOf, rowsText } from "../model/node-words";
import { measure } from "../numbers";
import type { Scene } from "../scene";
import { leafColour, leafOpacity } from "./stack";

/** From this size on a cell has words. */
const WORDS_WIDE = 58;
const WORDS_HIGH = 14;
const INSET = 8;
const SMALL = 11;
/** Fuller than this a colour is written on in the card's. */
const FULL = 0.62;

export function Icicle({ scene }: { scene: Scene }) {
  const { view } = scene;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = view.canvas.value;
  const paint = painter(scene);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext?.("2d");
    if (!canvas.current || !context) return;
    const style = getComputedStyle(canvas.current);
    const dense = canvas.current.width / (width || 1);
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = `${SMALL}px ${style.fontFamily}`;
    context.textBaseline = "middle";
    paint(context, (css) =>
      css.replace(/var\((.+?)\)/g, (_, name) => style.getPropertyValue(name)),
    );
  });
  const dense = devicePixelRatio || 1;
  return (
    <canvas
      ref={canvas}
      class="tw-icicle"
      width={Math.round(width * dense)}
      height={Math.round(height * dense)}
      role="presentation"
    />
  );
}

type Paint = (context: CanvasRenderingContext2D, colour: (css: string) => string) => void;

/** Reads every signal the picture depends on; paints later. */
function painter(scene: Scene): Paint {
  const { view } = scene;
  const layout = scene.layout.value;
  const camera = view.camera.value;
  const { width, height } = view.canvas.value;
  const marked = [view.hovered.value, view.session.selected.value];
  const matched = scene.matched.value;
  const found = scene.matches.value?.map((id) => layout.tree.get(id).position) ?? [];
  const ghosts = scene.ghosts.value;
  const slots = view.slots.value;
  const { tree } = layout;
  view.dark.value; // read: another theme, other colours
  view.ruler.epoch.value; // read: another font
  const [x, y] = scales(camera.zoom, layout);
  const upright = layout.orientation === "vertical";
  const boxOf = (place: Placed, along: number): [number, number, number, number] => [
    camera.x + x * place.left,
    camera.y + y * place.top,
    x * (upright ? place.width : along),
    y * (upright ? along : place.height),
  ];
  const seen = scene.window(0);
  const least = 1 / (upright ? x : y);
  return (context, colour) => {
    const [ink, ink2, card] = ["--tw-ink", "--tw-ink2", "--tw-card"].map((name) =>
      colour(`var(${name})`),
    ) as [string, string, string];
    walk(layout, seen, least, (entry, stands) => {
      const place = layout.place(entry);
      const { node } = place;
      const [left, top, wide, high] = boxOf(place, lengthOf(layout, entry, stands));
      if (top > height || left > width) return;
      const full = leafOpacity(tree, node);
      const end = stands ? (tree.ends[node.position] as number) : node.position + 1;
      const hit = matched && (found[first(found, (at) => at >= node.position)] ?? end) < end;
      context.globalAlpha = hit === false ? 0.3 : ghosts.has(node.id) ? 0.45 : 1;
      context.fillStyle = colour(
        `color-mix(in srgb, ${leafColour(tree, node, slots)} ${Math.round(100 * full)}%, var(--tw-card))`,
      );
      const [w, h] = [air(wide), air(high)];
      context.fillRect(left, top, w, h);
      if (hit && wide > 2) {
        context.fillStyle = ink;
        context.fillRect(left, top + h - 2, w, 2);
      }
      if (stands || wide < WORDS_WIDE || high < WORDS_HIGH) return;
      context.fillStyle = full > FULL ? card : ink;
      write(context, scene, place, [left, top, w, h]);
    });
    context.globalAlpha = 1;
    for (const [i, id] of marked.entries()) {
      const place = id === null ? null : scene.shown(id);
      if (!place) continue;
      const [left, top, wide, high] = boxOf(place, upright ? place.height : place.width);
      context.strokeStyle = i ? ink : ink2;
      context.lineWidth = i + 1;
      context.strokeRect(left, top, Math.max(air(wide), 3), air(high));
    }
  };
}

/** What is left of a cell when its neighbours stand apart; slivers stand together. */
function air(size: number): number {
  return size > 4 ? size - 1 : size;
}

/** The split or the class, and the rows where there is room; of a wide cell in the part in view. */
function write(
  context: CanvasRenderingContext2D,
  { view }: Scene,
  { node, collapsed }: Placed,
  [left, top, wide, high]: [number, number, number, number],
): void {
  const { ruler } = view;
  const { meta } = view.tree.peek();
  const from = Math.max(left, 0) + INSET;
  const to = Math.min(left + wide, view.canvas.peek().width) - INSET;
  const middle = top + high / 2;
  const { name, relation, value } = node.split
    ? splitWords(node.split, columnOf(meta, node.split.column))
    : {
        name: meta.classes[node.prediction] ?? measure(node.prediction, 3),
        relation: "",
        value: "",
      };
  const whole = `${collapsed ? "+ " : ""}${name} ${relation} ${value}`;
  const text = ruler.width(whole, SMALL) > to - from ? name : whole;
  const rows = rowsText(meta, node);
  if (ruler.width(text, SMALL) + ruler.width(rows, SMALL) + 3 * INSET < to - from) {
    context.fillText(rows, to - ruler.width(rows, SMALL), middle);
  }
  if (to - from > 20) context.fillText(ruler.fit(text, to - from, SMALL), from, middle);
}
