"""Record results of tournament games, and stop games that no longer count."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from service.game.game import Game, game_of
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.playing import abort, faulty_games, missed_decisions
from service.reading import record_checks, records
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, ListedGame
from service.tournaments import log
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.match_events import Finished, Stopped
from service.tournaments.rules.points import among_entrants
from service.tournaments.rules.state import StoppingGame, Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import GameSlot, open_slots
from service.tournaments.time_slices import TimeSlice

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
"""Games read in one batch."""


def finished(installation: Installation, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the results of all games that have ended and are not in the log."""
    if running.tournament.status in CLOSED:
        return ()
    names = [slot.game_id for slot in awaited(running.tournament)]
    found = []
    for first in range(0, len(names), MOST_AT_ONCE):
        listed = installation.store.listed.read_many(names[first : first + MOST_AT_ONCE])
        found += [game for each in listed if each is not None and (game := _readable(installation, each)) is not None]
    return [*of_games(installation, running, found), *_removed(installation, running, names, found)]


def _readable(installation: Installation, listed: ListedGame) -> Game | None:
    """Return a stored game; None, with one log message, if it cannot be read."""
    try:
        return game_of(installation, listed)
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _removed(
    installation: Installation, running: LoadedTournament, names: Sequence[str], found: Sequence[Game]
) -> Iterator[Finished]:
    """Return results of removed games, which count as aborted."""
    readable = {game.header.game_id for game in found}
    gone = {name for name in names if name not in readable and installation.store.is_deleted(name)}
    for slot in awaited(running.tournament):
        if slot.game_id in gone:
            yield _without_outcome(installation, slot)


def of_games(installation: Installation, running: LoadedTournament, games: Iterable[Game]) -> Iterator[Finished]:
    """Return the results of the given games that have ended and are not in the log."""
    if running.tournament.status in CLOSED:
        return
    expected = {slot.game_id: slot for slot in awaited(running.tournament)}
    for game in games:
        slot = expected.get(game.header.game_id)
        try:
            if slot is not None and game.has_ended:
                yield _result(installation, game, slot)
        except RuleFault as fault:  # the match waits for its operator or organiser
            faulty_games.stop(installation, game.header.game_id, fault)


def stop_games(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> Sequence[AnyEvent]:
    """Stop as many invalid games as the time slice allows, but at least one; return their events.

    A game that had already ended keeps its result, because it has been rated. The exceptions are games that no match
    has any more.
    """
    events: list[AnyEvent] = []
    for game_id, each in running.tournament.games_to_stop.items():
        events.append(_stop_game(installation, game_id, each))
        if allowed.is_over:
            break
    return events


def _stop_game(installation: Installation, game_id: str, stopping: StoppingGame) -> AnyEvent:
    played, match, number, reason, counts = stopping
    game = abort.stop(installation, game_id, reason)
    if counts and game is not None and game.status == "over":
        return _result(installation, game, GameSlot(played, match, number))
    return log.new_entry(installation, Stopped, game_id=game_id, round=played.number, table=match.number, game=number)


def resign_for_disqualified(installation: Installation, running: LoadedTournament) -> None:
    """Resign the running games of disqualified entrants; idempotent."""
    tournament = running.tournament
    out = {each.number for each in tournament.entrants if each.disqualified}
    if not out or tournament.status in CLOSED:
        return
    for slot in awaited(tournament):
        for seat, entrant in enumerate(slot.seats):
            if entrant in out:
                missed_decisions.resign_if_running(installation, slot.game_id, seat)


def awaited(tournament: Tournament) -> Iterator[GameSlot]:
    """List the games of open rounds whose results are missing and will count."""
    for played in tournament.open_rounds:
        if played.opened:
            yield from (slot for slot in open_slots(tournament, played) if _is_awaited(tournament, slot))


def _is_awaited(tournament: Tournament, slot: GameSlot) -> bool:
    has_ended = slot.game in slot.match.finished or slot.game in slot.match.stopped
    return not has_ended and slot.game_id not in tournament.games_to_stop


def _result(installation: Installation, game: Game, slot: GameSlot) -> Finished:
    """Return the result of a game; in an aborted one all share the first place."""
    if game.status == "aborted" or game.outcome is None:
        return _without_outcome(installation, slot)
    why = record_checks.check(installation, game.header)
    checked = replace(game, info=msgspec.structs.replace(game.info, irreproducible=why))
    seats = [slot.seats.index(entrant) for entrant in slot.match.entrants]
    ranks = among_entrants([game.outcome.seats[seat].rank for seat in seats])
    totals = tuple(game.outcome.seats[seat].total for seat in seats)
    absent = game.info.attended.no_shows
    return msgspec.structs.replace(
        _without_outcome(installation, slot),
        ranks=ranks,
        totals=totals,
        no_shows=tuple(entrant for seat, entrant in zip(seats, slot.match.entrants, strict=True) if seat in absent),
        aborted=False,
        record=records.digest(installation, checked),
        irreproducible=bool(why),
    )


def _without_outcome(installation: Installation, slot: GameSlot) -> Finished:
    """Return the result of a game that will not be finished: all share the first place."""
    size = len(slot.match.entrants)
    return log.new_entry(
        installation,
        Finished,
        round=slot.round.number,
        table=slot.match.number,
        game=slot.game,
        game_id=slot.game_id,
        ranks=(1,) * size,
        totals=(0,) * size,
        aborted=True,
    )
