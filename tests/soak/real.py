"""Trees of real data beside Weka's, rpart's and scikit-learn's, until one differs.

    python -m tests.soak.real weka|rpart|cp|sklearn|chaid [--n 300] [--seed 0]

Each of `--n` times a set, a target, rows and options are drawn; every other time a share of the
values is taken away, sometimes rows have weights. Compared are structure, counts, and predictions
for rows with yet more values taken away. `cp` compares what rpart leaves of a tree at a complexity,
which it approximates while it grows. Where to find the programs is said in
`tests/goldens/make_weka.py` and `make_rpart.py`.
"""

import argparse
import collections
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import treewidget as tw
from tests.goldens.make_weka import ID3, J48, JAR, arff, lines
from tests.goldens.rpart_runs import read, run, write_job
from tests.goldens.test_weka import PRINTED, lines_of
from tests.induction.naive_chaid import Rules
from tests.induction.sklearn_report import beside
from tests.induction.test_chaid_against_naive import compared
from tests.soak import rpart
from tests.soak.real_sets import drawn, holed, real_sets, unordered

TWO, EXHAUSTIVE = 2, 10
CPS = (0.01, 0.01, 0.02, 0.005, 0.05, 0.001)


# ------------------------------------------------------------------ Weka


def of_j48(rng):
    """Return options as Weka writes them, and as they are called here."""
    given, ours = [], {}
    if rng.random() < 0.25:
        given, ours = ["-U"], {"confidence": None}
    else:
        factor = float(rng.choice([0.25, 0.25, 0.05, 0.01, 0.1, 0.35, 0.4, 0.5]))
        given, ours = ["-C", str(factor)], {"confidence": factor}
        if rng.random() < 0.3:
            given, ours = [*given, "-S"], {**ours, "subtree_raising": False}
    least = int(rng.choice([1, 2, 2, 3, 5, 10, 20]))
    given, ours = [*given, "-M", str(least)], {**ours, "min_cases": least}
    if rng.random() < 0.3:
        given, ours = [*given, "-B"], {**ours, "branching": "rest"}
    return " ".join(given), ours


def weka(asked, sets):
    """Run both on all, Weka first."""
    jobs = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        said = []
        for seed in range(asked.seed, asked.seed + asked.n):
            rng = np.random.default_rng(seed)
            what, made = drawn(rng, sets, regression=False, least=14)
            made = unordered(made)
            new, (given, ours) = holed(made, rng), of_j48(rng)
            weights = None
            if rng.random() < 0.2:
                weights = rng.integers(1, 9, len(made)) / 4.0
            program = J48
            nominal = all(isinstance(made[c].dtype, pd.CategoricalDtype) for c in made)
            if nominal and rng.random() < 0.3 and not made.isna().any(axis=None):
                program, given, ours, weights, new = ID3, "", {}, None, made
            text = arff(made, "y")
            if weights is not None:
                head, body = text.split("@data\n")
                body = [
                    f"{line}, {{{w}}}" for line, w in zip(body.split("\n"), weights, strict=False)
                ]
                text = f"{head}@data\n" + "\n".join(body) + "\n"
            (folder / f"{seed}.arff").write_text(text)
            (folder / f"{seed}.new.arff").write_text(arff(new, "y"))
            paths = [str(folder / f"{seed}{end}") for end in (".arff", ".new.arff", ".out")]
            said.append("\t".join([program, given, *paths]))
            jobs.append((seed, what, made, new, given, ours, weights, program))
        (folder / "jobs").write_text("\n".join(said))
        script = str(Path(__file__).with_name("Trees.java"))
        subprocess.run(["java", "-Xss64m", "-cp", JAR, script, str(folder / "jobs")], check=True)
        for seed, what, made, new, given, ours, weights, program in jobs:
            text = (folder / f"{seed}.out").read_text()
            label = f"{seed}: {what}, {program.rsplit('.', 1)[1]} {given}" + " weighted" * (
                weights is not None
            )
            if "=== refused" in text:
                yield "refused", f"{label}: {text[:200]}"
                continue
            given_here = {} if weights is None else {"weights": weights}
            method = "id3" if program == ID3 else "c4.5"
            tree = tw.DecisionTree(made, "y", method=method, **given_here, **ours)
            found = list(unlike_weka(tree, made, new, text, rest="-B" in given))
            yield ("other" if found else "same"), f"{label}: {'; '.join(found[:3])}"


