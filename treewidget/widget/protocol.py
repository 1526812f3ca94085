"""Everything that crosses the wire, as types. `js/src/protocol.gen.ts` is generated from here.

Two kinds of things travel. *Traits* survive a reload: `_meta` (never changes), `_state` (the tree
and its history, one value for each revision), and the view's own `selected`, `collapsed`,
`orientation`, `editable`, `height`. *Messages* happen: a request from a view, its one reply, and
progress in between.

Only JSON values travel: no NaN, no infinity; what JSON cannot hold crosses as a string.
"""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

PROTOCOL_VERSION: Final = 1

# Limits a request must keep; Python refuses what goes beyond them.
MESSAGE_LIMIT: Final = 262_144  # characters of a whole message as JSON
NOTE_LIMIT: Final = 10_000  # characters of a note, of a reason
NAME_LIMIT: Final = 200  # characters of a checkpoint's name, of a request's id
LABEL_LIMIT: Final = 20_000  # characters of a threshold given as text
THRESHOLDS_LIMIT: Final = 64  # thresholds of one split
LEVELS_LIMIT: Final = 10_000  # levels named in one split
ROWS_LIMIT: Final = 200  # rows in one answer
PROFILE_LIMIT: Final = 1_024  # cuts in one answer
PART_LIMIT: Final = 200  # rows in one part of an answer

Task: TypeAlias = Literal["classification", "regression"]
Kind: TypeAlias = Literal["number", "integer", "datetime", "ordered", "nominal", "boolean"]
Orientation: TypeAlias = Literal["vertical", "horizontal"]
Plain: TypeAlias = str | int | float | bool | None
Risk: TypeAlias = Literal["error", "impurity"]
PruningMethod: TypeAlias = Literal[
    "1se", "min", "error-based", "reduced-error", "pessimistic", "mdl"
]

# ---------------------------------------------------------------- the trait `_meta`


class ColumnMeta(TypedDict):
    """One usable column. Views name a column by its position in `Meta.columns`."""

    name: str  # as it is shown
    literal: NotRequired[str]  # how Python writes it, where not as shown and in quotes: 3
    kind: Kind
    levels: NotRequired[list[str]]  # nominal, boolean, ordered: what is shown for each level
    literals: NotRequired[list[str]]  # how Python writes those: 3, True


class StakesWire(TypedDict):
    """Priors and losses: what classes weigh in a gain, and what predictions cost."""

    altered: list[float]  # a factor of each class's weight
    # for each true class, what a row of it costs by the class that is predicted, priors heeded
    costs: list[list[float]]


class Meta(TypedDict):
    """What never changes while the tree lives."""

    version: int
    target: str
    task: Task
    method: str  # as shown: "CART"
    criterion: str  # what splits are ranked by: "gini", "gain_ratio", "chi2"
    measure: str  # the impurity of nodes that goes with it: "gini", "entropy", "squared_error"
    stakes: StakesWire | None  # None where all classes and mistakes are alike
    missing: str  # the strategy for missing rows: "learned", "fractional"
    columns: list[ColumnMeta]
    classes: list[str]  # classification; empty for regression
    weighted: bool
    has_validation: bool
    pruning_rules: list[str]  # those that have a meaning here: of `PruningMethod`
    require_reason: bool  # every edit but a note is asked why
    notes: list[str]
    why_bare: str  # why the method made its root alone of the first tree; empty if it did not
    target_edges: list[float]  # regression: edges of the histogram bins, else empty
    target_range: list[float]  # regression: 2nd and 98th percentile of the training target
    min_samples_leaf: int
    min_weight_leaf: float


# ---------------------------------------------------------------- the trait `_state`


class CutWire(TypedDict):
    """A cut. `value` is exact for floats; `exact` is the Python literal that names it."""

    value: float  # position on an axis: the number, epoch milliseconds, or level position
    text: str  # shortest text that sends every training row the same way
    exact: str  # "0.405", "'2024-03-01'", "12345678901234567890"


class SplitWire(TypedDict):
    """A split: by cuts of an ordered column, or by groups of levels (positions)."""

    column: int
    cuts: NotRequired[list[CutWire]]
    groups: NotRequired[list[list[int]]]
    # branch of missing rows; equal to the number of other branches: their own. Below 0 they go to
    # none: -1 in shares to every branch, -2 dropped below the node, -3 they stop at it
    missing: int
    branches: int
    surrogates: NotRequired[int]  # columns asked first where this one is missing


