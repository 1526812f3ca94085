/** The whole tree in the corner while something of it is out of sight; pressed, it leads there. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { CROWD } from "../model/icicle";
import { frameIn, marks, overviewSize, panTo } from "../model/overview";
import { pointOf } from "../pointer";
import type { Scene } from "../scene";
import { boxStyle } from "./card";
import { fillOf, reader } from "./paints";
import { taken } from "./pieces";
import { useDensity } from "./use-density";

export function Overview({ scene }: { scene: Scene }) {
  const layout = scene.layout.value;
  const area = scene.view.canvas.value;
  const whole = scene.onScreen(layout.bounds);
  const size = overviewSize(layout, whole, area);
  if (!size) return null;
  const go = (event: PointerEvent): void => {
    const { x, y } = panTo(pointOf(event), size, whole, area);
    scene.pan(x, y);
  };
  return (
    <div
      class="tw-overview"
      aria-hidden="true"
      style={{ width: `${size.width}px`, height: `${size.height}px` }}
      onPointerDown={(event) => {
        taken(event);
        event.currentTarget.setPointerCapture?.(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        taken(event);
        if (event.buttons & 1) go(event);
      }}
      onPointerOver={taken}
      onClick={taken}
      onDblClick={taken}
      onContextMenu={taken}
    >
      <Thumbnail scene={scene} />
      <span class="tw-frame" style={boxStyle(frameIn(size, whole, area))} />
    </div>
  );
}

/** Painted anew when the tree is laid out anew, not when it moves. */
function Thumbnail({ scene }: { scene: Scene }) {
  const { view } = scene;
  const canvas = useRef<HTMLCanvasElement>(null);
  const layout = scene.layout.value;
  const dense = useDensity();
  const epoch = [layout, dense, view.slots.value, view.dark.value, view.ruler.epoch.value];
  useLayoutEffect(() => {
    const context = canvas.current?.getContext?.("2d");
    if (!canvas.current || !context) return;
    const { clientWidth: width, clientHeight: height } = canvas.current;
    canvas.current.width = Math.round(width * dense);
    canvas.current.height = Math.round(height * dense);
    context.scale(dense, dense);
    const read = reader(canvas.current, context, new Map());
    // Cards of a crowd are too small to tell classes.
    const plain = !layout.icicle && layout.part.nodes.length > CROWD;
    marks(layout, { width, height }, (entry, box) => {
      context.fillStyle = read(plain ? "--tw-ink3" : fillOf(scene, layout.place(entry).node));
      context.fillRect(box.left, box.top, box.width, box.height);
    });
  }, epoch);
  return <canvas ref={canvas} />;
}
