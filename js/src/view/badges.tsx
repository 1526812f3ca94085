/** Pin, padlock, bubble: what has been done to a node by hand, on the card's top right edge. */

import type { TreeNode } from "../model/tree";
import { CANVAS, SPOKEN } from "../words";
import { Icon, type IconName } from "./icons";

export interface Badge {
  readonly icon: IconName;
  readonly name: string;
  readonly act: "editCut" | "lock" | "note";
}

export function badgesOf(node: TreeNode): Badge[] {
  const badges: Badge[] = [];
  if (node.forced) badges.push({ icon: "pin", name: CANVAS.forced(node.id), act: "editCut" });
  if (node.labelled) badges.push({ icon: "label", name: SPOKEN.labelled, act: "note" });
  if (node.locked) badges.push({ icon: "lock", name: CANVAS.unlock(node.id), act: "lock" });
  if (node.note) badges.push({ icon: "note", name: CANVAS.noted(node.id), act: "note" });
  return badges;
}

/** The discs as seen; what is pressed are the buttons of `Hits`, already in their final place. */
export function Discs({ badges }: { badges: readonly Badge[] }) {
  if (badges.length === 0) return null;
  return (
    <span class="tw-badges" aria-hidden="true">
      {badges.map(({ icon }) => (
        <span key={icon} class="tw-disc">
          <Icon name={icon} size={12} />
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
