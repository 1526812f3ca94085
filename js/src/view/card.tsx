/** A node on the canvas: its place for keyboard and pointer, and its face, which may glide there. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { perform } from "../commands";
import type { Box } from "../model/boxes";
import type { Placed } from "../model/layout";
import { GLIDE_MS } from "../model/motion";
import type { Scene } from "../scene";
import { CANVAS } from "../words";
import { type Badge, badgesOf, Hits } from "./badges";
import { Face } from "./face";
import { MissingTab } from "./missing-tab";
import { useValue } from "./node-state";
import { useTreeItem } from "./tree-item";

interface CardProps {
  readonly place: Placed;
  readonly scene: Scene;
}

const EASE = "cubic-bezier(.2, 0, 0, 1)";

export function Card({ place, scene }: CardProps) {
  const { node } = place;
  const face = useGlide(place, scene);
  const { item, state } = useTreeItem(place, scene);
  const { icicle } = scene.layout.value;
  const far = scene.detail.value.level === "far";
  const badges = far ? [] : badgesOf(node, scene.view);
  return (
    <div
      {...item}
      class={`tw-node ${state.classes}`}
      style={icicle ? cellStyle(place) : boxStyle(place)}
    >
      <div class="tw-face" ref={face}>
        {icicle ? null : <Face place={place} scene={scene} state={state} />}
      </div>
      <MissingTab place={place} scene={scene} />
      <Hits badges={badges} onPress={(badge) => press(scene, node.id, badge)} />
      {node.leaf || far ? null : <Handle place={place} scene={scene} />}
    </div>
  );
}

export function boxStyle({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
}

/** A transform by so many pixels. */
export const shift = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** A cell's item: the picture is drawn elsewhere. */
function cellStyle({ left, top, width, height }: Placed) {
  const px = (size: number, axis: "x" | "y"): string => `calc(${size}px * var(--tw-${axis}))`;
  return { left: px(left, "x"), top: px(top, "y"), width: px(width, "x"), height: px(height, "y") };
}

function press(scene: Scene, id: number, badge: Badge): void {
  const { view } = scene;
  view.session.select(id);
  if (badge.act === "candidates") view.openTab("candidates");
  else perform(view.session, view, badge.act, id);
}

/** − on hover, + as long as something is hidden. */
function Handle({ place, scene }: CardProps) {
  const { id } = place.node;
  const aside = scene.layout.value.orientation === "horizontal";
  const tab = place.node.missing > 0 && scene.detail.value.level === "near" && !place.collapsed;
  return (
    <button
      type="button"
      class={`tw-handle${place.collapsed ? " tw-more" : ""}${aside ? " tw-aside" : ""}${tab ? " tw-apart" : ""}`}
      tabIndex={-1}
      aria-label={place.collapsed ? CANVAS.expand(id) : CANVAS.collapse(id)}
      onClick={(event) => {
        event.stopPropagation();
        scene.view.session.toggle(id);
      }}
    />
  );
}

/** The face starts where the node was, and glides to its place. */
function useGlide(place: Placed, scene: Scene) {
  const ref = useRef<HTMLDivElement>(null);
  const { id } = place.node;
  const start = useValue(() => scene.glide.value?.starts.get(id), [scene, id]);
  useLayoutEffect(() => {
    const age = performance.now() - (scene.glide.peek()?.began ?? 0);
    if (!start || !ref.current?.animate || age >= GLIDE_MS) return;
    const motion = ref.current.animate(
      [
        {
          transform: shift(start.dx, start.dy),
          ...(start.fresh ? { opacity: 0 } : {}),
        },
        { transform: "none", ...(start.fresh ? { opacity: 1 } : {}) },
      ],
      { duration: GLIDE_MS, easing: EASE },
    );
    motion.currentTime = Math.max(age, 0);
    return () => motion.cancel();
  }, [start]);
  return ref;
}
