/** The canvas: the world of the tree, seen through the camera, and what floats above it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { nodeKey } from "../keyboard";
import { scales } from "../model/camera";
import { cellAt } from "../model/cells";
import { PanZoom } from "../pan-zoom";
import { panels } from "../panels-loader";
import { pointOf } from "../pointer";
import type { Scene } from "../scene";
import { CANVAS } from "../words";
import { boxStyle, Card, shift } from "./card";
import { EdgeLabels } from "./edge-labels";
import { Face } from "./face";
import { Icicle } from "./icicle";
import { Legend } from "./legend";
import { Overview } from "./overview";
import { taken } from "./pieces";
import { Ribbons } from "./ribbons";
import { NodeTooltip } from "./tooltip";
import { nodeOf, useFocusMoves } from "./tree-item";
import { ZoomControl } from "./zoom";

export function Canvas({ scene }: { scene: Scene }) {
  const canvas = useRef<HTMLDivElement>(null);
  useEffect(() => (canvas.current ? follow(canvas.current, scene) : undefined), [scene]);
  const { orientation, icicle } = scene.layout.value;
  const looking = scene.view.looking.value ? " tw-looking" : "";
  return (
    <div
      ref={canvas}
      class={`tw-canvas tw-at-${scene.level.value} tw-${orientation}${looking}`}
      data-jp-suppress-context-menu
      {...events(scene)}
    >
      {icicle ? <Icicle scene={scene} /> : null}
      <Legend scene={scene} />
      <World scene={scene} />
      {panels.value && <panels.value.PriceChip scene={scene} />}
      <NodeTooltip scene={scene} />
      <ZoomControl scene={scene} />
      <Overview scene={scene} />
    </div>
  );
}

/** The canvas has its size, and is panned and zoomed. */
function follow(element: HTMLElement, scene: Scene): () => void {
  const measure = () => scene.resize(element.clientWidth, element.clientHeight);
  const panZoom = new PanZoom(element, scene);
  const watch = new ResizeObserver(measure);
  watch.observe(element);
  measure();
  return () => {
    panZoom.dispose();
    watch.disconnect();
  };
}

/** What the hand and the keys do to the nodes. */
function events(scene: Scene) {
  const { hovered } = scene.view;
  // Whoever presses, scrolls or types has seen enough of the tooltip.
  const rest = (): void => {
    hovered.value = null;
  };
  return {
    onClick: (event: MouseEvent) => click(event, scene),
    onDblClick: (event: MouseEvent) => doubleClick(event, scene),
    onContextMenu: (event: MouseEvent) => contextMenu(event, scene),
    // Its moves alone: a pointer that rests points at nothing that came to stand under it.
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons !== 0) return;
      if (scene.layout.peek().icicle) hovered.value = cellOf(event, scene);
      // Over a handle or a disc the hand means that, not the card.
      else hovered.value = event.target instanceof HTMLButtonElement ? null : nodeOf(event);
    },
    onPointerLeave: rest,
    onPointerDown: rest,
    onWheel: rest,
    onFocusIn: (event: FocusEvent) => {
      scene.focused.value = nodeOf(event) ?? scene.focused.peek();
    },
    onKeyDown: (event: KeyboardEvent) => {
      rest();
      if (nodeOf(event) !== null && nodeKey(event, scene)) taken(event);
    },
  };
}

function World({ scene }: { scene: Scene }) {
  const { x, y, zoom } = scene.view.camera.value;
  const { title, small } = scene.detail.value;
  const scale = scene.scale.value;
  const rested = useRest(scale);
  const layout = scene.layout.value;
  const made = panels.value;
  if (layout.icicle) {
    // Its items keep their edges: they are placed on the screen, not drawn larger.
    const [across, along] = scales(zoom, layout);
    const style = { transform: shift(x, y), "--tw-x": across, "--tw-y": along };
    return (
      <div class="tw-world" style={style}>
        <Nodes scene={scene} />
      </div>
    );
  }
  return (
    <div
      class="tw-world"
      style={{
        transform: `${shift(x, y)} scale(${scale})`,
        "--tw-title": `${title}px`,
        "--tw-small": `${small}px`,
        "--tw-scale": rested,
      }}
    >
      <Ribbons scene={scene} />
      <EdgeLabels scene={scene} />
      <Leaving scene={scene} />
      <Nodes scene={scene} />
      {made && <made.SplitGhosts scene={scene} />}
    </div>
  );
}

/** So far a scale may go astray (by half), and so long. */
const ASTRAY = 0.4;
const REST_MS = 150;

/**
 * The scale as the small things know it that do not grow with it: everything in the world gets a new
 * style by it, so that it follows once the zoom has come to rest, or has gone far.
 */
function useRest(scale: number): number {
  const [rest, settle] = useState(scale);
  if (Math.abs(Math.log(scale / rest)) > ASTRAY) settle(scale);
  useEffect(() => {
    const timer = setTimeout(() => settle(scale), REST_MS);
    return () => clearTimeout(timer);
  }, [scale]);
  return rest;
}

function Nodes({ scene }: { scene: Scene }) {
  const tree = useRef<HTMLDivElement>(null);
  const { session } = scene.view;
  useFocusMoves(tree, scene);
  return (
    <div ref={tree} role="tree" aria-label={session.meta.value.target} class="tw-nodes">
      {scene.drawn.value.map((place) => (
        <Card key={place.node.id} place={place} scene={scene} />
      ))}
      {scene.layout.value.tree.ends.length === 1 ? <Begin scene={scene} /> : null}
    </div>
  );
}

/** Nothing but the root: what to do first; or why the method made no more of it. */
function Begin({ scene }: { scene: Scene }) {
  const root = scene.layout.value.place(0);
  const { canEdit, meta, state } = scene.view.session;
  if (!canEdit.value) return null;
  const bare = state.value.history.position === 0 && meta.value.why_bare;
  const left = `${root.left + root.width / 2}px`;
  return (
    <span class="tw-begin" style={{ left, top: `${root.top + root.height + 16}px` }}>
      {bare ? CANVAS.bare(bare) : CANVAS.begin}
    </span>
  );
}

/** What goes fades in its place. */
function Leaving({ scene }: { scene: Scene }) {
  const glide = scene.glide.value;
  if (!glide) return null;
  return (
    <div aria-hidden="true">
      {glide.leaving.map((place) => (
        <div key={place.node.id} class="tw-node tw-leaving" style={boxStyle(place)}>
          <div class="tw-face">
            <Face place={place} scene={scene} state={null} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The node of an event, or the cell of the picture: not the one below the buttons of the zoom. */
function cellOf(event: MouseEvent, scene: Scene): number | null {
  const { layout, view } = scene;
  const pressed = event.target instanceof Element && event.target.closest("button");
  const cell = pressed ? null : cellAt(layout.peek(), view.camera.peek(), pointOf(event));
  return cell ?? nodeOf(event);
}

function click(event: MouseEvent, scene: Scene): void {
  const id = cellOf(event, scene);
  if (id === null) return;
  scene.view.session.select(id);
  scene.focused.value = id;
}

function doubleClick(event: MouseEvent, scene: Scene): void {
  const id = cellOf(event, scene);
  const target = event.target;
  if (id !== null && !(target instanceof HTMLButtonElement)) scene.view.session.toggle(id);
}

function contextMenu(event: MouseEvent, scene: Scene): void {
  taken(event);
  // The Menu key gives no place: then the menu opens at the node.
  const keyed = event.button !== 2;
  const id = keyed ? nodeOf(event) : cellOf(event, scene);
  if (id === null) return;
  scene.openMenu(id, keyed ? undefined : pointOf(event));
}
