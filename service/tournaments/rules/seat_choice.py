"""The choice of a seat in the next game of a series, by the entrant who has lost the game before.

Each game of such a series has a log entry with its choice before it is created: that of the loser, or the default.
"""

from service.tournaments.rules.errors import expect
from service.tournaments.rules.match_events import SeatChosen
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.round_legality import existing_table
from service.tournaments.rules.seats import seat_order
from service.tournaments.rules.state import Tournament


def open_choice(table: MatchTable) -> int | None:
    """Return the number of the announced game of a match in which a seat must be chosen; None if there is none."""
    waiting = (game for game in sorted(table.pending) if table.seating.games[game] not in table.chosen)
    return next(waiting, None) if table.series.seats == "loser" else None


def chooser(tournament: Tournament, stage: int, table: MatchTable) -> int | None:
    """Return the entrant who may choose a seat in the next game: the last of the game before, or the lower seed.

    Returns None if no seat is to be chosen, or if the loser is an AI level or has left.
    """
    game = open_choice(table)
    before = None if game is None else table.result(game - 1)
    if before is None:
        return None
    seeds = {entrant: seed for group in tournament.stages[stage] for seed, entrant in enumerate(group)}
    worst = max(before.ranks)
    losers = [each for each, rank in zip(table.entrants, before.ranks, strict=True) if rank == worst]
    loser = tournament.entrants[max(losers, key=lambda each: seeds.get(each, 0))]
    return loser.number if loser.entered.kind == "player" and not loser.withdrawn else None


def default_choice(table: MatchTable, game: int) -> tuple[int, int]:
    """Return an entrant and a seat that leave the usual order of a game unchanged."""
    return seat_order(table.entrants, game)[0], 0


def check_seat_chosen(tournament: Tournament, event: SeatChosen) -> None:
    """Check that a seat is to be chosen in an announced game, and that the loser or the service chooses it."""
    expect(tournament.status == "running", "the tournament is not running")
    table = existing_table(tournament, event.round, event.table)
    expect(open_choice(table) == event.game, "no seat is to be chosen in this game")
    expect(table.seating.games[event.game] == event.game_id, "the game has another id")
    expect(event.seat < len(table.entrants), "the table has no such seat")
    if event.by:
        loser = chooser(tournament, tournament.round(event.round).stage, table)
        expect(event.entrant == loser, "another entrant chooses the seat")
    else:
        is_default = (event.entrant, event.seat) == default_choice(table, event.game)
        expect(is_default, "the service changes no seats")
