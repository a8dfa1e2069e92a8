"""Check score sheets: their sums, ranks, results and teams."""

from collections import defaultdict
from collections.abc import Sequence

from domain.ruleset import AnyRuleset, Outcome, SeatOutcome, SeatResult

WORTH = {"won": 2, "drawn": 1, "lost": 0}


def check(ruleset: AnyRuleset, outcome: object, seats: int) -> None:
    """Check that the rows of each seat sum to its total, and that totals and tie-breaks rank the seats.

    The results must fit the ranks, and each team must win or lose together.
    """
    assert isinstance(outcome, Outcome)
    assert [each.seat for each in outcome.seats] == list(range(seats))
    keys = [_key(each) for each in outcome.seats]
    for each, key in zip(outcome.seats, keys, strict=True):
        assert sum(row.amount for row in each.rows) == each.total, f"{each.rows} against a total of {each.total}"
        assert each.rank == 1 + sum(other > key for other in keys), f"the rank of seat {each.seat}: {outcome}"
        assert all(row.paragraph for row in (*each.rows, *each.tie_breaks))
    _check_results(outcome.seats, outcome.results)
    _check_teams(ruleset, outcome.seats, outcome.results)


def _key(seat: SeatOutcome) -> tuple[int, list[int]]:
    return seat.total, [row.amount for row in seat.tie_breaks]


def _check_results(seats: Sequence[SeatOutcome], results: Sequence[SeatResult]) -> None:
    """Check that no seat has a worse result than a seat with a worse rank, and that a draw has two sides."""
    found = list(zip(seats, results, strict=True))
    for seat, result in found:
        worse = [other.seat for other, theirs in found if other.rank > seat.rank and WORTH[theirs] > WORTH[result]]
        assert not worse, f"seat {seat.seat} has {result} and ranks before seat {worse[0]}, which has a better result"
    drawn = {seat.side for seat, result in found if result == "drawn"}
    assert len(drawn) != 1, f"only {drawn} has drawn: set `result` to won or lost"


def _check_teams(ruleset: AnyRuleset, seats: Sequence[SeatOutcome], results: Sequence[SeatResult]) -> None:
    """Check that the teams have names, that their seats have equal totals and results, and that all may lose."""
    teams = defaultdict(list)
    for seat, result in zip(seats, results, strict=True):
        if seat.team:
            teams[seat.team].append((_key(seat), result))
    assert {*teams} <= {*ruleset.team_ids}, f"add {teams.keys()} to the kind `team` of names.json"
    assert teams or not ruleset.is_cooperative, "set `team` of each seat in `outcome`"
    for team, found in teams.items():
        assert all(each == found[0] for each in found), f"let all seats of {team} have the total of the team: {found}"
    assert not ruleset.is_cooperative or all(seat.result for seat in seats), (
        "set `result` of each seat: equal totals do not say whether the players of a cooperative game have won"
    )
