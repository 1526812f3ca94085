// Generated from treewidget/widget/protocol.py. Do not edit:
// change that file and run `python -m treewidget.widget.generate`.

export const PROTOCOL_VERSION = 1;

/** characters of a whole message as JSON */
export const MESSAGE_LIMIT = 262144;

/** characters of a note, of a reason */
export const NOTE_LIMIT = 10000;

/** characters of a checkpoint's name, of a request's id */
export const NAME_LIMIT = 200;

/** characters of a threshold given as text */
export const LABEL_LIMIT = 20000;

/** thresholds of one split */
export const THRESHOLDS_LIMIT = 64;

/** levels named in one split */
export const LEVELS_LIMIT = 10000;

/** rows in one answer */
export const ROWS_LIMIT = 200;

/** cuts in one answer */
export const PROFILE_LIMIT = 1024;

/** rows in one part of an answer */
export const PART_LIMIT = 200;

export type Task = "classification" | "regression";

export type Kind =
  | "number"
  | "integer"
  | "datetime"
  | "ordered"
  | "nominal"
  | "boolean";

export type Orientation = "vertical" | "horizontal";

export type Plain = string | number | boolean | null;

export type Risk = "error" | "impurity";

export type PruningMethod =
  | "1se"
  | "min"
  | "error-based"
  | "reduced-error"
  | "pessimistic"
  | "mdl";

/** One usable column. Views name a column by its position in `Meta.columns`. */
export interface ColumnMeta {
  /** as it is shown */
  name: string;
  /** how Python writes it, where not as shown and in quotes: 3 */
  literal?: string;
  kind: Kind;
  /** nominal, boolean, ordered: what is shown for each level */
  levels?: string[];
  /** how Python writes those: 3, True */
  literals?: string[];
}

/** Priors and losses: what classes weigh in a gain, and what predictions cost. */
export interface StakesWire {
  /** a factor of each class's weight */
  altered: number[];
  costs: number[][];
}

/** What never changes while the tree lives. */
export interface Meta {
  version: number;
  target: string;
  task: Task;
  /** as shown: "CART" */
  method: string;
  /** what splits are ranked by: "gini", "gain_ratio", "chi2" */
  criterion: string;
  /** the impurity of nodes that goes with it: "gini", "entropy", "squared_error" */
  measure: string;
  /** None where all classes and mistakes are alike */
  stakes: StakesWire | null;
  /** the strategy for missing rows: "learned", "fractional" */
  missing: string;
  columns: ColumnMeta[];
  /** classification; empty for regression */
  classes: string[];
  weighted: boolean;
  has_validation: boolean;
  /** those that have a meaning here: of `PruningMethod` */
  pruning_rules: string[];
  /** every edit but a note is asked why */
  require_reason: boolean;
  notes: string[];
  /** why the method made its root alone of the first tree; empty if it did not */
  why_bare: string;
  /** regression: edges of the histogram bins, else empty */
  target_edges: number[];
  /** regression: 2nd and 98th percentile of the training target */
  target_range: number[];
  min_samples_leaf: number;
  min_weight_leaf: number;
}

/** A cut. `value` is exact for floats; `exact` is the Python literal that names it. */
export interface CutWire {
  /** position on an axis: the number, epoch milliseconds, or level position */
  value: number;
  /** shortest text that sends every training row the same way */
  text: string;
  /** "0.405", "'2024-03-01'", "12345678901234567890" */
  exact: string;
}

/** A split: by cuts of an ordered column, or by groups of levels (positions). */
export interface SplitWire {
  column: number;
  cuts?: CutWire[];
  groups?: number[][];
  missing: number;
  branches: number;
  /** columns asked first where this one is missing */
  surrogates?: number;
}

/** What hangs below a node that is sent without its branches: figures of the leaves there. */
export interface Unsent {
  leaves: number;
  /** as in `TreeFigures` */
  error: number;
  validation_error: number | null;
}

/**
 * All nodes in pre-order, as columns. Every list has one entry a node.
 *
 * `parent` holds positions in these lists (-1 for the root), children follow in branch order.
 * `counts` is flat: classification, K class weights a node; regression, three a node (weight,
 * mean, variance). The same for `validation_counts` (empty without validation).
 */
