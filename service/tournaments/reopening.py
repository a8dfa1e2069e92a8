"""Reopen a tournament that is over, after a correction that leaves a match to play."""

from collections.abc import Sequence

from service.installation.bottega import Bottega
from service.players.callers import Caller
from service.playing.pending_jobs import lease_end
from service.tournaments import log
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.events import AnyEvent, Reopened
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.round_pairings import stage_is_over
from service.tournaments.rules.state import Tournament
from service.tournaments.store.tournaments import tournaments_in


def with_reopening(
    bottega: Bottega, running: LoadedTournament, caller: Caller, reason: str, corrections: Sequence[AnyEvent]
) -> Sequence[AnyEvent]:
    """Return the corrections of a tournament, after its reopening if they leave a match to play.

    The end has published the deal secret, so the new games have another one. The sweeper checks the tournament again.
    """
    if running.tournament.status != "over" or _is_complete(running, corrections):
        return corrections
    secret = bottega.sources.seed()
    tournaments_in(bottega.store).due.bring_forward(running.name, lease_end(bottega))
    reopened = log.new_entry(
        bottega,
        Reopened,
        by=caller.player,
        reason=reason,
        deal_commitment=deal_commitment(secret),
        deal_secret=secret.hex(),
    )
    return [reopened, *corrections]


def _is_complete(running: LoadedTournament, corrections: Sequence[AnyEvent]) -> bool:
    """Whether all matches are played after the corrections."""
    entries = [*running.log, *log.numbered(corrections, len(running.log))]
    corrected: Tournament = log.folded(running.header, entries).tournament
    return corrected.is_between_rounds and (not traits_of(corrected.stage).has_rounds or stage_is_over(corrected))
