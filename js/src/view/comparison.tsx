/** Figures of two things, side by side. */

import type { ComponentChildren } from "preact";

/** What is compared in two columns: a name, whether it stands there, and what it is of each. */
export type Compared<T> = readonly [string, boolean, (of: T) => ComponentChildren];

interface ComparisonProps<T> {
  heads: readonly [string, string];
  of: readonly [T, T | null];
  lines: readonly Compared<T>[];
  /** Stands before the first figures while they are not certain. */
  about?: string;
}

export function Comparison<T>({ heads, of, lines, about = "" }: ComparisonProps<T>) {
  return (
    <table class="tw-figures" aria-live="polite">
      <thead>
        <tr>
          <td />
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(
          ([name, there, figure]) =>
            there && (
              <tr key={name}>
                <th scope="row">{name}</th>
                {of.map((one, i) => (
                  <td key={i}>
                    {!i && about}
                    {one && figure(one)}
                  </td>
                ))}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
