/** The branches a cut makes: one card each, following every move. */

import { cutOf } from "../../cut-state";
import { total } from "../../model/arrays";
import { heaviest } from "../../model/palette";
import { parting } from "../../model/parting";
import type { BranchPreview } from "../../model/preview";
import { isRegression } from "../../model/tree";
import { count, weight } from "../../numbers";
import { INSPECT } from "../../words-inspect";
import { Bar, Lines, Predicted, shareOf } from "../facts";
import { hint, Name } from "../pieces";
import type { EditorProps } from "../props";

/** Of more branches than this each has two lines. */
const FEW = 4;
/** So many lines a card has for classes; where there are more classes, the last is for the rest. */
const MOST = 5;

export function Cards({ view, node, wide }: EditorProps) {
  const cut = cutOf(view);
  const branches = cut.branches.value;
  const verdict = cut.verdict.value;
  const guessed = verdict && cut.profile.value?.guesses(verdict) ? " tw-guessed" : "";
  const approximate = cut.more.waiting.value ? " tw-approximate" : guessed;
  // With more branches there is room for what compares them, not for every class.
  const { meta } = view.session.tree.value;
  const classes = wide && branches.length < 3 && !isRegression(meta) && meta.classes;
  return (
    <div class={`tw-cards${approximate}${branches.length > FEW ? " tw-many" : ""}`}>
      {branches.map((facts, i) => (
        <section key={i} class="tw-branch-card" aria-label={facts.condition}>
          <header>
            <bdi dir="ltr" title={hint(facts.condition)}>
              {facts.condition}
            </bdi>
            {wide && <Predicted view={view} facts={facts} />}
          </header>
          <Bar view={view} counts={facts.counts} height={7} />
          {classes && <ClassLines classes={classes} facts={facts} />}
          <Lines view={view} facts={facts} of={node} />
        </section>
      ))}
    </div>
  );
}

/** The heaviest classes, in their own order, and what the others have together. */
function ClassLines({ classes, facts }: { classes: readonly string[]; facts: BranchPreview }) {
  const shown = heaviest(facts.counts, classes.length > MOST ? MOST - 1 : MOST);
  const lines = shown.map((k) => ({ k, name: classes[k] ?? "", part: facts.counts[k] ?? 0 }));
  const rest = facts.counts.filter((_, k) => !shown.includes(k));
  const others = total(rest);
  return (
    <table>
      <tbody>
        {lines.map(({ name, k, part }) => (
          <tr key={k}>
            <th scope="row">
              <Name text={name} at={parting(classes).get(name)} />
            </th>
            <td>{weight(part)}</td>
            <td>{shareOf(part, facts.weight)}</td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr class="tw-muted">
            <th scope="row">{INSPECT.others(count(rest.length))}</th>
            <td>{weight(others)}</td>
            <td>{shareOf(others, facts.weight)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
