"""Writes what the games of the arena show: a rating of each level, the tables of `STRENGTH.md`, its plot."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

import msgspec

from domain.levels import LEVELS, SearchBudget
from domain.ratings import Rating
from domain.registry import RULESETS
from tests.strength import luck, plot, strangers, thinking
from tests.strength.fitting import Fit, fit
from tests.strength.kept import Entry, Kept
from tests.strength.playing import DEFAULT, NAMED, Game, Meeting
from tests.strength.programme import bars_of, programme
from tests.strength.score import Score, score
from tests.strength.thinking import Times

ROOT: Final = Path(__file__).parents[2]
TRIED: Final = Path(__file__).with_name("TRIED.md")
"""What was tried where a bar is missed, in words."""
ANCHOR: Final = "greedy"
ANCHORED_AT: Final = 1000
FEWEST: Final = 20
"""Games below which a ruleset tells no rating of a level."""
RATED: Final = (*LEVELS, "value")

INTRODUCTION = """\
# How strong the AI levels are

Written by `make arena`; do not edit. The games themselves stand in `tests/strength/games/`.

One seat plays the player under test, all others the opponent. Each deal is played from every seat, so that the luck of
the seat cancels out. The games of a deal share its secret, and their dice are thrown for named purposes: so they meet
the same factories, decks and markets, as far as the rules allow. How much luck that takes out is measured below. A
commit with a ° marks games from before, whose dice follow from the number of the step: those of a deal share their
set-up, and what is dealt later differs as soon as they are played differently. A victory shared by k seats counts 1/k.

Deal `d` has the secret SHA-256(`strength:d`); the deals of a row are numbered from 0. The action that brings a game to
version `v` is chosen with the dice `Random("d:v")`: with the commit named, any row can be played again, and ends the
same on every machine and in both builds. For that the budgets count iterations alone:
{budgets}{parts}.
In the service a decision takes {cap:g} s of CPU time at most, too; *cut* below says how often that ended a search.

`value` takes the action after which it leads most by static value, with no search. `peeking-normal` and `peeking-hard`
search as `normal` and `hard` do, but are shown the true state: controls, not levels. Beside a bar that a level does not
reach they tell how much of the rest is what a seat may not see.
"""

RATINGS = """\
## Ratings

With the options left to their defaults. `greedy` is {at}: it meets most of the others, so that their intervals do not
carry the doubt about `random`; the rest are rated through whom they met. A lead of 70 wins 60 % of the games of two
such seats, 191 wins 75 %, 382 wins 90 %. With two seats the model is Elo's; with more it is that of Plackett and Luce,
from all places of the game. Intervals hold the true rating with 95 % confidence (profile likelihood; the games of a
deal taken for independent, which widens them).
The scale is one of these players among themselves. The levels play on with `greedy` in their searches, and know it
better than any other opponent: a lead over `greedy` shows more than it would against a stranger of the same strength. A
player from outside, made for Azul alone, found `normal` 230 points above `greedy` where these games give far more. So
read the ratings as an order with rough distances, and see below what strangers meet.