export interface NodeColumns {
  id: number[];
  parent: number[];
  split: (SplitWire | null)[];
  n: number[];
  weight: number[];
  impurity: number[];
  gain: (number | null)[];
  counts: number[];
  /** class position (the label set by hand, if any), or value */
  prediction: number[];
  /** as if the node were a leaf: error rate, or RMSE */
  error: number[];
  /** training rows in which the split's column is missing */
  missing_n: number[];
  validation_n: number[];
  validation_counts: number[];
  validation_error: (number | null)[];
  /** regression: rows in each bin of the target */
  histogram: number[][];
  /** bits: 1 forced, 2 locked, 4 labelled, 8 pruned */
  flags: number[];
  note: string[];
  /** empty where all nodes are sent */
  unsent: (Unsent | null)[];
}

/** The tree's own figures: error rate or RMSE over its leaves. */
export interface TreeFigures {
  nodes: number;
  leaves: number;
  depth: number;
  error: number;
  validation_error: number | null;
  /** of a case, by priors and losses; None without any */
  cost: number | null;
  validation_cost: number | null;
}

/** One entry of the history, step 0 being the construction. */
export interface Step {
  /** version number: unique, never reused */
  step: number;
  /** "start", "split", "grow", "prune", "prune_to", "label", "lock", "note" */
  verb: string;
  node: number | null;
  /** its line of Python */
  line: string;
  /** what it did, in words: "node 3: 2 leaves fewer, error 23.8 %" */
  text: string;
  leaves: number;
  error: number;
  validation_error: number | null;
  checkpoint: string | null;
}

/** A line that was left: where it begins, where it ends, and what it did last. */
export interface Fork {
  /** the step of the line in force that it leaves from */
  at: number;
  step: number;
  /** of its own */
  gestures: number;
  line: string;
}

/** The line in force (and the redo line after it): the last 200 steps of it. */
export interface HistoryWire {
  steps: Step[];
  /** index in `steps` of the present place */
  position: number;
  /** steps in the whole line */
  total: number;
  /** that leave the steps shown */
  forks: Fork[];
  undo: boolean;
  redo: boolean;
}

/** One revision of the tree, whole. Assigned while the tree is small; see `Patch`. */
export interface State {
  revision: number;
  nodes: NodeColumns;
  figures: TreeFigures;
  history: HistoryWire;
}

/** The traits of the model. A view may set `selected`, `collapsed` and `orientation` only. */
export interface Traits {
  _meta: Meta;
  /** of a large tree `nodes` are the bytes of their JSON (UTF-8): a DataView */
  _state: State;
  /** id of the selected node */
  selected: number;
  /** ids of the nodes whose subtree is hidden */
  collapsed: number[];
  orientation: Orientation;
  editable: boolean;
  /** pixels */
  height: number;
  /** what is known of the splits that were checked last */
  _stability: StabilityWire[];
}

export type Operation =
  | "split"
  | "grow"
  | "prune"
  | "prune_to"
  | "label"
  | "lock"
  | "note"
  | "undo"
  | "redo"
  | "checkout"
  | "checkpoint"
  | "candidates"
  | "profile"
  | "rows"
  | "history"
  | "look"
  | "state"
  | "methods"
  | "routes"
  | "pruning"
  | "preview"
  | "cross_validate"
  | "stability"
  | "panels"
  | "unfold";

/** Undo, redo, `history`, `state`, `methods` and `panels` take no arguments. */
export type NoArgs = Record<string, never>;

/** Split `node`. No column: the best; neither thresholds nor groups: the best of the column. */
export interface SplitArgs {
  node: number;
  column?: number;
  /** positions on the axis; texts for exact values */
  thresholds?: (number | string)[];
  /** level positions */
  groups?: number[][];
  missing?: number | "own";
  replace?: boolean;
  /** let the method grow the new branches */
  regrow?: boolean;
  reason?: string;
}

/** Grow under `node` (the root when absent); `levels` absent: until the method stops. */
export interface GrowArgs {
  node?: number;
  levels?: number;
  /** by its own defaults; absent: by the tree's options */
  method?: string;
  /** false: forced splits, labels and prunings by hand may go */
  keep?: boolean;
  /** for this growth only, by their names in Python */
  options?: Record<string, Plain>;
  /** an option: pairs of a column's position and cost */
  column_costs?: number[][];
  reason?: string;
}

