/** Under the card: the rows that lack the split's column, and which way they go. */

import type { Placed } from "../model/layout";
import { missingText } from "../model/node-words";
import { count } from "../numbers";
import type { Scene } from "../scene";
import { CANVAS } from "../words";

/** What the tab leaves of the card's width: its edges, and upright the handle beside it. */
const EDGES = 24;
const HANDLE = 8;

/** Pressed, it opens the editor, where the way can be changed. */
export function MissingTab({ place, scene }: { place: Placed; scene: Scene }) {
  const { node, collapsed } = place;
  const { level, small } = scene.detail.value;
  if (node.missing === 0 || collapsed || level !== "near") return null;
  const { ruler, tree } = scene.view;
  const text = missingText(tree.value.meta, node);
  const upright = scene.layout.value.orientation === "vertical";
  const room = place.width - EDGES - (upright ? HANDLE : 0);
  // Where both do not fit, how many comes before which way.
  const short = ruler.width(text, small) > room;
  return (
    <button
      type="button"
      class="tw-missing-tab"
      tabIndex={-1}
      title={text}
      onClick={(event) => {
        event.stopPropagation();
        scene.view.openEditor(node.id, null, true);
      }}
    >
      {short ? CANVAS.missingRows(count(node.missing)) : text}
    </button>
  );
}
