"""Check events of single entrants, from their entries to penalties."""

from service.tournaments.rules import no_shows
from service.tournaments.rules.entrant_events import Entered, Penalised, Reentered, Substituted, Withdrew
from service.tournaments.rules.errors import expect
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.limits import MOST_ENTERED
from service.tournaments.rules.plan import MOST_POINTS
from service.tournaments.rules.points import late_points
from service.tournaments.rules.state import Entrant, Tournament, is_in_stage, was_in_earlier_stage
from service.tournaments.rules.team_matches import has_team_matches, teams_of
from service.tournaments.rules.types import CLOSED, GOING_ON


def _existing(tournament: Tournament, number: int) -> Entrant:
    expect(0 <= number < len(tournament.entrants), f"there is no entrant {number}")
    return tournament.entrants[number]


def check_entered(tournament: Tournament, event: Entered) -> None:
    """Check that an entrant can join; only late entrants can have initial points other than the default."""
    present = tournament.all_present
    players = {tournament.entrants[each].entered.player for each in present}
    expect(event.entrant == len(tournament.entrants), "entrant numbers must have no gaps")
    expect(len(present) < tournament.plan.max_entrants, "the tournament is full")
    expect(event.entrant < MOST_ENTERED, "the tournament has had too many entrants")
    expect(not event.player or event.player not in players, "the player is already registered")
    expect((event.kind == "level") == bool(event.level), "an AI level needs `level`, and a player has none")
    expect(_may_enter(tournament), "registration is closed")
    due = late_points(tournament) if tournament.has_started else 0
    expect(
        event.points == due or may_enter_late(tournament),
        f"an entrant who joins now has {due} initial points, in sixtieths",
    )


def _may_enter(tournament: Tournament) -> bool:
    is_open = not tournament.has_started and tournament.status in ("registration", "paused")
    return is_open or may_enter_late(tournament)


def may_enter_late(tournament: Tournament) -> bool:
    """Whether entrants can join the first stage while it is played."""
    in_first = len(tournament.stages) == 1 and traits_of(tournament.stage).is_open
    return tournament.plan.late_entries and in_first and tournament.status in GOING_ON


def check_checked_in(tournament: Tournament, number: int) -> None:
    """Check that an entrant can check in; this ends with the registration."""
    entrant = _existing(tournament, number)
    expect(_may_enter(tournament) and not tournament.has_started, "check-in is closed")
    expect(not entrant.withdrawn and not entrant.checked_in, "the entrant has withdrawn or is already checked in")


def check_withdrew(tournament: Tournament, event: Withdrew) -> None:
    """Check that an entrant can withdraw; an automatic withdrawal counts the consecutive no-shows."""
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(not _existing(tournament, event.entrant).withdrawn, "the entrant has already withdrawn")
    counted = no_shows.due_withdrawals(tournament).get(event.entrant, 0) if event.no_show_count else 0
    expect(counted == event.no_show_count, "the number of consecutive no-shows is wrong")


def check_disqualified(tournament: Tournament, number: int) -> None:
    """Check that an entrant can be disqualified, also after the tournament."""
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    expect(not _existing(tournament, number).disqualified, "the entrant is already disqualified")


def check_reentered(tournament: Tournament, event: Reentered) -> None:
    """Check that an entrant who has withdrawn can take part again with these initial points."""
    entrant = _existing(tournament, event.entrant)
    expect(entrant.withdrawn, "the entrant has not withdrawn")
    check_reentry(tournament, entrant)
    players = {each.entered.player for each in tournament.entrants if not each.withdrawn}
    expect(not entrant.entered.player or entrant.entered.player not in players, "the player is already registered")
    expect(
        not event.points or not is_in_stage(tournament, event.entrant), "the entrant already has points in this stage"
    )


def check_substituted(tournament: Tournament, event: Substituted) -> None:
    """Check that another player can play for an entrant."""
    entrant = _existing(tournament, event.entrant)
    expect(tournament.status not in CLOSED, "the tournament is over")
    expect(entrant.entered.kind == "player", "the entrant is an AI level")
    others = {each.entered.player for each in tournament.entrants}
    expect(event.player not in others, "the player is already registered")


def check_reentry(tournament: Tournament, entrant: Entrant) -> None:
    """Check that a withdrawn entrant can take part again, or stands again in a finished tournament; raises Illegal.

    In a knock-out this is possible until the next round is paired. An entrant who is not in the stage enters late. An
    entrant who did not qualify for the stage is only disqualified no longer.
    """
    present = tournament.all_present
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    expect(len(present) < tournament.plan.max_entrants, "the tournament is full")
    if not tournament.stages:
        return
    if entrant.disqualified and was_in_earlier_stage(tournament, entrant.number):
        return
    expect(is_in_stage(tournament, entrant.number) or may_enter_late(tournament), "the entrant is not in this stage")
    has_missed = entrant.out_since < len(tournament.rounds) and not _has_mates(tournament, entrant)
    expect(not (traits_of(tournament.stage).is_knockout and has_missed), "a knock-out round has been paired since")


def _has_mates(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether an entrant has present members of a team that meets others, so that the team has missed no round."""
    found = teams_of(tournament) if has_team_matches(tournament.plan) else []
    return any(entrant.number in team and tournament.present(team) for team in found)


def check_penalised(tournament: Tournament, event: Penalised) -> None:
    """Check that an entrant of the current stage can have this penalty."""
    _existing(tournament, event.entrant)
    expect(tournament.status != "cancelled" and bool(tournament.stages), "no stage is being played")
    expect(event.stage == tournament.stage_index, "another stage is being played")
    expect(is_in_stage(tournament, event.entrant), "the entrant is not in this stage")
    expect(0 <= event.penalty <= MOST_POINTS, f"a penalty is 0 to {MOST_POINTS} points")