class Unsent(TypedDict):
    """What hangs below a node that is sent without its branches: figures of the leaves there."""

    leaves: int
    error: float  # as in `TreeFigures`
    validation_error: float | None


class NodeColumns(TypedDict):
    """All nodes in pre-order, as columns. Every list has one entry a node.

    `parent` holds positions in these lists (-1 for the root), children follow in branch order.
    `counts` is flat: classification, K class weights a node; regression, three a node (weight,
    mean, variance). The same for `validation_counts` (empty without validation).
    """

    id: list[int]
    parent: list[int]
    split: list[SplitWire | None]
    n: list[int]
    weight: list[float]
    impurity: list[float]
    gain: list[float | None]
    counts: list[float]
    prediction: list[float]  # class position (the label set by hand, if any), or value
    error: list[float]  # as if the node were a leaf: error rate, or RMSE
    missing_n: list[int]  # training rows in which the split's column is missing
    validation_n: list[int]
    validation_counts: list[float]
    validation_error: list[float | None]
    histogram: list[list[int]]  # regression: rows in each bin of the target
    flags: list[int]  # bits: 1 forced, 2 locked, 4 labelled, 8 pruned
    note: list[str]
    unsent: list[Unsent | None]  # empty where all nodes are sent


class TreeFigures(TypedDict):
    """The tree's own figures: error rate or RMSE over its leaves."""

    nodes: int
    leaves: int
    depth: int
    error: float
    validation_error: float | None
    cost: float | None  # of a case, by priors and losses; None without any
    validation_cost: float | None


class Step(TypedDict):
    """One entry of the history, step 0 being the construction."""

    step: int  # version number: unique, never reused
    verb: str  # "start", "split", "grow", "prune", "prune_to", "label", "lock", "note"
    node: int | None
    line: str  # its line of Python
    text: str  # what it did, in words: "node 3: 2 leaves fewer, error 23.8 %"
    leaves: int
    error: float
    validation_error: float | None
    checkpoint: str | None


class Fork(TypedDict):
    """A line that was left: where it begins, where it ends, and what it did last."""

    at: int  # the step of the line in force that it leaves from
    step: int
    gestures: int  # of its own
    line: str


class HistoryWire(TypedDict):
    """The line in force (and the redo line after it): the last 200 steps of it."""

    steps: list[Step]
    position: int  # index in `steps` of the present place
    total: int  # steps in the whole line
    forks: list[Fork]  # that leave the steps shown
    undo: bool
    redo: bool


class State(TypedDict):
    """One revision of the tree, whole. Assigned while the tree is small; see `Patch`."""

    revision: int
    nodes: NodeColumns
    figures: TreeFigures
    history: HistoryWire


class Traits(TypedDict):
    """The traits of the model. A view may set `selected`, `collapsed` and `orientation` only."""

    _meta: Meta
    _state: State  # of a large tree `nodes` are the bytes of their JSON (UTF-8): a DataView
    selected: int  # id of the selected node
    collapsed: list[int]  # ids of the nodes whose subtree is hidden
    orientation: Orientation
    editable: bool
    height: int  # pixels
    _stability: list[StabilityWire]  # what is known of the splits that were checked last


# ---------------------------------------------------------------- messages from a view

Operation: TypeAlias = Literal[
    # gestures, made on a revision
    "split", "grow", "prune", "prune_to", "label", "lock", "note",
    # moves in the history
    "undo", "redo", "checkout", "checkpoint",
    # questions, which change nothing
    "candidates", "profile", "rows", "history", "look", "state",
    "methods", "routes", "pruning", "preview", "cross_validate", "stability",
    # what the view itself wants to go on
    "panels", "unfold",
]  # fmt: skip


class NoArgs(TypedDict):
    """Undo, redo, `history`, `state`, `methods` and `panels` take no arguments."""


class SplitArgs(TypedDict):
    """Split `node`. No column: the best; neither thresholds nor groups: the best of the column."""

    node: int
    column: NotRequired[int]
    thresholds: NotRequired[list[float | str]]  # positions on the axis; texts for exact values
    groups: NotRequired[list[list[int]]]  # level positions
    missing: NotRequired[int | Literal["own"]]
    replace: NotRequired[bool]
    regrow: NotRequired[bool]  # let the method grow the new branches
    reason: NotRequired[str]


