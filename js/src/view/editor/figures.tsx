/** "this cut" beside "best cut": the measures of the whole split. */

import { levelName, middle, someOf } from "../../model/conditions";
import type { Verdict } from "../../model/profile";
import { aligned, columnDecimals, NNBSP } from "../../numbers";
import { CUT } from "../../words-inspect";
import { errorText } from "./cards";
import type { EditorProps } from "./editor";

export function Figures({ session, view }: EditorProps) {
  const { cut } = view;
  const verdict = cut.verdict.value;
  const best = cut.best.value;
  if (!verdict) return null;
  const meta = session.meta.value;
  const regression = meta.task === "regression";
  const about = cut.more.waiting.value ? `≈${NNBSP}` : "";
  const gains = [verdict, best].flatMap((each) => [
    each?.gain ?? null,
    each?.validationGain ?? null,
  ]);
  const decimals = columnDecimals(gains, 3);
  const line = (name: string, of: (verdict: Verdict) => string) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td class="tw-strong">
        {about}
        {of(verdict)}
      </td>
      <td class="tw-held">{best ? of(best) : ""}</td>
    </tr>
  );
  return (
    <table class="tw-figures" aria-live="polite">
      <thead>
        <tr>
          <td />
          <th scope="col">{CUT.thisCut}</th>
          <th scope="col" class="tw-held">
            {CUT.bestCut}
          </th>
        </tr>
      </thead>
      <tbody>
        {line(CUT.figures.gain, ({ gain }) => aligned(gain, decimals))}
        {meta.has_validation &&
          line(CUT.figures.validationGain, (each) => aligned(each.validationGain, decimals))}
        {!regression && line(CUT.figures.gainRatio, (each) => aligned(each.gainRatio, 4))}
        {line(CUT.figures.error, ({ error }) => errorText(error, regression))}
        {meta.has_validation &&
          line(CUT.figures.validationError, (each) => errorText(each.validationError, regression))}
      </tbody>
    </table>
  );
}

/** "Best cut: holiday against the rest.", for columns without an axis to mark it on. */
export function BestInWords({ view }: EditorProps) {
  const { cut } = view;
  const groups = cut.bestDraft.value?.groups;
  if (!groups) return null;
  const single = groups.find((group) => group.length === 1)?.[0];
  const text =
    single === undefined
      ? groups
          .map((group) =>
            someOf(
              group.map((level) => levelName(cut.meta, level)),
              3,
            ),
          )
          .join(" | ")
      : CUT.against(middle(levelName(cut.meta, single)));
  return <p class="tw-quiet-line">{CUT.bestIs(text)}</p>;
}