/** The argument of `candidates`, `routes` and `unfold`: which sends what hangs below a node. */
export interface NodeArgs {
  node: number;
}

/** Make a leaf of `node`. */
export interface PruneArgs {
  node: number;
  reason?: string;
}

/**
 * Prune the whole tree: one of `alpha` and `leaves`, a step of its sequence, and `method`.
 *
 * Also the argument of `preview`, which tells what would go.
 */
export interface PruneToArgs {
  alpha?: number;
  leaves?: number;
  /** "1se" and "min" cross-validate first if nobody did */
  method?: PruningMethod;
  risk?: Risk;
  /** false: forced splits may go */
  keep?: boolean;
  /** of the method "error-based" */
  confidence?: number;
  /** likewise */
  subtree_raising?: boolean;
  reason?: string;
}

/** Ask for the tree's cost-complexity sequence. */
export interface PruningArgs {
  risk?: Risk;
  keep?: boolean;
}

/** Check the split of `node`, of a leaf what would split it; or every split from there on. */
export interface StabilityArgs {
  node: number;
  below: boolean;
}

/** Cross-validate that sequence: the answer is the sequence with what was found. */
export interface CrossValidateArgs {
  folds: number;
  risk?: Risk;
  keep?: boolean;
}

/** Set a leaf's prediction: a class position, a number, or null to take it back. */
export interface LabelArgs {
  node: number;
  value: number | null;
  reason?: string;
}

/** Lock or unlock. */
export interface LockArgs {
  node: number;
  on: boolean;
  reason?: string;
}

/** Write a note; an empty text removes it. */
export interface NoteArgs {
  node: number;
  text: string;
}

/** Ask for the cuts of one column; `low` and `high` zoom in (values on the axis). */
export interface ProfileArgs {
  node: number;
  column: number;
  low?: number;
  high?: number;
  /** a typed threshold: always among the cuts that come back */
  include?: number | string;
}

/** Ask for rows of a node. */
export interface RowsArgs {
  node: number;
  offset: number;
  /** at most 200 */
  limit: number;
  which: "train" | "validation";
}

/** Go to a step (`checkout`), or only look at it (`look`). */
export interface CheckoutArgs {
  step: number;
}

/** Name the present place. */
export interface CheckpointArgs {
  name: string;
}

/** A request. `revision` is the one on the screen; gestures and moves are refused on another. */
export interface Request {
  kind: "request";
  id: string;
  op: Operation;
  revision: number;
  args: Record<string, unknown>;
}

/** Cancel the request `id`, or the job that shows progress under that id. */
export interface Cancel {
  kind: "cancel";
  id: string;
}

/** A view is there: asks whether the kernel answers; the reply has the present revision. */
export interface Hello {
  kind: "hello";
  id: string;
}

export type ErrorCode =
  | "refused"
  | "invalid"
  | "unknown"
  | "stale"
  | "cancelled"
  | "readonly"
  | "malformed"
  | "internal";

/** A refusal, in words. */
export interface ErrorWire {
  code: ErrorCode;
  message: string;
  node: number | null;
}

/** The one answer to a request. `result` is one of the *Result types below. */
export interface Reply {
  kind: "reply";
  id: string;
  ok: boolean;
  revision: number;
  result?: unknown;
  error?: ErrorWire;
}

/**
 * Some of an answer that takes a while. The reply still says all of it.
 *
 * `result` is of the reply's type: rows that are new, or take the place of those before. Without
 * them a view that missed some is none the worse.
 */
export interface Part {
  kind: "partial";
  /** of the request */
  id: string;
  revision: number;
  result: unknown;
}

/** A long computation, heard by every view. `share` never goes back; `end` is the last word. */
export interface Progress {
  kind: "progress";
  /** of the request; of the job when a cell began it */
  id: string;
  /** "growing node 3" */
  text: string;
  node: number | null;
  share: number;
  end: boolean;
}

/** The history after a patch: all steps of it by number, and those that are new or renamed. */
export interface HistoryPatch {
  line: number[];
  steps: Step[];
  position: number;
  total: number;
  forks: Fork[];
  undo: boolean;
  redo: boolean;
}

