"""Load a game from its log, and present it: clocks, seats, past versions, and what spectators may see."""
