/** What an edit makes of a large tree: lines of the columns taken out, put in, and moved. */

import type { NodeColumns, Patch, State, Step } from "../protocol.gen";
import type { TreeModel } from "./tree";

/** Whether a patch can be made of a state: it was made on it, and the nodes it changes are here. */
export function fits({ base, nodes }: Patch, tree: TreeModel, state: State): boolean {
  const known = (id: number, i: number): boolean => (nodes.parent[i] ?? 0) >= 0 || tree.has(id);
  return base === state.revision && nodes.id.every(known);
}

/** The state that a patch leads to; `tree` is the one of `state`. */
export function patched(tree: TreeModel, state: State, patch: Patch): State {
  const { revision, figures, nodes, history } = patch;
  const { line, ...now } = history;
  const steps = new Map([...state.history.steps, ...history.steps].map((one) => [one.step, one]));
  return {
    revision,
    figures,
    nodes: merged(tree, state.nodes, nodes),
    history: { ...now, steps: line.map((step) => steps.get(step) as Step) },
  };
}

/** Lines are numbered through here: those of the old columns, and then those of the new ones. */
function merged(tree: TreeModel, old: NodeColumns, news: NodeColumns): NodeColumns {
  const size = old.id.length;
  const runs: [NodeColumns, number, number][] = [];
  const parent: number[] = [];
  const place = new Int32Array(size + news.id.length); // of each line
  let at = 0;
  const put = (line: number, above = -1): void => {
    place[line] = parent.length;
    parent.push(place[above] ?? -1);
  };
  const keep = (end: number): void => {
    runs.push([old, at, end]);
    for (; at < end; at++) put(at, old.parent[at]);
  };
  news.id.forEach((id, i) => {
    const above = news.parent[i] as number;
    if (above < 0) {
      const { position } = tree.get(id);
      const whole = !news.split[i] || (news.parent[i + 1] ?? -1) >= 0;
      keep(position);
      put(position, old.parent[position]);
      place[size + i] = place[position] as number;
      at = whole ? (tree.ends[position] as number) : position + 1;
      runs.push([news, i, i]);
    } else put(size + i, size + above);
    (runs.at(-1) as [unknown, number, number])[2] = i + 1;
  });
  keep(size);
  const columns: Record<string, unknown[]> = {};
  for (const [name, column] of Object.entries(old) as [keyof NodeColumns, unknown[]][]) {
    const width = column.length / size; // several entries a line in the flat ones
    const parts = runs.map(([from, start, end]) =>
      (from[name] as unknown[]).slice(start * width, end * width),
    );
    columns[name] = ([] as unknown[]).concat(...parts);
  }
  return { ...columns, parent } as unknown as NodeColumns;
}
