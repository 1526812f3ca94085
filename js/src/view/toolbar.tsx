/** Target, verbs on the selected node, search, figures, and how the tree is drawn. */

import type { Signal } from "@preact/signals";
import { command, type Verb } from "../commands";
import type { Scene } from "../scene";
import { TOOLBAR } from "../words";
import { Figures } from "./figures";
import { Find } from "./find";
import { Heading } from "./heading";
import { Icon, type IconName } from "./icons";

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
  return (
    <div class="tw-toolbar" role="toolbar" aria-label={TOOLBAR.name}>
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
        <ViewButton
          icon={upright ? "tree" : "treeSide"}
          name={upright ? TOOLBAR.leftRight : TOOLBAR.topDown}
          onPress={() => session.setOrientation(upright ? "horizontal" : "vertical")}
        />
        <ViewButton icon="fit" name={TOOLBAR.fit} hint="F" onPress={() => scene.fit()} />
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
export function VerbButton({ scene, verb, icon, bare = false }: VerbButtonProps) {
  const { view } = scene;
  const id = view.session.selected.value;
  const { name, key, reason, run } = command(view.session, view, verb, id);
  const hint = reason ? `${name}: ${reason}` : `${name} (${key})`;
  const ghost = verb === "prune" ? ghosting(scene, reason === null ? id : null) : {};
  return (
    <button
      type="button"
      class={bare ? `tw-icon-button ${bare === "narrow" ? "tw-caret" : ""}` : "tw-button tw-tool"}
      aria-label={name}
      aria-disabled={reason !== null}
      title={hint}
      onClick={() => reason === null && run()}
      {...ghost}
    >
      <Icon name={icon} />
      {bare ? null : <span>{name}</span>}
    </button>
  );
}

/** Hovering or focusing Prune shows what would go, and what it costs. */
function ghosting(scene: Scene, id: number | null) {
  const { ghost } = scene.view;
  const show = () => {
    ghost.value = id;
  };
  const hide = () => {
    ghost.value = null;
  };
  return { onPointerEnter: show, onFocus: show, onPointerLeave: hide, onBlur: hide };
}

function LockButton({ scene }: { scene: Scene }) {
  const { view } = scene;
  const locked = view.tree.value.get(view.session.selected.value).locked;
  return <VerbButton scene={scene} verb="lock" icon={locked ? "unlock" : "lock"} bare />;
}

interface ViewButtonProps {
  readonly icon: IconName;
  readonly name: string;
  readonly hint?: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

function ViewButton({ icon, name, hint, pressed, onPress }: ViewButtonProps) {
  return (
    <button
      type="button"
      class="tw-icon-button"
      aria-label={name}
      aria-pressed={pressed}
      title={hint ? `${name} (${hint})` : name}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
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
  return <ViewButton icon={icon} name={name} pressed={open.value} onPress={fold} />;
}

function MoreButton({ scene }: { scene: Scene }) {
  const { menu, canvas, session } = scene.view;
  const open = menu.value?.kind === "more";
  return (
    <button
      type="button"
      class="tw-icon-button"
      aria-label={TOOLBAR.more}
      aria-haspopup="menu"
      aria-expanded={open}
      title={TOOLBAR.more}
      onClick={() => {
        const at = { x: canvas.value.width, y: 0 };
        menu.value = open ? null : { kind: "more", node: session.selected.value, ...at };
      }}
    >
      <Icon name="more" />
    </button>
  );
}
