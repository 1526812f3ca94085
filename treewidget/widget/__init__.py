"""The widget: the tree on the screen, and everything that crosses the wire to it."""
