"""Present tournaments as resources; a round is visible once all its games exist."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType

from service.game.presenters import spectators
from service.lobby.game_terms import CASUAL
from service.players.callers import Caller
from service.resources.base import flattened
from service.resources.base import shown as resource_of
from service.tournaments.access import is_organiser
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.resources import entrants, rounds, standings
from service.tournaments.resources import tournaments as resources
from service.tournaments.resources.stages import PlacePoints, TournamentStage
from service.tournaments.resources.tournament_events import ChangedPlan, TournamentEvent, TournamentEventPage
from service.tournaments.rules import random_choice
from service.tournaments.rules.events import AnyEvent, Changed, Entered, PlanChange, Reentered, Ruled
from service.tournaments.rules.hidden_results import concealed
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import match_points, round_points
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.standings import Change, Standing
from service.tournaments.rules.state import Entrant, MatchTable, Round, matches
from service.tournaments.rules.summary import TournamentProgress, summarise
from service.tournaments.rules.tie_breaks import tie_breaks_of
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import GameSlot
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import TournamentHeader

T = TypeVar("T")

DECIMALS = 4


def points(sixtieths: int) -> float:
    """Return points as a decimal number."""
    return round(sixtieths / SIXTIETHS, DECIMALS)


def shown(running: LoadedTournament, caller: Caller | None) -> resources.Tournament:
    """Return a tournament, with its seed once registration is closed; only the organiser gets the code."""
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
        stage=UNSET if stands.stage is None else stands.stage,
        rated=_unless(CASUAL.rated, terms.rated),
        clock=terms.clock or UNSET,
        absence=_unless(CASUAL.absence, terms.absence),
        visibility=_unless(CASUAL.visibility, terms.visibility),
        spectators=spectators(terms.spectators),
        stages=tuple(resource_of(each, TournamentStage) for each in plan.stages),
        points=tuple(PlacePoints(size, places) for size, places in sorted(plan.points.items())),
        starts_at=plan.starts_at or UNSET,
        round_times=plan.round_times or UNSET,
        commitment=random_choice.commitment(bytes.fromhex(header.seed)),
        seed=header.seed if tournament.has_started or tournament.status == "cancelled" else UNSET,
        deal_commitment=random_choice.commitment(bytes.fromhex(header.deal_secret)),
        deal_secret=header.deal_secret if _is_settled(running) else UNSET,
        seating=UNSET if running.seating is None else running.seating,
        code=header.code if header.code and is_organiser(running, caller) else UNSET,
    )


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
        organiser=header.organiser if is_player(header.organiser) else "",
        created_at=header.created_at,
    )


def _unless(default: T, value: T) -> T | UnsetType:
    return UNSET if value == default else value


def entrant(found: Entrant) -> entrants.Entrant:
    """Return an entrant in wire form."""
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
        player=entered.player if is_known else "",
        deleted=not is_known,
        points=points(found.late_points),
        checked_in=found.checked_in,
        withdrawn=found.withdrawn,
        disqualified=found.disqualified,
        penalties=tuple(penalties),
        entered_at=entered.at,
    )


def played_round(running: LoadedTournament, played: Round) -> rounds.Round:
    """Return a round."""
    won = round_points(running.tournament.plan, played)
    return resource_of(
        played,
        rounds.Round,
        round=played.number,
        status="closed" if all(_is_closed(running, table) for table in played.tables) else "running",
        tables=tuple(_table(running, played, table) for table in played.tables),
        byes=tuple(rounds.RoundPoints(each, points(won[each])) for each in played.byes),
    )


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
        games=tuple(_game(running, GameSlot(played, table, game)) for game in range(len(seating.games))),
        ruled=_ruling(table.ruled),
    )


def _is_closed(running: LoadedTournament, table: MatchTable) -> bool:
    """Whether a match has a result, or its tournament was cancelled and none of its games is running."""
    is_cancelled = running.tournament.status == "cancelled"
    return table.is_closed or (is_cancelled and not _has_running_game(running, table))


def _has_running_game(running: LoadedTournament, table: MatchTable) -> bool:
    return any(_status(running, table, game) == "running" for game in range(len(table.seating.games)))


def _ruling(ruled: Ruled | None) -> rounds.Ruling | None:
    return None if ruled is None else resource_of(ruled, rounds.Ruling)


def _game(running: LoadedTournament, place: GameSlot) -> rounds.MatchGame:
    """Return a game of a match; ranks and scores are in seat order."""
    match, game = place.match, place.game
    finished, status = match.finished.get(game), _status(running, match, game)
    shown = None if game in match.hidden else finished
    at = [match.entrants.index(each) for each in place.seats]
    return rounds.MatchGame(
        game=game,
        game_id=place.game_id,
        status=status,
        rated=status in ("running", "over") and terms_of(running.tournament.plan).rated,
        ruled=_ruling(match.ruled_games.get(game)),
        seats=place.seats,
        ranks=tuple(shown.ranks[each] for each in at) if shown else (),
        totals=tuple(shown.totals[each] for each in at) if shown else (),
    )


def _status(running: LoadedTournament, match: MatchTable, game: int) -> rounds.GameStatus:
    finished = match.finished.get(game)
    if finished is not None:
        return "aborted" if finished.aborted else "over"
    return "stopped" if game in match.stopped else running.left.get(match.seating.games[game], "running")


def drawn(running: LoadedTournament, draw: RoundPairing) -> rounds.Pairings:
    """Return a pairing that is only a preview."""
    tables = (rounds.Pairing(each.entrants, each.group, each.bracket) for each in draw.tables)
    return rounds.Pairings(len(running.tournament.rounds) + 1, tuple(tables), draw.byes)


def standing(running: LoadedTournament, each: Standing) -> standings.Standing:
    """Return the standing of an entrant."""
    named = zip(tie_breaks_of(running.tournament.plan), each.tie_breaks, strict=True)
    return resource_of(
        each,
        standings.Standing,
        name=running.tournament.entrants[each.entrant].name,
        points=points(each.points),
        tie_breaks=tuple(standings.TieBreakValue(name, round(float(value), DECIMALS)) for name, value in named),
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


def entry(event: AnyEvent) -> TournamentEvent:
    """Return a log entry; initial points are decimal numbers."""
    return flattened(
        event,
        TournamentEvent,
        type=str(event.__struct_config__.tag),
        by=event.by if is_player(event.by) else "",
        player=event.player if isinstance(event, Entered) and is_player(event.player) else "",
        points=points(event.points) if isinstance(event, Entered | Reentered) else 0,
        change=_change(event.change) if isinstance(event, Changed) else None,
    )


def _change(change: PlanChange) -> ChangedPlan:
    return resource_of(
        change,
        ChangedPlan,
        clock=change.terms.get("clock"),
        absence=change.terms.get("absence"),
    )


def page(running: LoadedTournament, events: Sequence[AnyEvent]) -> TournamentEventPage:
    """Return a page of the log in wire form."""
    last = events[-1].number if events else None
    entries = (concealed(each, running.hidden) for each in events)
    return TournamentEventPage(tuple(map(entry, entries)), running.tournament.status, last)
