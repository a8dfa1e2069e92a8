"""Hide results that would reveal a deal: those of finished games while another game of their deal is running.

A hidden result counts neither in standings nor in brackets. The service itself pairs and counts with all results.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeVar

import msgspec

from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.match_events import Finished
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.series import games_at_once, series_of
from service.tournaments.rules.state import Round, Tournament, open_tables_of

E = TypeVar("E", bound=AnyEvent)
Place = tuple[MatchTable, int]
"""A table and the number of a game."""


def hidden_games(tournament: Tournament, ended: Set[str] = frozenset()) -> frozenset[str]:
    """Return the ids of finished games whose results are hidden.

    `ended` has games that ended after the cancellation of the tournament, so that the log does not contain it.
    """
    if tournament.plan.deal == "game":
        return frozenset()
    deals = (deal for played in tournament.all_rounds for deal in _deals(tournament, played))
    running = ([*deal] for deal in deals if not all(_has_ended(*place, ended) for place in deal))
    return frozenset(table.seating.games[game] for deal in running for table, game in deal if _has_result(table, game))


def without_results(tournament: Tournament, games: Set[str]) -> Tournament:
    """Return the state of a tournament in which the results of some games are hidden."""
    if not games:
        return tournament
    rounds = [_without_results(each, games) for each in tournament.rounds]
    taken_back = [_without_results(each, games) for each in tournament.taken_back]
    return replace(tournament, rounds=rounds, taken_back=taken_back, open_tables=open_tables_of(rounds), places=None)


def _without_results(played: Round, games: Set[str]) -> Round:
    hidden = [{game for game, event in table.finished.items() if event.game_id in games} for table in played.tables]
    if not any(hidden):
        return played
    tables = [replace(table, hidden=each) for table, each in zip(played.tables, hidden, strict=True)]
    return replace(played, tables=tables)


def concealed(event: E, games: Set[str]) -> E:
    """Return a log entry without its result, if the game is among those whose results are hidden."""
    if not isinstance(event, Finished) or event.game_id not in games:
        return event
    return msgspec.structs.replace(event, ranks=(), totals=(), no_shows=(), record="")


def _deals(tournament: Tournament, played: Round) -> Iterator[list[Place]]:
    """List the games of each shared deal of a round. A replayed game has a deal of its own."""
    numbers = range(games_at_once(series_of(tournament.plan, played.stage)))
    if tournament.plan.deal == "round":
        yield from (_shared((table, game) for table in played.tables) for game in numbers)
    elif tournament.plan.deal == "match":
        yield from (_shared((table, game) for game in numbers) for table in played.tables)


def _shared(games: Iterable[Place]) -> list[Place]:
    return [(table, game) for table, game in games if game not in table.replays]


def _has_ended(table: MatchTable, game: int, ended: Set[str]) -> bool:
    return game in table.finished or game in table.stopped or table.seating.games[game] in ended


def _has_result(table: MatchTable, game: int) -> bool:
    return game in table.finished and not table.finished[game].aborted
