"""Play journeys that cover every pair of features, and check the same invariants after each."""
