"""Reopen a tournament that is over, after a correction that leaves a match to play."""

from collections.abc import Sequence

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller
from service.playing.pending_jobs import lease_end
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.events import AnyEvent, Reopened, TakenBack
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.round_pairings import stage_is_over
from service.tournaments.rules.state import Tournament
from service.tournaments.store.tournament_players import aliases
from service.tournaments.store.tournaments import tournaments_in


def with_reopening(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    reason: str,
    corrections: Sequence[AnyEvent],
    *,
    closed: type[problems.ProblemError] = tournament_problems.TournamentNotRunning,
) -> Sequence[AnyEvent]:
    """Return the corrections of a tournament, after its reopening if they take back a round or leave a match to play.

    The end has published the deal secret, so the new games have another one. The sweeper checks the tournament again.
    Raises `closed` for a rated tournament with a merged entrant: the records of new games would name another alias.
    """
    if running.tournament.status != "over" or _is_complete(running, corrections):
        return corrections
    if terms_of(running.tournament.plan).rated and _has_merged(installation, running):
        raise closed("The tournament stays over. An entrant has become part of another player since the entry.")
    secret = installation.sources.seed()
    tournaments_in(installation.store).due.bring_forward(running.name, lease_end(installation))
    reopened = log.new_entry(
        installation,
        Reopened,
        by=caller.player,
        reason=reason,
        deal_commitment=deal_commitment(secret),
        deal_secret=secret.hex(),
    )
    return [reopened, *corrections]


def is_merged(installation: Installation, running: LoadedTournament, player: str) -> bool:
    """Whether a player of the tournament plays under another alias than at the entry, which its records state."""
    profile = installation.store.players.profile(player)
    return profile is not None and aliases(running.players).get(player, profile.alias) != profile.alias


def _has_merged(installation: Installation, running: LoadedTournament) -> bool:
    """Whether an entrant who may play again has become part of another player."""
    present = (running.tournament.entrants[each].entered for each in running.tournament.all_present)
    return any(each.kind == "player" and is_merged(installation, running, each.player) for each in present)


def _is_complete(running: LoadedTournament, corrections: Sequence[AnyEvent]) -> bool:
    """Whether no round is taken back, and all matches are played after the corrections."""
    if any(isinstance(each, TakenBack) for each in corrections):
        return False
    corrected: Tournament = log.continued(running, corrections).tournament
    return corrected.is_between_rounds and (not traits_of(corrected.stage).has_rounds or stage_is_over(corrected))
