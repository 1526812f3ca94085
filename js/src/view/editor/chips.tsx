/** Levels as chips in their branches: dragged with the pointer, or moved with the arrow keys. */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { levelName, levelsTold } from "../../model/conditions";
import { countsFrom } from "../../model/preview";
import { count } from "../../numbers";
import type { View } from "../../view-state";
import { FIGURES } from "../../words";
import { CUT } from "../../words-inspect";
import { Bar, Lines, Predicted, shareOf } from "../facts";
import { Button, Name, taken } from "../pieces";
import type { EditorProps } from "../props";
import { type Lift, useLift } from "./lift";

export function Chips(props: EditorProps) {
  const cut = cutOf(props.view);
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const move = (level: number, to: number) => {
    const branch = Math.min(Math.max(to, 0), (cut.draft.value.groups?.length ?? 1) - 1);
    cut.moveLevel(level, branch);
    setSaid(CUT.moved(levelName(cut.meta, level), branch + 1));
    // The chip now stands in another list: the keyboard goes with it.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-level="${level}"]`)?.focus(),
    );
  };
  const lift = useLift(box, move);
  return (
    <div class="tw-branches" ref={box}>
      {cut.branches.value.map((_, i) => (
        <Branch key={i} {...props} i={i} lift={lift} move={move} />
      ))}
      <p class="tw-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface BranchProps extends EditorProps {
  i: number;
  lift: Lift;
  move: (level: number, to: number) => void;
}

function Branch(props: BranchProps) {
  const { view, node, i, lift, wide } = props;
  const cut = cutOf(view);
  const groups = cut.draft.value.groups ?? [];
  const group = groups[i] ?? [];
  const facts = cut.branches.value[i];
  const profile = cut.profile.value;
  if (!facts || !profile) return null;
  const lost = cut.verdict.value?.missing === i ? profile.training.missing : [];
  const over = lift.over === i && !group.includes(lift.level ?? -1);
  return (
    <fieldset class={over ? "tw-over" : ""} data-branch={i} aria-label={CUT.branchTitle(i + 1)}>
      <header>
        <strong>{CUT.branchTitle(i + 1)}</strong>
        <span class="tw-muted">
          {count(facts.n)} {FIGURES.rows}, {shareOf(facts.n, node.n)}
        </span>
        {group.length === 0 && (groups.length > 2 || cut.canRemove) ? (
          <Button
            icon="close"
            label={CUT.removeBranch(i + 1)}
            onClick={() => cut.removeBranch(i)}
          />
        ) : (
          wide && facts.n > 0 && <Predicted view={view} facts={facts} />
        )}
      </header>
      <div class="tw-chips">
        {group.map((level) => (
          <Chip key={level} {...props} level={level} />
        ))}
        {(lost[0] ?? 0) > 0 && (
          <span class="tw-level tw-nobody">
            <Face view={view} sums={lost}>
              {CUT.missing}
            </Face>
          </span>
        )}
        {over && <span class="tw-level tw-slot" />}
        {facts.n === 0 && !over && <span class="tw-muted">{CUT.noValues}</span>}
      </div>
      {facts.n > 0 && <Bar view={view} counts={facts.counts} height={7} />}
      {facts.n > 0 && <Lines view={view} facts={facts} of={node.n} />}
    </fieldset>
  );
}

function Chip({ view, level, i, lift, move }: BranchProps & { level: number }) {
  const cut = cutOf(view);
  const sums = cut.profile.value?.level(level) ?? [];
  const name = levelName(cut.meta, level);
  const lifted = lift.level === level;
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowRight") move(level, i + 1);
    else if (key === "ArrowLeft") move(level, i - 1);
    else if (key === "Enter" || key === " ") {
      move(level, (i + 1) % (cut.draft.value.groups?.length ?? 2));
    } else return;
    taken(event);
  };
  return (
    <button
      type="button"
      class={`tw-level ${lifted ? "tw-lifted" : ""}`}
      data-level={level}
      aria-label={CUT.chip(name, sums[0] ?? 0, i + 1)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => lift.start(event, level)}
    >
      <Face view={view} sums={sums}>
        <Name text={name} at={levelsTold(cut.meta).get(name)} />
      </Face>
    </button>
  );
}

interface FaceProps {
  view: View;
  sums: readonly number[];
  children: ComponentChildren;
}

/** What a chip shows: name, rows, and the classes (or where the mean lies). */
function Face({ view, sums, children }: FaceProps) {
  const profile = cutOf(view).profile.value;
  return (
    <span>
      <span>
        {children}
        <span>{count(sums[0] ?? 0)}</span>
      </span>
      {profile && <Bar view={view} counts={countsFrom(sums.slice(1), profile)} height={4} />}
    </span>
  );
}
