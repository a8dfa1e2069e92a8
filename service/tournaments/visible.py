"""Load tournaments as they are shown: complete rounds, no result of a deal that is still played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from service import problems
from service.game.game import game_of
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.store import GameUnreadable, ListedGame
from service.tournaments import log
from service.tournaments.following import next_of
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.rounds import GameStatus
from service.tournaments.resources.tournaments import Seating
from service.tournaments.rules import hidden_results
from service.tournaments.rules.missing_games import entry_of, to_create
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.staff_events import StaffRight
from service.tournaments.rules.state import Tournament
from service.tournaments.seating import slots
from service.tournaments.store.tournaments import tournaments_in

AT_ONCE = 20
"""Games read in one round trip."""


def load_visible(installation: Installation, name: str) -> LoadedTournament:
    """Load the visible state of a tournament: up to the first round whose games do not all exist.

    The plan and the staff are always the latest ones: a client that changes them must have read what it replaces.
    Raises TournamentNotFound.
    """
    running = log.load(installation, name)
    seen = log.visible(running)
    seen.tournament = with_plan(seen.tournament, running.tournament.plan, running.tournament.staff)
    seen.following = next_of(installation, running)
    seen.seating = _seating(installation, running)
    seen.left = _left(installation, seen.tournament)
    hide_results(seen)
    return seen


def with_plan(tournament: Tournament, plan: Plan, staff: Mapping[str, StaffRight]) -> Tournament:
    """Return a state with another plan and staff; the same state if they do not differ."""
    if (tournament.plan, tournament.staff) == (plan, staff):
        return tournament
    return replace(tournament, plan=plan, staff={**staff})


def hide_results(running: LoadedTournament) -> None:
    """Replace the state of a tournament by one without the results of deals that are still played."""
    ended = {game_id for game_id, status in running.left.items() if status != "running"}
    running.hidden = hidden_results.hidden_games(running.tournament, ended)
    running.tournament = hidden_results.without_results(running.tournament, running.hidden)


def _seating(installation: Installation, running: LoadedTournament) -> Seating | None:
    """Return the progress of the first round whose games do not all exist."""
    next_round = next((each for each in running.tournament.open_rounds if not each.opened), None)
    if next_round is None:
        return None
    games = len(to_create(next_round))
    created = tournaments_in(installation.store).created_games(running.name, entry_of(next_round))
    return Seating(next_round.number, min(created, games), games)


def _left(installation: Installation, tournament: Tournament) -> Mapping[str, GameStatus]:
    """Return the status of each game that was running when the tournament was cancelled, by id."""
    if tournament.status != "cancelled":
        return {}
    names = [
        slot.game_id
        for played in tournament.rounds
        for slot in slots(played)
        if slot.game not in slot.match.finished and slot.game not in slot.match.stopped
    ]
    found: dict[str, GameStatus] = {}
    for first in range(0, len(names), AT_ONCE):
        batch = names[first : first + AT_ONCE]
        found |= zip(batch, _statuses(installation, batch), strict=True)
    return found


def _statuses(installation: Installation, names: Sequence[str]) -> list[GameStatus]:
    return [_status(installation, each) for each in installation.store.listed.read_many(names)]


def _status(installation: Installation, listed: ListedGame | None) -> GameStatus:
    """Return the status of a game. A removed one counts as aborted, and one that cannot be read as running."""
    if listed is None:
        return "aborted"
    try:
        status = game_of(installation, listed).status
    except (problems.RulesNotHosted, GameUnreadable, RuleFault):
        return "running"
    return "running" if status == "open" else status
