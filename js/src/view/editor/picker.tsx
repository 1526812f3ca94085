/** Above the chart: the column, the thresholds to type, the range, and one more branch. */

import { useComputed } from "@preact/signals";
import { isOrdered, middle } from "../../model/conditions";
import { count, cutText } from "../../numbers";
import { CUT } from "../../words-inspect";
import { Icon } from "../icons";
import { Button, IconButton } from "../pieces";
import type { EditorProps } from "./editor";
import { Threshold } from "./threshold";

/** A native list shows no more than this of a name. */
const LONGEST = 48;

export function Picker(props: EditorProps) {
  const { session, view, node } = props;
  const { cut } = view;
  const columns = session.meta.value.columns;
  const profile = cut.profile.value;
  const ordered = isOrdered(cut.meta.kind);
  const many = useComputed(() => cut.draft.value.cuts.length).value;
  return (
    <div class="tw-picker">
      <span class="tw-select">
        <select
          aria-label={CUT.column}
          title={cut.meta.name.slice(0, 400)}
          value={String(cut.column.value ?? "")}
          onChange={(event) => void cut.open(node.id, Number(event.currentTarget.value))}
        >
          {columns.map((column, i) => (
            <option key={i} value={String(i)}>
              {middle(column.name, LONGEST)}
            </option>
          ))}
        </select>
        <Icon name="down" size={14} />
      </span>
      {profile &&
        ordered &&
        Array.from({ length: many }, (_, i) => <Threshold key={i} {...props} at={i} />)}
      {profile && <Extent {...props} />}
      {profile && cut.failure.value === null && <AddBranch {...props} />}
      {profile && ordered && <Zoom {...props} />}
    </div>
  );
}

function AddBranch({ view, wide }: EditorProps) {
  const add = () => view.cut.addBranch();
  if (!wide) return <IconButton icon="plus" label={CUT.addBranch} onClick={add} />;
  return (
    <Button kind="plain" icon="plus" onClick={add}>
      {CUT.addBranch}
    </Button>
  );
}

/** "0.41 to 0.95"; "6 values, 45 rows missing". */
function Extent({ view, wide }: EditorProps) {
  const profile = view.cut.profile.value;
  if (!profile) return null;
  const { kind, low_text, high_text, level, missing } = profile.result;
  // There is no room for the range in the tab, and its axis shows it.
  const ordered = isOrdered(kind);
  if (ordered && !wide) return null;
  const said = ordered
    ? [CUT.range(cutText(middle(low_text), kind), cutText(middle(high_text), kind))]
    : [CUT.values(count(level.length))];
  if (missing[0]) said.push(CUT.missingRows(count(missing[0])));
  return <span class="tw-extent">{said.join(", ")}</span>;
}

/** Zoom, where the cuts stand too close to be told apart. */
function Zoom({ view }: EditorProps) {
  const { cut } = view;
  const profile = cut.profile.value;
  const { low, high } = profile?.result ?? { low: null, high: null };
  const shown = cut.window.value;
  if (!profile || low === null || high === null || profile.cuts.length < 100) return null;
  const zoomIn = () => {
    const at = profile.cuts[cut.draft.value.cuts[cut.active.value] ?? -1]?.value;
    const span = shown ? shown.high - shown.low : high - low;
    const middle = at ?? (shown ? (shown.low + shown.high) / 2 : (low + high) / 2);
    const from = Math.max(Math.min(middle - span / 8, high - span / 4), low);
    cut.zoom({ low: from, high: from + span / 4 });
  };
  return (
    <span class="tw-zoom-cuts">
      <IconButton label={CUT.zoomIn} icon="search" onClick={zoomIn} />
      {shown && <IconButton label={CUT.zoomOut} icon="expand" onClick={() => cut.zoom(null)} />}
    </span>
  );
}
