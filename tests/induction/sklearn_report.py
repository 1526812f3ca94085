"""Our trees beside scikit-learn's, on real data: ``python -m tests.induction.sklearn_report``.

Where no second split comes within 1e-9 of the best anywhere, the trees must be identical. Elsewhere
scikit-learn draws among the equals, and our total impurity must lie within or below the range of
its trees over 20 random states.
"""

import sys
from dataclasses import dataclass
from functools import cache

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from tests.induction.frames import inducer_of
from tests.induction.real_data import NAMES, load, some_weights, with_gaps
from tests.induction.rivals import contested, contested_order

STATES = 20
VARIANTS = {
    "to purity": {},
    "depth 2": {"max_depth": 2},
    "depth 4": {"max_depth": 4},
    "leaf 5": {"min_samples_leaf": 5},
    "leaf 5 %": {"min_samples_leaf": 0.05, "min_samples_split": 0.2},
    "8 leaves": {"max_leaf_nodes": 8},
    "decrease": {"min_impurity_decrease": 0.01},
    "entropy, depth 3": {"criterion": "entropy", "max_depth": 3},
    "entropy, 6 leaves": {"criterion": "entropy", "max_leaf_nodes": 6},
    "weights, depth 3": {"weights": True, "max_depth": 3},
    "weights, leaf weight": {"weights": True, "leaf_weight": 0.05, "max_depth": 4},
    "missing, depth 3": {"missing": True, "max_depth": 3},
    "missing, leaf 5": {"missing": True, "min_samples_leaf": 5},
    "missing, weights, 8 leaves": {"missing": True, "weights": True, "max_leaf_nodes": 8},
}


@dataclass
class Outcome:
    """How one tree compares; `contested` says that somewhere a second split is as good."""

    name: str
    variant: str
    nodes: int
    identical: bool
    contested: bool
    impurity: float
    low: float
    high: float

    @property
    def in_range(self):
        return self.impurity <= self.high + 1e-9 * max(self.high, 1e-9)

    @property
    def good(self):
        return self.in_range and (self.identical or self.contested)


def meaningful(name, variant):
    """Whether the variant can be asked of the data: entropy needs classes."""
    return load(name)[2] == "classification" or "criterion" not in VARIANTS[variant]


@cache
def compare(name, variant, states=STATES):
    """Grow both trees and compare them."""
    options = dict(VARIANTS[variant])
    frame, y, task = load(name)
    if "min_impurity_decrease" in options and task == "regression":
        options["min_impurity_decrease"] *= float(np.var(y))
    weights = some_weights(len(y)) if options.pop("weights", False) else None
    if options.pop("missing", False):
        frame = with_gaps(frame)
    return beside(name, variant, (frame, y, task, weights), options, states)


def beside(name, variant, given, options, states=STATES):
    """Grow both trees of a frame of numbers, a target, a task and weights, and compare them."""
    (frame, y, task, weights), options, theirs = given, dict(options), dict(options)
    if "leaf_weight" in options:
        theirs["min_weight_fraction_leaf"] = theirs.pop("leaf_weight")
        options["min_weight_leaf"] = options.pop("leaf_weight") * float(weights.sum())
    inducer, sprout = _grow(frame, y, task, weights, options)
    free = contested(inducer, sprout, frame, y, np.ones(len(y)) if weights is None else weights)
    if not free and "max_leaf_nodes" in options:
        free = contested_order(sprout, inducer.choice)
    model = DecisionTreeClassifier if task == "classification" else DecisionTreeRegressor
    x = np.array(frame, dtype=np.float32)
    trees = [
        model(random_state=state, **theirs).fit(x, y, sample_weight=weights).tree_
        for state in range(states if free else 2)  # where there is no choice none is drawn
    ]
    found = [_their_impurity(tree) for tree in trees]
    return Outcome(
        name,
        variant,
        sum(1 for _ in sprout.walk()),
        all(identical(inducer, sprout, tree) for tree in (trees[:1] if free else trees)),
        free,
        _our_impurity(sprout),
        min(found),
        max(found),
    )


def _grow(frame, y, task, weights, options):
    table = frame.copy()
    table["y"] = [f"c{value:03d}" for value in y] if task == "classification" else y
    if weights is not None:
        table["w"] = weights
    inducer = inducer_of(table, weights=None if weights is None else "w", **options)
    return inducer, inducer.grow([inducer.root()])[0]


def _our_impurity(sprout):
    leaves = [s.region.train for s in sprout.walk() if s.split is None]
    return sum(leaf.impurity * leaf.weight for leaf in leaves) / sprout.region.train.weight


def _their_impurity(tree):
    leaf = tree.children_left < 0
    weight = tree.weighted_n_node_samples
    return float((tree.impurity[leaf] * weight[leaf]).sum() / weight[0])


def identical(inducer, sprout, tree):
    """Whether a growth is scikit-learn's tree: splits, thresholds, missing rows, counts."""
    stack = [(sprout, 0)]
    while stack:
        here, node = stack.pop()
        if here.region.train.n != tree.n_node_samples[node]:
            return False
        if abs(here.region.train.impurity - tree.impurity[node]) > 1e-9 * tree.impurity[0]:
            return False
        if here.split is None or tree.children_left[node] < 0:
            if here.split is not None or tree.children_left[node] >= 0:
                return False
            continue
        if not _same_split(inducer, here, tree, node):
            return False
        below = (tree.children_left[node], tree.children_right[node])
        stack += zip(here.children, below, strict=True)
    return True


def _same_split(inducer, here, tree, node):
    split = here.split
    if inducer.dataset.columns[split.column].name != f"x{tree.feature[node]}":
        return False
    if not split.cuts:
        return tree.threshold[node] == np.inf and not tree.missing_go_to_left[node]
    missing_left = split.missing == 0
    return split.cuts[0].value == tree.threshold[node] and missing_left == bool(
        tree.missing_go_to_left[node]
    )


def report(names=NAMES):
    """Compare everything and print one line a tree, then the totals."""
    found = []
    for name in names:
        for variant in VARIANTS:
            if not meaningful(name, variant):
                continue
            outcome = compare(name, variant)
            found.append(outcome)
            word = "identical" if outcome.identical else "equal gains"
            if not outcome.good:
                word = "WRONG"
            print(
                f"{name:14}{variant:28}{outcome.nodes:6} nodes  {word:12}"
                f"{outcome.impurity:14.8g}  in {outcome.low:.8g} .. {outcome.high:.8g}"
            )
    sure = [o for o in found if not o.contested]
    free = [o for o in found if o.contested]
    print(
        f"{len(found)} trees on {len(names)} data sets. One best split everywhere: {len(sure)}, of "
        f"them identical {sum(o.identical for o in sure)}. Equal gains somewhere: {len(free)}, of "
        f"them within or below scikit-learn's range {sum(o.in_range for o in free)}, identical to "
        f"its tree of state 0 all the same {sum(o.identical for o in free)}."
    )
    return found


if __name__ == "__main__":
    sys.exit(not all(outcome.good for outcome in report()))
