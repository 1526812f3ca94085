/**
 * Answers that stay true: an id names one node for good, so its candidates and profiles are asked
 * for once. The oldest make room for new ones.
 */

import type { CandidatesResult, ProfileResult } from "./protocol.gen";
import type { Session } from "./session";

const KEPT = 200;

export class Questions {
  readonly #session: Session;
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(session: Session) {
    this.#session = session;
  }

  candidates(node: number): Promise<CandidatesResult> {
    return this.#once(`${node}`, () => this.#session.ask("candidates", { node }));
  }

  profile(node: number, column: number): Promise<ProfileResult> {
    return this.#once(`${node}/${column}`, () => this.#session.ask("profile", { node, column }));
  }

  #once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known as Promise<T>;
    const answer = ask();
    this.#answers.set(key, answer);
    // A refusal is no answer to keep: the kernel may have been busy.
    answer.catch(() => this.#answers.delete(key));
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
