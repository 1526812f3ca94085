"""The trees of the contract: small, made from fixed data, with everything a view must draw."""

import random

import pandas as pd
from sklearn.datasets import load_iris

from treewidget.data import build_dataset
from treewidget.induction.filling import inducer_over
from treewidget.induction.methods import resolve
from treewidget.tree.editor import Editor
from treewidget.tree.gestures import Action
from treewidget.tree.lines import literal
from treewidget.workspace import Workspace

TALL = "x" * 10_000
HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "\"quotes\" and 'quotes' and \\",
    "🌳👩‍👩‍👧‍👦🇰🇷",
    TALL,
    "나무 결정 트리",
    "شجرة القرار",
    "a\u202eb\u0000c\nd\te",
]


def make(frame, target, *, method="cart", weights=None, validation=None, **options):
    dataset = build_dataset(frame, target, weights=weights, validation=validation)
    inducer = inducer_over(dataset, resolve(method, dataset.target.task, options))
    opening = f"import treewidget as tw\n\ntree = tw.DecisionTree(data, target={literal(target)})"
    return Workspace(Editor(inducer.dataset, inducer, method), opening)


def do(workspace, verb, /, **args):
    return workspace.perform(Action(verb, args))


def leaves_under(workspace, node):
    below = [workspace.tree.node(node)]
    found = []
    while below:
        at = below.pop(0)
        below.extend(at.children)
        if at.is_leaf:
            found.append(at)
    return found


def iris():
    """Return a classification of 31 nodes, each flag somewhere, a history with a redo line."""
    draw = random.Random(7)
    data = load_iris(as_frame=True)
    frame = data.data.rename(columns=lambda name: name.replace(" (cm)", "").replace(" ", "_"))
    names = list(data.target_names)
    kinds = [names[i] if draw.random() > 0.12 else draw.choice(names) for i in data.target]
    frame["species"] = pd.Categorical(kinds, names)
    held_out = pd.Series([draw.random() < 0.25 for _ in kinds])
    workspace = make(frame, "species", validation=held_out, max_leaf_nodes=17)
    by_hand = workspace.tree.root.children[1].id
    cut = {"column": "petal_width", "threshold": 1.75, "replace": True, "regrow": True}
    do(workspace, "split", node=by_hand, **cut)
    do(workspace, "lock", node=workspace.tree.node(by_hand).children[0].id)
    split = [n for n in workspace.tree.walk() if not n.is_leaf and n.region.depth >= 3]
    do(workspace, "prune", node=next(n.id for n in split if len(n.children[0].children) == 0))
    do(workspace, "label", node=leaves_under(workspace, 0)[-1].id, value="versicolor")
    do(
        workspace,
        "note",
        node=by_hand,
        text="Below 1.75 cm nobody has seen a virginica in the field.",
    )
    do(workspace, "checkpoint", name="before the talk")
    while len(workspace.tree) < 31:
        leaf = max(
            (n for n in workspace.tree.leaves if not n.pruned and n.label is None),
            key=lambda n: (n.region.train.impurity * n.region.train.weight, -n.id),
        )
        do(workspace, "split", node=leaf.id)
    do(workspace, "note", node=0, text="to be undone")
    do(workspace, "undo")
    return workspace


def regression():
    """Return a regression with a day, a whole number, a yes or no, and validation."""
    draw = random.Random(11)
    rows = []
    for _ in range(240):
        rooms, age = draw.randint(1, 8), draw.randint(0, 90)
        sold = pd.Timestamp("2019-01-01") + pd.Timedelta(days=draw.randint(0, 1800))
        garden = draw.random() < 0.4
        price = 90 + 40 * rooms - 0.7 * age + 35 * garden + 0.01 * (sold.year - 2019) * 60
        rows.append((rooms, float(age), sold, garden, round(price + draw.gauss(0, 12), 1)))
    frame = pd.DataFrame(rows, columns=["rooms", "age", "sold", "garden", "price"])
    held_out = pd.Series([draw.random() < 0.25 for _ in rows])
    workspace = make(frame, "price", validation=held_out, max_leaf_nodes=8)
    leaf = workspace.tree.leaves[-1]
    do(workspace, "split", node=leaf.id, column="sold", threshold="2021-06-15")
    do(workspace, "label", node=workspace.tree.leaves[0].id, value=99.5)
    return workspace


