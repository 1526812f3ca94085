"""An analyst's session: on disk before it is on the screen, replayed, and told of in a report.

It stands above the workspace and below every view. Files are never trusted: nothing in one is
executed, and what reading one may cost is bounded.
"""
