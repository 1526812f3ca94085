"""What the panels ask: methods and their options, the pruning sequence, what a pruning would do."""

import contextlib

import numpy as np
import pytest

import treewidget as tw
from tests.session.hands import View
from tests.tree.frames import mixed
from treewidget import methods
from treewidget.errors import TreeWidgetError
from treewidget.induction.methods import resolve
from treewidget.induction.missing_values import STRATEGIES
from treewidget.tree.growth_options import options_of as options_of_growth
from treewidget.tree.path import path_of
from treewidget.widget import TreeWidget

from .conftest import error, late, make_workspace, prices, settled


def test_their_script_is_the_one_that_was_built(page, tmp_path):
    assert page.request("panels")["result"] == {"script": "/* built */"}
    (tmp_path / "panels.js").write_text("/* built again */")
    assert page.request("panels")["result"] == {"script": "/* built again */"}
    (tmp_path / "panels.js").unlink()
    assert "is missing" in page.request("panels")["error"]["message"]


def options_of(page, name="cart"):
    """Return a method's options by name, and the method."""
    result = page.request("methods")["result"]
    wire = next(one for one in result["methods"] if one["name"] == name)
    return {option["name"]: option for option in wire["options"]}, wire


def test_methods_are_those_of_the_task_with_what_they_allow(page):
    result = page.request("methods")["result"]
    table = methods()
    ours = table[table["task"].isin(["classification", "both"])]
    assert result["method"] == "cart"
    assert [one["name"] for one in result["methods"]] == list(dict.fromkeys(ours["method"]))
    for wire in result["methods"]:
        lines = ours[ours["method"] == wire["name"]].set_index("option")
        for option in wire["options"]:
            assert option["default"] == lines["default"][option["name"]]
            assert option["choices" if option["kind"] == "choice" else "help"]
        assert set(lines.index) - {option["name"] for option in wire["options"]} <= {
            *("class_weight", "priors", "log", "losses", "column_costs"),
        }, "only what a form cannot ask for is left out"


def test_the_trees_own_options_are_in_force_in_the_form(page):
    options, _ = options_of(page)
    assert (options["max_depth"]["value"], options["max_depth"]["default"]) == (4, None)
    assert options["max_depth"]["optional"]
    assert not options["min_samples_leaf"]["optional"]
    kinds = {name: options[name]["kind"] for name in ("max_depth", "ccp_alpha", "allow_zero_gain")}
    assert kinds == {"max_depth": "whole", "ccp_alpha": "number", "allow_zero_gain": "flag"}


def test_every_value_a_form_offers_is_one_python_takes(page, workspace):
    task = workspace.dataset.target.task
    for wire in page.request("methods")["result"]["methods"]:
        for option in wire["options"]:
            for choice in option.get("choices", [option["default"]]):
                if option["name"] in ("missing", "branching"):
                    continue
                resolve(wire["name"], task, {option["name"]: choice})
        for branching, strategies in wire["missing"].items():
            assert strategies, "there is a way for missing rows whatever the splits are"
            for missing in strategies:
                resolve(wire["name"], task, {"branching": branching, "missing": missing})


@pytest.mark.parametrize(
    ("method", "missing"),
    [("cart", "learned"), ("cart", "bayes"), ("cart", "surrogate"), ("c4.5", "fractional"),
     ("c4.5", "most_common"), ("chaid", "own"), ("assistant", "shapiro")],
)  # fmt: skip
def test_a_form_offers_the_ways_for_missing_rows_that_a_growth_takes(method, missing):
    tree = tw.DecisionTree(mixed(80), target="kind", method=method, missing=missing, grow=False)
    inducer = tree.workspace.inducer
    for wire in View(tree.workspace, "left").ask("methods")["result"]["methods"]:
        for branching, offered in wire["missing"].items():
            taken = set()
            for way in STRATEGIES:
                given = {"branching": branching, "missing": way}
                with contextlib.suppress(TreeWidgetError):
                    options_of_growth(inducer, {"method": wire["name"], "options": given})
                    taken.add(way)
            assert set(offered) == taken, (wire["name"], branching)


def test_grow_with_options_is_the_line_of_python_it_shows(widget, workspace):
    reply = late(widget, "grow", node=1, method="cart", keep=False, options={"max_depth": 2})
    line = 'tree.grow(1, method="cart", keep=False, max_depth=2)'
    assert reply["result"]["line"] == line
    assert max(node.region.depth for node in workspace.tree.walk()) > 2
    assert max(node.region.depth for node, _ in _below(workspace, 1)) == 2
    refused = late(widget, "grow", 1, node=1, options={"max_dept": 2})
    assert "max_depth" in refused["error"]["message"]
    for options in ({"max_depth": [1]}, {"max_depth": {}}, [], {"x" * 300: 1}):
        assert error(late(widget, "grow", 1, node=1, options=options)) == "malformed"


