"""Rules of board games as pure functions: no I/O, no clock, no global randomness."""
