"""The trees known by heart, here too."""

from tests.tree.conftest import ladder, large, patients

__all__ = ["ladder", "large", "patients"]
