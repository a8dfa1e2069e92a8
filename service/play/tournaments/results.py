"""How the games of a tournament end: results are noted, and games that count no more are stopped."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from service.play import abort, missed_decisions, records
from service.play.bottega import Bottega
from service.play.game import Game, restored
from service.play.tournaments import log
from service.play.tournaments.log import LoadedTournament
from service.play.tournaments.seating import GameSlot, places
from service.play.tournaments.time_slices import TimeSlice
from service.problems import GameAborted, GameNotFound, GameNotStarted, GameOver
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, ListedGame
from service.tournament.events import AnyEvent, Finished, Stopped
from service.tournament.state import StoppingGame, Tournament

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
"""Games that are read at once."""
CLOSED = ("over", "cancelled")


def finished(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the results of all games that have ended and are not noted yet."""
    if running.tournament.status in CLOSED:
        return ()
    names = [place.game_id for place in _awaited(running.tournament)]
    found = []
    for first in range(0, len(names), MOST_AT_ONCE):
        listed = bottega.store.read_listed(names[first : first + MOST_AT_ONCE])
        found += [game for each in listed if each is not None and (game := _readable(bottega, each)) is not None]
    return [*of_games(bottega, running, found), *_removed(bottega, running, names, found)]


def _readable(bottega: Bottega, listed: ListedGame) -> Game | None:
    """Make a game of what is stored; None of one that cannot be read, which is logged once."""
    try:
        return restored(bottega, listed)
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _removed(
    bottega: Bottega, running: LoadedTournament, names: Sequence[str], found: Sequence[Game]
) -> Iterator[Finished]:
    """Return the results of games that have been removed: nobody will play them, as if they had been aborted."""
    there = {game.header.game_id for game in found}
    gone = {name for name in names if name not in there and bottega.store.is_gone(name)}
    for place in _awaited(running.tournament):
        if place.game_id in gone:
            yield _without_outcome(bottega, place)


def of_games(bottega: Bottega, running: LoadedTournament, games: Iterable[Game]) -> Iterator[Finished]:
    """Return the results of those among these games that have ended, and whose results are not known."""
    if running.tournament.status in CLOSED:
        return
    awaited = {place.game_id: place for place in _awaited(running.tournament)}
    for game in games:
        place = awaited.get(game.header.game_id)
        if place is not None and game.status in ("over", "aborted"):
            yield _result(bottega, game, place)


def settled(bottega: Bottega, running: LoadedTournament, allowed: TimeSlice) -> Sequence[AnyEvent]:
    """Stop games that count no more until the portion is over, but one at least; return what has become of each.

    A game that had ended before, in a round that stands, is noted as it ended: it has been rated.
    """
    events: list[AnyEvent] = []
    for game_id, each in running.tournament.unsettled.items():
        events.append(_settled(bottega, running.tournament, game_id, each))
        if allowed.is_over:
            break
    return events


def _settled(bottega: Bottega, tournament: Tournament, game_id: str, settling: StoppingGame) -> AnyEvent:
    """Stop one game, and return what has become of it."""
    game = abort.stop(bottega, game_id)
    if settling.counts and game is not None and game.status == "over":
        played = tournament.round(settling.round)
        return _result(bottega, game, GameSlot(played, played.tables[settling.table - 1], settling.game))
    number, table, game_number, _ = settling
    return log.note(bottega, Stopped, game_id=game_id, round=number, table=table, game=game_number)


def resign_for_disqualified(bottega: Bottega, running: LoadedTournament) -> None:
    """Resign the running games of entrants who were disqualified; again changes nothing."""
    tournament = running.tournament
    out = {each.number for each in tournament.entrants if each.disqualified}
    if not out or tournament.status in CLOSED:
        return
    for place in _awaited(tournament):
        for seat, entrant in enumerate(place.seats):
            if entrant in out:
                _resign(bottega, place.game_id, seat)


def _resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Resign a game for a seat, if it is still played."""
    with suppress(GameAborted, GameNotStarted, GameNotFound, GameOver):
        missed_decisions.resign(bottega, game_id, seat)


def _awaited(tournament: Tournament) -> Iterator[GameSlot]:
    """List the games of open rounds whose results are not known and count."""
    for played in tournament.rounds:
        if played.opened:
            yield from (place for place in places(played) if _is_awaited(tournament, place))


def _is_awaited(tournament: Tournament, place: GameSlot) -> bool:
    has_ended = place.game in place.match.finished or place.game in place.match.stopped
    return not has_ended and place.game_id not in tournament.unsettled


def _result(bottega: Bottega, game: Game, place: GameSlot) -> Finished:
    """Write how a game has ended; of one that was aborted all share the first place."""
    if game.status == "aborted" or game.outcome is None:
        return _without_outcome(bottega, place)
    seats = [place.seats.index(entrant) for entrant in place.match.entrants]
    ranks = tuple(game.outcome.seats[seat].rank for seat in seats)
    totals = tuple(game.outcome.seats[seat].total for seat in seats)
    absent = game.table.attended.no_shows
    return log.note(
        bottega,
        Finished,
        **_of(place),
        ranks=ranks,
        totals=totals,
        no_shows=tuple(entrant for seat, entrant in zip(seats, place.match.entrants, strict=True) if seat in absent),
        aborted=False,
        record=records.digest(bottega, game),
    )


def _without_outcome(bottega: Bottega, place: GameSlot) -> Finished:
    """Write the end of a game that nobody will play on: all share the first place."""
    size = len(place.match.entrants)
    return log.note(bottega, Finished, **_of(place), ranks=(1,) * size, totals=(0,) * size, aborted=True, record="")


def _of(place: GameSlot) -> dict[str, Any]:
    """Return which game of the tournament it is."""
    return {
        "round": place.round.number,
        "table": place.match.number,
        "game": place.game,
        "game_id": place.game_id,
    }
