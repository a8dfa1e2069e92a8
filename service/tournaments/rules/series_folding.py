"""Apply the events of a series, and remove games that a match does not need any more."""

import msgspec

from service.tournaments.rules.match_events import Forfeited, GameOpened, NextGame, SeatChosen
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import StoppingGame, Tournament


def apply_to_series(tournament: Tournament, event: NextGame | SeatChosen | GameOpened | Forfeited) -> None:
    """Apply an event of a series in place, without checking it."""
    table = tournament.round(event.round).tables[event.table - 1]
    match event:
        case NextGame():
            table.seating = msgspec.structs.replace(table.seating, games=(*table.seating.games, event.game_id))
            table.announced[event.game] = event
            table.pending.add(event.game)
            tournament.game_ids.add(event.game_id)
        case SeatChosen():
            table.chosen[event.game_id] = event
        case GameOpened():
            table.pending.discard(event.game)
        case Forfeited():
            table.left = event.entrants
            drop_surplus(tournament, event.round, table)


def drop_surplus(tournament: Tournament, number: int, table: MatchTable) -> None:
    """Remove the last game of a match of round `number` if the match is decided without it; mark it as to stop."""
    game = table.surplus
    if game is None:
        return
    *games, dropped = table.seating.games
    table.seating = msgspec.structs.replace(table.seating, games=tuple(games))
    del table.announced[game]
    table.replays.pop(game, None)
    table.pending.discard(game)
    table.stopped.discard(game)
    tournament.games_to_stop[dropped] = StoppingGame(tournament.round(number), table, game, counts=False)
