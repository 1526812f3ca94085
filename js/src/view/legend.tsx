/** One legend: the classes' signs, and ● training ○ validation. */

import { useLayoutEffect } from "preact/hooks";
import { meetsCards } from "../model/fitting";
import { valueText } from "../model/node-words";
import { COLOURS, rampColour } from "../model/palette";
import { parting } from "../model/parting";
import type { Scene } from "../scene";
import type { View } from "../view-state";
import { CANVAS, FIGURES } from "../words";
import { Glyph, Mark } from "./glyph";
import { useValue } from "./node-state";

/** So wide may a name be: all that the legend may, but for its sign, unless the canvas is narrow. */
const NAMED = 200;
const NAMED_IN_NARROW = 130;
const NARROW = 640;

export function Legend({ scene }: { scene: Scene }) {
  const { view } = scene;
  const { meta } = view.tree.value;
  useLayoutEffect(() => {
    scene.measureLegend();
  });
  // In a canvas of another size it may have another one.
  const narrow = view.canvas.value.width < NARROW;
  const under = useValue(() => meetsNodes(scene), [scene]);
  return (
    <section
      ref={scene.legend}
      class={`tw-legend${under ? " tw-under" : ""}${scene.inLine.value ? " tw-in-line" : ""}`}
      aria-label={CANVAS.legend}
    >
      <div class="tw-legend-title">{view.ruler.fit(meta.target, 180, 12, 600)}</div>
      {meta.task === "classification" ? (
        <Classes view={view} room={narrow ? NAMED_IN_NARROW : NAMED} />
      ) : (
        <Ramp scene={scene} />
      )}
      <div class="tw-legend-row tw-muted">
        <span class="tw-pair">
          <Mark />
          {FIGURES.training}
        </span>
        {meta.has_validation ? (
          <span class="tw-pair">
            <Mark hollow />
            {FIGURES.validation}
          </span>
        ) : null}
      </div>
    </section>
  );
}

/** Whether a node stands where the legend does, which then lies below it. */
const meetsNodes = ({ view, layout }: Scene): boolean =>
  meetsCards(view.camera.value, layout.value, view.legend.value);

function Classes({ view, room }: { view: View; room: number }) {
  const told = parting(view.tree.value.meta.classes);
  return (
    <div class="tw-legend-row">
      {legendOf(view).map(({ name, slot }) => (
        <span key={slot} class="tw-pair" title={name}>
          <Glyph slot={slot} />
          {view.ruler.fit(name, room, 11, 400, told.get(name))}
        </span>
      ))}
    </div>
  );
}

/** The classes that have a colour of their own, and what stands for all others. */
export function legendOf(view: View): { name: string; slot: number }[] {
  const { classes } = view.tree.value.meta;
  const many = classes.length > COLOURS;
  const own = classes
    .map((name, k) => ({ name, slot: view.slots.value[k] ?? COLOURS }))
    .filter(({ slot }) => !many || slot < COLOURS);
  return many ? [...own, { name: CANVAS.other, slot: COLOURS }] : own;
}

function Ramp({ scene }: { scene: Scene }) {
  const { meta } = scene.view.tree.value;
  const [low = 0, high = 1] = meta.target_range;
  const stops = [0, 0.5, 1].map((at) => rampColour(low + (high - low) * at, meta));
  return (
    <div class="tw-legend-row">
      <span>{valueText(meta, low)}</span>
      <span class="tw-ramp" style={{ background: `linear-gradient(90deg, ${stops.join(", ")})` }} />
      <span>{valueText(meta, high)}</span>
    </div>
  );
}
