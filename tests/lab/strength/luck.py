"""Measure how much luck cancels out between the games of a deal, with named random draws and with those of the step.

A deal is played from every seat. The measured value is the mean lead of the player under test, in points over the mean
of its opponents. Its variance is compared with the variance for games of different deals.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Final

import msgspec

from domain.registry import RULESETS
from tests.lab.strength import stored_lists
from tests.lab.strength.deals import lead
from tests.lab.strength.playing import DEFAULT, Game, Meeting, named_dice, play
from tests.random_play import step_dice
from tests.rulesets.games import PLAYED

LUCK: Final = Path(__file__).with_name("luck.json")
INTRODUCTION: Final = """\
## Luck

A deal is played from every seat. The table shows which share of the variance this removes. The variance is that of the
lead of the tested player over its opponents, in points. The comparison is with games of one deal each. Values in
brackets are 95 % intervals (bootstrap over deals). Below 0, the games of a deal vary together.

- "By step": random draws numbered by step, whose games share the set-up only.
- "By purpose": random draws with named purposes, whose games share factories, decks and markets.
- Each game has random choices of its own. Two equal players do not play the same game twice.
- The value of a deal for the better of two players occurs in each of its games. It is not removed.
- The random choices of these players add to both variances. With steadier players the shares may be larger.
- The intervals of the two kinds of draws overlap in every row. Named purposes make the games of a deal fair. They were
  not found to remove more luck than the shared set-up.
"""

SHARPER: Final = 5
"""The difference in temperature between two cheap players, the better of which has the lower one."""
SAMPLES: Final = 1000


class Luck(msgspec.Struct, frozen=True):
    """The variance of a deal's mean lead for a number of seats, in points squared."""

    meeting: Meeting
    deals: int
    lead: float
    """The variance with named random draws."""
    apart: float
    """The variance if each game had a different deal."""
    steps: float
    """The variance with the draws of the step, which have only the set-up in common."""
    purposes: float
    steps_less: tuple[float, float, float]
    """The part of the variance that the draws of the step remove: the measured one, and its 95 % interval."""
    purposes_less: tuple[float, float, float]


def pairs(ruleset: str) -> list[tuple[str, str]]:
    """List the pairs of players: fast ones, equal or different, and those that draw like them."""
    better = f"easy:temperature={PLAYED[ruleset].heuristics.temperature / SHARPER:g}"
    return [("easy", "easy"), (better, better), (better, "easy")]


def measure(ruleset: str, seats: int, deals: int) -> list[Luck]:
    """Let each pair of players meet in this number of deals, with both kinds of random draws."""
    return [_measure(Meeting(ruleset, DEFAULT, seats, *pair), range(deals)) for pair in pairs(ruleset)]


def _measure(meeting: Meeting, deals: range) -> Luck:
    steps, purposes = (_leads(meeting, deals, kind) for kind in (step_dice, named_dice))
    return Luck(
        meeting,
        len(deals),
        round(fmean(map(fmean, purposes)), 2),
        round(_variance_apart(purposes), 3),
        round(variance(map(fmean, steps)), 3),
        round(variance(map(fmean, purposes)), 3),
        taken_out(steps),
        taken_out(purposes),
    )


def _leads(meeting: Meeting, deals: Iterable[int], kind: Callable[[bytes, int], Random]) -> list[list[float]]:
    """Play deals from every seat, each game with separate choices; return the leads by deal and seat."""
    seats = range(meeting.seats)
    return [[_lead(play(meeting, deal, seat, kind, f":{seat}")) for seat in seats] for deal in deals]


def _lead(game: Game) -> float:
    """Return the lead of the player under test over the mean of its opponents."""
    return lead(game.totals, (game.tested,))


def _variance_apart(leads: Sequence[Sequence[float]]) -> float:
    """Return the variance of the mean of one game from each seat, all of different deals."""
    by_seat = list(zip(*leads, strict=True))
    return sum(map(variance, by_seat)) / len(by_seat) ** 2


def taken_out(leads: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the part of the variance that equal deals remove, with the interval from resampling deals."""
    rng = Random(len(leads))
    drawn = sorted(_part(rng.choices(leads, k=len(leads))) for _ in range(SAMPLES))
    ends = drawn[SAMPLES // 40], drawn[-SAMPLES // 40]
    low, high = (round(each, 3) for each in ends)
    return round(_part(leads), 3), low, high


def _part(leads: Sequence[Sequence[float]]) -> float:
    """Return the part of the variance that is removed; negative if games of a deal vary together."""
    apart = _variance_apart(leads)
    return 1 - variance(map(fmean, leads)) / apart if apart else 0.0


def keep(measured: Iterable[Luck], file: Path = LUCK) -> None:
    """Store measurements in a file."""
    stored_lists.keep(measured, file, Luck, lambda each: str(each.meeting))


def read(file: Path = LUCK) -> list[Luck]:
    """Return the stored measurements."""
    return stored_lists.read(file, Luck)


def reported(measured: Sequence[Luck]) -> str:
    """Return the text above the table, with the mean of equal players by ruleset."""
    alike = [each for each in measured if each.meeting.player == each.meeting.opponent]
    means = [f"{INTRODUCTION}\nMean of equal players:\n", "| ruleset | by step | by purpose |", "| --- | --- | --- |"]
    for ruleset in sorted({each.meeting.ruleset for each in alike}):
        those = [each for each in alike if each.meeting.ruleset == ruleset]
        steps, purposes = fmean(each.steps_less[0] for each in those), fmean(each.purposes_less[0] for each in those)
        means.append(f"| {RULESETS[ruleset].names.title.en} | {steps:.0%} | {purposes:.0%} |")
    return "\n".join([*means, "", "All players:"])


def rows(measured: Iterable[Luck]) -> Iterator[Sequence[str]]:
    """Return the part of luck that equal deals remove, one row per number of seats and pair of players."""
    yield "ruleset", "seats", "player", "against", "deals", "lead", "by step", "by purpose"
    for each in measured:
        meeting = each.meeting
        players = f"`{meeting.player}`", f"`{meeting.opponent}`"
        parts = (f"{part:.0%} ({low:.0%} to {high:.0%})" for part, low, high in (each.steps_less, each.purposes_less))
        yield (
            RULESETS[meeting.ruleset].names.title.en,
            f"{meeting.seats}",
            *players,
            f"{each.deals}",
            f"{each.lead:+.1f}",
            *parts,
        )