def test_tables_come_by_position_and_go_by_name():
    frame = mixed(150)
    tree = tw.DecisionTree(
        frame, target="kind", max_depth=3, grow=False, priors={"a": 0.2, "b": 0.3, "c": 0.5}
    )
    view, names = (
        View(tree.workspace, "left"),
        [column.name for column in tree.workspace.dataset.columns],
    )
    result = view.ask("methods")["result"]
    assert result["priors"] == pytest.approx([0.2, 0.3, 0.5])
    assert (result["losses"], result["column_costs"], result["confidence"]) == ([], [], 0.25)
    costed = {one["name"] for one in result["methods"] if one["costed"]}
    assert "cart" in costed
    assert not costed & {"chaid", "exhaustive-chaid"}, "these refuse what divides a gain"
    assert view.ask("grow", column_costs=[[1, 3.5], [0, 2]])["ok"]
    assert tree.history[-1].args["options"] == {"column_costs": {names[1]: 3.5, names[0]: 2}}
    for wrong in ([[0.5, 1]], [[0]], [[99, 1.0]], [[-1, 1]]):
        assert view.ask("grow", column_costs=wrong)["error"]["code"] in {"invalid", "unknown"}
    reply = view.ask("prune_to", method="error-based", confidence=0.7)
    assert "confidence=0.7 must lie above 0, up to 0.5" in reply["error"]["message"]


def test_a_page_of_rows_says_how_much_of_each_is_there():
    frame = mixed(150)
    tree = tw.DecisionTree(frame, target="kind", method="c4.5", max_depth=3)
    view = View(tree.workspace, "left")
    assert view.ask("rows", node=0, offset=0, limit=5, which="train")["result"]["shares"] == []
    shared = next(node for node in tree.workspace.tree.walk() if "share" in tree.rows(node.id))
    said = view.ask("rows", node=shared.id, offset=2, limit=5, which="train")["result"]["shares"]
    assert [float(one) for one in said] == pytest.approx(
        tree.rows(shared.id)["share"].iloc[2:7].tolist(), rel=5e-3
    )


def _below(workspace, number):
    ahead = [workspace.tree.node(number)]
    while ahead:
        node = ahead.pop()
        yield node, number
        ahead.extend(node.children)


@pytest.mark.parametrize("risk", ["error", "impurity"])
def test_the_sequence_is_pruning_paths(widget, workspace, risk):
    result = late(widget, "pruning", risk=risk)["result"]
    path = path_of(workspace.tree, workspace.dataset.target, risk)
    assert result["alpha"] == path.sequence.alphas.tolist()
    assert result["leaves"] == path.sequence.leaves.tolist()
    now = workspace.history.now.figures
    assert min(result["train"]) == pytest.approx(now.error)
    cut, gone = np.array(result["cut"]), np.array(result["gone"])
    for step, leaves in enumerate(result["leaves"]):
        assert ((cut <= step) & (step < gone)).sum() == leaves
    assert (result["folds"], result["cross"], result["minimum"]) == (0, [], -1)


def test_cross_validation_tells_errors_as_the_tree_does(widget, workspace):
    result = late(widget, "cross_validate", folds=5)["result"]
    assert result["folds"] == 5
    cross, low, high = (np.array(result[name]) for name in ("cross", "cross_low", "cross_high"))
    assert ((low < cross) & (cross < high)).all()
    assert high - cross == pytest.approx(cross - low)
    assert cross[-1] == pytest.approx(result["train"][-1], abs=0.02)  # the root alone
    assert cross[result["minimum"]] == cross.min()
    assert result["leaves"][result["one_se"]] <= result["leaves"][result["minimum"]]
    assert high[result["minimum"]] >= cross[result["one_se"]]
    assert late(widget, "pruning")["result"] == result, "it stays true"
    workspace.cross_validate(5, "error", 0)
    assert late(widget, "pruning")["result"] == result, "and is what a cell finds"
    assert workspace.revision == 0
    refused = late(widget, "cross_validate", folds=10_000)
    assert "fold" in refused["error"]["message"]
    assert error(late(widget, "cross_validate", folds=1)) == "malformed"


def test_a_squared_error_is_told_by_its_root():

    workspace = make_workspace(prices(), "price", max_depth=3)
    widget = TreeWidget(workspace)
    result = late(widget, "cross_validate", folds=4)["result"]
    assert result["validation"] == []
    assert result["cross"][-1] == pytest.approx(result["train"][-1], rel=0.05)
    widget.close()