/**
 * What an edit changed in a large tree; heard by every view.
 *
 * `nodes` holds in pre-order what is new or says something new. A line whose `parent` is -1 takes
 * the place of the node of that id: and of all that hangs below that, if the next line is a child
 * of it or it is a leaf now. A page that is not at `base` asks for `state`.
 */
export interface Patch {
  kind: "patch";
  /** the revision it is made on */
  base: number;
  revision: number;
  nodes: NodeColumns;
  figures: TreeFigures;
  history: HistoryPatch;
}

/** How often halves of a node's rows are best split by which column: the trait `_stability`. */
export interface StabilityWire {
  node: number;
  /** so many were looked at */
  halves: number;
  /** those that lead in any, most often first */
  columns: number[];
  /** in how many */
  leads: number[];
  /** four of five of a column's cuts lie between these; empty where it has none */
  low: string[];
  high: string[];
}

/** What a gesture or a move did. The tree itself comes in `_state` or by a patch. */
export interface GestureResult {
  line: string;
  text: string;
  /** the node to look at afterwards */
  select: number | null;
}

/** The best split of one column at a node. */
export interface CandidateWire {
  column: number;
  /** None: the column has no admissible split, `reason` says why */
  split: SplitWire | null;
  gain: number | null;
  gain_ratio: number | null;
  validation_gain: number | null;
  /** weight of the smallest branch over that of all (`Candidate`) */
  balance: number | null;
  /** of the method's test, adjusted; None where it has none */
  p: number | null;
  /** None: not counted yet */
  missing_n: number | null;
  reason?: string;
  /** not exact yet: `split` is none or the best so far, gaining `gain` */
  counting?: boolean;
}

/** Best first; columns without a split last. */
export interface CandidatesResult {
  node: number;
  candidates: CandidateWire[];
}

/**
 * One column at a node: everything needed to preview any of its splits without a round trip.
 *
 * Ordered columns: `cuts[i]` is the i-th listed cut; `left[i]` is what lies at or below it
 * (training, known rows): [rows, stats...]; stats as in `NodeColumns.counts` but for regression
 * as sums (weight, sum, sum of squares of the target centred on `centre`).
 * Nominal: `cuts` is empty and `levels[i]` belongs to level `level[i]`, likewise [rows, stats...].
 */
export interface ProfileResult {
  node: number;
  column: number;
  kind: Kind;
  /** all rows of the node */
  total: number[];
  /** rows in which the column is missing */
  missing: number[];
  cuts: CutWire[];
  left: number[][];
  /** branch of missing rows at each cut alone; empty where sums tell it */
  missing_to: number[];
  level: number[];
  levels: number[][];
  /** every cut of the range is listed */
  complete: boolean;
  /** range of the known values here, on the axis */
  low: number | null;
  high: number | null;
  low_text: string;
  high_text: string;
  /** regression: what sums are centred on */
  centre: number;
  best: SplitWire | null;
  /** the split in force, if it is on this column */
  present: SplitWire | null;
  validation_total: number[];
  validation_missing: number[];
  validation_left: number[][];
  validation_levels: number[][];
}

/** Some rows of a node, as text. */
export interface RowsResult {
  node: number;
  total: number;
  offset: number;
  index: string[];
  columns: string[];
  /** of each column: its values are numbers */
  numeric: boolean[];
  /** columns that are not sent: a view cannot show thousands */
  more_columns: number;
  /** nothing where a value is missing */
  cells: string[][];
  /** how much of each row is here; empty where all of every row is */
  shares: string[];
}

/** Every step of the line in force, the whole of it as Python, and the steps that were left. */
export interface HistoryResult {
  steps: Step[];
  position: number;
  left: Step[];
  code: string;
}

/** Another version of the tree, to look at only. */
export interface LookResult {
  step: number;
  nodes: NodeColumns;
  figures: TreeFigures;
}

/** An option of a method, as a form can ask for it. */
export interface OptionWire {
  /** as in Python: "min_samples_leaf" */
  name: string;
  /** what it stands with */
  group: "splits" | "missing" | "stop" | "prune" | "more";
  kind: "choice" | "flag" | "whole" | "number";
  /** it may be left empty */
  optional: boolean;
  /** the method's */
  default: Plain;
  /** what this tree grows by; the default of a method that is not the tree's */
  value: Plain;
  choices?: string[];
  help: string;
}

