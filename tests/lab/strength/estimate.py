"""Estimate the CPU time of a programme of games."""

import time
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from domain.levels import LEVELS, SearchBudget
from tests.lab.strength.players import ITERATIONS, read_constants
from tests.lab.strength.playing import Meeting, choices, spaced, way_of_play
from tests.lab.strength.programme import Row
from tests.lab.strength.results import Result, games_stored
from tests.lab.strength.score import score
from tests.lab.strength.stored_games import StoredGames
from tests.rulesets.games import PLAYED
from workers.thinking.search import search

PROBES = 5
ITERATIONS_OF_A_PROBE = 30


def estimate(rows: Sequence[Row], games: StoredGames, results: Sequence[Result]) -> Iterator[tuple[Row, int, float]]:
    """Return each row with the number of its missing games, and their CPU seconds."""
    for row in rows:
        meeting = row.meeting
        way = way_of_play(meeting.ruleset, meeting.options, meeting.seats)
        played = list(games.games(meeting, way).values())
        planned = len(row.deals()) * len(meeting.tested)
        missing = 0 if games_stored(results, meeting, way) >= planned else max(0, planned - len(played))
        so_far = score(meeting, played)
        yield row, missing, missing * seconds_of_game(meeting, so_far.actions if so_far else 0)


def line(row: Row, missing: int, seconds: float) -> str:
    """Return the estimate of a row as a line."""
    return f"about {seconds / 60:>6.1f} min of CPU time for {missing:>3} games of {row.meeting}"


def seconds_of_game(meeting: Meeting, actions: float) -> float:
    """Estimate the CPU seconds of a game with this number of actions; at least that of a greedy game."""
    pace, decisions = _pace(meeting.ruleset, meeting.options, meeting.seats)
    others = meeting.seats - 1
    iterations = (iterations_of(meeting.player) + others * iterations_of(meeting.opponent)) / meeting.seats
    return max(actions, decisions) * iterations * PLAYED[meeting.ruleset].heuristics.budget_share * pace


def iterations_of(player: str) -> int:
    """Return the iterations of a player's budget; 0 for one that is known not to search."""
    word, _, rest = player.partition(":")
    how = LEVELS.get(word.removeprefix("peeking-").partition("@")[0])
    return int(read_constants(rest).get(ITERATIONS, how.iterations)) if isinstance(how, SearchBudget) else 0


@cache
def _pace(ruleset: str, options: str, seats: int) -> tuple[float, int]:
    """Measure the CPU seconds of an iteration, and count the choices in a game of greedy players."""
    rules, met = PLAYED[ruleset], choices(ruleset, options, seats)
    probes = spaced(met, PROBES)
    began = time.process_time()
    for state, seat in probes:
        search(rules, state, seat, Random(seat), SearchBudget(ITERATIONS_OF_A_PROBE, float("inf")))
    return (time.process_time() - began) / len(probes) / ITERATIONS_OF_A_PROBE, len(met)
