"""Who sees a claim about a match, and who may add which step to it."""

from service import problems
from service.players.callers import Caller, require_scope
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may, check_visible, rights_of
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.claim_events import LaterStep
from service.tournaments.rules.claims import DECISIONS, PENDING, decisions, status_of, steps_of_entrant
from service.tournaments.rules.state import Claim
from service.tournaments.rules.types import TableEntrants
from service.tournaments.store.tournament_players import is_player

DECIDE = "addClaimStep"


def sees(running: LoadedTournament, caller: Caller, claim: Claim) -> bool:
    """Whether a caller sees a claim: a referee does, and an entrant of the match with scope `play`."""
    if "referee" in rights_of(running, caller):
        return True
    return "play" in caller.scopes and own_entrant(running, caller, claim.entrants) is not None


def own_entrant(running: LoadedTournament, caller: Caller, entrants: TableEntrants) -> int | None:
    """Return the entrant of a match that is the caller; None if there is none."""
    return next((each for each in entrants if _player(running, each) == caller.player), None)


def entrant_of(running: LoadedTournament, caller: Caller, entrants: TableEntrants) -> int:
    """Return the entrant of a match that is the caller; raises NotInMatch and InsufficientScope."""
    found = own_entrant(running, caller, entrants)
    if found is None:
        raise tournament_problems.NotInMatch("Send the key of a player of this match.")
    require_scope(caller, "play")
    return found


def check_decides(running: LoadedTournament, caller: Caller, claim: Claim) -> None:
    """Raise NotOrganiser or InsufficientScope unless the caller may decide a claim that waits for a decision.

    A referee decides who is not in the match. An appeal is decided by an organiser. It is another one than the referee
    who decided before, if there is another one who is not in the match.
    """
    check_may(running, caller, DECIDE)
    if own_entrant(running, caller, claim.entrants) is not None:
        raise tournament_problems.NotOrganiser("An entrant of the match cannot decide. Let another referee decide.")
    if status_of(claim) != "appealed":
        return
    if "organise" not in rights_of(running, caller):
        raise tournament_problems.NotOrganiser(
            "Send the key of the organiser, or of a player of the staff with the right `{right}`.",
            {"right": "organise"},
        )
    if caller.player == decisions(claim)[0].by and _has_other_organiser(running, caller, claim):
        raise tournament_problems.NotOrganiser("You made the first decision. Let another organiser decide the appeal.")


def allowed_steps(running: LoadedTournament, caller: Caller, claim: Claim) -> tuple[LaterStep, ...]:
    """Return the steps that a caller can add to a claim now."""
    entrant = own_entrant(running, caller, claim.entrants)
    if running.tournament.status == "cancelled":
        return ()
    if entrant is not None:
        return steps_of_entrant(claim, entrant) if "play" in caller.scopes else ()
    if status_of(claim) not in PENDING:
        return ()
    try:
        check_decides(running, caller, claim)
    except problems.ProblemError:
        return ()
    return DECISIONS


def find(running: LoadedTournament, caller: Caller, number: int, step: LaterStep) -> Claim:
    """Return a claim to which a caller may add a step.

    Raises ClaimNotFound, NotInMatch, NotOrganiser and InsufficientScope.
    """
    check_visible(running, caller)
    if step in DECISIONS:
        check_may(running, caller, DECIDE)
    if not 1 <= number <= len(running.tournament.claims):
        raise tournament_problems.ClaimNotFound("There is no claim {claim}.", {"claim": number})
    claim = running.tournament.claims[number - 1]
    if step in DECISIONS:
        check_decides(running, caller, claim)
    else:
        entrant_of(running, caller, claim.entrants)
    return claim


def _has_other_organiser(running: LoadedTournament, caller: Caller, claim: Claim) -> bool:
    """Whether another player than the caller can decide an appeal."""
    staff = (player for player, right in running.tournament.staff.items() if right == "organise")
    playing = {_player(running, each) for each in claim.entrants}
    others = {running.header.organiser, *staff} - playing - {caller.player}
    return any(map(is_player, others))


def _player(running: LoadedTournament, entrant: int) -> str:
    return running.tournament.entrants[entrant].entered.player
