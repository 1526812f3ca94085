/** The edges: ribbons below the cards, and on them what each branch asks and the split gains. */

import type { Box } from "../model/boxes";
import type { Placed } from "../model/layout";
import { offsetOf } from "../model/motion";
import { rampColour, slotColour } from "../model/palette";
import { type Ribbon, stripePath } from "../model/ribbons";
import type { Scene } from "../scene";
import { isDim, useValue } from "./node-state";

export function Ribbons({ scene }: { scene: Scene }) {
  const now = scene.clock.value;
  const glide = scene.glide.value;
  const seen = (place: Placed): Box => {
    if (!glide?.starts.has(place.node.id)) return place;
    const { dx, dy } = offsetOf(glide, place.node.id, now);
    return { ...place, left: place.left + dx, top: place.top + dy };
  };
  return (
    <svg class="tw-ribbons" width="1" height="1" aria-hidden="true">
      {scene.ribbons.value.map((ribbon) => (
        <RibbonShape
          key={ribbon.child.node.id}
          ribbon={ribbon}
          parent={seen(ribbon.parent)}
          child={seen(ribbon.child)}
          scene={scene}
        />
      ))}
    </svg>
  );
}

interface ShapeProps {
  readonly ribbon: Ribbon;
  readonly parent: Box;
  readonly child: Box;
  readonly scene: Scene;
}

function RibbonShape({ ribbon, parent, child, scene }: ShapeProps) {
  const { node } = ribbon.child;
  const { id, prediction } = node;
  const { orientation, tree } = scene.layout.value;
  const ghost = useValue(() => scene.ghosts.value.has(id), [scene, id]);
  const on = useValue(() => scene.path.value.has(id), [scene, id]);
  const dim = useValue(() => isDim(scene, node), [scene, node]);
  const colour = (slot: number): string =>
    slot > 0 ? slotColour(slot) : rampColour(prediction, tree.meta);
  return (
    <g
      class={`tw-ribbon${on ? " tw-chosen" : ""}${ghost ? " tw-ghost" : ""}${dim ? " tw-dim" : ""}`}
    >
      {ribbon.stripes.map((stripe) => (
        <path
          key={stripe.slot}
          d={stripePath(ribbon, stripe, parent, child, orientation)}
          style={ghost ? undefined : { fill: colour(stripe.slot) }}
        />
      ))}
    </g>
  );
}
