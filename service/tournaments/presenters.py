"""Present tournaments, entrants, standings and log entries as resources."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service.game.presenters import spectators
from service.installation.clock_and_ids import written
from service.lobby.game_terms import CASUAL
from service.players.callers import Caller
from service.resources.base import shown as resource_of
from service.tournaments.access import may, rights_of
from service.tournaments.decimals import DECIMALS, points
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.resources import entrants, standings
from service.tournaments.resources import tournaments as resources
from service.tournaments.resources.staff import NamedPlayer, StaffMember
from service.tournaments.resources.stages import (
    PlacePoints,
    StageChallenges,
    StageSeries,
    TournamentStage,
    TournamentTexts,
)
from service.tournaments.resources.tournament_events import (
    PUBLISHED,
    ChangedEntry,
    ChangedPlan,
    EnteredEntry,
    PublishedEntry,
    ReenteredEntry,
    TournamentEventPage,
    tag_of,
)
from service.tournaments.round_presenters import has_running_game
from service.tournaments.rules import random_choice
from service.tournaments.rules.entrant_events import Entered, Reentered, Substituted
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.hidden_results import concealed
from service.tournaments.rules.plan import OwnTexts, Stage, pairing_priority
from service.tournaments.rules.plan_events import Changed, PlanChange
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.standings import Standing
from service.tournaments.rules.state import Entrant, matches
from service.tournaments.rules.summary import TournamentProgress, summarise
from service.tournaments.rules.tie_breaks import tie_breaks_of
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournament_players import is_player
from service.tournaments.team_presenters import lineup_concealed

T = TypeVar("T")

NO_PINS: Mapping[str, str] = {}


def shown(running: LoadedTournament, caller: Caller | None, opponents: tuple[int, ...] = ()) -> resources.Tournament:
    """Return a tournament, with its seed once registration is closed; only the organiser gets the code.

    `opponents`: the entrants whom the caller can challenge.
    """
    header, tournament, plan = running.header, running.tournament, running.tournament.plan
    stands, terms = summarise(tournament), terms_of(plan)
    return resource_of(
        plan,
        resources.Tournament,
        tournament=header.tournament,
        version=stands.version,
        status=stands.status,
        organiser=header.organiser if is_player(header.organiser) else UNSET,
        created_at=header.created_at,
        entrants=stands.entrants,
        rounds=stands.rounds,
        stage=stands.stage,
        rated=_unless(CASUAL.rated, terms.rated),
        clock=terms.clock,
        absence=_unless(CASUAL.absence, terms.absence),
        visibility=_unless(CASUAL.visibility, terms.visibility),
        spectators=spectators(terms.spectators),
        stages=tuple(map(_stage, plan.stages)),
        points=tuple(PlacePoints(size, places) for size, places in sorted(plan.points.items())),
        pairing_priority=pairing_priority(plan),
        replacement=plan.replacement or "group",
        shared_places=plan.shared_places is True,
        texts=texts(plan.texts),
        starts_at=plan.starts_at or UNSET,
        round_times=plan.round_times or UNSET,
        round_ends=plan.round_ends or UNSET,
        next_tournament=running.following or UNSET,
        previous_tournament=header.previous or UNSET,
        commitment=random_choice.commitment(bytes.fromhex(header.seed)),
        seed=header.seed if tournament.has_started or tournament.status == "cancelled" else UNSET,
        deal_commitment=random_choice.commitment(bytes.fromhex(header.deal_secret)),
        deal_secret=header.deal_secret if _is_settled(running) else UNSET,
        seating=UNSET if running.seating is None else running.seating,
        staff=_staff(running) or UNSET,
        rights=rights_of(running, caller) or UNSET,
        may_challenge=opponents or UNSET,
        code=header.code if header.code and may(running, caller, "addEntrant") else UNSET,
    )


def _staff(running: LoadedTournament) -> tuple[StaffMember, ...]:
    """Return the staff without deleted players."""
    named = ((player, right) for player, right in running.tournament.staff.items() if is_player(player))
    return tuple(StaffMember(player, running.staff_names.get(player, ""), right=right) for player, right in named)


def _stage(stage: Stage) -> TournamentStage:
    series = UNSET if stage.series is UNSET else resource_of(stage.series, StageSeries)
    challenges = UNSET if stage.challenges is UNSET else resource_of(stage.challenges, StageChallenges)
    return resource_of(stage, TournamentStage, series=series, challenges=challenges)


def texts(written: OwnTexts | UnsetType) -> TournamentTexts | UnsetType:
    """Return the texts of a tournament in wire form."""
    return UNSET if written is UNSET else resource_of(written, TournamentTexts)


def _is_settled(running: LoadedTournament) -> bool:
    """Whether a tournament is over or cancelled, and none of its games is running."""
    tournament = running.tournament
    if tournament.status not in CLOSED or tournament.games_to_stop:
        return False
    return not any(has_running_game(running, table) for table in matches(tournament))


def listed(header: TournamentHeader, stands: TournamentProgress) -> resources.TournamentSummary:
    """Return the entry of a tournament in lists."""
    return resource_of(
        stands,
        resources.TournamentSummary,
        tournament=header.tournament,
        ruleset=header.plan.ruleset,
        rules_version=header.plan.rules_version,
        organiser=header.organiser if is_player(header.organiser) else UNSET,
        created_at=header.created_at,
    )


def _unless(default: T, value: T) -> T | UnsetType:
    return UNSET if value == default else value


def entrant(found: Entrant, pins: Mapping[str, str] = NO_PINS) -> entrants.Entrant:
    """Return an entrant in wire form. `pins`: those of guests by player, for the organiser only."""
    entered = found.entered
    is_known = entered.kind == "level" or is_player(entered.player)
    penalties = (
        entrants.EntrantPenalty(stage, each.penalty, each.reason)
        for stage, each in sorted(found.penalties.items())
        if each.penalty
    )
    return resource_of(
        entered,
        entrants.Entrant,
        player=entered.player if is_player(entered.player) else UNSET,
        deleted=not is_known,
        points=points(found.late_points),
        checked_in=found.checked_in,
        withdrawn=found.withdrawn,
        disqualified=found.disqualified,
        penalties=tuple(penalties),
        pin=pins.get(entered.player, UNSET),
        entered_at=entered.at,
        team=found.team,
        board=found.board,
        captain=found.captain,
        vacation_until=UNSET if found.vacations.until is None else written(found.vacations.until),
        vacation_days_left=round(found.vacations.days_after, 4) if found.vacations.days else UNSET,
    )


def _decimal(value: Fraction) -> float:
    """Return the value of a tie-break; dividing the integers is faster than `float`."""
    return round(value.numerator / value.denominator, DECIMALS)


def standing(running: LoadedTournament, each: Standing, place_before: int | None) -> standings.Standing:
    """Return the standing of an entrant. `place_before`: its place in a ladder before the latest change; else None."""
    named = zip(tie_breaks_of(running.tournament.plan), each.tie_breaks, strict=True)
    return resource_of(
        each,
        standings.Standing,
        name=running.tournament.entrants[each.entrant].name,
        points=points(each.points),
        tie_breaks=tuple(standings.TieBreakValue(name, _decimal(value)) for name, value in named),
        place_before=UNSET if place_before in (None, each.place) or each.withdrawn else place_before,
    )


def entry(event: AnyEvent) -> PublishedEntry:
    """Return a log entry; initial points are decimal numbers."""
    by = event.by if is_player(event.by) else ""
    match event:
        case Entered():
            player = event.player if is_player(event.player) else ""
            return resource_of(event, EnteredEntry, by=by, player=player, points=points(event.points))
        case Reentered():
            return resource_of(event, ReenteredEntry, by=by, points=points(event.points))
        case Changed():
            return resource_of(event, ChangedEntry, by=by, change=_change(event.change))
        case Substituted():
            player = event.player if is_player(event.player) else ""
            return resource_of(replace(event, player=player), PUBLISHED["substituted"], by=by)
        case StaffChanged():
            player = event.player if is_player(event.player) else ""
            return resource_of(replace(event, player=player), PUBLISHED["staff_changed"], by=by)
    return resource_of(event, PUBLISHED[tag_of(type(event))], by=by)


def _change(change: PlanChange) -> ChangedPlan:
    return resource_of(
        change,
        ChangedPlan,
        texts=texts(change.texts),
        clock=change.terms.get("clock", UNSET),
        absence=change.terms.get("absence", UNSET),
    )


def page(
    running: LoadedTournament, events: Sequence[AnyEvent], players: tuple[NamedPlayer, ...] = ()
) -> TournamentEventPage:
    """Return a page of the log in wire form; `players`: those in the entries who are no entrants."""
    last = events[-1].number if events else UNSET
    created = len(running.tournament.rounds)
    entries = (concealed(lineup_concealed(each, created), running.hidden) for each in events)
    seating = UNSET if running.seating is None else running.seating
    return TournamentEventPage(tuple(map(entry, entries)), running.tournament.status, last, seating, players)
