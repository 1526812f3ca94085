/** In which of the states of DESIGN.md a node is, as the card shows it. */

import type { TreeNode } from "../model/tree";
import type { Scene } from "../scene";
import type { Job } from "../session";

export interface NodeState {
  readonly selected: boolean;
  /** The gesture or computation under way on this node. */
  readonly job: Job | null;
  /** Why the last gesture on it was refused. */
  readonly refusal: string | null;
  readonly classes: string;
}

export function stateOf(scene: Scene, node: TreeNode): NodeState {
  const { session } = scene.view;
  const selected = session.selected.value === node.id;
  const job = session.jobs.value.find((other) => other.node === node.id) ?? null;
  const stale = job !== null && session.late.value.has(job.id);
  const refused = session.refusal.value;
  const refusal = refused?.node === node.id ? refused.message : null;
  const matches = scene.matches.value;
  const preview = scene.view.preview.value;
  const classes = [
    selected && "tw-selected",
    stale && "tw-stale",
    refusal !== null && "tw-refused",
    scene.ghosts.value.has(node.id) && "tw-ghost",
    matches !== null && (matches.includes(node.id) ? "tw-match" : "tw-dim"),
    preview !== null && isBelow(node, preview.node) && "tw-dim",
  ].filter(Boolean);
  return { selected, job, refusal, classes: classes.map((name) => ` ${name}`).join("") };
}

function isBelow(node: TreeNode, id: number): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.id === id) return true;
  return false;
}
