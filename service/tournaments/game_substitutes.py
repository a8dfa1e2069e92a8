"""Let substitutes take over the running games of their entrants."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from service import problems
from service.installation.installation import Installation
from service.lobby.seat_substitutes import Substitute, take_over
from service.store import GameUnreadable
from service.tournaments.log import LoadedTournament
from service.tournaments.results import awaited
from service.tournaments.rules.entrant_events import Entered, Substituted
from service.tournaments.rules.events import Opened
from service.tournaments.rules.match_events import GameOpened
from service.tournaments.store.tournament_players import is_player
from service.tournaments.time_slices import TimeSlice

NEW_GAMES = Opened | GameOpened


class _Change(NamedTuple):
    """A change of the player of an entrant."""

    entrant: int
    substitute: Substitute


def settle(installation: Installation, running: LoadedTournament, settled: int, allowed: TimeSlice) -> bool:
    """Move seats of running games to the substitutes; return False if some are left after a time slice.

    The games follow the first `settled` entries of the log. Raises GameBusy.
    """
    for entrant, substitute in _changes(running, settled):
        for slot in awaited(running.tournament):
            if entrant in slot.seats:
                with suppress(problems.GameNotFound, problems.RulesNotHosted, GameUnreadable):
                    seat = slot.seats.index(entrant)
                    if take_over(installation, slot.game_id, seat, substitute) and allowed.is_over:
                        return False
    return True


def _changes(running: LoadedTournament, settled: int) -> Iterator[_Change]:
    """List the changes that games may not follow yet.

    A game that is created at the time of a change may still have the former player, so new games are looked at again.
    """
    has_new_games = any(isinstance(each, NEW_GAMES) for each in running.log[settled:])
    players: dict[int, str] = {}
    for each in running.log:
        if isinstance(each, Substituted) and each.takes_over:
            before, now = players[each.entrant], running.tournament.entrants[each.entrant].entered.player
            is_due = each.number > settled or (has_new_games and each.player == now)
            if is_due and before != now and is_player(each.player):
                yield _Change(each.entrant, Substitute(before, each.player, each.name, each.bot))
        if isinstance(each, Entered | Substituted):
            players[each.entrant] = each.player
