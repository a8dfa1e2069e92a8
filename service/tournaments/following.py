"""Find the next tournament of a series. Its id follows from the present one."""

from msgspec import UNSET

from service.installation.clock_and_ids import derived_letters
from service.installation.installation import Installation
from service.tournaments.log import PREFIX, LoadedTournament
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournaments import tournaments_in


def next_of(installation: Installation, running: LoadedTournament) -> str:
    """Return the id of the next tournament of a series; empty if it does not exist."""
    if running.tournament.plan.repeats is UNSET:
        return ""
    name = next_id(running.header)
    return name if tournaments_in(installation.store).summaries([name])[0] else ""


def next_id(header: TournamentHeader) -> str:
    """Return the id that the next tournament has once it exists; it cannot be guessed before the end of this one."""
    return PREFIX + derived_letters("next tournament", header.tournament, header.deal_secret)
