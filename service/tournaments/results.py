"""Record results of tournament games, and stop games that no longer count."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import msgspec

from service.game.game import Game, restored
from service.installation.bottega import Bottega
from service.playing import abort, missed_decisions
from service.problems import GameAborted, GameNotFound, GameNotStarted, GameOver
from service.reading import records
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, ListedGame
from service.tournaments import log
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.events import AnyEvent, Finished, Stopped
from service.tournaments.rules.points import among_entrants
from service.tournaments.rules.state import StoppingGame, Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import GameSlot, slots
from service.tournaments.time_slices import TimeSlice

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
"""Games read in one batch."""


def finished(bottega: Bottega, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the results of all games that have ended and are not in the log."""
    if running.tournament.status in CLOSED:
        return ()
    names = [slot.game_id for slot in _awaited(running.tournament)]
    found = []
    for first in range(0, len(names), MOST_AT_ONCE):
        listed = bottega.store.listed.read_many(names[first : first + MOST_AT_ONCE])
        found += [game for each in listed if each is not None and (game := _readable(bottega, each)) is not None]
    return [*of_games(bottega, running, found), *_removed(bottega, running, names, found)]


def _readable(bottega: Bottega, listed: ListedGame) -> Game | None:
    """Return a stored game; None, with one log message, if it cannot be read."""
    try:
        return restored(bottega, listed)
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _removed(
    bottega: Bottega, running: LoadedTournament, names: Sequence[str], found: Sequence[Game]
) -> Iterator[Finished]:
    """Return results of removed games, which count as aborted."""
    readable = {game.header.game_id for game in found}
    gone = {name for name in names if name not in readable and bottega.store.is_deleted(name)}
    for slot in _awaited(running.tournament):
        if slot.game_id in gone:
            yield _without_outcome(bottega, slot)


def of_games(bottega: Bottega, running: LoadedTournament, games: Iterable[Game]) -> Iterator[Finished]:
    """Return the results of the given games that have ended and are not in the log."""
    if running.tournament.status in CLOSED:
        return
    awaited = {slot.game_id: slot for slot in _awaited(running.tournament)}
    for game in games:
        slot = awaited.get(game.header.game_id)
        if slot is not None and game.has_ended:
            yield _result(bottega, game, slot)


def stop_games(bottega: Bottega, running: LoadedTournament, allowed: TimeSlice) -> Sequence[AnyEvent]:
    """Stop as many invalid games as the time slice allows, but at least one; return their events.

    A game of a valid round that had already ended keeps its result, because it has been rated.
    """
    events: list[AnyEvent] = []
    for game_id, each in running.tournament.games_to_stop.items():
        events.append(_stop_game(bottega, running.tournament, game_id, each))
        if allowed.is_over:
            break
    return events


def _stop_game(bottega: Bottega, tournament: Tournament, game_id: str, stopping: StoppingGame) -> AnyEvent:
    game = abort.stop(bottega, game_id)
    if stopping.counts and game is not None and game.status == "over":
        played = tournament.round(stopping.round)
        return _result(bottega, game, GameSlot(played, played.tables[stopping.table - 1], stopping.game))
    number, table, game_number, _ = stopping
    return log.new_entry(bottega, Stopped, game_id=game_id, round=number, table=table, game=game_number)


def resign_for_disqualified(bottega: Bottega, running: LoadedTournament) -> None:
    """Resign the running games of disqualified entrants; idempotent."""
    tournament = running.tournament
    out = {each.number for each in tournament.entrants if each.disqualified}
    if not out or tournament.status in CLOSED:
        return
    for slot in _awaited(tournament):
        for seat, entrant in enumerate(slot.seats):
            if entrant in out:
                _resign(bottega, slot.game_id, seat)


def _resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Resign a seat of a game, if it is still running."""
    with suppress(GameAborted, GameNotStarted, GameNotFound, GameOver):
        missed_decisions.resign(bottega, game_id, seat)


def _awaited(tournament: Tournament) -> Iterator[GameSlot]:
    """List the games of open rounds whose results are missing and will count."""
    for played in tournament.rounds:
        if played.opened:
            yield from (slot for slot in slots(played) if _is_awaited(tournament, slot))


def _is_awaited(tournament: Tournament, slot: GameSlot) -> bool:
    has_ended = slot.game in slot.match.finished or slot.game in slot.match.stopped
    return not has_ended and slot.game_id not in tournament.games_to_stop


def _result(bottega: Bottega, game: Game, slot: GameSlot) -> Finished:
    """Return the result of a game; in an aborted one all share the first place."""
    if game.status == "aborted" or game.outcome is None:
        return _without_outcome(bottega, slot)
    seats = [slot.seats.index(entrant) for entrant in slot.match.entrants]
    ranks = among_entrants([game.outcome.seats[seat].rank for seat in seats])
    totals = tuple(game.outcome.seats[seat].total for seat in seats)
    absent = game.info.attended.no_shows
    return msgspec.structs.replace(
        _without_outcome(bottega, slot),
        ranks=ranks,
        totals=totals,
        no_shows=tuple(entrant for seat, entrant in zip(seats, slot.match.entrants, strict=True) if seat in absent),
        aborted=False,
        record=records.digest(bottega, game),
    )


def _without_outcome(bottega: Bottega, slot: GameSlot) -> Finished:
    """Return the result of a game that will not be finished: all share the first place."""
    size = len(slot.match.entrants)
    return log.new_entry(
        bottega,
        Finished,
        round=slot.round.number,
        table=slot.match.number,
        game=slot.game,
        game_id=slot.game_id,
        ranks=(1,) * size,
        totals=(0,) * size,
        aborted=True,
    )
