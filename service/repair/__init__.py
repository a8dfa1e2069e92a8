"""Show an operator everything about a game, and repair damaged data."""
