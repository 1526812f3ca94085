"""The widget: the tree on the screen, and everything that crosses the wire to it.

Importing this room imports ipywidgets; the public package does so when it is first asked for.
"""

from .widget import TreeWidget, default_widget

__all__ = ["TreeWidget", "default_widget"]
