"""Examples are judged by what they show, not by how long a busy machine takes over them."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
