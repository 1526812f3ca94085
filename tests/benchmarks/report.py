"""Make the table of figures that stands in README.md beside this file, from results/*.json.

python -m tests.benchmarks.report
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .curve import DEEPER, GROWTHS, START, levels_of
from .growth import OURS
from .keeping import growths, kept
from .summary import summary
from .tables import head, line

if TYPE_CHECKING:
    from collections.abc import Iterator

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def main() -> None:
    """Write the tables between their marks."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    tables = "\n".join(_tables())
    README.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def _tables() -> Iterator[str]:
    yield from summary()
    for machine, rows, found in growths():
        yield from _growth(machine, rows, found)
    for name, make in (
        ("crossval", _crossval),
        ("process", _process),
        ("predict", _predict),
        ("first", _first),
        ("curve", _curve),
        ("methods", _methods),
        ("whole", _whole),
        ("options", _options),
        ("gestures", _gestures),
    ):
        if found := kept(name):
            yield from make(found)


def _growth(machine: str, rows: int, sets: dict[str, Any]) -> Iterator[str]:
    for name, found in sets.items():
        yield f"\n### {name}, {rows:,} rows by 20 columns, {machine}\n"
        yield from _runs(found["run"])
        figures = ("CPU s", "wall s", "times ours", "nodes", "impurity")
        yield from head(("operation", "contestant"), figures)
        for operation, contestants in found.items():
            if operation == "run":
                continue
            base = contestants.get(OURS, {}).get("cpu")
            for who, one in contestants.items():
                yield line(operation, who, *_grown(who, one, base))


def _grown(who: str, one: dict[str, Any], base: float | None) -> tuple[str, ...]:
    ratio = f"{one['cpu'] / base:,.1f}" if base and not who.startswith(OURS) else ""
    nodes = f"{one['nodes']:,}" if "nodes" in one else ""
    impurity = f"{one['impurity']:.10g}" if "impurity" in one else ""
    return f"{one['cpu']:.3f}", f"{one['wall']:.3f}", ratio, nodes, impurity


def _runs(runs: dict[str, Any]) -> Iterator[str]:
    for side, run in runs.items():
        yield (
            f"{side}: {run['date']}, {run['processor']}, {run['cores']} cores, "
            f"Python {run['python']}, load {run['load']} at the end\n"
        )


def _crossval(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### Ten-fold cross-validation of cost-complexity pruning\n"
    figures = ("CPU s", "wall s", "for 20 alphas in 10 folds, CPU s", "date, load")
    yield from head(("contestant",), figures)
    for who, one in found.items():
        whole = one["cpu"] * (1 if who == OURS else 40)
        run = one["run"]
        made = f"{run['date']}, {run['load']}"
        yield line(who, f"{one['cpu']:.2f}", f"{one['wall']:.2f}", f"{whole:,.1f}", made)


def _process(found: dict[str, Any]) -> Iterator[str]:
    run = found.pop("run")
    yield f"\n### Whole processes ({run['rows']:,} rows for memory)\n"
    yield from _runs({"both": run})
    yield from head(("figure", "contestant"), ("value", "times ours"))
    for name, figures in found.items():
        for who, value in figures.items():
            share = "" if who == OURS else f"{value / figures[OURS]:.2f}"
            yield line(name, who, f"{value:,.2f}", share)


def _first(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### First answers, against what the machine can do\n"
    yield from _runs({"both": found.pop("run")})
    figures = ("threads", "ms", "the machine's limit, ms", "times the limit")
    yield from head(("operation",), figures)
    for one in found["figures"]:
        took, limit = one["ms"], one["limit"]
        times = f"{took / limit:.1f}"
        yield line(one["operation"], one["threads"], f"{took:.2f}", f"{limit:.2f}", times)


def _predict(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### Predictions of full trees of {int(rows):,} rows, one thread\n"
        yield from _runs({"both": one["run"]})
        yield from head(("set, rows", "contestant"), ("CPU ms", "wall ms", "times ours"))
        for name, figures in one["figures"].items():
            for who, took in figures.items():
                times = [f"{1e3 * took[clock]:.2f}" for clock in ("cpu", "wall")]
                ratio = "" if who == OURS else f"{took['cpu'] / figures[OURS]['cpu']:.2f}"
                yield line(name, who, *times, ratio)


def _methods(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### Every method, {int(rows):,} rows by 20 columns, two threads\n"
        yield from _runs({"all": one["run"]})
        yield from head(("method",), ("rows", "levels", "coding, s", "growth, s", "nodes"))
        for name, took in one["figures"].items():
            coding = f"{took['coding']:.2f}" if "coding" in took else ""
            grown = (f"{took['growth']:.2f}", f"{took['nodes']:,}")
            yield line(name, f"{took['rows']:,}", took.get("max_depth", ""), coding, *grown)


def _whole(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### Whole trees of rows of every kind, grown and pruned, two threads\n"
    yield from _runs({name: one["run"] for name, one in found.items()})
    yield from head(("rows", "contestant"), ("seconds", "times ours", "nodes"))
    for name, one in found.items():
        base = one["figures"]["treewidget, c4.5"]["seconds"]
        for who, took in one["figures"].items():
            seconds = took["seconds"]
            yield line(name, who, f"{seconds:.2f}", f"{seconds / base:.1f}", f"{took['nodes']:,}")


def _options(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### CART beside its plain search, {int(rows):,} rows of every kind, until pure\n"
        yield from _runs({"all": one["run"]})
        yield from head(("options",), ("growth, s", "nodes", "nodes a second"))
        for name, took in one["figures"].items():
            growth, nodes = took["growth"], took["nodes"]
            yield line(name, f"{growth:.2f}", f"{nodes:,}", f"{nodes / growth:,.0f}")


def _gestures(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### A session on {int(rows):,} rows of every kind, with a widget, two threads\n"
        yield from _runs({"all": one["run"]})
        yield from head(("gesture",), ("wall s", "CPU s", "sent to the page, kB"))
        for took in one["figures"]:
            sent = f"{took['sent'] / 1e3:,.0f}"
            yield line(took["gesture"], f"{took['wall']:.2f}", f"{took['cpu']:.2f}", sent)


def _curve(found: dict[str, Any]) -> Iterator[str]:
    flat = ("coding", *(name for name in GROWTHS if name not in DEEPER))
    titles = [title for name in flat for title in (f"{name}, CPU s", "ns a cell")]
    for name in DEEPER:
        titles += (f"{name}, CPU s", "levels", "ns a cell and level")
    for axis, one in found.items():
        yield f"\n### Along {axis}, from a million rows, 20 columns and two classes\n"
        yield from _runs({"run": one["run"]})
        yield from head((), (axis, *titles))
        for value, took in one["points"].items():
            at = {**START, axis: int(value)}
            share = 1e9 / (at["rows"] * at["columns"])
            cells = [f"{int(value):,}"]
            for name in flat:
                cells += (f"{took[name]:.3f}", f"{took[name] * share:.1f}")
            for name in DEEPER:
                passed = took[levels_of(name)]
                each = took[name] * share / passed
                cells += (f"{took[name]:.3f}", f"{passed:.1f}", f"{each:.2f}")
            yield line(*cells)


if __name__ == "__main__":
    main()
