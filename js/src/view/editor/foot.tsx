/** Below the editor: what the split will run and replace, and the buttons that decide. */

import { command } from "../../commands";
import { cutOf } from "../../cut-state";
import { splitWords } from "../../model/conditions";
import { isolated, middle } from "../../model/names";
import { columnOf } from "../../model/node-words";
import { count } from "../../numbers";
import { VERBS } from "../../words";
import { CUT } from "../../words-cut";
import { Code } from "../code";
import { Fault } from "../panel-pieces";
import { Button } from "../pieces";
import type { EditorProps } from "../props";
import { close } from "./close";

/** Why Split cannot be pressed; null when it can. */
function whyNot({ view, node }: EditorProps): string | null {
  const cut = cutOf(view);
  const why = command(view.session, view, "editCut", node.id).reason ?? cut.more.fault.value;
  if (why !== null) return why;
  if (cut.inForce && node.forced) return CUT.inForce(true);
  if (cut.emptyBranch >= 0) return CUT.empty(cut.emptyBranch + 1);
  return cut.profile.value && cut.failure.value === null ? null : cut.nothing;
}

export async function commit(props: EditorProps): Promise<void> {
  const { view, node } = props;
  // A threshold that was just typed is placed first; it may yet turn out to be none.
  const { more } = cutOf(view);
  await more.settled();
  if (more.fault.value !== null) return; // it is said at the field
  const why = whyNot(props);
  if (why !== null) view.session.refuse(why, node.id);
  else if (await cutOf(view).commit()) close(view, props.wide);
}

export function Foot(props: EditorProps) {
  const { view, wide, node } = props;
  const cut = cutOf(view);
  const { refusal } = view.session;
  const best = cut.bestDraft.value;
  const there = JSON.stringify(best) === JSON.stringify(cut.draft.value);
  return (
    <footer class="tw-editor-foot">
      <div>
        {best && (
          <Button why={there ? CUT.isBest : null} onClick={() => cut.useBest()}>
            {CUT.useBest}
          </Button>
        )}
        {wide && (
          <Button label={VERBS.cancel} onClick={() => close(view, wide)}>
            {VERBS.cancel} <kbd class="tw-kbd">Esc</kbd>
          </Button>
        )}
        <Button kind="primary" told why={whyNot(props)} onClick={() => void commit(props)}>
          {VERBS.split}
        </Button>
        {!wide && (
          <Button
            icon="expand"
            label={VERBS.editCut}
            onClick={() => view.openEditor(node.id, cut.column.value)}
          />
        )}
      </div>
      {/* The wide editor lies over the canvas, where a refusal would be shown. */}
      {wide && refusal.value && (refusal.value.node ?? node.id) === node.id && (
        <Fault text={refusal.value.message} />
      )}
    </footer>
  );
}

/** On a node that is split, what Split takes away. Large trees are not looked through at every move. */
export function Replaced({ view, node }: EditorProps) {
  const tree = view.session.tree.value;
  if (!node.split) return null;
  if (cutOf(view).inForce) return <p>{CUT.inForce(node.forced)}</p>;
  const below = tree.below(node.id).slice(1);
  const kept = below.filter((other) => other.forced || other.locked).length;
  const { name, relation, value } = splitWords(node.split, columnOf(tree.meta, node.split.column));
  const words = `${isolated(middle(name))} ${relation} ${value}`;
  return <p>{CUT.replaces(words, count(below.length), kept ? count(kept) : "")}</p>;
}

/** The line of Python that Split will run. */
export function Line({ view }: EditorProps) {
  return <Code line={cutOf(view).line} />;
}
