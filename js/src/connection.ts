/**
 * The line to Python: requests with one reply each, progress, and whether anybody is there.
 *
 * One Connection serves one model, however many views show it: it adds exactly one `msg:custom`
 * listener, and never waits for an answer while the model initialises.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { HostModel } from "./host";
import { typeset } from "./model/conditions";
import type { ErrorCode, Operation, Part, Patch, Progress, Reply } from "./protocol.gen";
import { STATUS } from "./words";

/** After this long without a word the view says that it waits. */
export const PATIENCE_MS = 2000;

export type Status = "ready" | "waiting" | "closed";

export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: ErrorCode;
  readonly node: number | null;

  constructor(code: ErrorCode, message: string, node: number | null = null) {
    super(typeset(message));
    this.code = code;
    this.node = node;
  }
}

export interface RequestOptions {
  revision: number;
  /** Hears the request's id before it is sent, so that it can be cancelled. */
  onSent?: (id: string) => void;
  /** Hears what the answer's parts say, if it comes in parts, before it is there. */
  onPart?: ((part: unknown) => void) | undefined;
}

interface Open {
  resolve(result: unknown): void;
  reject(error: RequestError): void;
  timer: ReturnType<typeof setTimeout> | undefined;
  onPart: RequestOptions["onPart"];
}

/** What Python says. */
export type Word = Progress | Part | Patch | Reply;

export class Connection {
  /** `waiting`: something was asked and nothing heard for two seconds. */
  readonly status: ReadonlySignal<Status>;
  /** Ids of requests that have waited too long without a word. */
  readonly late: ReadonlySignal<ReadonlySet<string>>;
  readonly #status = signal<Status>("ready");
  readonly #late = signal<ReadonlySet<string>>(new Set());
  readonly #model: HostModel;
  readonly #open = new Map<string, Open>();
  readonly #hear: (word: Word) => void;
  readonly #prefix = Math.random().toString(36).slice(2, 8);
  #serial = 0;

  /** `hear` is told of every word, replies included. */
  constructor(model: HostModel, hear: (word: Word) => void) {
    this.#model = model;
    this.#hear = hear;
    this.status = this.#status;
    this.late = this.#late;
    if (typeof model.send !== "function") this.#status.value = "closed";
    model.on("msg:custom", this.#receive);
  }

  /** Ask for `op`. The promise always settles: with the result, or with a RequestError. */
  request(op: Operation, args: object, options: RequestOptions): Promise<unknown> {
    return this.#send(
      (id) => ({ kind: "request", id, op, revision: options.revision, args }),
      options,
    );
  }

  /**
   * Say that a view is there. Nobody answering leaves the status `waiting`. A line that was closed
   * is tried again: hosts mend it when they have reached their kernel once more.
   */
  hello(): Promise<unknown> {
    if (this.#status.value === "closed" && this.#model.send) this.#status.value = "ready";
    return this.#send((id) => ({ kind: "hello", id })).catch(() => undefined);
  }

  /** Take a request back, or stop the job that shows progress under this id. */
  cancel(id: string): void {
    if (this.#status.value === "closed") return;
    const late = this.#late.value.has(id);
    this.#post({ kind: "cancel", id });
    // Nobody has answered so far: do not wait for the answer to the cancelling either.
    if (late) this.#settle(id)?.reject(new RequestError("cancelled", STATUS.cancelled));
  }

  /** The comm is closed or the kernel is dead: every open request fails, and later ones at once. */
  close(): void {
    if (this.#status.value === "closed") return;
    this.#status.value = "closed";
    for (const id of [...this.#open.keys()]) this.#settle(id)?.reject(closedError());
  }

  /** Let go of the model. */
  dispose(): void {
    this.#model.off("msg:custom", this.#receive);
    this.close();
  }

  #send(message: (id: string) => object, options?: RequestOptions): Promise<unknown> {
    if (this.#status.value === "closed") return Promise.reject(closedError());
    this.#serial += 1;
    const id = `${this.#prefix}-${this.#serial}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#wait(id), PATIENCE_MS);
      this.#open.set(id, { resolve, reject, timer, onPart: options?.onPart });
      options?.onSent?.(id);
      this.#post(message(id));
    });
  }

  /** Hosts refuse to send on a line that is dead; a kernel that is only busy takes the message. */
  #post(message: object): void {
    try {
      this.#model.send?.(message);
    } catch {
      this.close();
    }
  }

  #wait(id: string): void {
    this.#late.value = new Set([...this.#late.value, id]);
    this.#status.value = "waiting";
    this.#post({ kind: "hello", id: `${id}-knock` });
  }

  /** Any word from the other side about `id` shows that the kernel is not stuck. */
  #heard(id: string): void {
    const open = this.#open.get(id);
    if (open) clearTimeout(open.timer);
    if (this.#late.value.has(id)) {
      this.#late.value = new Set([...this.#late.value].filter((other) => other !== id));
    }
    if (this.#late.value.size === 0 && this.#status.value === "waiting") {
      this.#status.value = "ready";
    }
  }

  #settle(id: string): Open | undefined {
    const open = this.#open.get(id);
    this.#heard(id);
    this.#open.delete(id);
    return open;
  }

  readonly #receive = (message: unknown): void => {
    if (!isWord(message)) return;
    this.#hear(message);
    if (message.kind === "reply") this.#reply(message);
    else if (message.kind !== "patch") this.#heard(message.id);
    if (message.kind === "partial") this.#open.get(message.id)?.onPart?.(message.result);
  };

  #reply(reply: Reply): void {
    const open = this.#settle(reply.id);
    if (open === undefined) return; // another page's question, or one that was given up
    if (reply.ok) open.resolve(reply.result);
    else {
      const error = reply.error;
      open.reject(
        new RequestError(error?.code ?? "internal", error?.message ?? "", error?.node ?? null),
      );
    }
  }
}

function closedError(): RequestError {
  return new RequestError("readonly", STATUS.noKernel);
}

function isWord(value: unknown): value is Word {
  return typeof value === "object" && value !== null && "kind" in value;
}
