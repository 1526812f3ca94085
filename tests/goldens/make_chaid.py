"""Write `chaid/*.json`: trees of PyPI's CHAID 5.5.1, run as a program.

Run ``python -m tests.goldens.make_chaid`` where that package is installed.

CHAID multiplies no p-value and takes its level of significance for splits and mergers alike:
options and data are those in which the multipliers change no choice, or `bonferroni` is off. It
keeps apart what holds one and the same single class (the specification's p is 1 there), enforces
the least size of a child in another way, takes codes as neighbours only if they follow one another,
and its exhaustive search always ends with two groups: nothing here hangs on those. Numbers are
given to it in the bins that `method="chaid"` makes.
"""

import warnings

import numpy as np
import pandas as pd

from tests.goldens import data, frame, keep, keep_golden, with_gaps
from tests.goldens.sets import MADE, nominal
from tests.induction.naive_chaid import binned
from tests.induction.titanic import TITANIC

BERKELEY = {
    "A": ((512, 313), (89, 19)),
    "B": ((353, 207), (17, 8)),
    "C": ((120, 205), (202, 391)),
    "D": ((138, 279), (131, 244)),
    "E": ((53, 138), (94, 299)),
    "F": ((22, 351), (24, 317)),
}


def admissions():
    rows = [
        (dept, gender, said)
        for dept, table in BERKELEY.items()
        for gender, pair in zip(("male", "female"), table, strict=True)
        for said, count in zip(("admitted", "rejected"), pair, strict=True)
        for _ in range(count)
    ]
    source = "Bickel, Hammel and O'Connell 1975: admissions to Berkeley in 1973 (counts)"
    return source, pd.DataFrame(rows, columns=["dept", "gender", "decision"]).astype("category")


def titanic():
    rows = [
        (*key, said)
        for key, pair in TITANIC.items()
        for said, count in zip(("no", "yes"), pair, strict=True)
        for _ in range(count)
    ]
    source = "Dawson 1995, Journal of Statistics Education 3(3): who survived the Titanic (counts)"
    names = ["class", "sex", "age", "survived"]
    return source, pd.DataFrame(rows, columns=names).astype("category")


def segments(seed, classes):
    """Groups of levels that act alike, a column with an order, names that are hard to bear."""
    rng, n = np.random.default_rng(seed), 1000
    made = pd.DataFrame(
        {
            name: nominal(rng.integers(0, count, n), [f"{name} {at}" for at in range(count)])
            for name, count in zip(
                ("it's", "{q}", "Größe", 's"s', "値"), (3, 6, 4, 8, 5), strict=True
            )
        }
    )
    grade = rng.integers(0, 6, n)
    made["grade"] = pd.Categorical.from_codes(grade, list("abcdef"), ordered=True)
    first = made["it's"].cat.codes == 1
    signal = 2.0 * first + 1.5 * (made["{q}"].cat.codes.isin([1, 4]) & ~first) + (grade > 3)
    signal += 0.6 * made["Größe"].cat.codes.isin([0, 3]) + rng.normal(size=n)
    said = np.digitize(signal, [0.9, 2.0] if classes == 3 else [1.2])
    return MADE, made.assign(y=nominal(said, ["no", "?", "yes"][:classes]))


def sets():
    """Write the data sets that only CHAID is run on."""
    keep("admissions", *admissions(), "decision")
    keep("titanic", *titanic(), "survived")
    for name, seed, classes in (("segments", 0, 3), ("pairs", 3, 2)):
        source, made = segments(seed, classes)
        keep(name, source, made, "y")
        holed = with_gaps(made, "y", 0.15, seed)
        keep(f"{name}_gaps", f"{source}; values taken away at random", holed, "y")


