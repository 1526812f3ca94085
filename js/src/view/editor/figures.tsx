/** "this cut" beside "best cut": the measures of the whole split. */

import { cutOf } from "../../cut-state";
import { levelName, levelsTold, shortLevel, someOf } from "../../model/conditions";
import { isolated } from "../../model/names";
import { errorText, errorWords } from "../../model/node-words";
import type { Verdict } from "../../model/profile";
import { isRegression } from "../../model/tree";
import { aligned, columnDigits, count, NNBSP } from "../../numbers";
import { CUT } from "../../words-cut";
import { type Compared, Comparison } from "../comparison";
import type { EditorProps } from "../props";

const ABOUT = `≈${NNBSP}`;
const RATIO = { decimals: 4, power: 0 };

export function Figures({ view }: EditorProps) {
  const cut = cutOf(view);
  const { meta } = view.session.tree.value;
  const verdict = cut.verdict.value;
  const best = cut.best.value;
  if (!verdict) return null;
  const about = cut.more.waiting.value ? ABOUT : "";
  const guessed = (each: Verdict, error: number | null) => {
    const guess = error !== null && !about && cut.profile.value?.guesses(each);
    return (guess ? ABOUT : "") + errorText(meta, error);
  };
  const gains = [verdict, best].flatMap((each) => [
    each?.gain ?? null,
    each?.validationGain ?? null,
  ]);
  const digits = columnDigits(gains, 3);
  const { figures } = CUT;
  // Sums tell no medians: the branches stand as their means, until the split is made.
  const median = meta.measure === "absolute_error";
  const [name] = errorWords(meta);
  const error = median ? CUT.ofMeans(name) : name;
  const lines: Compared<Verdict>[] = [
    [median ? CUT.squared : figures.gain, true, ({ gain }) => aligned(gain, digits)],
    [
      figures.held(figures.gain),
      meta.has_validation,
      (each) => aligned(each.validationGain, digits),
    ],
    [figures.gainRatio, !isRegression(meta), (each) => aligned(each.gainRatio, RATIO)],
    [error, true, (each) => guessed(each, each.error)],
    [figures.held(error), meta.has_validation, (each) => guessed(each, each.validationError)],
  ];
  return (
    <Comparison
      heads={[CUT.thisCut, CUT.bestCut]}
      of={[verdict, best]}
      lines={lines}
      about={about}
    />
  );
}

/** So many groups of the best cut are named. */
const NAMED = 3;

/** "Best cut: holiday against the rest.", for columns without an axis to mark it on. */
export function BestInWords({ view }: EditorProps) {
  const cut = cutOf(view);
  const groups = cut.bestDraft.value?.groups;
  if (!groups) return null;
  const told = levelsTold(cut.meta);
  const named = (group: readonly number[]) =>
    isolated(
      someOf(
        group.map((level) => levelName(cut.meta, level)),
        3,
        told,
      ),
    );
  const single = groups.length === 2 ? groups.find((group) => group.length === 1)?.[0] : undefined;
  const more = groups.length - NAMED;
  const text =
    single === undefined
      ? groups.slice(0, NAMED).map(named).join(" | ") + (more > 0 ? ` + ${count(more)}` : "")
      : CUT.against(isolated(shortLevel(cut.meta, single)));
  return <p class="tw-muted">{CUT.bestIs(text)}</p>;
}
