"""Bring the running games of a tournament up to its log: to vacations, and to players who have changed.

The store has the number of entries of the log that all running games follow. So any process continues after a crash.
"""

from service.installation.installation import Installation
from service.tournaments import game_substitutes, game_vacations
from service.tournaments.log import LoadedTournament
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.time_slices import TimeSlice


def settle(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool:
    """Bring the running games up to the latest entry; return False if some are left after a time slice.

    At least one game is changed in each time slice. Raises GameBusy.
    """
    if not running.tournament.games_follow:
        return True
    store = tournaments_in(installation.store)
    settled = store.settled(running.name)
    if not game_vacations.settle(installation, running, settled, allowed):
        return False
    if not game_substitutes.settle(installation, running, settled, allowed):
        return False
    if settled < len(running.log):
        store.note_settled(running.name, len(running.log))
    return True
