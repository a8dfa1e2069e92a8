"""Claims about matches follow from the log of a tournament."""

import pytest

from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.claims import pending_claims, status_of, steps_of_entrant
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.legality import check
from tests.tournament.building import Log, a_plan

TABLE = {"claim": 1, "round": 1, "table": 1}


def started():
    """Return a tournament whose first round has the matches 0 against 1, and 2 against 3."""
    return Log(a_plan()).enter(4).start().pair((0, 1), (2, 3))


def filed(*steps):
    """Return a tournament in which entrant 0 has filed a claim, with further steps: a name, or with an entrant."""
    log = started()
    for name, *entrant in (("filed", 0), *steps):
        log.add(ClaimStepAdded, **TABLE, step=name, **({"entrant": entrant[0]} if entrant else {}))
    return log


@pytest.mark.parametrize(
    ("steps", "status", "claimant", "other"),
    [
        ([], "open", ("withdrawn",), ("answered",)),
        ([("answered", 1)], "open", ("withdrawn",), ()),
        ([("withdrawn", 0)], "closed", (), ()),
        ([("upheld",)], "decided", ("appealed",), ("appealed",)),
        ([("rejected",), ("appealed", 1)], "appealed", ("appealed",), ()),
        ([("rejected",), ("appealed", 1), ("upheld",)], "closed", (), ()),
    ],
)
def test_each_entrant_answers_once_and_appeals_once(steps, status, claimant, other):
    (claim,) = filed(*steps).tournament.claims
    assert (claim.entrants, status_of(claim)) == ((0, 1), status)
    assert (steps_of_entrant(claim, 0), steps_of_entrant(claim, 1)) == (claimant, other)


def test_a_claim_waits_for_a_decision_while_it_is_open_or_appealed():
    for steps, waits in (([], 1), ([("upheld",)], 0), ([("upheld",), ("appealed", 0)], 1)):
        assert len([*pending_claims(filed(*steps).tournament)]) == waits


def test_an_entrant_files_the_next_claim_after_the_decision():
    log = filed(("rejected",))
    step = ClaimStepAdded(number=len(log.events) + 1, at="", claim=2, step="filed", round=1, table=1, entrant=0)
    check(log.tournament, step)


@pytest.mark.parametrize(
    ("steps", "step", "why"),
    [
        ([], {"step": "filed", "entrant": 0, "claim": 2}, "pending claim"),
        ([], {"step": "filed", "entrant": 1}, "no gaps"),
        ([], {"step": "filed", "entrant": 2, "claim": 2}, "not in the match"),
        ([], {"step": "filed", "entrant": 1, "claim": 2, "round": 2}, "no such round"),
        ([], {"step": "filed", "entrant": 1, "claim": 2, "table": 3}, "no such match"),
        ([], {"step": "answered", "entrant": 1, "claim": 2}, "no such claim"),
        ([], {"step": "answered", "entrant": 1, "table": 2}, "another match"),
        ([], {"step": "answered", "entrant": 2}, "not in the match of the claim"),
        ([], {"step": "answered", "entrant": 0}, "cannot add"),
        ([], {"step": "answered"}, "not in the match of the claim"),
        ([], {"step": "appealed", "entrant": 0}, "cannot add"),
        ([], {"step": "upheld", "entrant": 0}, "no decision"),
        ([("upheld",)], {"step": "rejected"}, "no decision"),
    ],
)
def test_other_steps_are_illegal(steps, step, why):
    log = filed(*steps)
    event = ClaimStepAdded(**{"number": len(log.events) + 1, "at": "", **TABLE, **step})
    with pytest.raises(Illegal, match=why):
        check(log.tournament, event)
