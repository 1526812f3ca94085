/** The line under a tree that does not open whole: it can be cut back to what the data bear out. */

import { signal } from "@preact/signals";
import { command, whyFixed } from "../commands";
import { count } from "../numbers";
import { perView } from "../per-view";
import type { Scene } from "../scene";
import { OFFER } from "../words-panels";
import { Button } from "./pieces";

/** Whether somebody wants none in a view, though the tree be small in between. */
const declinedIn = perView(() => signal(false));

export function PruneOffer({ scene }: { scene: Scene }) {
  const { view } = scene;
  const { session } = view;
  const declined = declinedIn(view);
  const nodes = session.state.value.figures.nodes;
  const { run } = command(session, view, "pruneTo", 0);
  const busy = session.jobs.value.length || session.refusal.value;
  const taken = declined.value || view.pruning.value;
  if (taken || busy || whyFixed(session, view)) return null;
  const prune = () => {
    void session.act("prune_to", { method: "1se" });
    view.focusCanvas(); // the button goes
  };
  const close = () => {
    declined.value = true;
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
