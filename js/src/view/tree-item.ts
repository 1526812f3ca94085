/** What a screen reader is told of a node, on the canvas and in the outline alike. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Placed } from "../model/layout";
import { description, sentence } from "../model/node-words";
import { spokenStability } from "../model/stability";
import type { Scene } from "../scene";
import { useNodeState, useValue } from "./node-state";

export function useTreeItem({ node, collapsed }: Placed, scene: Scene) {
  const { view } = scene;
  const tree = view.tree.value;
  const stop = useValue(() => scene.stop.value === node.id, [scene, node.id]);
  const selected = useValue(() => view.session.selected.value === node.id, [view, node.id]);
  const state = useNodeState(scene, node);
  const stable = spokenStability(node, view.session.stabilities.value);
  const told = [description(tree, node), stable].filter(Boolean).join(", ");
  const item = {
    role: "treeitem",
    "data-node": node.id,
    tabIndex: stop ? 0 : -1,
    "aria-level": node.depth + 1,
    "aria-setsize": node.parent?.children.length ?? 1,
    "aria-posinset": node.branch < 0 ? 1 : node.branch + 1,
    "aria-selected": selected,
    "aria-expanded": node.leaf ? undefined : !collapsed,
    "aria-label": sentence(tree, node),
    "aria-description": told || undefined,
    "aria-busy": state.job !== null || undefined,
  } as const;
  return { item, state };
}

/** The keyboard goes where the scene's attention goes; a box holds the items. */
export function useFocusMoves(box: { readonly current: HTMLElement | null }, scene: Scene): void {
  const moves = scene.focusMoves.value;
  const seen = useRef(moves);
  useLayoutEffect(() => {
    // Where it stands in another's place the keyboard may long be elsewhere, in another cell too.
    if (moves === seen.current) return;
    const item = box.current?.querySelector<HTMLElement>(`[data-node="${scene.stop.peek()}"]`);
    item?.focus({ preventScroll: true });
  }, [moves]);
}

/** The node that an event of the tree is about. */
export function nodeOf({ target }: Event): number | null {
  const element = target instanceof Element ? target.closest("[data-node]") : null;
  const id = element?.getAttribute("data-node");
  return id == null ? null : Number(id);
}
