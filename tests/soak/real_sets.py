"""Real data of packages at hand: R's, scikit-learn's, statsmodels', Weka's examples; and a folder.

Nothing of it is kept: the sets are read where they are installed. ``TREEWIDGET_SETS`` may name a
folder of further files of comma-separated values.
"""

import importlib
import io
import os
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

EXAMPLES = Path("/usr/share/doc/weka/examples")
ROWS, COLUMNS = 700, 40
FEW, MANY = 10, 40
"""Levels up to which a column is a target; up to which texts are levels at all."""
PACKAGED = (
    *("anes96", "ccard", "fair", "fertility", "heart", "modechoice", "randhie", "spector"),
    *("star98", "statecrime", "strikes", "scotland", "copper", "cpunish", "committee"),
)


def real_sets():
    """Yield names and frames of numbers and categories."""
    for source in (_of_r, _of_weka, _of_sklearn, _of_statsmodels, _of_folder):
        for name, made in source():
            yield name, _tidy(made)


def _of_r():
    script = Path(__file__).with_name("real_sets.R")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["Rscript", str(script), folder], check=True, capture_output=True)
        for path in sorted(Path(folder).glob("*.types")):
            types = [line.split("\t") for line in path.read_text().splitlines()]
            table = pd.read_csv(path.with_suffix(".csv"), header=None, names=range(len(types)))
            made = {}
            for at, (name, kind, *levels) in enumerate(types):
                made[name] = table[at].astype(float)
                if kind != "number":
                    codes = table[at].fillna(-1).astype(int)
                    made[name] = pd.Categorical.from_codes(codes, levels, ordered=kind == "ordered")
            yield path.stem, pd.DataFrame(made)


def _of_weka():
    for path in sorted(EXAMPLES.glob("*.arff")):
        head, _, body = re.split(r"(@data)", path.read_text(errors="replace"), flags=re.IGNORECASE)
        names, kinds = [], []
        for line in head.splitlines():
            found = re.match(r"@attribute\s+('[^']*'|\S+)\s+(.+)", line.strip(), re.IGNORECASE)
            if found:
                names.append(found[1].strip("'"))
                kinds.append(found[2].strip())
        if "string" in kinds:
            continue
        rows = "\n".join(line for line in body.splitlines() if line.strip() and line[0] != "%")
        table = pd.read_csv(
            io.StringIO(rows),
            header=None,
            names=names,
            na_values="?",
            skipinitialspace=True,
            quotechar="'",
            dtype=str,
            keep_default_na=False,
        )
        for name, kind in zip(names, kinds, strict=True):
            if kind[0] != "{":
                table[name] = table[name].astype(float)
                continue
            levels = [level.strip().strip("'\"") for level in kind.strip("{} ").split(",")]
            table[name] = pd.Categorical(table[name].str.strip("'\" "), levels)
        yield path.stem, table


def _of_sklearn():
    from sklearn import datasets

    for name in ("iris", "wine", "breast_cancer", "diabetes", "digits"):
        both = getattr(datasets, f"load_{name}")(as_frame=True)
        made = both.data.astype(float)
        levels = both.target.nunique() <= FEW
        made["y"] = pd.Categorical(both.target.map(str)) if levels else both.target
        yield f"sklearn-{name}", made


def _of_statsmodels():
    for name in PACKAGED:
        module = importlib.import_module(f"statsmodels.datasets.{name}")
        yield f"statsmodels-{name}", module.load_pandas().data.reset_index(drop=True)


def _of_folder():
    folder = os.environ.get("TREEWIDGET_SETS")
    for path in sorted(Path(folder).glob("*.csv")) if folder else ():
        yield path.stem, pd.read_csv(path)


def _tidy(made):
    """Return numbers and categories alone; texts of too many kinds are names."""
    kept = {}
    for name in made:
        series = made[name]
        if isinstance(series.dtype, pd.CategoricalDtype):
            levels = series.cat.categories.astype(str).astype(object)
            kept[name] = series.cat.rename_categories(levels)
        elif series.dtype.kind in "bOU" or isinstance(series.dtype, pd.StringDtype):
            if series.nunique() <= MANY:
                texts = series.astype(object).where(series.notna(), None)
                kept[name] = pd.Series(pd.Categorical(texts.map(str, na_action="ignore")))
        else:
            kept[name] = series.astype(float).replace([np.inf, -np.inf], np.nan)
    return pd.DataFrame(kept)


def targets(made):
    """Return columns that can be told from the others: categories, and numbers of two values."""
    few = [
        name
        for name in made
        if (isinstance(made[name].dtype, pd.CategoricalDtype) or made[name].nunique() == 2)
        and 2 <= made[name].nunique() <= 2 * FEW
    ]
    numbers = [name for name in made if made[name].dtype.kind == "f" and made[name].nunique() > FEW]
    return few, numbers


def drawn(rng, sets, *, regression, least=20):
    """Return a name and a frame with its target last, named y."""
    while True:
        name, made = sets[rng.integers(len(sets))]
        few, numbers = targets(made)
        known = numbers if regression else few
        if not known:
            continue
        target = known[rng.integers(len(known))]
        columns = [column for column in made if column != target]
        if len(columns) > COLUMNS:
            columns = sorted(rng.choice(columns, COLUMNS, replace=False), key=columns.index)
        rows = made[made[target].notna()]
        if len(rows) > ROWS:
            rows = rows.iloc[np.sort(rng.choice(len(rows), ROWS, replace=False))]
        made = rows[[*columns, target]].reset_index(drop=True)
        made.columns = [*(f"{column} " for column in columns), "y"]
        if not regression:
            made["y"] = pd.Categorical(made["y"].astype(str).astype(object))
        if rng.random() < 0.5:
            share = rng.choice([0.03, 0.1, 0.3])
            gone = rng.random((len(made), len(columns))) < share
            made.iloc[:, :-1] = made.iloc[:, :-1].mask(gone)
        usable = made.iloc[:, :-1].notna().any(axis=None)
        if len(made) >= least and len(set(made["y"])) > 1 and usable:
            return f"{name} -> {target}", made


def unordered(made):
    """Return the same with plain categories: Weka knows no other."""
    ordered = {
        name: made[name].cat.as_unordered()
        for name in made
        if isinstance(made[name].dtype, pd.CategoricalDtype)
    }
    return made.assign(**ordered)


def holed(made, rng):
    """Return the same rows with a fifth of the values gone."""
    new = made.copy()
    new.iloc[:, :-1] = new.iloc[:, :-1].mask(rng.random((len(made), made.shape[1] - 1)) < 0.2)
    return new
