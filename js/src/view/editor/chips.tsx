/** Levels as chips in their branches: dragged with the pointer, or moved with the arrow keys. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { cutOf } from "../../cut-state";
import { levelName, levelsTold } from "../../model/conditions";
import { countsFrom } from "../../model/preview";
import { count } from "../../numbers";
import type { View } from "../../view-state";
import { FIGURES } from "../../words";
import { CUT } from "../../words-cut";
import { Bar, Lines, Predicted, rowsOf } from "../facts";
import { Button, Name, rove, taken } from "../pieces";
import type { EditorProps } from "../props";
import { FindValues, foundIn } from "./find-values";
import { type Lift, useLift } from "./lift";

/** Of so many levels one is found sooner by its name than by looking. */
const MANY = 24;

export function Chips(props: EditorProps) {
  const cut = cutOf(props.view);
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const [query, setQuery] = useState("");
  const { levels = [] } = cut.meta;
  const found = useMemo(() => foundIn(levels, query), [levels, query]);
  const focusOn = (sought: string) => box.current?.querySelector<HTMLElement>(sought)?.focus();
  const moved = useRef("");
  // A chip that was moved stands in another list: the keyboard goes with it before the next key comes.
  useLayoutEffect(() => {
    if (moved.current) focusOn(moved.current);
    moved.current = "";
  });
  const move = (level: number, to: number) => {
    const branch = Math.min(Math.max(to, 0), (cut.draft.value.groups?.length ?? 1) - 1);
    if (cut.draft.value.groups?.[branch]?.includes(level)) return;
    cut.moveLevels([level], branch);
    setSaid(CUT.moved(levelName(cut.meta, level), branch + 1));
    moved.current = `[data-level="${level}"]`;
  };
  const take = (some: readonly number[], to: number) => {
    cut.moveLevels(some, to);
    setSaid(CUT.movedSome(some.length, to + 1));
    focusOn("input");
  };
  const lift = useLift(box, move);
  return (
    <div class="tw-grouping" ref={box}>
      {(cut.profile.value?.result.level.length ?? 0) > MANY && (
        <FindValues
          query={query}
          onQuery={setQuery}
          found={cut.draft.value.groups?.flat().filter((level) => found?.has(level)).length ?? 0}
          onLeave={() => focusOn("[data-level]")}
        />
      )}
      <div class="tw-branches">
        {cut.branches.value.map((_, i) => (
          <Branch key={i} {...props} i={i} lift={lift} move={move} take={take} found={found} />
        ))}
      </div>
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
  take: (levels: readonly number[], to: number) => void;
  /** The levels that are looked for; all of them if null. */
  found: ReadonlySet<number> | null;
}

function Branch(props: BranchProps) {
  const { view, node, i, lift, wide, found, take } = props;
  const cut = cutOf(view);
  const groups = cut.draft.value.groups ?? [];
  const group = groups[i] ?? [];
  const place = useRef<HTMLFieldSetElement>(null);
  // One that is added may stand below all that is seen.
  useLayoutEffect(() => {
    if (group.length === 0) place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const facts = cut.branches.value[i];
  const profile = cut.profile.value;
  if (!facts || !profile) return null;
  const [rows, part] = rowsOf(view.session.meta.value, facts, node);
  const lost = cut.verdict.value?.missing === i ? profile.training.missing : [];
  const over = lift.over === i && !group.includes(lift.level ?? -1);
  const shown = found ? group.filter((level) => found.has(level)) : group;
  const others = groups.flatMap((levels, j) =>
    found && j !== i ? levels.filter((level) => found.has(level)) : [],
  );
  return (
    <fieldset
      ref={place}
      class={over ? "tw-over" : ""}
      data-branch={i}
      aria-label={CUT.branchTitle(i + 1)}
      aria-description={CUT.keys}
      // One stop for the keyboard in each branch: there may be hundreds of chips.
      onKeyDown={(event) => rove(event, "[data-level]")}
    >
      <header>
        <strong>{CUT.branchTitle(i + 1)}</strong>
        <span class="tw-muted">
          {rows} {FIGURES.rows}, {part}
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
      {others.length > 0 && (
        <Button label={CUT.takeTo(others.length, i + 1)} onClick={() => take(others, i)}>
          {CUT.take(others.length)}
        </Button>
      )}
      <div class="tw-chips">
        {shown.map((level, place) => (
          <Chip key={level} {...props} level={level} stop={place === 0} />
        ))}
        {(lost[0] ?? 0) > 0 && (
          <span class="tw-level tw-nobody">
            <Face view={view} sums={lost}>
              {CUT.missing}
            </Face>
          </span>
        )}
        {over && <span class="tw-level tw-slot" />}
        {group.length === 0 && !over && <span class="tw-muted">{CUT.noValues}</span>}
      </div>
      {facts.n > 0 && (
        <div class="tw-branch-foot">
          <Bar view={view} counts={facts.counts} height={7} />
          <Lines view={view} facts={facts} of={node} />
        </div>
      )}
    </fieldset>
  );
}

interface ChipProps extends BranchProps {
  level: number;
  stop: boolean;
}

function Chip({ view, level, i, lift, move, stop }: ChipProps) {
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
      tabIndex={stop ? 0 : -1}
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
