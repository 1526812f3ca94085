/** − 100 % + */

import type { Scene } from "../scene";
import { WORDS } from "../words";
import { Icon } from "./icons";

const STEP = 1.25;

export function ZoomControl({ scene }: { scene: Scene }) {
  const { canvas } = WORDS;
  const percent = Math.round(scene.view.camera.value.zoom * 100);
  return (
    <div class="tw-zoom">
      <button
        type="button"
        aria-label={canvas.zoomOut}
        title={`${canvas.zoomOut} (−)`}
        onClick={() => scene.zoomBy(1 / STEP)}
      >
        <Icon name="minus" size={16} />
      </button>
      <button
        type="button"
        aria-label={canvas.zoomLevel}
        title={canvas.zoomLevel}
        onClick={() => scene.zoomTo(1)}
      >
        {`${percent}\u202f%`}
      </button>
      <button
        type="button"
        aria-label={canvas.zoomIn}
        title={`${canvas.zoomIn} (+)`}
        onClick={() => scene.zoomBy(STEP)}
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  );
}
