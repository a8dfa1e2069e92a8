"""Build tournaments in which some entrants should not meet, and count by brute force who must."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from service.tournaments.rules import round_pairings
from service.tournaments.rules.apart import labels_now, should_not_meet
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.partitions import partitions
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.plan import KeepApart, Stage
from service.tournaments.rules.state import Round, Tournament
from tests.tournament.building import Log, a_plan

TEAM_MATES = KeepApart(team_mates=True)
NEEDED: dict[str, dict[str, Any]] = {"swiss": {"rounds": 3}, "round_robin": {"rounds": 2}, "arena": {"matches": 3}}


def a_tournament(
    *stages: Stage, teams: Sequence[str], keep_apart: KeepApart = TEAM_MATES, boards: Sequence[int] = (), **changes: Any
) -> Log:
    """Return a tournament whose entrants, by team, have entered and whose first stage has started."""
    log = Log(a_plan(*stages, keep_apart=keep_apart, **changes))
    for number, team in enumerate(teams):
        board = boards[number] if boards else 0
        named = {"name": f"Entrant {number}", "kind": "level", "level": "greedy", "rating": 1000 - number}
        log.add(Entered, entrant=number, team=team, board=board, **named)
    log.begin()
    return log.stage(*round_pairings.next_groups(log.tournament))


def a_stage(form: str, size: int, **changes: Any) -> Stage:
    """Return a short stage of a format."""
    return Stage(form, size, **{**NEEDED.get(form, {}), **changes})  # type: ignore[arg-type]


def random_teams(entrants: int, rng: Random, most: int) -> list[str]:
    """Return teams of at most `most` entrants, and some entrants without a team."""
    teams: list[str] = []
    while len(teams) < entrants:
        teams += [f"Team {len(teams)}"] * rng.randint(1, most) + [""] * rng.randint(0, 1)
    return rng.sample(teams[:entrants], entrants)


def fewest_conflicts(tournament: Tournament, size: int) -> int:
    """Return the fewest conflicts of a round with the present entrants, over all pairings."""
    labels, present = labels_now(tournament), tournament.all_present
    sizes, byes = table_sizes(len(present), size)
    if traits_of(tournament.stage).bracket is not None and size == LEAST_TABLE:
        byes = (1 << (len(present) - 1).bit_length()) - len(present)
        sizes = [size] * ((len(present) - byes) // size)
    return min(
        sum(should_not_meet(labels, *pair) for table in tables for pair in combinations(table, 2))
        for out in combinations(present, byes)
        for tables in partitions([each for each in present if each not in out], sizes)
    )


def fewest_of_teams(teams: Sequence[str], sizes: Sequence[int]) -> int:
    """Return the fewest conflicts if each team is spread evenly over tables of about equal sizes."""
    found = 0
    for team in {*teams} - {""}:
        each, more = divmod(teams.count(team), len(sizes))
        found += more * (each + 1) * each // 2 + (len(sizes) - more) * each * (each - 1) // 2
    return found


def conflicts(played: Round) -> list[tuple[int, int]]:
    """Return the pairs of a round that should not meet."""
    return [each.entrants for each in played.conflicts]
