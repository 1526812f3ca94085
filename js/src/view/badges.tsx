/** Pin, padlock, bubble: what has been done to a node by hand, on the card's top right edge. */

import { stabilityOf, stabilityText } from "../model/stability";
import type { TreeNode } from "../model/tree";
import type { View } from "../view-state";
import { CANVAS, SPOKEN } from "../words";
import { Icon, type IconName, Ring } from "./icons";

export interface Badge {
  readonly icon: IconName | "ring";
  readonly name: string;
  readonly act: "editCut" | "lock" | "note" | "candidates";
  /** How much of a ring is drawn out. */
  readonly share?: number;
}

export function badgesOf(node: TreeNode, { session }: View): Badge[] {
  const badges: Badge[] = [];
  if (node.forced) badges.push({ icon: "pin", name: CANVAS.forced(node.id), act: "editCut" });
  if (node.labelled) badges.push({ icon: "label", name: SPOKEN.labelled, act: "note" });
  if (node.locked) badges.push({ icon: "lock", name: CANVAS.unlock(node.id), act: "lock" });
  if (node.note) badges.push({ icon: "note", name: CANVAS.noted(node.id), act: "note" });
  const known = session.stabilities.value;
  const share = stabilityOf(node, known);
  if (share !== null) {
    const name = stabilityText(node, known, session.meta.value.columns);
    badges.push({ icon: "ring", name, act: "candidates", share });
  }
  return badges;
}

/** What a badge shows. */
export function Sign({ badge: { icon, share = 0 }, size }: { badge: Badge; size: number }) {
  return icon === "ring" ? <Ring share={share} size={size} /> : <Icon name={icon} size={size} />;
}

/** The discs as seen; what is pressed are the buttons of `Hits`, already in their final place. */
export function Discs({ badges }: { badges: readonly Badge[] }) {
  if (badges.length === 0) return null;
  return (
    <span class="tw-badges" aria-hidden="true">
      {badges.map((badge) => (
        <span key={badge.icon} class="tw-disc">
          <Sign badge={badge} size={12} />
        </span>
      ))}
    </span>
  );
}

export function Hits({
  badges,
  onPress,
}: {
  badges: readonly Badge[];
  onPress: (badge: Badge) => void;
}) {
  if (badges.length === 0) return null;
  return (
    <span class="tw-badges">
      {badges.map((badge) => (
        <button
          key={badge.icon}
          type="button"
          class="tw-disc tw-hit"
          tabIndex={-1}
          aria-label={badge.name}
          title={badge.name}
          onClick={(event) => {
            event.stopPropagation();
            onPress(badge);
          }}
        />
      ))}
    </span>
  );
}
