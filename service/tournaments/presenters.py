"""Present tournaments as resources; a round is visible once all its games exist."""

from collections.abc import Iterable, Mapping, Sequence
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
from service.tournaments.resources import entrants, rounds, standings
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
from service.tournaments.rules import random_choice
from service.tournaments.rules.conflicts import conflicts_of
from service.tournaments.rules.entrant_events import Entered, Reentered, Substituted
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.hidden_results import concealed
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.plan import OwnTexts, Stage, pairing_priority
from service.tournaments.rules.plan_events import Changed, PlanChange
from service.tournaments.rules.points import match_points, round_points
from service.tournaments.rules.round_ends import open_until
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.seat_choice import chooser
from service.tournaments.rules.series import is_sequential
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.standings import Change, Standing
from service.tournaments.rules.state import Conflict, Entrant, Round, Tournament, matches
from service.tournaments.rules.summary import TournamentProgress, summarise
from service.tournaments.rules.tie_breaks import tie_breaks_of
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import GameSlot
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournament_players import is_player
from service.tournaments.team_presenters import lineup_concealed, team_matches

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
    return not any(_has_running_game(running, table) for table in matches(tournament))


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


def played_round(running: LoadedTournament, played: Round) -> rounds.Round:
    """Return a round."""
    won, is_closed = round_points(running.tournament.plan, played), _is_round_closed(running, played)
    return resource_of(
        played,
        rounds.Round,
        round=played.number,
        open_until=UNSET if is_closed else _open_until(running, played),
        status="closed" if is_closed else "running",
        tables=tuple(_table(running, played, table) for table in played.tables),
        byes=tuple(rounds.RoundPoints(each, points(won[each])) for each in played.byes),
        conflicts=_conflicts(played.conflicts),
        team_matches=team_matches(running.tournament, played),
    )


def _is_round_closed(running: LoadedTournament, played: Round) -> bool:
    return all(_is_closed(running, table) for table in played.tables)


def _open_until(running: LoadedTournament, played: Round) -> str | UnsetType:
    end = None if running.tournament.status in CLOSED else open_until(running.tournament, played.number)
    return UNSET if end is None else written(end)


def _conflicts(found: Iterable[Conflict]) -> tuple[rounds.PairConflict, ...]:
    return tuple(rounds.PairConflict(*each) for each in found)


def _table(running: LoadedTournament, played: Round, table: MatchTable) -> rounds.MatchTable:
    seating = table.seating
    won = match_points(running.tournament.plan, table)
    return resource_of(
        seating,
        rounds.MatchTable,
        status="closed" if _is_closed(running, table) else "running",
        entrants=tuple(
            rounds.RoundPoints(each, points(share)) for each, share in zip(table.entrants, won, strict=True)
        ),
        games=tuple(_game(running, GameSlot(played, table, game)) for game in table.existing),
        series=_series(running.tournament, played, table) if is_sequential(table.series) else UNSET,
        ruled=_ruling(table.ruled),
    )


def _series(tournament: Tournament, played: Round, table: MatchTable) -> rounds.MatchSeries:
    score, loser = tuple(points(each) for each in table.score), chooser(tournament, played.stage, table)
    chosen = (table.seats(each) for each in table.pending if table.seating.games[each] in table.chosen)
    return rounds.MatchSeries(
        score,
        next((table.announced[each].starts_at for each in table.pending), "") or UNSET,
        UNSET if loser is None else loser,
        next(chosen, UNSET),
    )


def match_table(running: LoadedTournament, number: int, table: int) -> rounds.MatchTable:
    """Return a table of a round."""
    played = running.tournament.round(number)
    return _table(running, played, played.tables[table - 1])


def _is_closed(running: LoadedTournament, table: MatchTable) -> bool:
    """Whether a match has a result, or its tournament was cancelled and none of its games is running."""
    is_cancelled = running.tournament.status == "cancelled"
    return table.is_closed or (is_cancelled and not _has_running_game(running, table))


def _has_running_game(running: LoadedTournament, table: MatchTable) -> bool:
    return any(_status(running, table, game) == "running" for game in table.existing)


def _ruling(ruled: Ruled | None) -> rounds.Ruling | UnsetType:
    return UNSET if ruled is None else resource_of(ruled, rounds.Ruling)


def _game(running: LoadedTournament, place: GameSlot) -> rounds.MatchGame:
    """Return a game of a match; ranks and scores are in seat order."""
    match, game = place.match, place.game
    finished, status = match.finished.get(game), _status(running, match, game)
    shown = None if game in match.hidden else finished
    is_irreproducible = finished is not None and finished.irreproducible
    at = [match.entrants.index(each) for each in place.seats]
    return rounds.MatchGame(
        game=game,
        game_id=place.game_id,
        status=status,
        rated=status in ("running", "over") and not is_irreproducible and terms_of(running.tournament.plan).rated,
        ruled=_ruling(match.ruled_games.get(game)),
        seats=place.seats,
        ranks=tuple(shown.ranks[each] for each in at) if shown else (),
        totals=tuple(shown.totals[each] for each in at) if shown else (),
        irreproducible=is_irreproducible,
        tie_break=match.is_tie_break(game),
    )


def _status(running: LoadedTournament, match: MatchTable, game: int) -> rounds.GameStatus:
    finished = match.finished.get(game)
    if finished is not None:
        return "aborted" if finished.aborted else "over"
    return "stopped" if game in match.stopped else running.left.get(match.seating.games[game], "running")


def drawn(running: LoadedTournament, draw: RoundPairing) -> rounds.Pairings:
    """Return a pairing that is only a preview."""
    tables = (rounds.Pairing(each.entrants, each.group, each.bracket) for each in draw.tables)
    conflicts = _conflicts(conflicts_of(running.tournament, [each.entrants for each in draw.tables]))
    return rounds.Pairings(len(running.tournament.rounds) + 1, tuple(tables), draw.byes, conflicts)


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


def ruled(running: LoadedTournament, round_number: int, table: int, changed: Iterable[Change]) -> rounds.MatchRuling:
    """Return a table after a ruling, with the changes in the standings."""
    played = running.tournament.round(round_number)
    changes = (
        rounds.StandingChange(
            entrant=each.entrant,
            name=running.tournament.entrants[each.entrant].name,
            place_before=each.place_before,
            place=each.place_after,
            points_before=points(each.points_before),
            points=points(each.points_after),
        )
        for each in changed
    )
    return rounds.MatchRuling(_table(running, played, played.tables[table - 1]), tuple(changes))


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
