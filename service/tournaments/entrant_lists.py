"""Enter a list of players, guests and AI levels at once; each line succeeds or fails for itself."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import access, founding, guests, log, messages, presenters
from service.tournaments.creation import entry_of
from service.tournaments.log import LoadedTournament
from service.tournaments.registration import check_takes
from service.tournaments.resources import entrants as resources
from service.tournaments.resources.entrants import ListedEntrant
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.folding import apply
from service.tournaments.rules.state import Entrant, Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.guests import guests_in

Line = ListedEntrant | Exception
"""A line of a list, or the error of an invalid one."""
LineResult = resources.Entrant | Exception


def enter_all(installation: Installation, name: str, caller: Caller, lines: Sequence[Line]) -> list[LineResult]:
    """Register the entrants of a list; return for each line its entrant or its error.

    A line without a player or level is a guest. A retry of a list adds no entrant twice: names are unique. A line with
    `new_pin` replaces the PIN of a guest, and adds nothing.
    Raises TournamentNotFound, NotOrganiser, InsufficientScope, RegistrationClosed and TournamentBusy.
    """
    players: dict[int, str] = {}
    results: list[Entered | Entrant | Exception] = []

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        access.check_may(running, caller, "addEntrants")
        _check_status(running.tournament, lines)
        results[:] = _entries(installation, running, caller, lines, players)
        return [each for each in results if isinstance(each, Entered)]

    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    for each in results:
        if isinstance(each, Entrant):
            guests.renew_pin(installation, name, each.entered.player)
    entered, pins = running.tournament.entrants, guests_in(installation.store).of(name)
    return [
        each if isinstance(each, Exception) else presenters.entrant(entered[_number(each)], pins) for each in results
    ]


def _number(result: Entered | Entrant) -> int:
    return result.number if isinstance(result, Entrant) else result.entrant


def _check_status(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Raise RegistrationClosed or TournamentBusy unless the tournament accepts the lines: new PINs until its end."""
    is_adding = any(isinstance(each, Exception) or not each.new_pin for each in lines)
    if is_adding or tournament.status in CLOSED:
        check_takes(tournament)


def _entries(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    lines: Sequence[Line],
    players: dict[int, str],
) -> list[Entered | Entrant | Exception]:
    """Return the log entry of each line, the guest whose PIN is replaced, or the error.

    `players` holds the guests of earlier attempts, by line.
    """
    grown = log.continued(running, ())
    results: list[Entered | Entrant | Exception] = []
    for number, line in enumerate(lines):
        try:
            if isinstance(line, ListedEntrant) and line.new_pin:
                results.append(guests.find_guest(installation, grown, line.name))
                continue
            entry = _entry(installation, grown, caller, line, number, players)
        except Exception as error:  # noqa: BLE001  # any error belongs to this line
            results.append(error)
            continue
        (event,) = log.numbered([entry], grown.tournament.version)
        apply(grown.tournament, event)
        results.append(entry)
    return results


def _entry(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    line: Line,
    number: int,
    players: dict[int, str],
) -> Entered:
    """Return the log entry of a line. Raises the error of an invalid line, and the problems of `entry_of`."""
    if isinstance(line, Exception):
        raise line
    founding.check_may_enter(installation, caller, line.player or "")
    if line.player or line.level:
        return entry_of(installation, running, line, caller.player)
    entry = entry_of(installation, running, line, caller.player, guest=True)  # valid before a player is created
    if number not in players:
        players[number] = guests.add_guest(installation, caller, running, line.name)
    return replace(entry, player=players[number])
