"""Tournaments: their due list, and what they do when a game ends or a player is deleted, merged or exported."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec import UNSET

from service import problems
from service.installation.installation import DueWork, Installation, Subject
from service.installation.jobs import SCORING, Job
from service.playing.pending_jobs import lease_end
from service.store import Header
from service.tournaments import claims, log, progress, staff
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.rules.entrant_events import Withdrew
from service.tournaments.rules.events import AnyEvent, Cancelled
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.guests import guests_in
from service.tournaments.store.own_tournaments import own_tournaments_in
from service.tournaments.store.tournaments import tournaments_in
from service.webhooks import webhooks

ORGANISER_LEFT = "The organiser has left."


def result_job(game_id: str) -> Job:
    """Return the job that processes the end of a tournament game."""
    return Job(SCORING, "workers.jobs.tournaments.note_result", (game_id,), f"tournament-{game_id}")


def note_end(installation: Installation, header: Header) -> Job | None:
    """Check the tournament of a game after a lease, in case the returned job is lost; None for other games."""
    if header.tournament is UNSET:
        return None
    tournaments_in(installation.store).due.bring_forward(header.tournament.tournament, lease_end(installation))
    return result_job(header.game_id)


def check(installation: Installation, name: str, _now: float) -> float | None:
    """Do the pending work of a tournament, or a part of it; return the time of the next check."""
    try:
        return progress.drive(installation, name)
    except tournament_problems.TournamentNotFound:
        return None


def delete_player(installation: Installation, player: str) -> None:
    """Withdraw a player from all tournaments, and remove the id and the name there."""
    tournaments = tournaments_in(installation.store)
    for name in tournaments.of_player(player):
        with suppress(tournament_problems.TournamentNotFound):
            running = _withdraw(installation, name, player)
            claims.delete_statements(installation, running, player)
            tournaments.delete_player(name, player)
            _drive(installation, name)
        tournaments.delete_player(name, player)
        guests_in(installation.store).remove(name, player)
    own_tournaments_in(installation.store).delete(player)


def ban_player(installation: Installation, player: str) -> None:
    """Withdraw a player from all tournaments. The id and the name stay there."""
    for name in tournaments_in(installation.store).of_player(player):
        with suppress(tournament_problems.TournamentNotFound):
            _withdraw(installation, name, player)
            _drive(installation, name)


def _withdraw(installation: Installation, name: str, player: str) -> LoadedTournament:
    """Withdraw a player from a tournament as entrant and organiser; return the tournament.

    Raises TournamentNotFound and TournamentBusy.
    """
    running = log.change(installation, name, partial(_left, installation, player))
    if running.header.organiser == player:
        webhooks.remove_all(installation, name)
    return running


def _drive(installation: Installation, name: str) -> None:
    """Continue a tournament, unless the sweeper has to."""
    with suppress(problems.TournamentBusy, problems.RulesNotHosted):
        progress.drive(installation, name, 0.0)


def _left(installation: Installation, player: str, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the events of a tournament after a player's deletion or ban: none in a finished one."""
    tournament = running.tournament
    if tournament.status in CLOSED:
        return ()
    left: list[AnyEvent] = [
        log.new_entry(installation, Withdrew, by=player, entrant=each.number)
        for each in tournament.entrants
        if each.entered.player == player and not each.withdrawn
    ]
    left += staff.left(installation, running, player)
    if not staff.organises(running, player) or not _needs_organiser(running, player):
        return left
    progress.open_rounds(installation, running)
    return [*left, log.new_entry(installation, Cancelled, by=player, reason=ORGANISER_LEFT)]


def _needs_organiser(running: LoadedTournament, organiser: str) -> bool:
    """Whether a tournament cannot finish without one of its organisers, because no other player organises it."""
    if staff.is_organised_without(running, organiser):
        return False
    plan, status = running.header.plan, running.tournament.status
    waits = status == "paused" or (status == "registration" and not plan.starts_at)
    is_endless = any(traits_of(stage).by_challenge for stage in plan.stages)  # only an organiser ends a ladder
    return waits or is_endless or plan.next_round != "automatic"


def rated_entries(installation: Installation, player: str) -> Sequence[str]:
    """Return the rated tournaments that are not over and in which a player plays.

    Records of its games have the aliases of its entrants, and a merged player would play under another alias.
    """
    found = []
    for name in tournaments_in(installation.store).of_player(player):
        with suppress(tournament_problems.TournamentNotFound):
            tournament = log.load(installation, name).tournament
            playing = {tournament.entrants[each].entered.player for each in tournament.all_present}
            is_open = tournament.status not in CLOSED
            found += [name] if is_open and player in playing and terms_of(tournament.plan).rated else []
    return found


def check_merge(installation: Installation, other: str, player: str) -> None:
    """Raise PlayersNotMergeable if a tournament names both players, or must end before the merge."""
    tournaments = tournaments_in(installation.store)
    for name in {*tournaments.of_player(other)} & {*tournaments.of_player(player)}:
        raise problems.PlayersNotMergeable("Both players are part of {name}, which cannot be merged.", {"name": name})
    for name in rated_entries(installation, other):
        raise problems.PlayersNotMergeable(
            "Withdraw from {name} first, or wait for its end. The players of a rated tournament cannot change.",
            {"name": name},
        )


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    names = sorted(tournaments_in(installation.store).of_player(player))
    return {"tournaments": names, "claim_texts": claims.texts_of(installation, player)}


def replace_player(installation: Installation, player: str, new: str) -> None:
    """Let a new player take the place of another one in all tournaments, under the other's alias."""
    tournaments = tournaments_in(installation.store)
    for name in tournaments.of_player(player):
        tournaments.replace_player(name, player, new)
        guests_in(installation.store).remove(name, player)
    own = own_tournaments_in(installation.store)
    own.add(new, own.of(player))
    own.delete(player)


TOURNAMENTS = Subject(
    due=DueWork("tournament", "tournaments", lambda store: tournaments_in(store).due, check, in_parts=True),
    game_ends=note_end,
    game_is_aborted=note_end,
    player_leaves=delete_player,
    player_is_banned=ban_player,
    check_merge=check_merge,
    player_merges=replace_player,
    exported=_exported,
)
"""Tournaments of a player, as entrant, as organiser and in the staff.

Deletion: the player is withdrawn, and leaves the staff. The entrant keeps its number, and is called `Deleted player`
and a number. A tournament of the player continues if it needs no organiser, or the staff has another one. Otherwise it
is cancelled.
Ban: the same, but the entrant keeps its name.
Merge: the remaining player replaces the other one, as entrant, as organiser and in the staff.
"""
