/** Below the editor: what the split will run and replace, and the buttons that decide. */

import { splitWords } from "../../model/conditions";
import { count } from "../../numbers";
import { WORDS } from "../../words";
import { CUT } from "../../words-inspect";
import { Code } from "../code";
import { Button, IconButton } from "../pieces";
import { commit, whyNotSplit } from "./commit";
import { close, type EditorProps } from "./editor";

export function Foot(props: EditorProps) {
  return (
    <footer class="tw-editor-foot">
      <Buttons {...props} />
      <Refused {...props} />
    </footer>
  );
}

function Buttons(props: EditorProps) {
  const { view, wide, node } = props;
  const { cut } = view;
  const best = cut.bestDraft.value;
  const there = best !== null && JSON.stringify(best) === JSON.stringify(cut.draft.value);
  return (
    <div class="tw-editor-buttons">
      {wide && best && (
        <Button why={there ? CUT.isBest : null} onClick={() => cut.useBest()}>
          {CUT.useBest}
        </Button>
      )}
      {wide && (
        <Button label={CUT.cancel} onClick={() => close(props)}>
          {CUT.cancel} <kbd>{CUT.escape}</kbd>
        </Button>
      )}
      <Button kind="primary" why={whyNotSplit(props)} onClick={() => void commit(props)}>
        {CUT.split}
      </Button>
      {!wide && best && (
        <Button why={there ? CUT.isBest : null} onClick={() => cut.useBest()}>
          {CUT.useBest}
        </Button>
      )}
      {!wide && (
        <IconButton
          icon="expand"
          label={WORDS.verbs.editCut}
          onClick={() => view.openEditor(node.id, cut.column.value)}
        />
      )}
    </div>
  );
}

/** What the split will take away, and its line of Python. */
export function Consequences(props: EditorProps) {
  return (
    <div class="tw-consequences">
      <Replaced {...props} />
      <Code line={props.view.cut.line} />
    </div>
  );
}

/** On a node that is split, what Split takes away. */
function Replaced({ session, view, node }: EditorProps) {
  const column = node.split && session.meta.value.columns[node.split.column];
  if (!node.split || !column) return null;
  const { name, relation, value } = splitWords(node.split, column);
  const below = view.tree.value.below(node.id).slice(1);
  const kept = below.filter((other) => other.forced || other.locked).length;
  const nodes = (n: number) => CUT.nodes(n, count(n));
  return (
    <p class="tw-replaces">
      {CUT.replaces(`${name} ${relation} ${value}`)}{" "}
      {CUT.goes(nodes(below.length), kept ? count(kept) : "")}
    </p>
  );
}

/** The wide editor lies over the canvas, where a refusal would be shown. */
function Refused({ session, node, wide }: EditorProps) {
  const refusal = session.refusal.value;
  if (!wide || !refusal || (refusal.node !== null && refusal.node !== node.id)) return null;
  return (
    <p class="tw-fault" role="alert" title={WORDS.verbs.split}>
      {refusal.message}
    </p>
  );
}
