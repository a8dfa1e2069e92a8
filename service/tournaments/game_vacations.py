"""Carry vacations into the running games of a tournament: their clocks stand still while an entrant is on vacation.

The log of the tournament says who is on vacation, and the log of each game says so for its seats.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from msgspec import UNSET

from domain.seat_changes import SeatChange
from service import problems
from service.game import game_info, pauses
from service.game.clocks import moment, time_of
from service.game.game import Game
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing.seat_changes import change_seat
from service.store import GameUnreadable
from service.tournaments.log import LoadedTournament
from service.tournaments.results import awaited
from service.tournaments.rules.entrant_events import Disqualified, Substituted, Withdrew
from service.tournaments.rules.events import Opened
from service.tournaments.rules.match_events import GameOpened
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.seating import GameSlot
from service.tournaments.time_slices import TimeSlice

OF_AN_ENTRANT = VacationSet | Withdrew | Disqualified | Substituted
NEW_GAMES = Opened | GameOpened


def settle(installation: Installation, running: LoadedTournament, settled: int, allowed: TimeSlice) -> bool:
    """Start, change and end vacations in running games; return False if some are left after a time slice.

    The games follow the first `settled` entries of the log. Raises GameBusy.
    """
    now = installation.sources.now()
    for slot, seat in _seats(running, _concerned(running, settled, now)):
        entrant = running.tournament.entrants[slot.seats[seat]]
        if _change(installation, slot, seat, entrant, now) and allowed.is_over:
            return False
    return True


def _concerned(running: LoadedTournament, settled: int, now: datetime) -> set[int]:
    """Return the entrants whose games may not follow yet: of entries about them, and those away as games start."""
    later = running.log[settled:]
    found = {each.entrant for each in later if isinstance(each, OF_AN_ENTRANT)}
    if any(isinstance(each, NEW_GAMES) for each in later):
        found |= {each.number for each in running.tournament.entrants if each.vacations.lasts(now)}
    return found


def _seats(running: LoadedTournament, entrants: set[int]) -> Iterator[tuple[GameSlot, int]]:
    """List the seats of some entrants in running games."""
    for slot in awaited(running.tournament) if entrants else ():
        yield from ((slot, seat) for seat, entrant in enumerate(slot.seats) if entrant in entrants)


def _change(installation: Installation, slot: GameSlot, seat: int, entrant: Entrant, now: datetime) -> bool:
    """Start, change or end a vacation in a game, as its tournament has it; return whether the game has changed."""
    vacations, changed = entrant.vacations, list[SeatChange]()
    until = moment(vacations.until) if vacations.until is not None and vacations.lasts(now) else None

    def decide(game: Game) -> SeatChange | None:
        found = None if _is_fixed(game, seat) else _change_of(game, seat, until, moment(now))
        changed[:] = [] if found is None else [found]
        return found

    with suppress(problems.GameNotFound, problems.RulesNotHosted, GameUnreadable):
        change_seat(installation, slot.game_id, seat, decide)
    return bool(changed)


def _is_fixed(game: Game, seat: int) -> bool:
    """Whether a game has no clock that a vacation of the seat could stop."""
    is_stopped = bool(game.info.aborted_at) or game.info.fault is not UNSET
    return is_stopped or game.header.clock is UNSET or game.has_ended or game_info.has_resigned(game.info, seat)


def _change_of(game: Game, seat: int, until: int | None, now: int) -> SeatChange | None:
    """Return the change that gives a seat a vacation until a time, or none; None if the game has it.

    A vacation that the player has ended in the game by an action is not started again.
    """
    own = pauses.vacation_of(game.info, seat)
    if until is not None:
        return None if own is not None and own.until == until else SeatChange("vacation", until=written(time_of(until)))
    lasts = own is not None and own.since is not UNSET and now < own.until
    return SeatChange("vacation") if lasts else None
