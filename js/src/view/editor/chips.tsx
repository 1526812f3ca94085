/** Levels as chips in their branches: dragged with the pointer, or moved with the arrow keys. */

import { useRef, useState } from "preact/hooks";
import { levelName } from "../../model/conditions";
import { meanOf } from "../../model/criteria";
import { bySlot, rampColour, slotColour } from "../../model/palette";
import { count, fixed, measure, NONE, share } from "../../numbers";
import { CUT, INSPECT } from "../../words-inspect";
import { ClassBar } from "../class-bar";
import { useSlots } from "../counts";
import { Mark } from "../glyph";
import { IconButton, Name } from "../pieces";
import { BranchBar, errorText, Predicted } from "./cards";
import type { EditorProps } from "./editor";
import { type Lift, useLift } from "./lift";

export function Chips(props: EditorProps) {
  const { cut } = props.view;
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const groups = cut.draft.value.groups ?? [];
  const move = (level: number, to: number) => {
    const branch = Math.min(Math.max(to, 0), groups.length - 1);
    cut.moveLevel(level, branch);
    setSaid(CUT.moved(levelName(cut.meta, level), branch + 1));
    // The chip now stands in another list: the keyboard goes with it.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-level="${level}"]`)?.focus(),
    );
  };
  const lift = useLift(box, move);
  const own = cut.verdict.value?.missing === groups.length;
  return (
    <div class="tw-branches" ref={box}>
      {groups.map((group, i) => (
        <Branch key={i} {...props} group={group} i={i} lift={lift} move={move} />
      ))}
      {own && <Branch {...props} group={[]} i={groups.length} lift={lift} move={move} />}
      <p class="tw-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface BranchProps extends EditorProps {
  group: readonly number[];
  i: number;
  lift: Lift;
  move: (level: number, to: number) => void;
}

function Branch(props: BranchProps) {
  const { view, node, group, i, lift, wide } = props;
  const { cut } = view;
  const branch = cut.verdict.value?.branches[i];
  const groups = cut.draft.value.groups ?? [];
  const removable = groups.length > 2 && group.length === 0 && i < groups.length;
  const over = lift.over === i && lift.level !== null && !group.includes(lift.level);
  if (!branch) return null;
  const card = { ...props, branch };
  return (
    <fieldset class={`tw-branch ${over ? "tw-over" : ""}`} data-branch={i}>
      <legend class="tw-hidden">{CUT.branchTitle(i + 1)}</legend>
      <header>
        <strong aria-hidden="true">{CUT.branchTitle(i + 1)}</strong>
        <span class="tw-extent">
          {count(branch.rows)} {INSPECT.rows}, {node.n ? share(branch.rows / node.n) : NONE}
        </span>
        {removable ? (
          <IconButton
            icon="close"
            label={CUT.removeBranch(i + 1)}
            onClick={() => cut.removeBranch(i)}
          />
        ) : (
          wide && branch.rows > 0 && <Predicted {...card} />
        )}
      </header>
      <BranchChips {...props} over={over} />
      {branch.rows > 0 && <BranchBar {...card} />}
      <Measures {...card} />
    </fieldset>
  );
}

function BranchChips({ over, ...props }: BranchProps & { over: boolean }) {
  const { view, group, i, lift } = props;
  const rows = view.cut.profile.value?.training.missing[0] ?? 0;
  const missing = view.cut.verdict.value?.missing === i && rows > 0;
  return (
    <div class="tw-chips">
      {group.map((level) => (
        <Chip key={level} {...props} level={level} />
      ))}
      {missing && <MissingChip {...props} rows={rows} />}
      {over && <span class="tw-slot" />}
      {group.length === 0 && !missing && !over && <span class="tw-empty">{CUT.dropHere}</span>}
      {lift.level !== null && group.includes(lift.level) && lift.over !== i && (
        <span class="tw-slot" />
      )}
    </div>
  );
}

function Chip({ session, view, level, i, lift, move }: BranchProps & { level: number }) {
  const { cut } = view;
  const profile = cut.profile.value;
  const [rows = 0, ...stats] = profile?.level(level) ?? [];
  const name = levelName(cut.meta, level);
  const lifted = lift.level === level;
  const onKeyDown = (event: KeyboardEvent) => {
    const groups = cut.draft.value.groups?.length ?? 2;
    if (event.key === "ArrowRight") move(level, i + 1);
    else if (event.key === "ArrowLeft") move(level, i - 1);
    else if (event.key === "Enter" || event.key === " ") move(level, (i + 1) % groups);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      class={`tw-level ${lifted ? "tw-lifted" : ""}`}
      style={lifted ? { transform: `translate(${lift.dx}px, ${lift.dy}px) rotate(-1.5deg)` } : ""}
      data-level={level}
      aria-label={CUT.chip(name, count(rows), i + 1)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => lift.start(event, level)}
    >
      <span>
        <Name text={name} />
        <span>{count(rows)}</span>
      </span>
      <StatsBar session={session} stats={stats} centre={profile?.result.centre ?? 0} />
    </button>
  );
}

function MissingChip({ session, view, rows }: BranchProps & { rows: number }) {
  const profile = view.cut.profile.value;
  return (
    <span class="tw-level tw-dashed-edge">
      <span>
        <span>{CUT.missing}</span>
        <span>{count(rows)}</span>
      </span>
      <StatsBar
        session={session}
        stats={profile?.training.missing.slice(1) ?? []}
        centre={profile?.result.centre ?? 0}
      />
    </span>
  );
}

interface StatsBarProps {
  session: EditorProps["session"];
  stats: readonly number[];
  centre: number;
}

function StatsBar({ session, stats, centre }: StatsBarProps) {
  const slots = useSlots(session);
  const { task, target_range } = session.meta.value;
  if (task === "classification") return <ClassBar weights={bySlot(stats, slots)} height={4} />;
  const fill = stats[0] ? rampColour(centre + meanOf(stats), target_range) : slotColour(8);
  return <i class="tw-mean-bar" style={{ background: fill }} aria-hidden="true" />;
}

/** "gini 0.192  error ● 10.5 % ○ 11.6 %" */
function Measures({ session, view, i }: BranchProps) {
  const meta = session.meta.value;
  const branch = view.cut.verdict.value?.branches[i];
  if (!branch || branch.rows === 0) return null;
  const regression = meta.task === "regression";
  return (
    <p class="tw-measures">
      <span>
        {regression ? INSPECT.deviationShort : meta.criterion}{" "}
        <strong>
          {regression ? measure(Math.sqrt(branch.impurity), 3) : fixed(branch.impurity, 3)}
        </strong>
      </span>
      <span>
        {INSPECT.error} <Mark /> <strong>{errorText(branch.error, regression)}</strong>
        {meta.has_validation && (
          <>
            {" "}
            <Mark hollow /> <strong>{errorText(branch.validationError, regression)}</strong>
          </>
        )}
      </span>
    </p>
  );
}
