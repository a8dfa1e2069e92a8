"""Tells what a stranger to all rules of thumb meets: a part of the report."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.registry import RULESETS
from tests.strength.players import PLAYOUTS
from tests.strength.playing import DEFAULT, Meeting
from tests.strength.score import Score

TOLD: Final = f"""\
## Against a stranger

`stranger` knows the rules and no rule of thumb: it takes the action after which {PLAYOUTS} games of random players end
with the greatest lead, on average. It is weak, and both levels win nearly every game, so these games give no rating.
They tell by how many points each leads at the end, with two seats; beside it stands the lead of `normal` over `greedy`
where those two meet. How much less `normal` gains on `greedy` here than there says how much of its lead may come of
knowing what `greedy` does; not surely, for `normal` plays for the win, not for points, and need not widen a safe lead.
"""

MET: Final = (("greedy", "stranger"), ("normal", "stranger"), ("normal", "greedy"))


def rows(scores: Mapping[str, Sequence[Score]]) -> Iterator[Sequence[str]]:
    """List by ruleset how far `greedy` and `normal` lead the stranger with two seats, and one the other."""
    yield "ruleset", *(f"`{player}` against `{other}`" for player, other in MET)
    for ruleset, scored in scores.items():
        known = {each.meeting: each for each in scored}
        met = [known.get(Meeting(ruleset, DEFAULT, 2, *pair)) for pair in MET]
        yield RULESETS[ruleset].names.title.en, *(_led(each) if each else "" for each in met)


def _led(result: Score) -> str:
    """Write the lead of a player, and what it won."""
    return f"{result.total - result.opponent_total:+.1f}, won {result.share:.0%} of {len(result.games)}"
