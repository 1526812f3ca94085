"""Random frames, and an inducer over a frame."""

import numpy as np
import pandas as pd

from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine, NumpyEngine, make_engine
from treewidget.induction import Inducer, Progress, ThresholdSplit, resolve
from treewidget.induction.methods import checked
from treewidget.induction.worth import staked


def with_changes(inducer, **changes):
    """Return an inducer with some options changed."""
    options = checked(inducer.options, inducer.dataset.target.task, changes)
    return Inducer(inducer.dataset, inducer.engine, options)


def inducer_of(frame, target="y", *, weights=None, validation=None, **options):
    dataset = build_dataset(frame, target, weights=weights, validation=validation)
    return Inducer(dataset, make_engine(dataset), resolve("cart", dataset.target.task, options))


def inducers_of(
    frame, target="y", *, method="cart", weights=None, validation=None, task=None, **options
):
    """Return the twin's inducer and the compiled engine's; a regression takes none of classes'."""
    dataset = build_dataset(frame, target, weights=weights, validation=validation, task=task)
    if dataset.target.task == "regression":
        options = {k: v for k, v in options.items() if v not in ("gini", "entropy")}
    rules = resolve(method, dataset.target.task, options)
    dataset = staked(dataset, rules)
    return [Inducer(dataset, kind(dataset), rules) for kind in (NumpyEngine, CompiledEngine)]


class Impatient(Progress):
    """Cancels itself at the step after so many."""

    def __init__(self, steps):
        super().__init__()
        self.most, self.steps = steps, 0

    def step(self, share):
        self.steps += 1
        if self.steps > self.most:
            self.cancel()
        super().step(share)


def random_frame(seed, n=40, *, classes=2, missing=0.0, weights=False, levels=4, nominal=2):
    """Return a small frame full of ties; `classes=0` for regression."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "a": rng.integers(0, 6, n).astype(float),
            "b": np.round(rng.normal(size=n), 1),
            "day": pd.Timestamp("2024-02-27") + pd.to_timedelta(rng.integers(0, 9, n), "D"),
        }
    )
    for index in range(nominal):
        frame[f"kind{index}"] = np.array([f"k{i}" for i in range(levels)])[
            rng.integers(0, levels, n)
        ]
    signal = (
        frame["a"] + 2 * frame["b"] + (frame["kind0"] == "k1") if nominal else frame["a"].copy()
    )
    if missing:
        for name in frame.columns:
            frame.loc[rng.random(n) < missing, name] = None
    if weights:
        frame["w"] = rng.integers(1, 24, n) / 8
    if classes:
        noisy = signal + rng.normal(size=n) * 2
        ranks = noisy.rank(method="first").to_numpy()
        frame["y"] = [f"c{int((rank - 1) * classes / n)}" for rank in ranks]
    else:
        frame["y"] = np.round(signal + rng.normal(size=n), 2) + 1000.0
    return frame


def worth_of(seed, classes):
    """Return priors, losses or both of so many classes."""
    rng = np.random.default_rng(seed)
    names = [f"c{k}" for k in range(classes)]
    shares = rng.dirichlet(np.full(classes, 2.0)) + 1e-3
    priors = dict(zip(names, (shares / shares.sum()).tolist(), strict=True))
    losses = {
        name: {other: float(rng.integers(1, 9)) for other in names if other != name}
        for name in names[1:]
    }
    return [{"priors": priors}, {"losses": losses}, {"priors": priors, "losses": losses}][seed % 3]


def weights_by_class(classes, digits=30):
    """Return weights that all rows of a class have, of so many binary digits."""
    parts = 1.0 / (3.0 + pd.factorize(np.asarray(classes))[0])
    return np.ldexp(np.rint(np.ldexp(parts, digits)), -digits)


def exact_weights(rows):
    """Return weights in turn whose sums no order rounds."""
    return np.resize([0.25, 1.75, 0.125], rows)


def told(candidate):
    """Return all that is told of a candidate."""
    return [getattr(candidate, name) for name in candidate.__slots__]


def send(frame, dataset, split, rows):
    """Return the rows of each branch by the values alone, as a reader of the split would."""
    column = dataset.columns[split.column]
    branches = [[] for _ in range(split.branches)]
    for row in rows:
        branches[_branch(frame[column.name].iloc[row], column, split)].append(row)
    return branches


def _branch(value, column, split):
    if pd.isna(value):
        return split.missing
    if isinstance(split, ThresholdSplit):
        if column.kind == "datetime":
            value = pd.Timestamp(value).as_unit(np.datetime_data(column.dtype)[0])._value
        return sum(value > cut.value for cut in split.cuts)
    names = [[column.levels[code] for code in group] for group in split.groups]
    return next((i for i, group in enumerate(names) if value in group), split.missing)
