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
    names = [name for key, name in NAMES.items() if key != "half"]  # pandas has no room for it
    made = pd.DataFrame({name: rng.normal(size=rows).round(2) for name in names})
    levels = [f"{at}: {name}"[:300] for at, name in enumerate(names)]
    made["<svg onload=alert(4)>"] = rng.choice(levels, rows)
    score = made.iloc[:, :3].sum(axis=1)
    classes = [NAMES[key] for key in ("script", "quotes", "lines", "bidi")]
    made[TARGET] = [classes[code] for code in pd.cut(score, 4, labels=False)]
    return made


def session(tree):
    """Do with every hostile name whatever takes a name."""
    tree.split(0, NAMES["quotes"], replace=True, reason=NAMES["script"])
    tree.split(0, "<svg onload=alert(4)>", replace=True, regrow=True, reason=NAMES["half"])
    tree.checkpoint(NAMES["lines"])
    for node, name in zip(tree.frame().index, NAMES.values(), strict=False):
        tree.note(int(node), name, reason=name)
    leaf = int(tree.frame().query("is_leaf").index[0])
    tree.label(leaf, NAMES["bidi"])
    tree.undo()
    tree.label(leaf, NAMES["quotes"])
    for name in NAMES.values():
        tree.checkpoint(name)
    return tree