![Ratings of the levels by ruleset and number of seats](strength.svg)
"""

RESULTS = """\
*Games* are those played so far, of those that the programme has. *Won* is the share of them that was won, with its 95 %
Wilson interval, *fair* the share of a player no better than its opponents, *rank* the mean rank, *totals* the mean
results of the player and of the others, *actions* the mean length of a game. A bar is **sure** where the lower end of
the interval reaches it, **met** where the measured value does, and else *missed*; while games are wanting, that is but
how it stands. *Others* is the share that the opponents won together, *stopped* that of games in which nobody reached
the goal. A commit in brackets marks games of an earlier way of play than the newest at that table.
"""


@dataclass(frozen=True)
class Standing:
    """A row: what a meeting came to, and how current it is."""

    score: Score
    commit: str
    is_current: bool
    """Whether it was played in the newest way of its table."""
    is_named: bool = True
    """Whether its dice were thrown for named purposes."""

    @property
    def origin(self) -> str:
        """Name the commit."""
        named = f"{self.commit}{'' if self.is_named else '°'}"
        return named if self.is_current else f"({named})"


def write(kept: Kept) -> None:
    """Write everything anew from the games that are kept."""
    times = thinking.read()
    standings = {ruleset: standings_of(kept.entries(ruleset)) for ruleset in kept.rulesets()}
    fits = {ruleset: fits_of(rows) for ruleset, rows in standings.items()}
    for ruleset, rated in fits.items():
        write_ratings(ROOT / "domain" / ruleset / "strength.json", ratings(rated, times_of(ruleset, times)))
    Path(__file__).with_name("STRENGTH.md").write_text("\n".join(lines(standings, fits, times)) + "\n")
    plot.draw(Path(__file__).with_name("strength.svg"), fits)


def standings_of(entries: Sequence[Entry]) -> list[Standing]:
    """Score all meetings of a ruleset, in the order of the programme."""
    newest = {_table(each.meeting): each.way.removesuffix(NAMED) for each in entries}
    played: dict[Meeting, list[Entry]] = {}
    for each in entries:
        played.setdefault(each.meeting, []).append(each)
    found = []
    for meeting, those in played.items():
        result = score(meeting, [each.game for each in those])
        if result:
            way = those[-1].way
            is_current = way.removesuffix(NAMED) == newest[_table(meeting)]
            found.append(Standing(result, those[-1].commit, is_current, way.endswith(NAMED)))
    order = [row.meeting for row in programme()]
    return sorted(
        found, key=lambda each: order.index(each.score.meeting) if each.score.meeting in order else len(order)
    )


def _table(meeting: Meeting) -> tuple[str, int]:
    """Name the table of a meeting."""
    return meeting.options, meeting.seats


def fits_of(standings: Iterable[Standing]) -> dict[int, dict[str, Fit]]:
    """Rate the levels by number of seats, from the games played in the newest way."""
    met: dict[int, dict[Meeting, Sequence[Game]]] = {}
    for each in standings:
        meeting = each.score.meeting
        if each.is_current and meeting.options == DEFAULT and {meeting.player, meeting.opponent} <= set(RATED):
            met.setdefault(meeting.seats, {})[meeting] = each.score.games
    return {seats: fit(games, ANCHOR, ANCHORED_AT) for seats, games in sorted(met.items())}


def times_of(ruleset: str, times: Iterable[Times]) -> dict[tuple[int, str], Times]:
    """Return the times of a ruleset by seats and level: those of the plain build if they exist."""
    own = sorted((each for each in times if each.ruleset == ruleset), key=lambda each: each.build)
    return {(each.seats, each.level): each for each in own}


def ratings(fits: Mapping[int, Mapping[str, Fit]], times: Mapping[tuple[int, str], Times]) -> list[Rating]:
    """List what a ruleset tells of its levels: those with a rating from enough games and a measured time."""
    return [
        _rating(seats, level, rated[level], times[seats, level])
        for seats, rated in fits.items()
        for level in LEVELS
        if level in rated and rated[level].games >= FEWEST and (seats, level) in times
    ]


def _rating(seats: int, level: str, rated: Fit, time: Times) -> Rating:
    """Bring together the rating and the thinking time of a level."""
    low, middle, high = round(rated.low), round(rated.rating), round(rated.high)
    return Rating(seats, level, middle, low, high, rated.games, time.median_ms, time.percentile_95_ms)


def write_ratings(file: Path, rated: Sequence[Rating]) -> None:
    """Write the ratings of a ruleset, one a line."""
    file.write_text("[\n" + ",\n".join([msgspec.json.encode(each).decode() for each in rated]) + "\n]\n")


def lines(
    standings: Mapping[str, Sequence[Standing]],
    fits: Mapping[str, Mapping[int, Mapping[str, Fit]]],
    times: Sequence[Times],
) -> Iterator[str]:
    """Return the lines of the report."""
    yield _introduction()
    yield RATINGS.format(at=ANCHORED_AT)
    for ruleset, rated in fits.items():
        yield from _section(f"### {_title(ruleset)}", _rating_rows(rated))
        yield from _alike(standings[ruleset])
    scores = {ruleset: [each.score for each in rows] for ruleset, rows in standings.items()}
    yield from _section(strangers.TOLD, strangers.rows(scores))
    yield from _section(luck.told(luck.read()), luck.rows(luck.read()))
    yield from ("## Games", "", RESULTS)
    for ruleset, rows in standings.items():
        yield from _section(f"### {_title(ruleset)}", _result_rows(rows))
    yield TRIED.read_text()
    yield from (
        "## Thinking times",
        "",
        "CPU milliseconds of a decision that leaves a choice, in positions of a game; by `make arena ARENA=thinking`,",
        "then `ARENA=report`.",
        "",
    )
    for (ruleset, build), measured in groupby(sorted(times, key=_order), key=lambda each: (each.ruleset, each.build)):
        yield from _section(f"### {_title(ruleset)}, {build} build", _time_rows(measured))
    yield from ("Machines:", "", *(f"- {each}" for each in sorted({each.machine for each in times})))


def _order(times: Times) -> tuple[str, bool, int, int]:
    """Order times by ruleset, the plain build first, seats and level."""
    return times.ruleset, times.build != "plain", times.seats, list(LEVELS).index(times.level)


def _introduction() -> str:
    """Write what stands above the tables."""
    searching = {name: how for name, how in LEVELS.items() if isinstance(how, SearchBudget)}
    budgets = ", ".join(f"`{name}` {how.iterations:,}" for name, how in searching.items())
    efforts = {name: ruleset.heuristics.budget_share for name, ruleset in RULESETS.items()}
    parts = "".join(f"; of them {_title(name)} takes {effort:.0%}" for name, effort in efforts.items() if effort < 1)
    return INTRODUCTION.format(budgets=budgets, parts=parts, cap=max(how.seconds for how in searching.values()))


def _title(ruleset: str) -> str:
    """Name a ruleset."""
    return RULESETS[ruleset].names.title.en


def _section(heading: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write a table, its head the first row, under a heading."""
    head, *body = rows
    yield from (heading, "", _row(head), _row(["---"] * len(head)), *map(_row, body), "")


