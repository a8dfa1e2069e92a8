"""What must be true after every journey, whatever its features."""

from tests.pairs.invariants import (
    knowledge,
    leftovers,
    log,
    notices,
    patches,
    results,
    soundness,
    streams,
    times,
    tournaments,
)

ALL = (
    tournaments.check,
    results.check,
    patches.check,
    log.check,
    knowledge.check,
    notices.check,
    times.check,
    streams.check,
    soundness.check,
    leftovers.check,
)
"""The checks in order; each notes its faults in the journal."""
