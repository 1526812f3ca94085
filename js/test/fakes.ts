// A model whose kernel is this file: it answers as it is told.
import { StaticModel } from "../dev/static-model";
import type { Operation, PruningResult, State, Traits } from "../src/protocol.gen";
import { figuresOf, metaOf, randomColumns } from "./trees";

export function stateOf(seed: number, revision = 1): State {
  const nodes = randomColumns(seed, 14);
  const leaves = nodes.split.filter((split) => split === null).length;
  return {
    revision,
    nodes,
    figures: figuresOf({
      nodes: nodes.id.length,
      leaves,
      depth: 3,
      error: 0.2,
      validation_error: 0.25,
    }),
    history: {
      steps: [
        {
          step: 0,
          verb: "start",
          node: null,
          line: "tree = tw.DecisionTree(data)",
          text: "",
          leaves,
          error: 0.2,
          validation_error: 0.25,
          checkpoint: null,
        },
      ],
      position: 0,
      total: 1,
      forks: [],
      undo: false,
      redo: false,
    },
  };
}

export function randomTraits(seed: number, more: Partial<Traits> = {}): Traits {
  return {
    _meta: metaOf(),
    _state: stateOf(seed),
    selected: 1,
    collapsed: [],
    orientation: "vertical",
    editable: true,
    height: 640,
    _stability: [],
    ...more,
  };
}

interface Asked {
  kind: string;
  id: string;
  op: Operation;
  args: Record<string, unknown>;
  revision: number;
}

/** A live model and the other end of its line. */
export class FakeKernel {
  readonly model: StaticModel;

  constructor(seed = 1, more: Partial<Traits> = {}) {
    this.model = new StaticModel(randomTraits(seed, more), true);
  }

  /** Requests of one operation, in the order in which they were made. */
  asked(op: Operation): Asked[] {
    return (this.model.sent as Asked[]).filter((message) => message.op === op);
  }

  answer(id: string, result: unknown, revision = 1): void {
    this.model.emit("msg:custom", { kind: "reply", id, ok: true, revision, result });
  }

  refuse(id: string, message: string, node: number | null, code = "refused"): void {
    const error = { code, message, node };
    this.model.emit("msg:custom", { kind: "reply", id, ok: false, revision: 1, error });
  }

  progress(id: string, share: number, end = false): void {
    const text = "growing node 1";
    this.model.emit("msg:custom", { kind: "progress", id, text, node: 1, share, end });
  }

  /** A new revision, as Python assigns it. */
  show(state: State): void {
    this.model.set("_state", state);
  }
}

/** A pruning of no steps, without folds. */
export const UNPRUNED: PruningResult = {
  alpha: [],
  leaves: [],
  train: [],
  validation: [],
  cut: [],
  gone: [],
  folds: 0,
  cross: [],
  cross_low: [],
  cross_high: [],
  minimum: -1,
  one_se: -1,
};

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
