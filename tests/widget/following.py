"""What a page knows that follows patches, written down as plainly as can be."""

import json
from itertools import count


def unpacked(data, buffers):
    """Return what a message says, with what came beside it: bytes of JSON, all of it."""
    for path, buffer in zip(data.get("buffer_paths", ()), buffers, strict=True):
        place = data["state"]
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = json.loads(bytes(buffer))
    return data


def opened(widget):
    """Return the state that came with the widget's opening."""
    return widget.comm.sent[0][1]["state"]["_state"]


def seen(widget):
    """Return what a page knows that has been there from the start."""
    state = opened(widget)
    for kind, data in widget.comm.sent:
        if kind == "comm_msg" and data["method"] == "update" and "_state" in data["state"]:
            state = data["state"]["_state"]
        elif kind == "comm_msg" and data.get("content", {}).get("kind") == "patch":
            state = followed(state, data["content"])
    return state


def followed(state, patch):
    """Return the state that a patch makes of another."""
    assert patch["base"] == state["revision"]
    known = {step["step"]: step for step in state["history"]["steps"] + patch["history"]["steps"]}
    history = {**patch["history"], "steps": [known[step] for step in patch["history"]["line"]]}
    del history["line"]
    return {
        "revision": patch["revision"],
        "nodes": columns(merged(nested(state["nodes"]), nested(patch["nodes"]))),
        "figures": patch["figures"],
        "history": history,
    }


def nested(nodes):
    """Return the columns as nodes by id, each with its own entries and its children's ids."""
    size = len(nodes["id"])
    found = {}
    for at, identity in enumerate(nodes["id"]):
        entries = {}
        for name, column in nodes.items():
            width = len(column) // size
            entries[name] = column[at * width : (at + 1) * width]
        above = nodes["parent"][at]
        found[identity] = {"entries": entries, "children": [], "root": above < 0}
        if above >= 0:
            found[nodes["id"][above]]["children"].append(identity)
    return found


def merged(old, news):
    """Put new nodes in the place of old ones; what hangs there stays where nothing else is said."""
    nodes = {**old, **news}
    for identity, node in news.items():
        is_leaf = node["entries"]["split"] == [None]
        if node["root"] and not node["children"] and not is_leaf:
            nodes[identity] = {**node, "children": old[identity]["children"]}
    return nodes


def columns(nodes):
    """Return nodes by id as columns in pre-order."""
    made = {name: [] for name in nodes[0]["entries"]}
    ahead, place = [(0, -1)], count()
    while ahead:
        identity, above = ahead.pop()
        at = next(place)
        for name, entries in nodes[identity]["entries"].items():
            made[name] += [above] if name == "parent" else entries
        ahead += [(child, at) for child in reversed(nodes[identity]["children"])]
    return made
