"""What a gesture tells of what was decided by hand and went."""


def test_replacing_says_how_many_forced_splits_went(ladder):
    gesture = ladder.split(
        0, "x", threshold=3, replace=True
    )  # nothing to part by x <= 3 on the left
    assert "(1 forced split went with it)" in gesture.text
    assert ladder.node(ladder.node(0).children[0]).is_leaf


def test_pruning_counts_the_labels_below_and_not_the_nodes_own(ladder):
    for node in (1, 3, 4):
        ladder.label(node, "a" if ladder.node(node).prediction == "b" else "b")
    gesture = ladder.prune(1)
    assert gesture.text.startswith("node 1: pruned (1 forced split and 2 labels went with it)")
    assert ladder.node(1).labelled


def test_growing_past_labels_counts_them(tree):
    tree.label(3, "yes")
    tree.label(4, "no")
    assert "(2 labels went with it)" in tree.grow(keep=False, max_depth=1).text


def test_replacing_counts_the_labels_that_go(ladder):
    ladder.label(3, "b" if ladder.node(3).prediction == "a" else "a")
    gesture = ladder.split(0, "x", threshold=3, replace=True)
    assert "(1 forced split and 1 label went with it)" in gesture.text


def test_every_gesture_counts_the_notes_that_go_and_not_those_that_stay(ladder):
    ladder.note(0, "the top")
    ladder.note(3, "look here")
    gestures = [
        lambda: ladder.split(0, "x", threshold=3, replace=True),
        lambda: ladder.prune(1),
        lambda: ladder.prune_to(alpha=1e9, keep=False),
        lambda: ladder.prune_to(method="pessimistic", keep=False),
        lambda: ladder.grow(keep=False, max_depth=0),
    ]
    for gesture in gestures:
        told = gesture()
        assert "1 note went with it)" in told.text, told.line
        assert ladder.node(0).note == "the top"
        ladder.undo()
        assert ladder.node(3).note == "look here"
    assert "note" not in ladder.split(2, "z", replace=True).text