def test_a_preview_tells_what_would_go_and_changes_nothing(widget, workspace):
    state = workspace.state
    seen = late(widget, "preview", leaves=4)["result"]
    assert workspace.state is state
    gesture = late(widget, "prune_to", leaves=4)["result"]
    assert seen["line"] == gesture["line"] == "tree.prune_to(leaves=4)"
    assert seen["removed"] == list(workspace.history.now.gesture.removed)
    figures = workspace.history.now.figures
    assert (seen["leaves"], seen["error"]) == (figures.leaves, figures.error)
    assert seen["validation_error"] == figures.validation_error
    refused = late(widget, "preview", 1, leaves=99)
    assert error(refused) == "refused"
    assert "leaves=99" in refused["error"]["message"]


def test_a_cross_validation_can_be_cancelled(widget, workspace):
    page = widget.comm
    ask = {"kind": "request", "id": "long", "op": "cross_validate", "revision": 0}
    page.say({**ask, "args": {"folds": 40}})
    page.say({"kind": "cancel", "id": "long"})
    settled(widget)
    assert error(page.reply("long")) == "cancelled"
    assert workspace.editor.validated(workspace.history, "error") is None


def test_routes_tell_the_rows_that_lack_a_column(page, workspace):
    node = next(n for n in workspace.tree.walk() if n.split and n.missing_n)
    result = page.request("routes", 0, node=node.id)["result"]
    assert (result["missing_n"], result["surrogates"], result["rest"]) == (
        node.missing_n,
        [],
        node.missing_n,
    )
    leaf = workspace.tree.leaves[0]
    assert page.request("routes", 0, node=leaf.id)["result"]["missing_n"] == 0


def test_routes_tell_the_rows_that_each_surrogate_sends():
    frame = mixed(300, 1)
    workspace = make_workspace(frame, "kind", missing="surrogate", max_surrogates=2)
    columns, root = workspace.dataset.columns, workspace.tree.root
    result = TreeWidget(workspace).comm.request("routes", 0, node=0)["result"]
    lost = frame[columns[root.split.column].name].isna()
    assert result["missing_n"] == lost.sum() > 0
    for one, own in zip(result["surrogates"], root.split.surrogates, strict=True):
        known = frame[columns[one["split"]["column"]].name].notna()
        assert one["rows"] == (lost & known).sum() > 0
        assert (one["flipped"], one["agreement"]) == (own.flipped, own.agreement)
        assert one["adjusted"] < one["agreement"]
        lost &= ~known
    assert result["rest"] == lost.sum()


STAKES = [
    {"losses": {"a": {"b": 5.0}, "c": {"a": 3.0, "b": 0.5}}},
    {"priors": {"a": 0.2, "b": 0.5, "c": 0.3}},
]


@pytest.mark.parametrize("stakes", STAKES, ids=["losses", "priors"])
@pytest.mark.parametrize("missing", ["learned", "fractional"])
def test_beside_priors_or_losses_a_pruning_is_told_by_what_a_case_costs(stakes, missing):
    frame = mixed(500, seed=3, classes=3)
    options = {"validation": 0.3, "missing": missing, "max_depth": 5, **stakes}
    tree = tw.DecisionTree(frame, target="kind", **options)
    workspace = tree.workspace
    widget = TreeWidget(workspace)
    cross = late(widget, "cross_validate", folds=10)["result"]
    result = late(widget, "pruning")["result"]
    assert result == cross
    for step, leaves in enumerate(result["leaves"]):
        at = (result["train"][step], result["validation"][step])
        other = tw.DecisionTree(frame, target="kind", **options)
        if leaves < workspace.history.now.figures.leaves:
            other.prune_to(leaves=leaves)
        costs = [other.expected_cost(part)["total"] for part in ("train", "validation")]
        assert at == pytest.approx(costs)
        said = late(widget, "preview", leaves=leaves)
        if said["ok"]:
            told = said["result"]
            assert (told["error"], told["validation_error"]) == pytest.approx(costs)
    # A root alone is told by the same class in nearly every fold.
    assert cross["cross"][-1] == pytest.approx(result["train"][-1], rel=0.2)


def test_a_read_only_view_may_look_at_the_sequence(widget):
    widget.editable = False
    assert late(widget, "pruning")["ok"]
    assert late(widget, "preview", leaves=4)["ok"]
    assert error(late(widget, "prune_to", leaves=4)) == "readonly"


def test_what_is_unknown_is_refused_with_what_there_is(widget):
    refused = late(widget, "grow", node=0, method="carts")
    assert "'cart'" in refused["error"]["message"]
    with pytest.raises(TreeWidgetError):
        resolve("carts", "classification", {})


@pytest.mark.parametrize("target", ["price", "town"])
@pytest.mark.parametrize("validation", [None, 0.3])
def test_the_rules_of_pruning_that_are_offered_are_those_that_are_not_refused(target, validation):
    workspace = make_workspace(prices(), target, validation=validation)
    widget = TreeWidget(workspace)
    taken = [
        rule
        for rule in ("error-based", "pessimistic", "reduced-error", "mdl")
        if late(widget, "preview", workspace.revision, method=rule)["ok"]
    ]
    assert widget._meta["pruning_rules"] == taken
