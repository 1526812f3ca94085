"""How hypothesis searches here: the same examples at each run, however busy the machine is.

`--hypothesis-profile=hunt` looks for new ones.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

slow = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **slow)
settings.register_profile("hunt", max_examples=1_000, **slow)
settings.load_profile("same")
