/** After a moment's hover: full names and full precision. */

import { useEffect, useState } from "preact/hooks";
import { details } from "../model/node-words";
import { stabilityText } from "../model/stability";
import type { Scene } from "../scene";

const DELAY_MS = 400;

export function NodeTooltip({ scene }: { scene: Scene }) {
  const { view } = scene;
  const hovered = view.hovered.value;
  const [shown, show] = useState<number | null>(null);
  useEffect(() => {
    show(null);
    if (hovered === null) return;
    const timer = setTimeout(() => show(hovered), DELAY_MS);
    return () => clearTimeout(timer);
  }, [hovered]);
  const place = shown === null ? undefined : scene.layout.value.find(shown);
  if (!place || shown !== hovered || view.menu.value || view.ghost.value !== null) return null;
  const box = scene.onScreen(place);
  const { width, height } = view.canvas.value;
  // Where there is more room: it has as many lines as there are classes.
  const below = 2 * box.top + box.height < height;
  const style = {
    left: `${Math.min(Math.max(box.left, 8), Math.max(width - 268, 8))}px`,
    ...(below
      ? { top: `${box.top + box.height + 24}px` }
      : { bottom: `${height - box.top + 12}px` }),
  };
  const { stabilities, meta } = view.session;
  const stable = stabilityText(place.node, stabilities.value, meta.value.columns);
  const [first, ...lines] = details(view.tree.value, place.node);
  const rest = stable ? [...lines, stable] : lines;
  return (
    <div class="tw-tooltip" role="tooltip" style={style}>
      <b>{first}</b>
      {rest.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
