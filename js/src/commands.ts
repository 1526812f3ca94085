/** The verbs, once for every button, menu and key: what each does to a node, and why it cannot. */

import { rule, ruleCode } from "./model/rule";
import { sentenceCase } from "./model/sentence";
import { stabilityText } from "./model/stability";
import type { TreeNode } from "./model/tree";
import { withPanels } from "./panels-loader";
import type { Session } from "./session";
import type { View } from "./view-state";
import { REASONS, STATUS, VERBS } from "./words";

export type Verb =
  | "split"
  | "editCut"
  | "grow"
  | "growLevel"
  | "growTree"
  | "growWith"
  | "prune"
  | "pruneTo"
  | "lock"
  | "note"
  | "rows"
  | "copyRule"
  | "undo"
  | "redo"
  | "collapse"
  | "check";

/** Verbs on the tree as a whole, whatever node is selected. */
const WHOLE: ReadonlySet<Verb> = new Set(["growTree", "pruneTo", "undo", "redo"]);

export interface Command {
  readonly name: string;
  /** As pressed: "S", "Shift+G". */
  readonly key: string;
  /** Why it cannot be done now, in words; null when it can. */
  readonly reason: string | null;
  run(): void;
}

/** The command of a verb on a node. Reads signals: call it while rendering, or when it is needed. */
export function command(session: Session, view: View, verb: Verb, id: number): Command {
  const { value: tree } = view.tree;
  const node = tree.find(id);
  const made = MAKERS[verb]({ session, view, node: node ?? tree.root });
  // It may have gone since it was pointed at: what was meant for it is not for the root.
  return node || WHOLE.has(verb) ? made : { ...made, reason: made.reason ?? REASONS.gone(id) };
}

/** Do it; or say why not. */
export function perform(session: Session, view: View, verb: Verb, id: number): void {
  const { reason, run } = command(session, view, verb, id);
  if (reason === null) run();
  else session.refuse(sentenceCase(reason), id);
}

interface Context {
  readonly session: Session;
  readonly view: View;
  readonly node: TreeNode;
}

const isClosed = ({ status }: Session): boolean => status.value === "closed";

/** Why nothing at all can be changed. */
export function whyFixed(session: Session, view: View): string | null {
  if (isClosed(session)) return STATUS.readOnly;
  if (!session.editable.value) return STATUS.notEditable;
  const look = view.looking.value;
  return look ? REASONS.looking(look.step) : null;
}

/** Why this node's split or leafness cannot be changed. */
function whyLocked({ session, view, node }: Context): string | null {
  return whyFixed(session, view) ?? (node.locked ? REASONS.locked(node.id) : null);
}

function whyNotPruned(context: Context): string | null {
  const { view, node } = context;
  const fixed = whyLocked(context);
  if (fixed !== null) return fixed;
  if (node.leaf) return REASONS.leaf(node.id);
  const below = view.tree.value.below(node.id).find((other) => other.locked);
  return below ? REASONS.lockedBelow(node.id, below.id) : null;
}

/** Whether there is a step to take, now or once those that were pressed before have been taken. */
function stepsTo({ state, steps }: Session, way: "undo" | "redo"): boolean {
  return state.value.history[way] || (way === "redo" ? steps.value > 0 : steps.value < 0);
}

const MAKERS: Record<Verb, (context: Context) => Command> = {
  split: (context) => ({
    name: VERBS.split,
    key: "S",
    reason: whyLocked(context),
    run() {
      // On a branch the best cut is there already: Split then means another one.
      if (context.node.leaf) void context.session.act("split", { node: context.node.id });
      else context.view.openEditor(context.node.id);
    },
  }),
  editCut: (context) => ({
    name: VERBS.editCut,
    key: "Enter",
    reason: whyLocked(context),
    run: () => context.view.openEditor(context.node.id),
  }),
  grow: (context) => ({
    name: VERBS.grow,
    key: "G",
    reason: whyLocked(context),
    run: () => void context.session.act("grow", { node: context.node.id }),
  }),
  growLevel: (context) => ({
    name: VERBS.growLevel,
    key: "Shift+G",
    reason: whyLocked(context),
    run: () => void context.session.act("grow", { node: context.node.id, levels: 1 }),
  }),
  growTree: (context) => ({
    name: VERBS.growTree,
    key: "",
    reason: whyFixed(context.session, context.view),
    run: () => void context.session.act("grow", {}),
  }),
  growWith: (context) => ({
    name: VERBS.growWith,
    key: "M",
    reason: whyLocked(context),
    run() {
      const { session, view, node } = context;
      session.select(node.id);
      withPanels(session, () => view.openGrowth());
    },
  }),
  pruneTo: ({ session, view }) => ({
    name: VERBS.pruneTo,
    key: "Shift+P",
    reason: view.looking.value || isClosed(session) ? whyFixed(session, view) : null,
    run() {
      withPanels(session, ({ pruningOf }) => {
        view.growing.value = false;
        view.editor.value = null;
        view.pruning.value = pruningOf(view);
      });
    },
  }),
  prune: (context) => ({
    name: VERBS.prune,
    key: "P",
    reason: whyNotPruned(context),
    run() {
      context.view.ghost.value = null;
      void context.session.act("prune", { node: context.node.id });
    },
  }),
  lock: ({ session, view, node }) => ({
    name: node.locked ? VERBS.unlock : VERBS.lock,
    key: "L",
    reason: whyFixed(session, view),
    run: () => void session.act("lock", { node: node.id, on: !node.locked }),
  }),
  note: ({ session, view, node }) => ({
    name: VERBS.note,
    key: "N",
    reason: null,
    run() {
      session.select(node.id);
      view.openNote();
    },
  }),
  rows: ({ session, view, node }) => ({
    name: VERBS.rows,
    key: "",
    reason: null,
    run() {
      session.select(node.id);
      view.openTab("rows");
    },
  }),
  copyRule: ({ session, view, node }) => ({
    name: VERBS.copyRule,
    key: "",
    reason: null,
    run() {
      const { tree } = view;
      const conditions = rule(tree.value.path(node.id), session.meta.value.columns);
      view.copy(ruleCode(conditions));
    },
  }),
  undo: ({ session, view }) => ({
    name: VERBS.undo,
    key: "Ctrl+Z",
    reason: whyFixed(session, view) ?? (stepsTo(session, "undo") ? null : REASONS.nothingToUndo),
    run: () => void session.act("undo", {}),
  }),
  redo: ({ session, view }) => ({
    name: VERBS.redo,
    key: "Ctrl+Shift+Z",
    reason: whyFixed(session, view) ?? (stepsTo(session, "redo") ? null : REASONS.nothingToRedo),
    run: () => void session.act("redo", {}),
  }),
  check: ({ session, view, node }) => ({
    name: VERBS.check,
    key: "T",
    reason: isClosed(session) ? STATUS.readOnly : null,
    async run() {
      const known = await session.check(node.id, true);
      if (known) view.say(stabilityText(node, known, session.meta.value.columns));
    },
  }),
  collapse: ({ session, node }) => ({
    name: node.unsent || session.collapsed.value.has(node.id) ? VERBS.expand : VERBS.collapse,
    key: "Space",
    reason: node.leaf ? REASONS.leafOpen(node.id) : null,
    run: () => session.toggle(node.id),
  }),
};
