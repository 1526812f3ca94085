// Large trees on a bare page: synthetic snapshots, a model without a kernel, and stop-watches.

/** Numbers in [0, 1), the same in every run. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const NAMES = ["debt_ratio", "late_payments", "purpose", "income", "housing", "age", "savings"];
const LEVELS = ["car", "home", "education", "other", "business", "holiday"];

const META = {
  target: "status",
  columns: NAMES.map((name) =>
    name === "purpose" ? { name, kind: "nominal", levels: LEVELS } : { name, kind: "number" },
  ),
  classes: ["repaid", "late", "default"],
};

/** What a node has, by the names of its columns; the flat ones apart. */
const lineOf = (node, id, parent) => {
  const error = 1 - Math.max(...node.counts) / node.n;
  return {
    id,
    parent,
    split: node.split ?? null,
    n: node.n,
    weight: node.n,
    impurity: gini(node.counts, node.n),
    gain: node.split ? 0.01 : null,
    prediction: node.counts.indexOf(Math.max(...node.counts)),
    error,
    missing_n: 0,
    validation_n: node.n,
    validation_error: error,
    flags: 0,
    note: "",
  };
};

function splitOf(roll) {
  const column = Math.floor(roll() * NAMES.length);
  if (NAMES[column] === "purpose") {
    const first = 1 + Math.floor(roll() * 4);
    const groups = [LEVELS.map((_, i) => i).slice(0, first), LEVELS.map((_, i) => i).slice(first)];
    return { column, groups, missing: 0, branches: 2 };
  }
  const value = Math.round(roll() * 1e4) / 100;
  const cut = { value, text: String(value), exact: String(value) };
  return { column, cuts: [cut], missing: 0, branches: 2 };
}

/** Rows that go left: evenly more often than not; in a chain a few. */
function leftOf(rows, shape, roll) {
  if (shape === "chain") return Math.max(1, Math.floor(rows * 0.004));
  const share = 0.5 + (roll() - 0.5) * (roll() < 0.3 ? 0.96 : 0.5);
  return Math.min(rows - 1, Math.max(1, Math.round(rows * share)));
}

/** Class counts of a part: drawn towards one class, never more than there are. */
function shareOut(counts, rows, roll) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const tilt = counts.map(() => 0.25 + 1.5 * roll());
  const wish = counts.map((count, k) => count * tilt[k]);
  const whole = wish.reduce((sum, part) => sum + part, 0);
  const part = wish.map((want, k) => Math.min(counts[k], Math.floor((want / whole) * rows)));
  let left = rows - part.reduce((sum, count) => sum + count, 0);
  for (let k = 0; k < part.length && left > 0; k++) {
    const more = Math.min(left, counts[k] - part[k]);
    part[k] += more;
    left -= more;
  }
  return total >= rows ? part : counts;
}

const gini = (counts, n) => 1 - counts.reduce((sum, count) => sum + (count / n) ** 2, 0);

/** A tree of about so many nodes, grown row by row: `bushy`, or a `chain` that sheds leaves. */
function grow(nodes, shape) {
  const roll = dice(nodes);
  const chain = shape === "chain";
  const [deepest, rows] = [chain ? 130 : 48, nodes * 3];
  const counts = [rows >> 1, Math.floor(rows * 0.3)];
  const root = { n: rows, counts: [...counts, rows - counts[0] - counts[1]], depth: 0, children: [] };
  const open = [root];
  let count = 1;
  for (let i = 0; i < open.length && count < nodes; i++) {
    const node = open[i];
    const stays = i > 40 && !chain && roll() < 0.12;
    if (node.n < 2 || node.depth >= deepest || stays) continue;
    const first = shareOut(node.counts, leftOf(node.n, shape, roll), roll);
    const halves = [first, node.counts.map((all, k) => all - first[k])];
    node.split = splitOf(roll);
    node.children = halves.map((part) => {
      return { n: part.reduce((sum, one) => sum + one, 0), counts: part, depth: node.depth + 1, children: [] };
    });
    open.push(...node.children.slice(chain ? 1 : 0));
    count += 2;
  }
  return root;
}

function columnsOf(root) {
  const columns = { counts: [], validation_counts: [], histogram: [], unsent: [] };
  const ahead = [[root, -1]];
  for (let at = 0; ahead.length > 0; at++) {
    const [node, parent] = ahead.pop();
    for (const [name, value] of Object.entries(lineOf(node, at, parent))) {
      (columns[name] ??= []).push(value);
    }
    columns.counts.push(...node.counts);
    columns.validation_counts.push(...node.counts);
    for (const child of node.children.toReversed()) ahead.push([child, at]);
  }
  return columns;
}

