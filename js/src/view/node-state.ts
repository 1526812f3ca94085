/** In which of the states of DESIGN.md a node is, as the card shows it. */

import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Job } from "../jobs";
import type { TreeNode } from "../model/tree";
import type { Scene } from "../scene";

export interface NodeState {
  /** The gesture or computation under way on this node. */
  readonly job: Job | null;
  /** Why the last gesture on it was refused. */
  readonly refusal: string | null;
  readonly classes: string;
}

/** Follows the node's state alone: what happens to one node redraws one card. */
export function useNodeState(scene: Scene, node: TreeNode): NodeState {
  const job = useValue(() => jobOf(scene, node), [scene, node.id]);
  const refusal = useValue(() => refusalOf(scene, node), [scene, node.id]);
  const classes = useValue(() => classesOf(scene, node), [scene, node]);
  return { job, refusal, classes };
}

/** A value of signals; the component is drawn anew when it changes, not when they do. */
export function useValue<T>(value: () => T, deps: readonly unknown[]): T {
  return useMemo(() => computed(value), deps as unknown[]).value;
}

function jobOf({ view }: Scene, { id }: TreeNode): Job | null {
  return view.session.jobs.value.find((job) => job.node === id) ?? null;
}

function refusalOf({ view }: Scene, { id }: TreeNode): string | null {
  const refusal = view.session.refusal.value;
  return refusal?.node === id ? refusal.message : null;
}

function classesOf(scene: Scene, node: TreeNode): string {
  const { session } = scene.view;
  const { id } = node;
  const job = jobOf(scene, node);
  const classes = [
    session.selected.value === id && "tw-selected",
    job !== null && session.late.value.has(job.id) && "tw-stale",
    refusalOf(scene, node) !== null && "tw-refused",
    scene.ghosts.value.has(id) && "tw-ghost",
    scene.view.pruning.value?.becomesLeaf(node) && "tw-kept",
    scene.matches(node) && "tw-match",
    isDim(scene, node) && "tw-dim",
  ];
  return classes.filter(Boolean).join(" ");
}

/** It was not looked for; or another split is considered above it. */
export function isDim(scene: Scene, node: TreeNode): boolean {
  const considered = scene.view.preview.value?.node;
  return scene.matches(node) === false || (considered !== undefined && isBelow(node, considered));
}

function isBelow(node: TreeNode, id: number): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.id === id) return true;
  return false;
}
