"""Write `tests/contract/*.json`: what Python sends and computes, for the front end's tests.

Run ``python -m tests.contract.make`` after changing what goes on the wire.
"""

import json
from itertools import pairwise
from pathlib import Path

from treewidget.errors import TreeWidgetError
from treewidget.tree.node import Node
from treewidget.tree.surveying import survey
from treewidget.tree.tree import Tree
from treewidget.tree.words import branch_text, rule_text, split_text
from treewidget.widget.answers import answer
from treewidget.widget.nodes import split_wire
from treewidget.widget.patches import make_patch
from treewidget.widget.snapshot import make_meta, make_state
from treewidget.widget.wire import clean, finite

from .trees import TREES, do, ranked

FOLDER = Path(__file__).parent
FILES = (*TREES, "ranked", "patches")
ROUTES = (None, 0, 1, "own")
SAMPLED = 14  # cuts of a column whose children are written down


def contract(workspace):
    """Return one tree as the front end gets it, and golden figures and words beside it."""
    tree = workspace.tree
    nodes = [0, *(node.id for node in tree.walk() if node.children and node.id)][:4]
    return {
        "meta": make_meta(workspace),
        "state": make_state(workspace.dataset, workspace.state),
        "history": answer(workspace, "history", {}),
        "look": answer(workspace, "look", {"step": 0}),
        "rows": answer(workspace, "rows", {"node": 0, "offset": 0, "limit": 5, "which": "train"}),
        "candidates": [answer(workspace, "candidates", {"node": node}) for node in nodes],
        "profiles": [
            profiled(workspace, node, column)
            for node in nodes[:2]
            for column in range(len(workspace.dataset.columns))
        ],
        "words": words(workspace),
    }


def words(workspace):
    """Return every node's split, its branches and its rule as Python says them."""
    columns, found = workspace.dataset.columns, []
    for node in workspace.tree.walk():
        split = node.split
        branches = range(split.branches) if split else ()
        found.append(
            {
                "node": node.id,
                "split": clean(split_text(split, columns)) if split else None,
                "branches": [clean(branch_text(split, at, columns)) for at in branches],
                "rule": clean(rule_text(workspace.tree.steps(node.id), columns)),
            }
        )
    return found


def profiled(workspace, node, column, routes=ROUTES):
    """Return a profile and what Python says of splits one can make from it."""
    result = answer(workspace, "profile", {"node": node, "column": column})
    return {
        "node": node,
        "column": column,
        "result": result,
        "expected": [
            expected(workspace, node, column, draft) for draft in drafts(workspace, result, routes)
        ],
    }


def drafts(workspace, result, routes):
    """Yield splits to judge: cuts by their position in the profile, or groups of levels."""
    if workspace.dataset.columns[result["column"]].is_ordered:
        cuts = range(len(result["cuts"]))
        sampled = sorted(
            {round(i * (len(cuts) - 1) / SAMPLED) for i in range(SAMPLED + 1)} & {*cuts}
        )
        for cut in sampled:
            for missing in routes if sum(result["missing"]) else (None,):
                yield {"cuts": [cut], "groups": None, "missing": missing}
        for pair in list(pairwise(sampled))[::4]:
            yield {"cuts": list(pair), "groups": None, "missing": None}
        return
    levels = result["level"]
    for at in range(len(levels)):
        groups = [[levels[at]], levels[:at] + levels[at + 1 :]]
        for missing in routes if sum(result["missing"]) else (None,):
            yield {"cuts": [], "groups": groups, "missing": missing}
    if len(levels) > 2:
        yield {"cuts": [], "groups": [levels[:1], levels[1:2], levels[2:]], "missing": None}
        yield {"cuts": [], "groups": [levels[:1], levels[1:2]], "missing": None}


def expected(workspace, node, column, draft):
    """Return the draft with the figures Python computes from the rows, or why it is refused."""
    region = workspace.tree.node(node).region
    inducer, dataset = workspace.inducer, workspace.dataset
    # the cuts themselves, as the inducer listed them
    listed = inducer.profile(region, column, present=workspace.tree.node(node).split).cuts
    cuts = tuple(listed[at] for at in draft["cuts"])
    groups = None if draft["groups"] is None else tuple(map(tuple, draft["groups"]))
    try:
        candidate = inducer.forced(
            region, column, None if groups else cuts, groups, draft["missing"], where=f"node {node}"
        )
    except TreeWidgetError as refusal:
        return {**draft, "refused": clean(refusal)}
    return {
        **draft,
        "split": split_wire(candidate.split, dataset.columns),
        "gain": candidate.gain,
        "gain_ratio": finite(candidate.gain_ratio),
        "validation_gain": finite(candidate.validation_gain),
        **children(workspace, node, candidate.split),
    }


def children(workspace, node, split):
    """Return the figures of the children a split would have."""
    regions = workspace.inducer.children(workspace.tree.node(node).region, split)
    made = tuple(Node(at + 1, region) for at, region in enumerate(regions))
    root = Node(0, workspace.tree.node(node).region, split, 0.0, below=made)
    figures = survey(Tree(root), workspace.dataset.target)
    return {
        "n": figures.n[1:].tolist(),
        "weight": figures.weight[1:].tolist(),
        "impurity": figures.impurity[1:].tolist(),
        "prediction": figures.prediction[1:].tolist(),
        "error": figures.error[1:].tolist(),
        "validation_n": figures.validation_n[1:].tolist(),
        "validation_error": [finite(error) for error in figures.validation_error[1:]],
    }


def edits(workspace):
    """Do one thing after another to a tree, of every kind that a patch must tell of."""
    root = workspace.tree.root
    branch = next(child for child in root.children if child.children)
    leaf = workspace.tree.leaves[0]
    yield do(workspace, "note", node=0, text="at the top")
    yield do(workspace, "label", node=leaf.id, value=workspace.dataset.target.classes[0])
    yield do(workspace, "prune", node=branch.id)
    yield do(workspace, "split", node=branch.id)
    yield do(workspace, "checkout", to=0)
    yield do(workspace, "checkpoint", name="as built")
    yield do(workspace, "redo")
    yield do(workspace, "prune", node=0)
    yield do(workspace, "undo")
    yield do(workspace, "split", node=0, column=workspace.dataset.columns[1].name, replace=True)
    yield do(workspace, "grow", node=0)
    yield do(workspace, "checkout", to=2)


def patched(workspace):
    """Return a tree, the patches of one edit after another, and the state each leads to."""
    before, dataset = workspace.state, workspace.dataset
    found = {"meta": make_meta(workspace), "state": make_state(dataset, before), "patches": []}
    for _ in edits(workspace):
        now = workspace.state
        patch = make_patch(dataset, before, now)
        found["patches"].append({"patch": patch, "state": make_state(dataset, now)})
        before = now
    return found


def routed(workspace):
    """Return the root's profiles alone, with splits whose missing rows go where the method says."""
    columns = range(len(workspace.dataset.columns))
    profiles = [profiled(workspace, 0, column, (None,)) for column in columns]
    return {"meta": make_meta(workspace), "profiles": profiles}


def text(name):
    """Return one file."""
    if name == "ranked":
        made = [routed(workspace) for workspace in ranked()]
    else:
        made = patched(TREES["weighted"]()) if name == "patches" else contract(TREES[name]())
    return json.dumps(made, ensure_ascii=False, allow_nan=False) + "\n"


def main():
    for name in FILES:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
