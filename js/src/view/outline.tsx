/** Where there is no room for a canvas: the tree as an indented list, a row a node. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { rowKey } from "../keyboard";
import type { Placed } from "../model/layout";
import type { Scene } from "../scene";
import { Legend } from "./legend";
import { ROW, Row } from "./outline-row";
import { taken } from "./pieces";
import { nodeOf, useFocusMoves } from "./tree-item";
import { useSize } from "./use-size";

/** Rows drawn above and below what is seen. */
const BEYOND = 6;
const WIDEST_STEP = 28;
/** The part of the width that indents may take, and the part of the height that the sheet takes. */
const INDENTS = 0.4;
const SHEET = 0.62;

export function Outline({ scene }: { scene: Scene }) {
  const { view } = scene;
  const { session } = view;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [top, scrolled] = useState(0);
  const { width, height } = size ?? { width: view.size.value.width, height: 0 };
  // The sheet takes its part of the legend's height, too.
  const sheet = view.drawer.value ? SHEET * (height + (box.current?.offsetTop ?? 0)) : 0;
  const room = Math.max(height - sheet, 0);
  useLayoutEffect(() => {
    if (size) scene.resize(size.width, size.height);
  }, [scene, size]);
  useReveal(box, scene, session.selected.value, room);
  useReveal(box, scene, scene.stop.value, room, scene.focusMoves.value);
  useFocusMoves(box, scene);
  return (
    <div class={`tw-outline${view.looking.value ? " tw-looking" : ""}`}>
      <Legend scene={scene} />
      <div ref={box} onScroll={(event) => scrolled(event.currentTarget.scrollTop)}>
        <div
          role="tree"
          aria-label={session.meta.value.target}
          style={{ height: `${scene.layout.value.placed.length * ROW + height - room}px` }}
          data-jp-suppress-context-menu
          {...events(scene)}
        >
          <Rows scene={scene} top={top} width={width} height={height} />
        </div>
      </div>
    </div>
  );
}

interface RowsProps {
  readonly scene: Scene;
  /** How far the list is scrolled. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is seen of the list, and the row that the Tab key stops at. */
function Rows({ scene, top, width, height }: RowsProps) {
  const { placed, part } = scene.layout.value;
  const stop = scene.stop.value;
  const step = Math.min((width * INDENTS) / part.rows.length, WIDEST_STEP);
  const first = Math.floor(top / ROW) - BEYOND;
  const last = first + Math.ceil(height / ROW) + 2 * BEYOND;
  return placed.flatMap((place, i) => {
    const { id } = place.node;
    if ((i < first || i > last) && id !== stop) return [];
    return [<Row key={id} place={place} scene={scene} top={i * ROW} step={step} width={width} />];
  });
}

/** What the hand and the keys do to the rows. */
function events(scene: Scene) {
  return {
    onClick: (event: MouseEvent) => choose(event, scene),
    onDblClick: (event: MouseEvent) => fold(event, scene),
    onContextMenu: (event: MouseEvent) => openMenu(event, scene),
    onFocusIn: (event: FocusEvent) => {
      scene.focused.value = nodeOf(event) ?? scene.focused.peek();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (rowKey(event, scene, () => openMenu(event, scene))) taken(event);
    },
  };
}

/** Scroll a node's row into what the sheet leaves free; again, if the keyboard moved there. */
function useReveal(
  box: { readonly current: HTMLElement | null },
  scene: Scene,
  id: number,
  room: number,
  moves?: number,
): void {
  useLayoutEffect(() => {
    const list = box.current;
    const place = scene.shown(id);
    if (!list || !place || room === 0 || moves === 0) return;
    const at = scene.layout.peek().placed.indexOf(place as Placed) * ROW;
    if (at < list.scrollTop) list.scrollTop = at;
    else if (at + ROW > list.scrollTop + room) list.scrollTop = at + ROW - room;
  }, [id, room, moves]);
}

/** A tap selects and shows the node's sheet; the next one puts the sheet away. */
function choose(event: MouseEvent, scene: Scene): void {
  const id = nodeOf(event);
  if (id === null) return;
  const { session, drawer } = scene.view;
  drawer.value = id !== session.selected.peek() || !drawer.peek();
  session.select(id);
  scene.focused.value = id;
}

function fold(event: MouseEvent, scene: Scene): void {
  const id = nodeOf(event);
  if (id !== null && !(event.target instanceof HTMLButtonElement)) scene.view.session.toggle(id);
}

function openMenu(event: Event, scene: Scene): void {
  const id = nodeOf(event);
  const row = (event.target as Element).closest("[data-node]");
  const stage = row?.closest(".tw-stage");
  if (id === null || !row || !stage) return;
  taken(event);
  const y = row.getBoundingClientRect().bottom - stage.getBoundingClientRect().top;
  scene.openMenu(id, { x: 24, y });
}
