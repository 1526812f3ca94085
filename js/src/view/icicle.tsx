/**
 * The crowd's picture: cells drawn on one canvas, whatever their number. What can be told apart is
 * in the page too, as items without a face: see scene.ts.
 */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { scales } from "../model/camera";
import { lengthOf, walk } from "../model/cell-walk";
import { splitWords } from "../model/conditions";
import { WORDS_HIGH, WORDS_WIDE } from "../model/icicle";
import type { Placed } from "../model/layout";
import { columnOf, rowsText, valueText } from "../model/node-words";
import type { Scene } from "../scene";
import { fillOf, type Read, reader } from "./paints";
import { useDensity } from "./use-density";

const INSET = 8;
/** A narrow cell keeps its room for the words. */
const NARROW = 120;
/** Sizes of the words: in low rows they are smaller. */
const SMALL = 11;
const SMALLEST = 9;
/** Round the words of a low row. */
const LEAD = 1.5;
/** Halfway from black to white, as the eye has it. */
const MIDDLE = 128;

export function Icicle({ scene }: { scene: Scene }) {
  const { view } = scene;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = view.canvas.value;
  const dense = useDensity();
  // A theme or a font that arrives counts as another epoch.
  const epoch = [view.slots.value, view.dark.value, view.ruler.epoch.value];
  const known = useMemo(() => new Map<string, string>(), epoch);
  const layout = scene.layout.value;
  const fills = useMemo((): string[] => new Array(layout.part.nodes.length), [layout, known]);
  const paint = painter(scene, fills);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext?.("2d");
    if (!canvas.current || !context) return;
    const read = reader(canvas.current, context, known);
    const ratio = canvas.current.width / (width || 1);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textBaseline = "middle";
    paint(context, read);
  });
  return (
    <canvas
      ref={canvas}
      class="tw-icicle"
      width={Math.round(width * dense)}
      height={Math.round(height * dense)}
    />
  );
}

type Painting = CanvasRenderingContext2D;
type Box = readonly [left: number, top: number, width: number, height: number];

/** Reads every signal the picture depends on; paints later. Each entry's colour is kept. */
function painter(scene: Scene, fills: string[]) {
  const { view } = scene;
  const layout = scene.layout.value;
  const camera = view.camera.value;
  const { width, height } = view.canvas.value;
  const selected = scene.shown(view.session.selected.value);
  const found = scene.found.value;
  const ghosts = scene.ghosts.value;
  const dark = view.dark.value;
  const seen = scene.window(0);
  const { tree } = layout;
  const [x, y] = scales(camera.zoom, layout);
  const upright = layout.orientation === "vertical";
  const boxOf = (place: Placed, along: number): Box => [
    camera.x + x * place.left,
    camera.y + y * place.top,
    apart(x * (upright ? place.width : along)),
    apart(y * (upright ? along : place.height)),
  ];
  const opacity = ({ node }: Placed, stands: boolean): number => {
    if (ghosts.has(node.id)) return 0.45;
    const end = stands ? (tree.ends[node.position] as number) : node.position + 1;
    return scene.matches(node, end) === false ? 0.3 : 1;
  };
  return (context: Painting, read: Read): void => {
    walk(layout, seen, 1 / (upright ? x : y), (entry, stands) => {
      const place = layout.place(entry);
      const box = boxOf(place, lengthOf(layout, entry, stands));
      const [left, top, wide, high] = box;
      if (top > height || left > width) return;
      const seenAs = opacity(place, stands);
      fills[entry] ??= read(fillOf(scene, place.node));
      context.globalAlpha = seenAs;
      context.fillStyle = fills[entry];
      context.fillRect(left, top, wide, high);
      if (found && seenAs === 1 && wide > 2) {
        context.fillStyle = read("--tw-ink");
        context.fillRect(left, top + high - 2, wide, 2);
      }
      if (stands || wide < WORDS_WIDE || high < WORDS_HIGH) return;
      context.globalAlpha = 1;
      context.fillStyle = read(`--tw-${seenAs < 1 ? "ink2" : inkOn(fills[entry], dark)}`);
      const size = Math.min(Math.max(Math.floor(high - LEAD), SMALLEST), SMALL);
      context.font = `${size}px ${read("font-family")}`;
      write(context, scene, place, box, size);
    });
    context.globalAlpha = 1;
    if (!selected) return;
    outline(context, read, boxOf(selected, upright ? selected.height : selected.width));
  };
}

/** The selected cell's edge. */
function outline(context: Painting, read: Read, [left, top, wide, high]: Box): void {
  context.strokeStyle = read("--tw-ink");
  context.lineWidth = 2;
  context.strokeRect(left, top, Math.max(wide, 3), high);
}

/** The colour of words: on a colour as dark as ink is in this theme the card's, else ink. */
function inkOn(fill: string, dark: boolean): "ink" | "card" {
  return brightness(fill) < MIDDLE === dark ? "ink" : "card";
}

/** What is left of a cell when its neighbours stand apart; slivers stand together. */
function apart(size: number): number {
  return size > 4 ? size - 1 : size;
}

function brightness(rgb: string): number {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** The split or the class, and the rows where there is room; of a wide cell in the part in view. */
function write(
  context: Painting,
  { view }: Scene,
  { node, collapsed }: Placed,
  [left, top, wide, high]: Box,
  size: number,
): void {
  const { ruler } = view;
  const { meta } = view.tree.peek();
  const inset = wide < NARROW ? INSET / 2 : INSET;
  const from = Math.max(left, 0) + inset;
  const to = Math.min(left + wide, view.canvas.peek().width) - inset;
  const middle = top + high / 2;
  const words = node.split && splitWords(node.split, columnOf(meta, node.split.column));
  const name = words?.name ?? meta.classes[node.prediction] ?? valueText(meta, node.prediction);
  const cut = words ? ` ${words.relation} ${words.value}` : "";
  const whole = (collapsed ? "+ " : "") + name + cut;
  const text = ruler.width(whole, size) > to - from ? name : whole;
  const rows = rowsText(meta, node);
  const end = to - ruler.width(rows, size);
  if (from + ruler.width(text, size) + INSET < end) context.fillText(rows, end, middle);
  if (to - from > 20) context.fillText(ruler.fit(text, to - from, size), from, middle);
}