/** `base` is a small tree as Python sends it: what is not of the nodes is taken from there. */
function traitsOf(nodes, shape, collapsed, base) {
  const columns = columnsOf(grow(nodes, shape));
  const leaves = columns.split.filter((split) => split === null).length;
  const figures = { nodes: columns.id.length, leaves, depth: 0, error: 0.2, validation_error: 0.2 };
  return {
    _meta: { ...base.meta, ...META },
    _state: { ...base.state, nodes: columns, figures },
    selected: 0,
    collapsed: collapsed ? openingOf(columns) : [],
    orientation: "vertical",
    editable: true,
    height: 640,
  };
}

/** As Python opens a large tree: closed at depth 3. */
function openingOf(columns) {
  const depths = [];
  columns.parent.forEach((parent) => depths.push(parent < 0 ? 0 : depths[parent] + 1));
  return columns.id.filter((_, i) => depths[i] === 3 && columns.split[i] !== null);
}

/** Some lines of the columns, as a patch has them. */
function linesOf(nodes, from, to) {
  const size = nodes.id.length;
  const lines = {};
  for (const [name, column] of Object.entries(nodes)) {
    const width = column.length / size;
    lines[name] = column.slice(from * width, to * width);
  }
  lines.parent = lines.parent.map((parent) => Math.max(parent - from, -1));
  return lines;
}

class Model {
  constructor(traits) {
    this.traits = traits;
    this.listeners = new Map();
  }
  get(name) {
    return this.traits[name];
  }
  set(name, value) {
    this.traits[name] = value;
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener();
  }
  save_changes() {}
  on(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }
  off(event, listener) {
    this.listeners.get(event)?.delete(listener);
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** After what this moment changed has been painted. */
async function painted() {
  await frame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

async function timed(act) {
  await painted();
  const begin = performance.now();
  await act();
  await painted();
  return performance.now() - begin;
}

const $ = (selector) => document.querySelector(selector);

globalThis.large = {
  /** The traits of a tree: kept here, so that making them is no part of a measurement. */
  prepare(nodes, shape, collapsed, base) {
    this.traits = traitsOf(nodes, shape, collapsed, base);
    return this.traits._state.figures.nodes;
  },

  /** Show the tree; milliseconds until it is painted, without those of reading the script. */
  async open(source) {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: factory } = await import(url);
    const model = new Model(this.traits);
    this.model = model;
    return timed(() => {
      const widget = factory();
      widget.initialize({ model });
      widget.render({ model, el: $("#here") });
    });
  },

  /** Wheel events, one a frame, to and fro or one way; the milliseconds of each frame. */
  async wheel(frames, event, way = 0) {
    const canvas = $(".tw-canvas");
    const box = canvas.getBoundingClientRect();
    const place = { clientX: box.left + box.width * 0.4, clientY: box.top + box.height * 0.7 };
    const times = [];
    await painted();
    performance.mark("drag begins");
    for (let i = 0; i < frames; i++) {
      const turn = way || (Math.floor(i / (frames / 4)) % 2 ? -1 : 1);
      const init = { bubbles: true, cancelable: true, ...place, ...event };
      const begin = performance.now();
      canvas.dispatchEvent(new WheelEvent("wheel", { ...init, deltaY: event.deltaY * turn }));
      await painted();
      times.push(performance.now() - begin);
    }
    performance.mark("drag ends");
    return times;
  },

  search: (text) =>
    timed(() => {
      const input = $(".tw-find input");
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }),

  /** A key in the search field, or on the focused node. */
  key: (key, inField = false) =>
    timed(() => {
      const item = $(inField ? ".tw-find input" : '[role=treeitem][tabindex="0"]');
      item.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }),

  /** Open the whole tree. */
  all() {
    return timed(() => this.model.set("collapsed", []));
  },

  /** An edit, as Python tells of it: the branch of a node goes. */
  prune(id) {
    const { nodes } = this.traits._state;
    const at = nodes.id.indexOf(id);
    let end = at + 1;
    while (end < nodes.id.length && nodes.parent[end] >= at) end += 1;
    this.gone = linesOf(nodes, at, end);
    const leaf = linesOf(nodes, at, at + 1);
    leaf.split[0] = leaf.gain[0] = null;
    return timed(() => this.tell(leaf));
  },

  /** And comes back. */
  undo() {
    return timed(() => this.tell(this.gone));
  },

  tell(nodes) {
    const { revision, figures, history } = this.traits._state;
    const line = history.steps.map(({ step }) => step);
    const told = { kind: "patch", base: revision, revision: revision + 1, nodes, figures };
    const word = JSON.stringify({ ...told, history: { ...history, line, steps: [] } });
    for (const hear of this.model.listeners.get("msg:custom") ?? []) hear(JSON.parse(word));
  },

  /** How many elements the drawing takes. */
  marks: () => $(".tw-world").querySelectorAll("*").length,
};
