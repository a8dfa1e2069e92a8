"""Match players who seek a game, and create their games."""
