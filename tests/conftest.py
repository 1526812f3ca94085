"""How hypothesis searches here: the same examples at each run, however busy the machine is.

`--hypothesis-profile=hunt` looks for new ones. Of long checks a share runs (see `thorough.py`).
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from .thorough import by_test, leave

slow = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **slow)
settings.register_profile("hunt", max_examples=1_000, **slow)
settings.load_profile("same")


def pytest_collection_modifyitems(config, items):
    """Leave out most cases of tests marked ``one_in(k)``."""
    marked = ((one[0].get_closest_marker("one_in"), one) for one in by_test(items).values())
    leave(
        config,
        items,
        (case for mark, one in marked if mark for at, case in enumerate(one) if at % mark.args[0]),
    )