class GrowArgs(TypedDict):
    """Grow under `node` (the root when absent); `levels` absent: until the method stops."""

    node: NotRequired[int]
    levels: NotRequired[int]
    method: NotRequired[str]  # by its own defaults; absent: by the tree's options
    keep: NotRequired[bool]  # false: forced splits, labels and prunings by hand may go
    options: NotRequired[dict[str, Plain]]  # for this growth only, by their names in Python
    column_costs: NotRequired[list[list[float]]]  # an option: pairs of a column's position and cost
    reason: NotRequired[str]


class NodeArgs(TypedDict):
    """The argument of `candidates`, `routes` and `unfold`: which sends what hangs below a node."""

    node: int


class PruneArgs(TypedDict):
    """Make a leaf of `node`."""

    node: int
    reason: NotRequired[str]


class PruneToArgs(TypedDict):
    """Prune the whole tree: one of `alpha` and `leaves`, a step of its sequence, and `method`.

    Also the argument of `preview`, which tells what would go.
    """

    alpha: NotRequired[float]
    leaves: NotRequired[int]
    method: NotRequired[PruningMethod]  # "1se" and "min" cross-validate first if nobody did
    risk: NotRequired[Risk]
    keep: NotRequired[bool]  # false: forced splits may go
    confidence: NotRequired[float]  # of the method "error-based"
    subtree_raising: NotRequired[bool]  # likewise
    reason: NotRequired[str]


class PruningArgs(TypedDict):
    """Ask for the tree's cost-complexity sequence."""

    risk: NotRequired[Risk]
    keep: NotRequired[bool]


class StabilityArgs(TypedDict):
    """Check the split of `node`, of a leaf what would split it; or every split from there on."""

    node: int
    below: bool


class CrossValidateArgs(TypedDict):
    """Cross-validate that sequence: the answer is the sequence with what was found."""

    folds: int
    risk: NotRequired[Risk]
    keep: NotRequired[bool]


class LabelArgs(TypedDict):
    """Set a leaf's prediction: a class position, a number, or null to take it back."""

    node: int
    value: float | None
    reason: NotRequired[str]


class LockArgs(TypedDict):
    """Lock or unlock."""

    node: int
    on: bool
    reason: NotRequired[str]


class NoteArgs(TypedDict):
    """Write a note; an empty text removes it."""

    node: int
    text: str


class ProfileArgs(TypedDict):
    """Ask for the cuts of one column; `low` and `high` zoom in (values on the axis)."""

    node: int
    column: int
    low: NotRequired[float]
    high: NotRequired[float]
    include: NotRequired[float | str]  # a typed threshold: always among the cuts that come back


class RowsArgs(TypedDict):
    """Ask for rows of a node."""

    node: int
    offset: int
    limit: int  # at most 200
    which: Literal["train", "validation"]


class CheckoutArgs(TypedDict):
    """Go to a step (`checkout`), or only look at it (`look`)."""

    step: int


class CheckpointArgs(TypedDict):
    """Name the present place."""

    name: str


class Request(TypedDict):
    """A request. `revision` is the one on the screen; gestures and moves are refused on another."""

    kind: Literal["request"]
    id: str
    op: Operation
    revision: int
    args: dict[str, object]


class Cancel(TypedDict):
    """Cancel the request `id`, or the job that shows progress under that id."""

    kind: Literal["cancel"]
    id: str


class Hello(TypedDict):
    """A view is there: asks whether the kernel answers; the reply has the present revision."""

    kind: Literal["hello"]
    id: str


# ---------------------------------------------------------------- messages to views

ErrorCode: TypeAlias = Literal[
    "refused", "invalid", "unknown", "stale", "cancelled", "readonly", "malformed", "internal"
]


class ErrorWire(TypedDict):
    """A refusal, in words."""

    code: ErrorCode
    message: str
    node: int | None


class Reply(TypedDict):
    """The one answer to a request. `result` is one of the *Result types below."""

    kind: Literal["reply"]
    id: str
    ok: bool
    revision: int
    result: NotRequired[object]
    error: NotRequired[ErrorWire]


class Part(TypedDict):
    """Some of an answer that takes a while. The reply still says all of it.

    `result` is of the reply's type: rows that are new, or take the place of those before. Without
    them a view that missed some is none the worse.
    """

    kind: Literal["partial"]
    id: str  # of the request
    revision: int
    result: object


