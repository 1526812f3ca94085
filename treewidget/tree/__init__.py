"""Trees as values: nodes, gestures, history, and ways to look at them."""