def unlike_weka(tree, made, new, text, *, rest):
    """Yield what is not as Weka says."""
    printed, _, shares = text.partition("=== shares\n")
    theirs = lines(printed)
    mine = list(lines_of(tree, made, [c for c in made if c != "y"], rest=rest))
    if [line[:3] for line in mine] != [line[:3] for line in theirs]:
        at = next(
            (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a[:3] != b[:3]), -1
        )
        yield f"structure: {len(mine)} lines, {len(theirs)}; {at}: {mine[at]}, {theirs[at]}"
        return
    for one, other in zip(mine, theirs, strict=True):
        if one[3] is not None and abs(one[3] - other[3]) > 1e-6 * max(1.01, abs(other[3])):
            yield f"threshold {one[3]!r}, not {other[3]!r}"
        if (one[4] is None) != (other[4] is None):
            yield "leaf or not"
        elif one[4] and not other[4]:
            if one[4][1]:
                yield f"{one[4]} where Id3 has nothing"
        elif one[4] and (
            one[4][0] != other[4][0]
            or np.abs(np.subtract(one[4][1:], [*other[4][1:], *one[4][1:]][:2])).max() > PRINTED
        ):
            yield f"leaf {one[4]}, not {other[4]}"
    wanted = np.array([[float(v) for v in line.split()] for line in shares.splitlines()])
    known = wanted.sum(axis=1) > 0  # Id3 says nothing of a row in an empty branch
    off = np.abs(tree.predict_proba(new.drop(columns="y")) - wanted)[known].max(initial=0)
    if off > 1e-9:
        yield f"shares off by {off:.3g}"


# ------------------------------------------------------------------ rpart