class Progress(TypedDict):
    """A long computation, heard by every view. `share` never goes back; `end` is the last word."""

    kind: Literal["progress"]
    id: str  # of the request; of the job when a cell began it
    text: str  # "growing node 3"
    node: int | None
    share: float
    end: bool


class HistoryPatch(TypedDict):
    """The history after a patch: all steps of it by number, and those that are new or renamed."""

    line: list[int]
    steps: list[Step]
    position: int
    total: int
    forks: list[Fork]
    undo: bool
    redo: bool


class Patch(TypedDict):
    """What an edit changed in a large tree; heard by every view.

    `nodes` holds in pre-order what is new or says something new. A line whose `parent` is -1 takes
    the place of the node of that id: and of all that hangs below that, if the next line is a child
    of it or it is a leaf now. A page that is not at `base` asks for `state`.
    """

    kind: Literal["patch"]
    base: int  # the revision it is made on
    revision: int
    nodes: NodeColumns
    figures: TreeFigures
    history: HistoryPatch


class StabilityWire(TypedDict):
    """How often halves of a node's rows are best split by which column: the trait `_stability`."""

    node: int
    halves: int  # so many were looked at
    columns: list[int]  # those that lead in any, most often first
    leads: list[int]  # in how many
    low: list[str]  # four of five of a column's cuts lie between these; empty where it has none
    high: list[str]


class GestureResult(TypedDict):
    """What a gesture or a move did. The tree itself comes in `_state` or by a patch."""

    line: str
    text: str
    select: int | None  # the node to look at afterwards


class CandidateWire(TypedDict):
    """The best split of one column at a node."""

    column: int
    split: SplitWire | None  # None: the column has no admissible split, `reason` says why
    gain: float | None
    gain_ratio: float | None
    validation_gain: float | None
    balance: float | None  # weight of the smallest branch over that of all (`Candidate`)
    p: float | None  # of the method's test, adjusted; None where it has none
    missing_n: int | None  # None: not counted yet
    reason: NotRequired[str]
    counting: NotRequired[bool]  # not exact yet: `split` is none or the best so far, gaining `gain`


class CandidatesResult(TypedDict):
    """Best first; columns without a split last."""

    node: int
    candidates: list[CandidateWire]


class ProfileResult(TypedDict):
    """One column at a node: everything needed to preview any of its splits without a round trip.

    Ordered columns: `cuts[i]` is the i-th listed cut; `left[i]` is what lies at or below it
    (training, known rows): [rows, stats...]; stats as in `NodeColumns.counts` but for regression
    as sums (weight, sum, sum of squares of the target centred on `centre`).
    Nominal: `cuts` is empty and `levels[i]` belongs to level `level[i]`, likewise [rows, stats...].
    """

    node: int
    column: int
    kind: Kind
    total: list[float]  # all rows of the node
    missing: list[float]  # rows in which the column is missing
    cuts: list[CutWire]
    left: list[list[float]]
    missing_to: list[int]  # branch of missing rows at each cut alone; empty where sums tell it
    level: list[int]
    levels: list[list[float]]
    complete: bool  # every cut of the range is listed
    low: float | None  # range of the known values here, on the axis
    high: float | None
    low_text: str
    high_text: str
    centre: float  # regression: what sums are centred on
    best: SplitWire | None
    present: SplitWire | None  # the split in force, if it is on this column
    validation_total: list[float]
    validation_missing: list[float]
    validation_left: list[list[float]]
    validation_levels: list[list[float]]


class RowsResult(TypedDict):
    """Some rows of a node, as text."""

    node: int
    total: int
    offset: int
    index: list[str]
    columns: list[str]
    numeric: list[bool]  # of each column: its values are numbers
    more_columns: int  # columns that are not sent: a view cannot show thousands
    cells: list[list[str]]  # nothing where a value is missing
    shares: list[str]  # how much of each row is here; empty where all of every row is


class HistoryResult(TypedDict):
    """Every step of the line in force, the whole of it as Python, and the steps that were left."""

    steps: list[Step]
    position: int
    left: list[Step]
    code: str


class LookResult(TypedDict):
    """Another version of the tree, to look at only."""

    step: int
    nodes: NodeColumns
    figures: TreeFigures