# data, level of mergers, level of splits here, depth, least rows of a node that is split
RUNS = {
    "chaid": (
        ("vote", 0.05, 0.05, 1, 20),
        ("vote_gaps", 0.05, 0.05, 3, 150),
        ("wine", 0.05, 0.05, 3, 60),
        ("wine_gaps", 0.05, 0.05, 3, 150),
        ("mixed", 0.01, 0.05, 3, 20),
        ("mixed_gaps", 0.05, 0.05, 2, 60),
        ("classes", 0.05, 0.05, 2, 20),
        ("classes_gaps", 0.05, 0.05, 2, 20),
        ("titanic", 0.001, 0.05, 3, 150),
        ("admissions", 0.05, 0.05, 3, 20),
        ("segments", 0.001, 0.01, 3, 60),
        ("segments_gaps", 0.01, 0.05, 3, 150),
        ("pairs", 0.0001, 0.001, 3, 60),
        ("pairs_gaps", 0.001, 0.01, 2, 200),
    ),
    "chaid-unadjusted": (
        ("titanic", 0.05, 0.05, 3, 30),
        ("vote_gaps", 0.05, 0.05, 2, 30),
        ("mixed_gaps", 0.05, 0.05, 3, 30),
        ("segments_gaps", 0.05, 0.05, 2, 30),
    ),
    "exhaustive-chaid": (
        ("titanic", 0.05, 0.05, 2, 150),
        ("vote", 0.05, 0.05, 1, 20),
    ),
}


def coded(given, target):
    """Return a frame as CHAID takes it: levels, or ordinal codes; and the kind of each column."""
    made, kinds = pd.DataFrame({target: given[target].astype(object)}), {}
    for name in given.columns.drop(target):
        series = given[name]
        if isinstance(series.dtype, pd.CategoricalDtype) and not series.cat.ordered:
            made[name] = series.astype(object).where(series.notna(), None)
            kinds[name] = "nominal"
            continue
        if isinstance(series.dtype, pd.CategoricalDtype):
            values = series.cat.codes.where(series.notna()).tolist()
        else:
            values = series.tolist()
        bins = binned([None if v != v else v for v in values], [1.0] * len(values))  # noqa: PLR0124
        place = {value: float(at) for at, value in enumerate(bins.order)}
        made[name] = [place.get(value, np.nan) for value in bins.values]  # noqa: PD011
        kinds[name] = "ordinal"
    return made, kinds


def grown(method, run):
    """Return what CHAID makes of a data set."""
    from CHAID import Tree

    name, alpha, level, depth, least = run
    exhaustive = method == "exhaustive-chaid"

    given, target = frame(name), data(name)["target"]
    made, kinds = coded(given, target)
    tree = Tree.from_pandas_df(
        made, kinds, target, alpha_merge=alpha, max_depth=depth, min_parent_node_size=least,
        min_child_node_size=1, is_exhaustive=exhaustive,
    )  # fmt: skip
    nodes, leaf = [], [0] * len(given)
    place = {node.node_id: at for at, node in enumerate(tree.tree_store)}
    for node in tree.tree_store:
        rows = [int(row) for row in node.indices]
        counts = given[target].iloc[rows].value_counts(sort=False)
        line = {"parent": place.get(node.parent), "n": len(rows), "counts": counts.tolist()}
        if node.is_terminal:
            for row in rows:
                leaf[row] = place[node.node_id]
        else:
            split = node.split
            line |= {"column": split.column, "chi2": float(split.score), "df": int(split.dof)}
            line["p"] = float(split.p)
        nodes.append(line)
    levels = {"alpha_split": level} | ({} if exhaustive else {"alpha_merge": alpha})
    if method == "chaid-unadjusted":
        method, levels["bonferroni"] = "chaid", False
    return {
        "data": name,
        "method": method,
        "options": {
            **levels,
            "max_depth": depth,
            "min_samples_split": least,
            "min_samples_leaf": 1,
        },
        "nodes": nodes,
        "leaf": leaf,
    }


def main():
    warnings.simplefilter("ignore")  # that it cannot draw
    sets()
    for method, runs in RUNS.items():
        for run in runs:
            keep_golden("chaid", f"{run[0]}-{method}", grown(method, run))


if __name__ == "__main__":
    main()