def of_rpart(asked, sets):
    """Run both on all, rpart first."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = {}
        for seed in range(asked.seed, asked.seed + asked.n):
            rng = np.random.default_rng(seed)
            what, made = drawn(rng, sets, regression=rng.random() < 0.4)
            classes = 0 if made["y"].dtype.kind == "f" else len(made["y"].cat.categories)
            weighted = rng.random() < 0.3
            made.insert(
                made.shape[1] - 1, "w", rng.integers(2, 12, len(made)) / 4 if weighted else 1.0
            )
            known = made.drop(columns=["y", "w"]).notna().any(axis=1)
            made = made[known].reset_index(drop=True)
            if classes:
                made["y"] = made["y"].cat.remove_unused_categories()
                classes = len(made["y"].cat.categories)
                if classes == 1:
                    continue
                if classes > TWO:  # rpart goes through all 2 ** (levels - 1) of them
                    made = made[[c for c in made if c == "y" or _levels(made[c]) <= EXHAUSTIVE]]
            options = {"cp": -1, **rpart.random_options(rng, classes, made.shape[1] - 2)}
            if asked.program == "cp":
                options |= {"cp": float(rng.choice(CPS)), "minsplit": 20, "minbucket": 7}
            new = rpart.shuffled(rng, made)
            jobs[seed] = what, made, new, options
            write_job(folder, f"s{seed}", made, "y", options, weights="w", new=new)
        run(folder)
        for seed, (what, made, new, options) in jobs.items():
            label = f"{seed}: {what} {options}"
            said = read(folder, f"s{seed}", made, "y", "w")
            if "error" in said:
                yield "refused", f"{label}: {said['error']}"
                continue
            yield rpart.outcome(made, new, options, said), label


def _levels(series):
    return len(getattr(getattr(series, "cat", None), "categories", ()))


# ------------------------------------------------------------------ scikit-learn


def of_sklearn(asked, sets):
    """Grow both on all; levels are numbers to either, and values are what 32 bits hold."""
    for seed in range(asked.seed, asked.seed + asked.n):
        rng = np.random.default_rng(seed)
        regression = rng.random() < 0.4
        what, made = drawn(rng, sets, regression=regression)
        y = made.pop("y")
        y = y.to_numpy() if regression else y.cat.remove_unused_categories().cat.codes.to_numpy()
        table = {}
        for at, column in enumerate(made):
            series, text = made[column], isinstance(made[column].dtype, pd.CategoricalDtype)
            known = series.cat.codes.astype(float).where(series.notna()) if text else series
            table[f"x{at}"] = known.astype(np.float32).astype(float)
        weights = rng.integers(1, 9, len(y)) / 4.0 if rng.random() < 0.3 else None
        options = {"max_depth": [None, 2, 4, 7][rng.integers(4)]}
        options["min_samples_leaf"] = [1, 1, 3, 10, 0.03][rng.integers(5)]
        options["min_samples_split"] = [2, 10, 0.1][rng.integers(3)]
        if rng.random() < 0.3:
            options["max_leaf_nodes"] = int(rng.choice([2, 5, 12, 40]))
        if rng.random() < 0.2:
            spread = float(np.var(y)) if regression else 1.0
            options["min_impurity_decrease"] = float(rng.choice([0.001, 0.01])) * spread
        if not regression and rng.random() < 0.5:
            options["criterion"] = "entropy"
        if rng.random() < 0.2:
            spread = float(np.var(y)) if regression else 1.0
            options["ccp_alpha"] = float(rng.choice([0.0005, 0.003, 0.02])) * spread
        task = "regression" if regression else "classification"
        found = beside(what, "", (pd.DataFrame(table), y, task, weights), options, 6)
        if found.identical:
            word = "same"
        else:
            word = "tie" if found.good or ("ccp_alpha" in options and found.contested) else "other"
        yield word, f"{seed}: {what} {options} weighted={weights is not None} {found}"


# ------------------------------------------------------------------ CHAID by plain loops


def of_chaid(asked, sets):
    """Grow both on all: see `tests/induction/naive_chaid.py`."""
    for seed in range(asked.seed, asked.seed + asked.n):
        rng = np.random.default_rng(seed)
        regression = rng.random() < 0.3
        what, made = drawn(rng, sets, regression=regression)
        made = pd.concat([made.iloc[:250, -min(made.shape[1], 13) : -1], made["y"][:250]], axis=1)
        if made["y"].nunique() < 2 or made.drop(columns="y").isna().all(axis=None):
            continue
        test = "f" if regression else str(rng.choice(["chi2", "g2"]))
        exhaustive = rng.random() < 0.4
        method = "exhaustive-chaid" if exhaustive else "chaid"
        rules = Rules(test=test, exhaustive=exhaustive)
        label = f"{seed}: {what} {method} {test}"
        try:
            splits = compared(made, rules, method, criterion="f_test" if regression else test)
        except AssertionError as wrong:
            yield "other", f"{label}: {str(wrong)[:300]}"
        else:
            yield ("same" if splits else "leaf"), label


PROGRAMS = {
    "weka": weka,
    "rpart": of_rpart,
    "cp": of_rpart,
    "sklearn": of_sklearn,
    "chaid": of_chaid,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", choices=tuple(PROGRAMS))
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    sets, found = list(real_sets()), collections.Counter()
    for what, label in PROGRAMS[asked.program](asked, sets):
        found[what] += 1
        if what not in ("same", "tie", "leaf"):
            print(what, label, flush=True)
    print(dict(found))
    return 0 if not set(found) - {"same", "tie", "leaf", "refused"} else 1


if __name__ == "__main__":
    sys.exit(main())
