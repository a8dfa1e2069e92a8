"""What tournaments add to an installation: a due list, and what happens when a game ends or a player is deleted."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from service.installation.bottega import Bottega, Extension
from service.installation.jobs import SCORING, Job
from service.playing.pending_jobs import lease_end
from service.problems import RulesNotHosted, TournamentBusy
from service.store import Header
from service.tournaments import log, progress
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.problems import TournamentNotFound
from service.tournaments.rules.events import AnyEvent, Cancelled, Withdrew
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.tournaments import tournaments_in
from service.webhooks import webhooks

ORGANISER_LEFT = "The organiser has left."


def result_job(game_id: str) -> Job:
    """Return the job that processes the end of a tournament game."""
    return Job(SCORING, "workers.jobs.tournaments.note_result", (game_id,), f"tournament-{game_id}")


def note_end(bottega: Bottega, header: Header) -> Job | None:
    """Check the tournament of a game after a lease, in case the returned job is lost; None for other games."""
    if header.tournament is None:
        return None
    tournaments_in(bottega.store).due.bring_forward(header.tournament.tournament, lease_end(bottega))
    return result_job(header.game_id)


def check(bottega: Bottega, name: str) -> float | None:
    """Do the pending work of a tournament, or a part of it; return the time of the next check."""
    try:
        return progress.drive(bottega, name)
    except TournamentNotFound:
        return None


def delete_player(bottega: Bottega, player: str) -> None:
    """Withdraw a player from all tournaments, and remove the id and the name there."""
    tournaments = tournaments_in(bottega.store)
    for name in tournaments.of_player(player):
        with suppress(TournamentNotFound):
            running = log.change(bottega, name, partial(_left, bottega, player))
            if running.header.organiser == player:
                webhooks.remove_all(bottega, name)
            tournaments.delete_player(name, player)
            with suppress(TournamentBusy, RulesNotHosted):  # the sweeper continues it
                progress.drive(bottega, running.name, 0.0)
        tournaments.delete_player(name, player)


def _left(bottega: Bottega, player: str, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return the events of a tournament after a player's deletion: none in a finished one."""
    tournament = running.tournament
    if tournament.status in CLOSED:
        return ()
    left = [
        log.new_entry(bottega, Withdrew, by=player, entrant=each.number)
        for each in tournament.entrants
        if each.entered.player == player and not each.withdrawn
    ]
    if running.header.organiser != player or not _needs_organiser(running):
        return left
    progress.open_rounds(bottega, running)
    return [*left, log.new_entry(bottega, Cancelled, by=player, reason=ORGANISER_LEFT)]


def _needs_organiser(running: LoadedTournament) -> bool:
    """Whether a tournament cannot finish without its organiser."""
    plan, status = running.header.plan, running.tournament.status
    waits = status == "paused" or (status == "registration" and not plan.starts_at)
    return waits or plan.next_round != "automatic"


def rated_entries(bottega: Bottega, player: str) -> Sequence[str]:
    """Return the rated tournaments that are not over and in which a player plays.

    Records of its games have the aliases of its entrants, and a merged player would play under another alias.
    """
    found = []
    for name in tournaments_in(bottega.store).of_player(player):
        with suppress(TournamentNotFound):
            tournament = log.load(bottega, name).tournament
            playing = {tournament.entrants[each].entered.player for each in tournament.all_present}
            is_open = tournament.status not in CLOSED
            found += [name] if is_open and player in playing and terms_of(tournament.plan).rated else []
    return found


def replace_player(bottega: Bottega, player: str, new: str) -> None:
    """Let a new player take the place of another one in all tournaments, under the other's alias."""
    tournaments = tournaments_in(bottega.store)
    for name in tournaments.of_player(player):
        tournaments.replace_player(name, player, new)


TOURNAMENTS = Extension(
    entry="tournament",
    due=lambda store: tournaments_in(store).due,
    check=check,
    game_ends=note_end,
    of_player=lambda bottega, player: tournaments_in(bottega.store).of_player(player),
    holds_player=rated_entries,
    player_merges=replace_player,
    player_leaves=delete_player,
)
