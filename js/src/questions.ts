/**
 * Answers that stay true: an id names one node for good, so its candidates and profiles are asked
 * for once. The oldest make room for new ones.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { CandidatesResult, CandidateWire, ProfileResult } from "./protocol.gen";
import type { Session } from "./session";

const KEPT = 200;

/** Candidates as far as they are known, the whole answer best first; or why no more will come. */
export type Ranking = ReadonlySignal<readonly CandidateWire[] | string>;

export class Questions {
  readonly #session: Session;
  readonly #answers = new Map<string, Promise<unknown>>();
  /** Takes back the candidates that are still coming: nobody looks at them any more. */
  drop: () => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves with the first that is known of them, which then goes on. */
  candidates(node: number): Promise<Ranking> {
    return this.#once(`${node}`, (forget) => {
      this.drop();
      const rows = new Map<number, CandidateWire>();
      const ranking = signal<readonly CandidateWire[] | string>("");
      let over = false;
      return new Promise((resolve) => {
        const tell = (known: readonly CandidateWire[] | string): void => {
          ranking.value = known;
          resolve(ranking);
        };
        const take = (result: unknown): void => {
          for (const row of (result as CandidatesResult).candidates) rows.set(row.column, row);
          tell([...rows.values()]);
        };
        const onSent = (id: string): void => {
          this.drop = () => {
            if (over) return;
            forget();
            this.#session.cancel(id);
          };
        };
        this.#session.ask("candidates", { node }, { onSent, onPart: take }).then(
          (whole) => {
            over = true;
            rows.clear();
            take(whole);
          },
          (error: Error) => {
            over = true;
            forget();
            tell(error.message);
          },
        );
      });
    });
  }

  /** Its cuts are those that may be, and those in force when it is asked. */
  profile(node: number, column: number, anew = false): Promise<ProfileResult> {
    const key = `${node}/${column}`;
    if (anew) this.#answers.delete(key);
    return this.#once(key, (forget) => {
      const answer = this.#session.ask("profile", { node, column });
      // A refusal is no answer to keep: the kernel may have been busy.
      answer.catch(forget);
      return answer;
    });
  }

  #once<T>(key: string, ask: (forget: () => void) => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known as Promise<T>;
    const answer = ask(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    });
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT) this.#answers.delete(oldest as string);
    return answer;
  }
}
