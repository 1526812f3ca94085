/** The branches a cut makes: one card each, following every move. */

import type { BranchPreview } from "../../model/preview";
import { weight } from "../../numbers";
import { Bar, Lines, Predicted, shareOf } from "../facts";
import { hint, Name } from "../pieces";
import type { EditorProps } from "../props";

/** So many classes get a line of their own in a card. */
const MOST = 5;

export function Cards({ view, node, wide }: EditorProps) {
  const { cut } = view;
  const branches = cut.branches.value;
  // With more branches there is room for what compares them, not for every class.
  const classes = wide && branches.length < 3 && view.session.meta.value.classes;
  return (
    <div class={`tw-cards ${cut.more.waiting.value ? "tw-approximate" : ""}`}>
      {branches.map((facts, i) => (
        <section key={i} class="tw-branch-card" aria-label={facts.condition}>
          <header>
            <bdi title={hint(facts.condition)}>{facts.condition}</bdi>
            {wide && <Predicted view={view} facts={facts} />}
          </header>
          <Bar view={view} counts={facts.counts} height={7} />
          {classes && <ClassLines classes={classes} facts={facts} />}
          <Lines view={view} facts={facts} of={node.n} />
        </section>
      ))}
    </div>
  );
}

/** The heaviest classes, in their own order. */
function ClassLines({ classes, facts }: { classes: readonly string[]; facts: BranchPreview }) {
  const shown = classes
    .map((name, k) => ({ name, k, part: facts.counts[k] ?? 0 }))
    .sort((a, b) => b.part - a.part || a.k - b.k)
    .slice(0, MOST)
    .sort((a, b) => a.k - b.k);
  return (
    <table>
      <tbody>
        {shown.map(({ name, k, part }) => (
          <tr key={k}>
            <th scope="row">
              <Name text={name} />
            </th>
            <td>{weight(part)}</td>
            <td>{shareOf(part, facts.weight)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
