"""When a program counts as failed, and how long `bottega bot` waits before it starts the next one."""

MOST_REJECTIONS = 10
"""Rejected actions per decision after which the program is restarted."""
MOST_FAILURES = 2
"""Failures at one decision after which the game is lost."""
MOST_STARTS = 3
"""Starts of a program that has never acted, after which the command ends."""
MOST_SILENCES = 2
"""Missed time limits in a row after which the program is restarted."""
LOADING_SECONDS = 60.0
"""Time after its start in which a program that has not yet responded is not restarted."""
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
PAUSES = 10
"""Failures in a row after which the pause does not grow."""


def pause_after(failures: int) -> float:
    """Return the seconds before the next start, after a number of failures in a row."""
    return min(FIRST_PAUSE_SECONDS * 2.0 ** (min(failures, PAUSES) - 1), LONGEST_PAUSE_SECONDS)
