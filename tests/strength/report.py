"""Tells in Markdown how strong the AI levels are, from the records of the arena."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.levels import LEVELS, Budget
from domain.registry import RULESETS
from tests.strength.players import PLAYERS
from tests.strength.strength import Strength

INTRODUCTION = """\
# How strong the AI levels are

Written by `make arena`; do not edit.

One seat plays the player under test, all others the opponent. Each deal is played from every seat with the same dice,
and the deals go through all combinations of the ruleset's options. A victory shared by k seats counts 1/k. *Won* is the
share of games won, with its 95 % Wilson interval; *fair* is the share of a player no better than its opponents. Times
are CPU milliseconds of the player under test for each decision that leaves a choice.

Deal `d` has the seed SHA-256(`strength:d`), and the players think at version `v` with the dice `Random("d:v")`: with
the commit named, any row can be played again.

Budgets for each decision: {budgets}; and in no case more than {cap:g} s of
CPU time. `value` takes the action after which it leads most by static value, with no search; `peeking-normal` searches
as `normal` does, but is shown the true state: a control, not a level.
"""


class Record(msgspec.Struct, frozen=True):
    """A strength measured, and on what."""

    strength: Strength
    commit: str
    machine: str

    @property
    def meeting(self) -> tuple[str, int, str, str]:
        """Say who met whom where: a newer record of the same takes its place."""
        return self.strength.ruleset, self.strength.seats, self.strength.player, self.strength.opponent

    @property
    def place(self) -> tuple[str, int, int, int]:
        """Give the place among the records: by ruleset, seats and the order of the players."""
        ruleset, seats, player, opponent = self.meeting
        order = list(PLAYERS)
        return ruleset, seats, order.index(opponent), order.index(player)


def report(records: Sequence[Record]) -> str:
    """Write the whole report."""
    return "\n".join(_lines(records)) + "\n"


def _lines(records: Sequence[Record]) -> Iterator[str]:
    """Give the lines of the report."""
    searching = {name: how for name, how in LEVELS.items() if isinstance(how, Budget)}
    budgets = [f"`{name}` {how.iterations:,} iterations" for name, how in searching.items()]
    cap = max(how.seconds for how in searching.values())
    yield INTRODUCTION.format(budgets=", ".join(budgets), cap=cap)
    for ruleset in sorted({each.strength.ruleset for each in records}):
        yield from (f"## {RULESETS[ruleset].names.title.en}", "")
        yield "| seats | player | against | games | won | 95 % | fair | mean totals | ms | deals | commit |"
        yield "|---:|---|---|---:|---:|---|---:|---|---:|---|---|"
        yield from (_row(each) for each in records if each.strength.ruleset == ruleset)
        yield ""
    yield from ("Machines:", "", *(f"- {each}" for each in sorted({each.machine for each in records})))


def _row(record: Record) -> str:
    """Give one row."""
    strength, tally = record.strength, record.strength.tally
    low, high = strength.interval
    cells = (
        f"{strength.seats}",
        f"`{strength.player}`",
        f"`{strength.opponent}`",
        f"{tally.games}",
        f"{strength.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{strength.fair_share:.0%}",
        f"{tally.total / tally.games:.1f} : {tally.opponent_total / tally.games:.1f}",
        f"{1000 * tally.seconds / max(1, tally.decisions):.1f}",
        f"{strength.first_deal} to {strength.first_deal + strength.deals - 1}",
        record.commit,
    )
    return f"| {' | '.join(cells)} |"
