"""Find the AI levels that differ with a number of seats: the only place that states the rule.

A level beats another if the 95 % interval of its share of games won lies above its fair share. A level differs if it
beats a level below it, from the next lower level that differs to the level directly below. The lowest level differs.

    `hard` does not beat `normal`, `expert` beats `hard`: `expert` differs from `normal`, which is not above `hard`.

Levels that do not differ are not equal. These games are too few to show which one is stronger.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from domain.levels import LEVELS
from tests.lab.strength.score import Score


def differing(scores: Iterable[Score]) -> tuple[str, ...]:
    """Return the levels that differ with a number of seats, weakest first, from the scores with this number.

    Empty unless each level has met the level directly below.
    """
    beats = {(each.meeting.player, each.meeting.opponent): is_above(each) for each in scores}
    if not all((above, below) in beats for below, above in pairwise(LEVELS)):
        return ()
    names = list(LEVELS)
    found = names[:1]
    for place, level in enumerate(names):
        below = names[names.index(found[-1]) : place]
        if any(beats.get((level, each), False) for each in below):
            found.append(level)
    return tuple(found)


def is_above(score: Score) -> bool:
    """Whether the interval of the share of games won lies above the fair share."""
    return score.interval[0] > score.fair_share


def lines(found: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    """List the levels without a difference by number of seats, for a report."""
    for seats, levels in found.items():
        alike = ", ".join(f"`{each}`" for each in LEVELS if each not in levels)
        if not levels:
            yield f"- Not measured with {seats} seats."
        elif alike:
            yield f"- No difference found with {seats} seats: {alike}."
    yield ""
