"""How much the sweeper checks at once, and how long it waits."""

PAUSE_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 8.0
"""Longest pause between two attempts during an outage of Redis; the pause doubles each time."""
AT_ONCE = 100
"""Entries checked between two pauses."""
LONGEST_PAUSE_SECONDS = 300.0
