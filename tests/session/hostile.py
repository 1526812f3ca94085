"""Names that would like to be something else: markup, quotes, code, paths, half characters."""

import numpy as np
import pandas as pd

NAMES = {
    "script": "</script><script>alert(1)</script><img src=x onerror=alert(1)>",
    "quotes": '"it\'s" `quoted` \\ & <b>bold</b> \'\'\'"""',
    "code": "__import__('os').system('touch /tmp/treewidget-was-here')",
    "lines": "a\nb\r\nc\td\x00e\x1b[31m\x85\u2028\u2029",
    "bidi": "\u202eesrever\u202c \u2066x\u2069",
    "format": "{0} %s ${x} {{y}} \\N{DASH} \\u0041",
    "path": "../../etc/passwd",
    "csv": '=1+1;"x",@cmd',
    "emoji": "👩\u200d👩\u200d👧🏳️\u200d🌈",
    "half": "half \ud800 a character",
    "long": "endless " * 1_250,
    "style": "</style><svg/onload=alert(2)>]]>--><!--",
}
TARGET = "<script>alert(3)</script>\"'\n\\"


def frame(rows=200, seed=0):
    """Return a frame all of whose names, levels and classes are hostile."""
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(rows, len(NAMES))).round(2)
    levels = np.array([f"{name}: {text}"[:300] for name, text in NAMES.items()], dtype=object)
    classes = [NAMES["script"], NAMES["quotes"], NAMES["lines"], NAMES["half"]]
    codes = pd.cut(numbers[:, :3].sum(axis=1), 4, labels=False)
    columns = [
        *(pd.Series(numbers[:, at]) for at in range(len(NAMES))),
        pd.Series(levels[rng.integers(0, len(levels), rows)], dtype=object),
        pd.Series([classes[code] for code in codes], dtype=object),
    ]
    made = pd.concat(columns, axis=1)
    # no column of pandas's own texts holds half a character; one of Python's does
    made.columns = pd.Index([*NAMES.values(), "<svg onload=alert(4)>", TARGET], dtype=object)
    return made


def session(tree):
    """Do with every hostile name whatever takes a name."""
    tree.split(0, NAMES["quotes"], replace=True, regrow=True, reason=NAMES["script"])
    tree.checkpoint(NAMES["lines"])
    for node, name in zip(tree.frame().index, NAMES.values(), strict=False):
        tree.note(int(node), name, reason=name)
    leaf = int(tree.frame().query("is_leaf").index[0])
    tree.label(leaf, NAMES["half"])
    tree.undo()
    tree.label(leaf, NAMES["quotes"])
    tree.split(leaf, "<svg onload=alert(4)>")
    for name in NAMES.values():
        tree.checkpoint(name)
    return tree
