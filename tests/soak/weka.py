"""C4.5 beside Weka's J48 on random frames, until one differs.

    python -m tests.soak.weka [--n 100] [--seed 0]

Each frame is grown and pruned under each set of options by both, and compared in structure,
thresholds, weights and errors of the leaves, and the classes and shares predicted for its rows with
more values taken away. Needs Java and Weka 3.6.14: see `tests/goldens/make_weka.py`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import treewidget as tw
from tests.goldens.make_weka import J48, JAR, OURS, arff, lines, prediction, run
from tests.goldens.test_weka import PRINTED, lines_of

OPTIONS = {
    **OURS,
    "-C 0.01": {"confidence": 0.01},
    "-M 1 -C 0.4": {"min_cases": 1, "confidence": 0.4},
    "-B -S": {"branching": "rest", "subtree_raising": False},
}
DECIMALS = 6
"""Of a printed threshold."""


def random_frame(seed):
    """Return numbers with ties and levels of any number, often missing, and a class by some."""
    rng = np.random.default_rng(seed)
    n, classes = int(rng.choice([12, 30, 60, 120, 250, 600])), int(rng.choice([2, 2, 3, 5, 8]))
    columns, score, before = {}, np.zeros((n, classes)), np.zeros(n)
    for at in range(int(rng.integers(1, 9))):
        values, signal = _numbers(rng, n) if rng.random() < 0.5 else _levels(rng, n)
        score += (rng.random() < 0.6) * np.outer(signal, rng.normal(size=classes))
        together = (signal > 0) ^ (before > 0)  # splits worth little alone: these are raised
        score += (rng.random() < 0.4) * np.outer(together, rng.normal(size=classes) * 2)
        before = signal
        values[rng.random(n) < rng.choice([0, 0, 0, 0.03, 0.1, 0.3, 0.6])] = None
        columns[f"column {at}"] = values
    noise = rng.choice([0.2, 1, 2, 4]) * rng.gumbel(size=(n, classes))
    codes = np.argmax(score + noise, axis=1)
    codes[:2] = [0, 1]  # Weka refuses a single class
    names = [f"class {code}" for code in range(classes)]
    columns["y"] = pd.Series(pd.Categorical.from_codes(codes, names)).cat.remove_unused_categories()
    return pd.DataFrame(columns)


def _numbers(rng, n):
    kind = rng.integers(0, 3)
    if kind == 0:
        values = rng.normal(size=n) * 10.0 ** rng.integers(-2, 5)
        values = values.round(int(rng.integers(0, 5))) + 0.0
    elif kind == 1:
        values = rng.integers(0, int(rng.choice([2, 5, 40, 400])), n).astype(float)
    else:
        values = (rng.exponential(size=n) * 10).round(int(rng.integers(0, 3)))
    return pd.Series(values), (values - values.mean()) / (values.std() + 1e-9)


def _levels(rng, n):
    many = int(rng.choice([2, 3, 4, 8, 15, 30]))
    codes = rng.choice(many, n, p=rng.dirichlet(np.full(many, rng.choice([0.3, 2]))))
    values = pd.Categorical.from_codes(codes, [f"level {code}" for code in range(many)])
    return pd.Series(values), rng.normal(size=many)[codes] * 1.5


def differences(frame, folder, given, options):
    """Yield what is not alike."""
    new = frame.mask(np.random.default_rng(0).random(frame.shape) < 0.2)
    new["y"] = frame["y"]
    train, test = folder / "train.arff", folder / "new.arff"
    train.write_text(arff(frame, "y"), encoding="utf-8")
    test.write_text(arff(new, "y"), encoding="utf-8")
    command = ["java", "-Xss64m", "-cp", JAR, J48, *given.split(), "-t", train, "-no-cv"]
    theirs = lines(run([*command, "-v"]))
    said = run([*command, "-T", test, "-p", "0", "-distribution"]).splitlines()
    rows = [line for line in said if line.strip()[:1].isdigit()]
    tree = tw.DecisionTree(frame, "y", method="c4.5", **options)
    columns = [column for column in frame if column != "y"]
    ours = list(lines_of(tree, frame, columns, rest="-B" in given))
    if [line[:3] for line in ours] != [line[:3] for line in theirs]:
        yield "structure"
        return
    for mine, other in zip(ours, theirs, strict=True):
        if mine[3] is not None and round(abs(mine[3] - other[3]), DECIMALS) > 1e-6 * abs(other[3]):
            yield f"threshold {mine[3]!r}, not {other[3]!r}"
        if (mine[4] is None) != (other[4] is None):
            yield "leaf or not"
        elif mine[4] and (mine[4][0] != other[4][0] or _off(mine[4][1:], other[4][1:]) > PRINTED):
            yield f"leaf {mine[4]}, not {other[4]}"
    shares = [prediction(line)[1] for line in rows]
    if _off(tree.predict_proba(new.drop(columns="y")), shares) > PRINTED / 10:
        yield "shares predicted"


def _off(mine, other):
    return np.abs(np.asarray(mine) - np.asarray(other)).max()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    wrong, done = 0, 0
    for seed in range(asked.seed, asked.seed + asked.n):
        frame = random_frame(seed)
        for given, options in OPTIONS.items():
            with tempfile.TemporaryDirectory() as folder:
                found = list(differences(frame, Path(folder), given, options))
            done, wrong = done + 1, wrong + bool(found)
            if found:
                print(f"seed {seed}, J48 {given}: {'; '.join(found[:3])}", flush=True)
    print(f"{done} trees, {wrong} of them other than J48's")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