/** A method, and what may be chosen of it for the tree's task. */
export interface MethodWire {
  name: string;
  label: string;
  source: string;
  options: OptionWire[];
  /** of each branching: the strategies that are defined with it */
  missing: Record<string, string[]>;
  /** it takes costs of columns */
  costed: boolean;
}

/** Every method that knows the tree's task; and what the tree's own options hold in tables. */
export interface MethodsResult {
  /** the tree's own */
  method: string;
  methods: MethodWire[];
  /** of each class; empty without */
  priors: number[];
  /** of each class, predicted each class; empty without */
  losses: number[][];
  /** pairs of a column's position and cost */
  column_costs: number[][];
  /** what error-based pruning goes by */
  confidence: number;
  subtree_raising: boolean;
}

/** The part of the front end that is loaded when a panel is first wanted. */
export interface PanelsResult {
  script: string;
}

/** Another column's split that is asked where a split's own column is missing. */
export interface SurrogateWire {
  split: SplitWire;
  /** its first branch imitates the second */
  flipped: boolean;
  /** share of the rows it sends the same way */
  agreement: number;
  /** how much better than sending all with the majority */
  adjusted: number;
  /** training rows of the node that it sends */
  rows: number;
}

/** What becomes of the training rows in which a node's split column is missing. */
export interface RoutesResult {
  node: number;
  missing_n: number;
  surrogates: SurrogateWire[];
  /** rows that no surrogate can send: they go the split's own way */
  rest: number;
}

/** What hangs below a node, and the way to it, came by a patch that every view heard. */
export interface UnfoldResult {
  node: number;
}

/**
 * The cost-complexity sequence of the tree, the largest tree first: one entry a step.
 *
 * Errors are as the tree's own figures: error rate or RMSE; or what a case costs, where classes
 * have priors or losses.
 */
export interface PruningResult {
  alpha: number[];
  leaves: number[];
  train: number[];
  /** empty without validation */
  validation: number[];
  cut: number[];
  /** likewise: gone from this step on; the number of steps is never */
  gone: number[];
  /** 0: nobody has cross-validated */
  folds: number;
  /** error on held-out folds; empty without folds */
  cross: number[];
  /** one standard error below */
  cross_low: number[];
  cross_high: number[];
  /** the step of the least; -1 without folds */
  minimum: number;
  /** the smallest tree within one standard error of it */
  one_se: number;
}

/** What a pruning would do, had it been made; errors as in the sequence. */
export interface PreviewResult {
  line: string;
  text: string;
  removed: number[];
  leaves: number;
  error: number;
  validation_error: number | null;
}

/** The splits that were checked: what was found comes in `_stability`, to every view. */
export interface StabilityResult {
  nodes: number[];
}

/** What each operation takes and gives. */
export interface Operations {
  split: { args: SplitArgs; result: GestureResult };
  grow: { args: GrowArgs; result: GestureResult };
  prune: { args: PruneArgs; result: GestureResult };
  prune_to: { args: PruneToArgs; result: GestureResult };
  label: { args: LabelArgs; result: GestureResult };
  lock: { args: LockArgs; result: GestureResult };
  note: { args: NoteArgs; result: GestureResult };
  undo: { args: NoArgs; result: GestureResult };
  redo: { args: NoArgs; result: GestureResult };
  checkout: { args: CheckoutArgs; result: GestureResult };
  checkpoint: { args: CheckpointArgs; result: GestureResult };
  candidates: { args: NodeArgs; result: CandidatesResult };
  profile: { args: ProfileArgs; result: ProfileResult };
  rows: { args: RowsArgs; result: RowsResult };
  history: { args: NoArgs; result: HistoryResult };
  look: { args: CheckoutArgs; result: LookResult };
  state: { args: NoArgs; result: State };
  methods: { args: NoArgs; result: MethodsResult };
  panels: { args: NoArgs; result: PanelsResult };
  routes: { args: NodeArgs; result: RoutesResult };
  unfold: { args: NodeArgs; result: UnfoldResult };
  pruning: { args: PruningArgs; result: PruningResult };
  preview: { args: PruneToArgs; result: PreviewResult };
  cross_validate: { args: CrossValidateArgs; result: PruningResult };
  stability: { args: StabilityArgs; result: StabilityResult };
}
