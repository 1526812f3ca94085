"""How hypothesis searches here: the same examples at each run, however busy the machine is.

`--hypothesis-profile=hunt` looks for new ones. Of long checks a share runs (see `thorough.py`).
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from .thorough import left_out

slow = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **slow)
settings.register_profile("hunt", max_examples=1_000, **slow)
settings.load_profile("same")


def pytest_collection_modifyitems(config, items):
    """Leave out what only the whole of the tests takes."""
    left = set(left_out(items))
    if left:
        config.hook.pytest_deselected(items=sorted(left, key=lambda item: item.nodeid))
        items[:] = [item for item in items if item not in left]
