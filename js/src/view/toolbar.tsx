/** Target, verbs on the selected node, search, figures, and how the tree is drawn. */

import type { Signal } from "@preact/signals";
import { command, perform, type Verb } from "../commands";
import type { Scene } from "../scene";
import { TOOLBAR } from "../words";
import { Figures } from "./figures";
import { Find } from "./find";
import { ghosting } from "./ghosting";
import { useGivingWay } from "./give-way";
import { Heading } from "./heading";
import type { IconName } from "./icons";
import { Button } from "./pieces";

interface ToolbarProps {
  readonly scene: Scene;
  /** The inspector is a drawer, the history folded: each then has a button. */
  readonly drawer: boolean;
  readonly short: boolean;
}

export function Toolbar({ scene, drawer, short }: ToolbarProps) {
  const { view } = scene;
  const { session } = view;
  const upright = session.orientation.value === "vertical";
  view.tree.value; // read: its figures are as wide as they are
  const bar = useGivingWay(view, !drawer);
  return (
    <div ref={bar} class="tw-toolbar" role="toolbar" aria-label={TOOLBAR.name}>
      <Heading view={view} />
      <span class="tw-group">
        <VerbButton scene={scene} verb="undo" icon="undo" bare />
        <VerbButton scene={scene} verb="redo" icon="redo" bare />
      </span>
      <span class="tw-group tw-verbs-group">
        <VerbButton scene={scene} verb="split" icon="split" />
        <VerbButton scene={scene} verb="grow" icon="grow" />
        <VerbButton scene={scene} verb="growWith" icon="down" bare="narrow" />
        <VerbButton scene={scene} verb="prune" icon="prune" />
        <VerbButton scene={scene} verb="pruneTo" icon="down" bare="narrow" />
        <LockButton scene={scene} />
        <VerbButton scene={scene} verb="note" icon="note" bare />
      </span>
      <Find scene={scene} />
      <Figures scene={scene} />
      <span class="tw-group tw-tools-end">
        <Button
          icon={upright ? "tree" : "treeSide"}
          label={upright ? TOOLBAR.leftRight : TOOLBAR.topDown}
          onClick={() => session.setOrientation(upright ? "horizontal" : "vertical")}
        />
        <Button
          icon="fit"
          label={TOOLBAR.fit}
          hint={`${TOOLBAR.fit} (F)`}
          onClick={() => scene.fit()}
        />
        {short ? <FoldButton icon="history" name={TOOLBAR.history} open={view.unfolded} /> : null}
        {drawer ? <FoldButton icon="panel" name={TOOLBAR.inspector} open={view.drawer} /> : null}
        <MoreButton scene={scene} />
      </span>
    </div>
  );
}

interface VerbButtonProps {
  readonly scene: Scene;
  readonly verb: Verb;
  readonly icon: IconName;
  /** The icon alone, where there is room for words elsewhere. */
  readonly bare?: boolean | "narrow";
}

/** A verb on the selected node; when it cannot be done, the tooltip says why. */
function VerbButton({ scene, verb, icon, bare = false }: VerbButtonProps) {
  const { view } = scene;
  const id = view.session.selected.value;
  const { name, key, reason } = command(view.session, view, verb, id);
  return (
    <Button
      kind={bare === "narrow" ? "caret" : "tool"}
      icon={icon}
      label={name}
      why={reason}
      hint={reason ? `${name}: ${reason}` : `${name} (${key})`}
      once={verb !== "undo" && verb !== "redo"}
      told
      onClick={() => perform(view.session, view, verb, id)}
      onHover={verb === "prune" ? ghosting(view, id, reason) : undefined}
    >
      {bare ? null : name}
    </Button>
  );
}

function LockButton({ scene }: { scene: Scene }) {
  const { view } = scene;
  const locked = view.tree.value.get(view.session.selected.value).locked;
  return <VerbButton scene={scene} verb="lock" icon={locked ? "unlock" : "lock"} bare />;
}

interface FoldButtonProps {
  readonly icon: IconName;
  readonly name: string;
  readonly open: Signal<boolean>;
}

function FoldButton({ icon, name, open }: FoldButtonProps) {
  const fold = (): void => {
    open.value = !open.value;
  };
  return <Button icon={icon} label={name} pressed={open.value} onClick={fold} />;
}

function MoreButton({ scene }: { scene: Scene }) {
  const { menu, session } = scene.view;
  const open = menu.value?.kind === "more";
  return (
    <Button
      icon="more"
      label={TOOLBAR.more}
      expanded={open}
      onClick={() => {
        const at = { x: Number.POSITIVE_INFINITY, y: 0 }; // as far as the frame goes
        menu.value = open ? null : { kind: "more", node: session.selected.value, ...at };
      }}
    />
  );
}
