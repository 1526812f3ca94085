"""Looking for a split: each method's search, and the parts searches are made of."""
