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
        yield "| operation | contestant | CPU s | wall s | times ours | nodes | impurity |"
        yield "|---|---|--:|--:|--:|--:|--:|"
        for operation, figures in found.items():
            if operation == "run":
                continue
            base = figures.get(OURS, {}).get("cpu")
            for who, one in figures.items():
                yield _line(operation, who, one, base)


def _line(operation: str, who: str, one: dict[str, Any], base: float | None) -> str:
    ratio = f"{one['cpu'] / base:,.1f}" if base and not who.startswith(OURS) else ""
    nodes = f"{one['nodes']:,}" if "nodes" in one else ""
    impurity = f"{one['impurity']:.10g}" if "impurity" in one else ""
    cells = (operation, who, f"{one['cpu']:.3f}", f"{one['wall']:.3f}", ratio, nodes, impurity)
    return "| " + " | ".join(cells) + " |"


def _runs(runs: dict[str, Any]) -> Iterator[str]:
    for side, run in runs.items():
        yield (
            f"{side}: {run['date']}, {run['processor']}, {run['cores']} cores, "
            f"Python {run['python']}, load {run['load']} at the end\n"
        )


def _crossval(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### Ten-fold cross-validation of cost-complexity pruning\n"
    yield "| contestant | CPU s | wall s | for 20 alphas in 10 folds, CPU s | date, load |"
    yield "|---|--:|--:|--:|---|"
    for who, one in found.items():
        whole = one["cpu"] * (1 if who == OURS else 40)
        run = one["run"]
        yield (
            f"| {who} | {one['cpu']:.2f} | {one['wall']:.2f} | {whole:,.1f} | "
            f"{run['date']}, {run['load']} |"
        )


def _process(found: dict[str, Any]) -> Iterator[str]:
    run = found.pop("run")
    yield f"\n### Whole processes ({run['rows']:,} rows for memory)\n"
    yield from _runs({"both": run})
    yield "| figure | contestant | value | times ours |"
    yield "|---|---|--:|--:|"
    for name, figures in found.items():
        for who, value in figures.items():
            share = "" if who == OURS else f"{value / figures[OURS]:.2f}"
            yield f"| {name} | {who} | {value:,.2f} | {share} |"


def _first(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### First answers, against what the machine can do\n"
    yield from _runs({"both": found.pop("run")})
    yield "| operation | threads | ms | the machine's limit, ms | times the limit |"
    yield "|---|--:|--:|--:|--:|"
    for one in found["figures"]:
        yield (
            f"| {one['operation']} | {one['threads']} | {one['ms']:.2f} | {one['limit']:.2f} | "
            f"{one['ms'] / one['limit']:.1f} |"
        )


def _predict(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### Predictions of full trees of {int(rows):,} rows, one thread\n"
        yield from _runs({"both": one["run"]})
        yield "| set, rows | contestant | CPU ms | wall ms | times ours |"
        yield "|---|---|--:|--:|--:|"
        for name, figures in one["figures"].items():
            for who, took in figures.items():
                times = [f"{1e3 * took[clock]:.2f}" for clock in ("cpu", "wall")]
                ratio = "" if who == OURS else f"{took['cpu'] / figures[OURS]['cpu']:.2f}"
                yield f"| {name} | {who} | {' | '.join(times)} | {ratio} |"


def _methods(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### Every method, {int(rows):,} rows by 20 columns, two threads\n"
        yield from _runs({"all": one["run"]})
        yield "| method | rows | levels | coding, s | growth, s | nodes |"
        yield "|---|--:|--:|--:|--:|--:|"
        for name, took in one["figures"].items():
            coding = f"{took['coding']:.2f}" if "coding" in took else ""
            cells = (name, f"{took['rows']:,}", took.get("max_depth", ""), coding)
            figures = (f"{took['growth']:.2f}", f"{took['nodes']:,}")
            yield "| " + " | ".join(map(str, (*cells, *figures))) + " |"


def _whole(found: dict[str, Any]) -> Iterator[str]:
    yield "\n### Whole trees of rows of every kind, grown and pruned, two threads\n"
    yield from _runs({name: one["run"] for name, one in found.items()})
    yield "| rows | contestant | seconds | times ours | nodes |"
    yield "|---|---|--:|--:|--:|"
    for name, one in found.items():
        base = one["figures"]["treewidget, c4.5"]["seconds"]
        for who, took in one["figures"].items():
            ratio = f"{took['seconds'] / base:.1f}"
            yield f"| {name} | {who} | {took['seconds']:.2f} | {ratio} | {took['nodes']:,} |"


def _options(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### CART beside its plain search, {int(rows):,} rows of every kind, until pure\n"
        yield from _runs({"all": one["run"]})
        yield "| options | growth, s | nodes | nodes a second |"
        yield "|---|--:|--:|--:|"
        for name, took in one["figures"].items():
            cells = (
                f"{took['growth']:.2f}",
                f"{took['nodes']:,}",
                f"{took['nodes'] / took['growth']:,.0f}",
            )
            yield f"| {name} | " + " | ".join(cells) + " |"


def _gestures(found: dict[str, Any]) -> Iterator[str]:
    for rows, one in found.items():
        yield f"\n### A session on {int(rows):,} rows of every kind, with a widget, two threads\n"
        yield from _runs({"all": one["run"]})
        yield "| gesture | wall s | CPU s | sent to the page, kB |"
        yield "|---|--:|--:|--:|"
        for took in one["figures"]:
            cells = (f"{took['wall']:.2f}", f"{took['cpu']:.2f}", f"{took['sent'] / 1e3:,.0f}")
            yield f"| {took['gesture']} | " + " | ".join(cells) + " |"


def _curve(found: dict[str, Any]) -> Iterator[str]:
    for axis, one in found.items():
        yield f"\n### Along {axis}, from a million rows, 20 columns and two classes\n"
        yield from _runs({"run": one["run"]})
        flat = ("coding", *(name for name in GROWTHS if name not in DEEPER))
        titles = [f"{name}, CPU s | ns a cell" for name in flat]
        titles += [f"{name}, CPU s | levels | ns a cell and level" for name in DEEPER]
        yield f"| {axis} | " + " | ".join(titles) + " |"
        yield "|--:|" + "--:|" * (2 * len(flat) + 3 * len(DEEPER))
        for value, took in one["points"].items():
            at = {**START, axis: int(value)}
            share = 1e9 / (at["rows"] * at["columns"])
            parts = [f"{took[name]:.3f} | {took[name] * share:.1f}" for name in flat]
            for name in DEEPER:
                passed = took[levels_of(name)]
                each = took[name] * share / passed
                parts.append(f"{took[name]:.3f} | {passed:.1f} | {each:.2f}")
            yield f"| {int(value):,} | " + " | ".join(parts) + " |"


if __name__ == "__main__":
    main()
