"""Check whether an event is legal in the current state of a tournament.

`service.tournaments.rules.verification` checks that automatic rounds are paired as the seed determines.
"""

import re
from collections.abc import Mapping

from service.tournaments.rules import entrant_events, events, match_events, plan_events
from service.tournaments.rules.change_legality import check_change
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.claims import check_claim_step
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.entrant_legality import (
    check_checked_in,
    check_disqualified,
    check_entered,
    check_penalised,
    check_reentered,
    check_substituted,
    check_withdrew,
)
from service.tournaments.rules.errors import expect
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.lineups import check_closes_soon, check_lineup
from service.tournaments.rules.result_legality import (
    DIGEST,
    check_finished,
    check_ruled,
    check_ruling_withdrawn,
    check_stopped,
)
from service.tournaments.rules.round_legality import (
    check_ends_soon,
    check_opened,
    check_paired,
    check_stage,
    check_taken_back,
)
from service.tournaments.rules.seat_choice import check_seat_chosen
from service.tournaments.rules.series_legality import check_forfeited, check_game_opened, check_next_game
from service.tournaments.rules.staff import check_staff_changed
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.types import GOING_ON, Status
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.rules.vacations import check_vacation


def check(tournament: Tournament, event: events.AnyEvent) -> None:  # noqa: C901, PLR0912, PLR0915  # one case for each kind of event
    """Check that an event is legal as the next one; raises Illegal."""
    expect(event.number == tournament.version + 1, "event numbers must have no gaps")
    match event:
        case entrant_events.Entered():
            check_entered(tournament, event)
        case entrant_events.CheckedIn():
            check_checked_in(tournament, event.entrant)
        case entrant_events.Withdrew():
            check_withdrew(tournament, event)
        case entrant_events.Disqualified():
            check_disqualified(tournament, event.entrant)
        case entrant_events.Reentered():
            check_reentered(tournament, event)
        case entrant_events.Substituted():
            check_substituted(tournament, event)
        case entrant_events.Penalised():
            check_penalised(tournament, event)
        case plan_events.Changed():
            check_change(tournament, event.change)
        case events.Postponed():
            expect(
                tournament.status == "registration" and bool(tournament.plan.starts_at),
                "the tournament has no automatic start",
            )
            expect(not tournament.postponed, "the start is already postponed")
        case events.Started():
            expect(tournament.status == "registration", "the tournament has already started")
        case events.StageBegan():
            check_stage(tournament, event)
        case events.Paired():
            check_paired(tournament, event)
        case events.Opened():
            check_opened(tournament, event.round)
        case events.RoundEndsSoon():
            check_ends_soon(tournament, event.round)
        case match_events.Finished():
            check_finished(tournament, event)
        case match_events.NextGame():
            check_next_game(tournament, event)
        case match_events.SeatChosen():
            check_seat_chosen(tournament, event)
        case match_events.GameOpened():
            check_game_opened(tournament, event)
        case match_events.Forfeited():
            check_forfeited(tournament, event)
        case match_events.Ruled():
            check_ruled(tournament, event)
        case match_events.RulingWithdrawn():
            check_ruling_withdrawn(tournament, event)
        case match_events.Stopped():
            check_stopped(tournament, event)
        case events.TakenBack():
            check_taken_back(tournament, event)
        case LineupClosesSoon():
            check_closes_soon(tournament, event)
        case LineupSet():
            check_lineup(tournament, event)
        case StaffChanged():
            check_staff_changed(tournament, event)
        case VacationSet():
            check_vacation(tournament, event)
        case ClaimStepAdded():
            check_claim_step(tournament, event)
        case events.Reopened():
            _check_status(tournament, event)
            _check_secret(event)
        case events.Paused() | events.Resumed() | events.Cancelled() | events.Ended():
            _check_status(tournament, event)


def _check_status(tournament: Tournament, event: events.AnyEvent) -> None:
    expect(tournament.status in _FROM[type(event)], f"the tournament is {tournament.status}")
    if isinstance(event, events.Ended):
        expect(not any(each.counts for each in tournament.games_to_stop.values()), "a game must still be stopped")
        expect(len(tournament.stages) == len(tournament.plan.stages), "a further stage remains")
        expect(tournament.is_between_rounds, "a round is not closed")


def _check_secret(event: events.Reopened) -> None:
    """Check that a reopening commits to its deal secret."""
    is_secret = re.fullmatch(f"[0-9a-f]{{{DIGEST}}}", event.deal_secret) is not None
    expect(is_secret, f"a deal secret has {DIGEST} hexadecimal digits")
    expect(
        deal_commitment(bytes.fromhex(event.deal_secret)) == event.deal_commitment,
        "the deal secret does not match its commitment",
    )


_FROM: Mapping[type[events.AnyEvent], tuple[Status, ...]] = {
    events.Paused: ("registration", "running"),
    events.Resumed: ("paused",),
    events.Cancelled: ("registration", *GOING_ON),
    events.Ended: GOING_ON,
    events.Reopened: ("over",),
}
"""The statuses in which each event is legal."""
