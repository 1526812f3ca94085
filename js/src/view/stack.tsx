/** What a collapsed card hides: two sheets behind it, and the leaves as a strip. */

import { predictedShare } from "../model/node-words";
import { purity, rampColour, slotColour } from "../model/palette";
import { isRegression, type TreeModel, type TreeNode } from "../model/tree";
import { CANVAS } from "../words";

export function Sheets() {
  return (
    <>
      <span class="tw-sheet tw-sheet-2" aria-hidden="true" />
      <span class="tw-sheet tw-sheet-1" aria-hidden="true" />
    </>
  );
}

interface StripProps {
  readonly tree: TreeModel;
  readonly node: TreeNode;
  readonly slots: readonly number[];
}

/** Most segments that can be told apart. */
const MOST = 60;

export function LeafStrip({ tree, node, slots }: StripProps) {
  const segments = coarse(node);
  return (
    <span class="tw-hides" aria-hidden="true">
      <span class="tw-hides-bar">
        {segments.map((leaf) => (
          <span
            key={leaf.id}
            style={{
              flexGrow: leaf.weight,
              background: leafColour(tree, leaf, slots),
              opacity: leafOpacity(tree, leaf),
            }}
          />
        ))}
      </span>
      <span class="tw-hides-words">{CANVAS.hidden(tree.leafCount(node))}</span>
    </span>
  );
}

/** What is hidden, as deep as there is room for: all leaves, or what they hang under. */
function coarse(node: TreeNode): readonly TreeNode[] {
  let row: readonly TreeNode[] = [node];
  for (;;) {
    const next = row.flatMap((one) => (one.children.length > 0 ? one.children : [one]));
    if (next.length > MOST || next.length === row.length) return row;
    row = next;
  }
}

export function leafColour(tree: TreeModel, node: TreeNode, slots: readonly number[]): string {
  if (isRegression(tree.meta)) return rampColour(node.prediction, tree.meta);
  return slotColour(slots[node.prediction] ?? 1);
}

/** Purer is fuller. Regression speaks by the ramp alone. */
export function leafOpacity(tree: TreeModel, node: TreeNode): number {
  if (isRegression(tree.meta)) return 1;
  const sure = node.labelled ? predictedShare(node) : purity(node.counts);
  return 0.3 + 0.7 * sure;
}
