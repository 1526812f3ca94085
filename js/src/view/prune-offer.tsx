/** The line under a tree that does not open whole: it can be cut back to what the data bear out. */

import { useState } from "preact/hooks";
import { command, whyFixed } from "../commands";
import { count } from "../numbers";
import type { Scene } from "../scene";
import { OFFER } from "../words-panels";
import { Button } from "./pieces";

export function PruneOffer({ scene }: { scene: Scene }) {
  const { view } = scene;
  const { session } = view;
  const [declined, decline] = useState(false);
  const nodes = session.state.value.figures.nodes;
  const { run } = command(session, view, "pruneTo", 0);
  const busy = session.jobs.value.length || session.refusal.value;
  const taken = declined || view.pruning.value;
  if (taken || busy || whyFixed(session, view)) return null;
  const prune = () => {
    void session.act("prune_to", { method: "1se" });
    view.focusCanvas(); // the button goes
  };
  const close = () => {
    decline(true);
    view.focusCanvas();
  };
  return (
    <section class="tw-said tw-offer" aria-label={OFFER.name}>
      <span>{OFFER.large(count(nodes))}</span>
      <Button onClick={prune}>{OFFER.prune}</Button>
      <Button onClick={run}>{OFFER.choose}</Button>
      <Button icon="close" label={OFFER.decline} onClick={close} />
    </section>
  );
}
