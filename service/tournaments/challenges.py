"""Challenge entrants of a ladder: a challenge is a round with one table, whose game is created at once."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import UNSET, UnsetType

from service import problems
from service.game.game import timestamp
from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import access, control, progress, round_presenters
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.rounds import ChallengeRequest, Round
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.challenges import (
    Unchallengeable,
    challenge_of,
    challengeable,
    check_challenge,
    running_challenges,
)
from service.tournaments.rules.state import Tournament
from service.tournaments.visible import load_visible


def challenge(installation: Installation, name: str, caller: Caller, body: ChallengeRequest) -> tuple[Round, bool]:
    """Create a match of the challenger and the opponent; return its round, and whether it had been created before.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, InsufficientScope, TournamentNotRunning,
    ChallengeNotAllowed, and TournamentBusy also while the game is being created.
    """
    found: list[int] = []
    is_repeated = False

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        nonlocal is_repeated
        challenger = _challenger(running, caller, body.challenger)
        control.check_status(running, ("running",))
        if challenger is None:
            raise tournament_problems.ChallengeNotAllowed(
                "Enter the ladder first, or send a `challenger` as its organiser."
            )
        present = _running(running.tournament, challenger, body.entrant)
        is_repeated = bool(present)
        found[:] = present or [len(running.tournament.rounds) + 1]
        return [] if is_repeated else [_paired(installation, running, caller, challenger, body.entrant)]

    access.change(installation, name, caller, decide)
    progress.try_drive(installation, name)
    seen = load_visible(installation, name)
    if found[0] > len(seen.tournament.rounds):
        raise problems.TournamentBusy("The games of a round are being created. Repeat the request until they exist.")
    return round_presenters.played_round(seen, seen.tournament.round(found[0])), is_repeated


def possible(installation: Installation, running: LoadedTournament, caller: Caller | None) -> tuple[int, ...]:
    """Return the entrants whom the player of a caller can challenge now, best place first."""
    tournament = running.tournament
    if caller is None or tournament.status != "running" or not _is_ladder(tournament):
        return ()
    own = _own(tournament, caller)
    return () if own is None else tuple(challengeable(tournament, own, timestamp(installation)))


def _paired(
    installation: Installation, running: LoadedTournament, caller: Caller, challenger: int, challenged: int
) -> AnyEvent:
    """Return the log entry of a challenge; raises EntrantNotFound and ChallengeNotAllowed."""
    tournament = running.tournament
    for each in (challenger, challenged):
        if each >= len(tournament.entrants):
            raise tournament_problems.EntrantNotFound("There is no entrant {entrant}.", {"entrant": each})
    if not _is_ladder(tournament):
        raise tournament_problems.ChallengeNotAllowed("Only the entrants of a ladder can challenge each other.")
    drawn = challenge_of(tournament, challenger, challenged)
    entry = progress.pairing(installation, running, drawn, by=caller.player, challenger=challenger)
    try:
        check_challenge(tournament, challenger, challenged, entry.at)
    except Unchallengeable as unchallengeable:
        raise tournament_problems.ChallengeNotAllowed(unchallengeable.detail, unchallengeable.facts) from None
    return entry


def _challenger(running: LoadedTournament, caller: Caller, stated: int | UnsetType) -> int | None:
    """Return the entrant who challenges; None if the organiser has named none.

    Raises NotOrganiser, InsufficientScope and EntrantNotFound.
    """
    own = _own(running.tournament, caller)
    challenger = own if stated is UNSET else stated
    if challenger is None:
        _check_manages(running, caller)
        return None
    with suppress(IndexError):
        access.check_acts_for(
            running, caller, running.tournament.entrants[challenger].entered.player, "challengeEntrant"
        )
        return challenger
    raise tournament_problems.EntrantNotFound("There is no entrant {entrant}.", {"entrant": challenger})


def _check_manages(running: LoadedTournament, caller: Caller) -> None:
    """Raise NotOrganiser or InsufficientScope unless a caller without an entrant may challenge for others."""
    try:
        access.check_may(running, caller, "challengeEntrant")
    except tournament_problems.NotOrganiser:
        raise tournament_problems.NotOrganiser(
            "Enter the ladder first, or send a `challenger` as its organiser."
        ) from None


def _own(tournament: Tournament, caller: Caller) -> int | None:
    """Return the entrant of the caller's player who has not withdrawn; None if there is none."""
    return next((each.number for each in tournament.entrants_of(caller.player) if not each.withdrawn), None)


def _running(tournament: Tournament, challenger: int, challenged: int) -> list[int]:
    """Return the number of the round of a running challenge, in a list; empty if there is none."""
    pair = {challenger, challenged}
    return [
        each.number
        for each in running_challenges(tournament)
        if each.challenger == challenger and {*each.tables[0].entrants} == pair
    ]


def _is_ladder(tournament: Tournament) -> bool:
    return bool(tournament.stages) and traits_of(tournament.stage).by_challenge
