/** Above the chart: the column, the thresholds to type, the range, and one more branch. */

import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { isOrdered } from "../../model/conditions";
import { middle } from "../../model/names";
import type { Missing } from "../../model/profile";
import { cutText } from "../../numbers";
import type { ProfileResult } from "../../protocol.gen";
import { CUT } from "../../words-cut";
import { Fault, Segments } from "../panel-pieces";
import { Button, hint, Select, useUnique } from "../pieces";
import type { EditorProps } from "../props";
import { Threshold } from "./threshold";

/** A native list shows no more than this of a name. */
const LONGEST = 48;

export function Picker(props: EditorProps) {
  const { view, node, wide } = props;
  const cut = cutOf(view);
  const profile = cut.profile.value;
  const faultId = useUnique();
  // The list of columns is not drawn again with every move.
  const many = useComputed(() => cut.draft.value.cuts.length).value;
  return (
    <div class="tw-picker">
      <Select
        label={CUT.column}
        hint={hint(cut.meta.name)}
        value={String(cut.column.value ?? "")}
        options={view.session.meta.value.columns.map(({ name }, i) => [
          String(i),
          middle(name, LONGEST),
        ])}
        onChange={(column) => void cut.open(node.id, Number(column))}
      />
      {Array.from({ length: many }, (_, i) => (
        <Threshold key={i} {...props} at={i} faultId={faultId} />
      ))}
      {profile && <span class="tw-muted">{extent(profile.result, wide)}</span>}
      {profile && cut.failure.value === null && (
        <Button
          kind="plain"
          icon="plus"
          why={cut.canAdd.value ? null : CUT.noMore}
          {...(wide ? { children: CUT.addBranch } : { label: CUT.addBranch })}
          onClick={() => cut.addBranch()}
        />
      )}
      <Fault id={faultId} text={cut.more.fault.value} />
    </div>
  );
}

/**
 * "0.41 to 0.95"; "6 values, 45 rows missing". In the tab the axis alone shows the range, and the
 * missing rows are counted where they are sent.
 */
function extent(result: ProfileResult, wide: boolean): string {
  const said = [];
  if (!isOrdered(result.kind)) said.push(CUT.values(result.level.length));
  else if (wide && result.low_text) said.push(CUT.range(end(result, "low"), end(result, "high")));
  const lacked = wide && lacking(result);
  if (lacked) said.push(lacked);
  return said.join(", ");
}

/** How many rows lack the column: of the validation rows where the others all have it. */
function lacking({ kind, missing, validation_missing: held }: ProfileResult): string {
  if (missing[0]) return CUT.missingRows(missing[0]);
  if (!held[0]) return "";
  // A level that no training row has counts among these.
  return isOrdered(kind) ? CUT.missingHeld(held[0]) : CUT.unknownHeld(held[0]);
}

/** An end of the range. The time zone of dates stands behind the second one, and nowhere else. */
function end({ kind, ...result }: ProfileResult, which: "low" | "high"): string {
  const text = result[`${which}_text`];
  const said = cutText(text, kind);
  const zone = kind === "datetime" && which === "high" ? text.slice(said.length) : "";
  return middle(said) + middle(zone);
}

/** Where rows without a value go. Shown where there are such rows. */
export function MissingRoute({ view, wide }: EditorProps) {
  const cut = cutOf(view);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (view.editor.peek()?.missing) box.current?.querySelector<HTMLElement>(":checked")?.focus();
  }, [view]);
  const profile = cut.profile.value;
  const lacked = profile && lacking(profile.result);
  const { missing: chosen, groups, cuts } = cut.draft.value;
  if (!lacked && chosen === null) return null;
  const branches = groups ? groups.length : cuts.length + 1;
  const options: [Missing, string][] = [
    ...Array.from({ length: branches }, (_, i): [Missing, string] => [
      i,
      // "branch 1 | 2 | 3 …": where there are many, once is enough.
      i && branches > 4 ? String(i + 1) : CUT.branch(i + 1),
    ]),
    ["own", CUT.own],
    [null, CUT.method],
  ];
  return (
    <div class="tw-missing" ref={box}>
      <span>{wide || !lacked ? CUT.missingTo : CUT.lackedTo(lacked)}</span>
      <Segments<Missing>
        label={CUT.missingTo}
        value={chosen}
        options={options}
        taken={cut.verdict.value?.missing ?? null}
        onChange={(to) => cut.setMissing(to)}
      />
    </div>
  );
}
