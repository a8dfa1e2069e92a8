"""Claims about matches: their steps follow from the log of a tournament.

An entrant of the match files a claim, and can withdraw it until a referee decides. Each other entrant of the match can
answer once until then. After that, each entrant of the match can appeal once, until the appeals are decided. That
decision closes the claim, as a withdrawal does.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from service.tournaments.rules.claim_events import ClaimStepAdded, ClaimStepKind, LaterStep
from service.tournaments.rules.errors import expect
from service.tournaments.rules.state import Claim, ClaimStatus, Tournament

DECISIONS: tuple[LaterStep, ...] = ("upheld", "rejected")
PENDING: tuple[ClaimStatus, ...] = ("open", "appealed")
"""The statuses of claims that wait for a decision."""
_AFTER: Mapping[ClaimStepKind, ClaimStatus] = {
    "filed": "open",
    "answered": "open",
    "appealed": "appealed",
    "withdrawn": "closed",
}


def decisions(claim: Claim) -> list[ClaimStepAdded]:
    """List the decisions on a claim: none, that of a referee, or this one and that on the appeals."""
    return [each for each in claim.steps if each.step in DECISIONS]


def status_of(claim: Claim) -> ClaimStatus:
    """Return the status of a claim."""
    last = claim.steps[-1].step
    return _AFTER[last] if last in _AFTER else "decided" if len(decisions(claim)) == 1 else "closed"


def steps_of_entrant(claim: Claim, entrant: int) -> tuple[LaterStep, ...]:
    """Return the steps that an entrant of the match can add now."""
    status, own = status_of(claim), {each.step for each in claim.steps if each.entrant == entrant}
    if status == "open" and "filed" in own:
        return ("withdrawn",)
    if status == "open":
        return () if own else ("answered",)
    return ("appealed",) if status != "closed" and "appealed" not in own else ()


def pending_claims(tournament: Tournament) -> Iterator[Claim]:
    """List the claims that wait for a decision."""
    return (each for each in tournament.claims if status_of(each) in PENDING)


def pending_claim(tournament: Tournament, round_number: int, table: int, entrant: int) -> Claim | None:
    """Return the claim of an entrant about a match that waits for a decision; None if there is none."""
    place = (round_number, table, entrant)
    found = (each for each in pending_claims(tournament) if _origin(each) == place)
    return next(found, None)


def check_claim_step(tournament: Tournament, event: ClaimStepAdded) -> None:
    """Check that a step of a claim is possible now; raises Illegal."""
    if event.step == "filed":
        _check_filed(tournament, event)
        return
    expect(event.claim <= len(tournament.claims), "there is no such claim")
    claim = tournament.claims[event.claim - 1]
    filed = claim.steps[0]
    expect((event.round, event.table) == (filed.round, filed.table), "the claim is about another match")
    if event.step in DECISIONS:
        expect(status_of(claim) in PENDING and event.entrant is UNSET, "the claim waits for no decision")
        return
    expect(event.entrant in claim.entrants, "the entrant is not in the match of the claim")
    expect(event.step in steps_of_entrant(claim, int(event.entrant or 0)), "the entrant cannot add this step")


def _check_filed(tournament: Tournament, event: ClaimStepAdded) -> None:
    expect(event.claim == len(tournament.claims) + 1, "numbers of claims must have no gaps")
    expect(event.round <= len(tournament.rounds), "there is no such round")
    tables = tournament.round(event.round).tables
    expect(tournament.round(event.round).opened and event.table <= len(tables), "there is no such match")
    expect(event.entrant in tables[event.table - 1].entrants, "the entrant is not in the match")
    pending = pending_claim(tournament, event.round, event.table, int(event.entrant or 0))
    expect(pending is None, "the entrant has a pending claim about the match")


def apply_to_claims(tournament: Tournament, event: ClaimStepAdded) -> None:
    """Apply a step of a claim in place."""
    if event.step == "filed":
        entrants = tournament.round(event.round).tables[event.table - 1].entrants
        tournament.claims.append(Claim(event.claim, entrants, [event]))
    else:
        tournament.claims[event.claim - 1].steps.append(event)


def _origin(claim: Claim) -> tuple[int, int, int]:
    filed = claim.steps[0]
    return filed.round, filed.table, int(filed.entrant or 0)