def _row(cells: Sequence[str]) -> str:
    """Write one row."""
    return f"| {' | '.join(cells)} |"


def _rating_rows(fits: Mapping[int, Mapping[str, Fit]]) -> Iterator[Sequence[str]]:
    """List the ratings, a level a row."""
    yield ["level", *(f"{seats} seats" for seats in fits)]
    for level in RATED:
        if any(level in rated for rated in fits.values()):
            yield [f"`{level}`", *(_fit(rated.get(level)) for rated in fits.values())]


def _alike(standings: Iterable[Standing]) -> Iterator[str]:
    """Name the levels that did not surely win more than their part against the level below."""
    pairs = set(pairwise(LEVELS))
    met = [each.score for each in standings if (each.score.meeting.opponent, each.score.meeting.player) in pairs]
    open_ones = [each.meeting for each in met if each.interval[0] <= each.fair_share]
    if open_ones:
        named = [f"`{each.player}` from `{each.opponent}` with {_where(each)}" for each in open_ones]
        yield f"The games do not tell apart: {', '.join(named)}. There the level above is sure to take longer, no more."
        yield ""


def _where(meeting: Meeting) -> str:
    """Name a table of a ruleset."""
    return f"{meeting.seats} seats" if meeting.options == DEFAULT else f"{meeting.seats} seats and {meeting.options}"


def _fit(rated: Fit | None) -> str:
    """Write a rating with its interval and games."""
    return f"**{rated.rating:.0f}** ({rated.low:.0f} to {rated.high:.0f}), {rated.games} games" if rated else ""


def _result_rows(standings: Iterable[Standing]) -> Iterator[Sequence[str]]:
    """List the meetings."""
    yield "options", "seats", "player", "against", "games", "won", "95 %", "fair", "bar", "", *_LESSER
    for each in standings:
        result, meeting = each.score, each.score.meeting
        low, high = result.interval
        yield (
            meeting.options,
            f"{meeting.seats}",
            f"`{meeting.player}`",
            f"`{meeting.opponent}`",
            _games(result),
            f"{result.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.fair_share:.0%}",
            *_bar(result),
            f"{result.rank:.2f}",
            f"{result.total:.1f} : {result.opponent_total:.1f}",
            f"{result.actions:.0f}",
            each.origin,
        )


def _games(result: Score) -> str:
    """Write how many games were played, and how many are to be."""
    played, planned = len(result.games), _planned(result.meeting)
    return f"{played} of {planned}" if played < planned else f"{played}"


def _planned(meeting: Meeting) -> int:
    """Count the games of a meeting that the programme has."""
    return next((row.games for row in programme() if row.meeting == meeting), 0)


_LESSER: Final = ("rank", "totals", "actions", "commit")


def _bar(result: Score) -> tuple[str, str]:
    """Write the bars of a meeting and how far they are reached; nothing where there is none."""
    bars = bars_of(result.meeting)
    if not bars:
        return "", ""
    verdict = "**met**" if all(bar.is_met(result) for bar in bars) else "*missed*"
    if all(bar.is_sure(result) for bar in bars):
        verdict = "**sure**"
    return ", ".join(map(str, bars)), f"{verdict} so far" if len(result.games) < _planned(result.meeting) else verdict


def _time_rows(measured: Iterable[Times]) -> Iterator[Sequence[str]]:
    """List thinking times, a table and level a row."""
    yield "seats", "level", "median", "95 of 100", "longest", "cut"
    for each in measured:
        spent = (f"{value:,g}" for value in (each.median_ms, each.percentile_95_ms, each.longest_ms))
        yield f"{each.seats}", f"`{each.level}`", *spent, f"{each.cut} of {each.decisions}"
