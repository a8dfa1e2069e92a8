"""The part of the report about games against a player without a heuristic."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.registry import RULESETS
from tests.lab.strength.players import PLAYOUTS
from tests.lab.strength.playing import DEFAULT, Meeting
from tests.lab.strength.score import Score

INTRODUCTION: Final = f"""\
## Against an unknown player

`stranger` knows the rules and no heuristic. It plays the action after which {PLAYOUTS} random games end with the
greatest mean lead. It is weak: both levels win nearly every game. These games therefore give no rating.

The table shows leads in points at the end of two-player games. If `normal` gains less on `greedy` here than in their
own games, part of its lead may come from knowing `greedy`. This is not certain: `normal` plays to win, not for points,
and need not extend a safe lead.
"""

MET: Final = (("greedy", "stranger"), ("normal", "stranger"), ("normal", "greedy"))


def rows(scores: Mapping[str, Sequence[Score]]) -> Iterator[Sequence[str]]:
    """Return by ruleset the leads of `greedy` and `normal` over the stranger, with two seats and one under test."""
    yield "ruleset", *(f"`{player}` against `{other}`" for player, other in MET)
    for ruleset, scored in scores.items():
        known = {each.meeting: each for each in scored}
        met = [known.get(Meeting(ruleset, DEFAULT, 2, *pair)) for pair in MET]
        yield RULESETS[ruleset].names.title.en, *(_led(each) if each else "" for each in met)


def _led(result: Score) -> str:
    """Return the lead of a player, and its wins, as text."""
    return f"{result.total - result.opponent_total:+.1f}, won {result.share:.0%} of {result.games}"
