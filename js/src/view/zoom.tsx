/** − 100 % + */

import { ZOOM_STEP } from "../model/camera";
import type { Scene } from "../scene";
import { CANVAS } from "../words";
import { Icon } from "./icons";

export function ZoomControl({ scene }: { scene: Scene }) {
  const percent = Math.round(scene.view.camera.value.zoom * 100) || "<1";
  return (
    <div class="tw-zoom">
      <button
        type="button"
        aria-label={CANVAS.zoomOut}
        title={`${CANVAS.zoomOut} (−)`}
        onClick={() => scene.zoomBy(1 / ZOOM_STEP)}
      >
        <Icon name="minus" size={16} />
      </button>
      <button
        type="button"
        aria-label={CANVAS.zoomLevel}
        title={CANVAS.zoomLevel}
        onClick={() => scene.zoomTo(1)}
      >
        {`${percent}\u202f%`}
      </button>
      <button
        type="button"
        aria-label={CANVAS.zoomIn}
        title={`${CANVAS.zoomIn} (+)`}
        onClick={() => scene.zoomBy(ZOOM_STEP)}
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  );
}
