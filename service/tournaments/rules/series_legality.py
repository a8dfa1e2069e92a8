"""Check the events of a series: the next game of a match, its creation, and its forfeit."""

from service.tournaments.rules.errors import expect
from service.tournaments.rules.match_events import Forfeited, GameOpened, NextGame
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.round_legality import existing_table
from service.tournaments.rules.seat_choice import open_choice
from service.tournaments.rules.state import Tournament, can_continue, leavers
from service.tournaments.rules.types import GOING_ON


def check_next_game(tournament: Tournament, event: NextGame) -> None:
    """Check that a match needs another game, and that enough entrants have stayed for it."""
    expect(tournament.status == "running", "the tournament is not running")
    table = _open_table(tournament, event.round, event.table)
    expect(table.needs_game, "the match needs no further game")
    expect(event.game == len(table.seating.games), "game numbers must have no gaps")
    expect(event.game_id not in tournament.game_ids, "a game id is used twice")
    expect(can_continue(tournament, table), "too few entrants have stayed at the table")


def check_game_opened(tournament: Tournament, event: GameOpened) -> None:
    """Check that a game is announced and does not exist yet; the tournament can be paused."""
    expect(tournament.status in GOING_ON, f"the tournament is {tournament.status}")
    table = existing_table(tournament, event.round, event.table)
    expect(open_choice(table) is None, "a seat of the game is not chosen")
    is_pending = event.game in table.pending and table.seating.games[event.game] == event.game_id
    expect(is_pending, "the game is not announced, or exists already")


def check_forfeited(tournament: Tournament, event: Forfeited) -> None:
    """Check that a match has further games, and that all of its entrants but one have left."""
    expect(tournament.status == "running", "the tournament is not running")
    table = _open_table(tournament, event.round, event.table)
    expect(is_between_games(table), "the match has a running game, or has ended")
    expect(not can_continue(tournament, table), "enough entrants have stayed at the table")
    expect(event.entrants == leavers(tournament, table), "other entrants have left")


def is_between_games(table: MatchTable) -> bool:
    """Whether a match has another game that does not exist yet, and no running game."""
    return table.needs_game or (bool(table.pending) and not table.left)


def _open_table(tournament: Tournament, number: int, table: int) -> MatchTable:
    found = existing_table(tournament, number, table)
    expect(tournament.round(number).opened, "the games of the round do not all exist")
    return found