class OptionWire(TypedDict):
    """An option of a method, as a form can ask for it."""

    name: str  # as in Python: "min_samples_leaf"
    group: Literal["splits", "missing", "stop", "prune", "more"]  # what it stands with
    kind: Literal["choice", "flag", "whole", "number"]
    optional: bool  # it may be left empty
    default: Plain  # the method's
    value: Plain  # what this tree grows by; the default of a method that is not the tree's
    choices: NotRequired[list[str]]
    help: str


class MethodWire(TypedDict):
    """A method, and what may be chosen of it for the tree's task."""

    name: str
    label: str
    source: str
    options: list[OptionWire]
    missing: dict[str, list[str]]  # of each branching: the strategies that are defined with it
    costed: bool  # it takes costs of columns


class MethodsResult(TypedDict):
    """Every method that knows the tree's task; and what the tree's own options hold in tables."""

    method: str  # the tree's own
    methods: list[MethodWire]
    priors: list[float]  # of each class; empty without
    losses: list[list[float]]  # of each class, predicted each class; empty without
    column_costs: list[list[float]]  # pairs of a column's position and cost
    confidence: float  # what error-based pruning goes by
    subtree_raising: bool


class PanelsResult(TypedDict):
    """The part of the front end that is loaded when a panel is first wanted."""

    script: str


class SurrogateWire(TypedDict):
    """Another column's split that is asked where a split's own column is missing."""

    split: SplitWire
    flipped: bool  # its first branch imitates the second
    agreement: float  # share of the rows it sends the same way
    adjusted: float  # how much better than sending all with the majority
    rows: int  # training rows of the node that it sends


class RoutesResult(TypedDict):
    """What becomes of the training rows in which a node's split column is missing."""

    node: int
    missing_n: int
    surrogates: list[SurrogateWire]
    rest: int  # rows that no surrogate can send: they go the split's own way


class UnfoldResult(TypedDict):
    """What hangs below a node, and the way to it, came by a patch that every view heard."""

    node: int


class PruningResult(TypedDict):
    """The cost-complexity sequence of the tree, the largest tree first: one entry a step.

    Errors are as the tree's own figures: error rate or RMSE; or what a case costs, where classes
    have priors or losses.
    """

    alpha: list[float]
    leaves: list[int]
    train: list[float]
    validation: list[float]  # empty without validation
    cut: list[
        int
    ]  # one entry a node in pre-order, none where any is unsent: leaf from this step on
    gone: list[int]  # likewise: gone from this step on; the number of steps is never
    folds: int  # 0: nobody has cross-validated
    cross: list[float]  # error on held-out folds; empty without folds
    cross_low: list[float]  # one standard error below
    cross_high: list[float]
    minimum: int  # the step of the least; -1 without folds
    one_se: int  # the smallest tree within one standard error of it


class PreviewResult(TypedDict):
    """What a pruning would do, had it been made; errors as in the sequence."""

    line: str
    text: str
    removed: list[int]
    leaves: int
    error: float
    validation_error: float | None


class StabilityResult(TypedDict):
    """The splits that were checked: what was found comes in `_stability`, to every view."""

    nodes: list[int]


OPERATIONS: Final[dict[Operation, tuple[type, type]]] = {
    "split": (SplitArgs, GestureResult),
    "grow": (GrowArgs, GestureResult),
    "prune": (PruneArgs, GestureResult),
    "prune_to": (PruneToArgs, GestureResult),
    "label": (LabelArgs, GestureResult),
    "lock": (LockArgs, GestureResult),
    "note": (NoteArgs, GestureResult),
    "undo": (NoArgs, GestureResult),
    "redo": (NoArgs, GestureResult),
    "checkout": (CheckoutArgs, GestureResult),
    "checkpoint": (CheckpointArgs, GestureResult),
    "candidates": (NodeArgs, CandidatesResult),
    "profile": (ProfileArgs, ProfileResult),
    "rows": (RowsArgs, RowsResult),
    "history": (NoArgs, HistoryResult),
    "look": (CheckoutArgs, LookResult),
    "state": (NoArgs, State),
    "methods": (NoArgs, MethodsResult),
    "panels": (NoArgs, PanelsResult),
    "routes": (NodeArgs, RoutesResult),
    "unfold": (NodeArgs, UnfoldResult),
    "pruning": (PruningArgs, PruningResult),
    "preview": (PruneToArgs, PreviewResult),
    "cross_validate": (CrossValidateArgs, PruningResult),
    "stability": (StabilityArgs, StabilityResult),
}
"""What each operation takes and gives."""