def voyages(draw):
    """Return rows with gaps in columns of three kinds, and which of them are held out."""
    ports = ["Aarhus", "Brest", "Cádiz", "Dover", "Esbjerg", "Faro", "Genoa"]
    rows = []
    for _ in range(300):
        port, fare = draw.choice(ports), round(draw.lognormvariate(3, 0.8), 2)
        grade, crew = draw.choice(["low", "mid", "high"]), draw.randint(0, 4)
        chance = 0.25 + 0.4 * (port in "Brest Dover Genoa") + 0.01 * min(fare, 40)
        late = "yes" if draw.random() < chance - 0.15 * (grade == "high") else "no"
        rows.append(
            (
                None if draw.random() < 0.15 else port,
                None if draw.random() < 0.2 else fare,
                None if draw.random() < 0.1 else grade,
                crew,
                round(draw.uniform(0.2, 3.0), 3),
                late,
            )
        )
    frame = pd.DataFrame(rows, columns=["port", "fare", "grade", "crew", "weight", "late"])
    frame["grade"] = pd.Categorical(frame["grade"], ["low", "mid", "high"], ordered=True)
    return frame, pd.Series([draw.random() < 0.3 for _ in rows])


def weighted():
    """Return a weighted classification with missing values, subsets and branches of all kinds."""
    frame, held_out = voyages(random.Random(13))
    workspace = make(
        frame, "late", weights="weight", validation=held_out, max_depth=3, min_samples_leaf=4
    )
    groups = [["Aarhus", "Brest"], ["Cádiz", "Dover", "Esbjerg"], ["Faro", "Genoa"]]
    do(workspace, "split", node=0, column="port", groups=groups, missing="own", replace=True)
    first = workspace.tree.root.children[0].id
    do(workspace, "split", node=first, column="fare", threshold=[12, 30], missing=1)
    do(workspace, "grow", node=workspace.tree.root.children[1].id)
    return workspace


def staked():
    """Return a tree by priors and a matrix of losses, where the usual class costs too much."""
    draw = random.Random(23)
    frame, held_out = voyages(draw)
    frame["late"] = [
        "lost" if late == "yes" and draw.random() < 0.3 else late for late in frame["late"]
    ]
    priors = {"no": 0.8, "yes": 0.15, "lost": 0.05}
    losses = {"lost": {"no": 9, "yes": 4}, "yes": {"no": 2.5}}
    return make(
        frame,
        "late",
        weights="weight",
        validation=held_out,
        max_depth=3,
        priors=priors,
        losses=losses,
    )


def shares():
    """Return a tree of C4.5's: a branch for each level, and rows with gaps in shares to all."""
    frame, held_out = voyages(random.Random(19))
    return make(frame, "late", method="c4.5", validation=held_out, min_cases=8)


def ranked():
    """Yield trees which send missing rows elsewhere than impurity does.

    By criteria of two sides, in shares, or nowhere but for those that are held out. A third
    of the rows have gaps, weights and priors are there too, and the classes are three.
    """
    draw = random.Random(30)
    uneven = {"a": 0.2, "b": 0.3, "c": 0.5}
    sided = [
        {"criterion": criterion, "priors": priors}
        for criterion in ("twoing", "chi2")
        for priors in (None, uneven)
    ]
    shared = [
        {"method": "acls", "losses": {"a": {"b": 3}}},
        {"missing": "fractional", "priors": uneven},
    ]
    for options in (*sided, *shared):
        rows = [
            (
                None if draw.random() < 0.35 else draw.randint(1, 12),
                None if draw.random() < 0.35 else draw.choice("uvwxyz"),
                round(draw.uniform(0.5, 2.0), 3),
                draw.choice("abc"),
            )
            for _ in range(60)
        ]
        frame = pd.DataFrame(rows, columns=["dose", "site", "weight", "grade"])
        held_out = None if options in sided else frame.index % 4 == 0
        yield make(frame, "grade", weights="weight", validation=held_out, max_depth=1, **options)


def hostile():
    """Return a tree in which every name tries to break the page."""
    draw = random.Random(17)
    rows = []
    for _ in range(120):
        level, number = draw.choice(HOSTILE[:6]), draw.gauss(0, 1)
        at = HOSTILE.index(level)
        rows.append((level, round(number, 3), HOSTILE[(at + (number > 0)) % 4]))
    frame = pd.DataFrame(rows, columns=[HOSTILE[0], HOSTILE[3], HOSTILE[6]])
    workspace = make(frame, HOSTILE[6], max_depth=3)
    do(workspace, "note", node=0, text=HOSTILE[0])
    do(workspace, "checkpoint", name=HOSTILE[2])
    return workspace


TREES = {
    "iris": iris,
    "regression": regression,
    "weighted": weighted,
    "shares": shares,
    "staked": staked,
    "hostile": hostile,
}
