"""Present tournaments as resources; a round is visible once all its games exist."""

from collections.abc import Iterable, Sequence

import msgspec

from service.play.callers import Caller
from service.play.creation import CASUAL
from service.play.presenters import Wire
from service.play.tournaments.log import LoadedTournament, is_organiser
from service.play.tournaments.plans import terms_of
from service.play.tournaments.seating import GameSlot
from service.resources import entrants, rounds, standings
from service.resources.base import shown as resource_of
from service.resources.tournament_events import ChangedPlan, TournamentEvent, TournamentEventPage
from service.store.tournament_players import is_player
from service.store.tournaments import TournamentHeader
from service.tournament import random_choice
from service.tournament.events import AnyEvent, Changed, Ruled
from service.tournament.plan import SIXTIETHS, Plan, Stage
from service.tournament.points import match_points, round_points
from service.tournament.round_pairings import RoundPairing
from service.tournament.standings import Change, Standing
from service.tournament.state import Entrant, MatchTable, Round, matches
from service.tournament.summary import TournamentSummary, summarise
from service.tournament.tie_breaks import tie_breaks_of

TERMS = ("clock", "absence", "visibility", "spectators", "rated")
"""Terms of games that are shown unless they are the default."""
DECIMALS = 4


def points(sixtieths: int) -> float:
    """Return points as a decimal number."""
    return round(sixtieths / SIXTIETHS, DECIMALS)


def shown(running: LoadedTournament, caller: Caller | None) -> Wire:
    """Return a tournament, with its seed once registration is closed; only the organiser gets the code."""
    founded, tournament = running.founded, running.tournament
    known = {"seed": founded.seed} if tournament.has_started or tournament.status == "cancelled" else {}
    played = all(len(table.finished) + len(table.stopped) == len(table.seating.games) for table in matches(tournament))
    is_settled = played and not tournament.games_to_stop
    over = {"deal_secret": founded.deal_secret} if tournament.status == "over" and is_settled else {}
    code = {"code": founded.code} if founded.code and is_organiser(running, caller) else {}
    return {
        **listed(founded, summarise(tournament)),
        **_plan(tournament.plan),
        "commitment": random_choice.commitment(bytes.fromhex(founded.seed)),
        "deal_commitment": random_choice.commitment(bytes.fromhex(founded.deal_secret)),
        **known,
        **over,
        **code,
        **({} if running.seating is None else {"seating": running.seating._asdict()}),
    }


def listed(founded: TournamentHeader, stands: TournamentSummary) -> Wire:
    """Return the entry of a tournament in lists."""
    return {
        "tournament": founded.tournament,
        "ruleset": founded.plan.ruleset,
        "rules_version": founded.plan.rules_version,
        **({"organiser": founded.organiser} if is_player(founded.organiser) else {}),
        "created_at": founded.created_at,
        **msgspec.to_builtins(stands),
    }


def _plan(plan: Plan) -> Wire:
    terms = terms_of(plan)
    changed_terms = {name: getattr(terms, name) for name in TERMS if getattr(terms, name) != getattr(CASUAL, name)}
    begins = {"starts_at": plan.starts_at} if plan.starts_at else {}
    return {
        "options": plan.options,
        **msgspec.to_builtins(changed_terms),
        "stages": [_stage(each) for each in plan.stages],
        "games": plan.games,
        "deal": plan.deal,
        "points": [{"table_size": size, "by_place": [*places]} for size, places in sorted(plan.points.items())],
        "bye_points": plan.bye_points,
        "tie_breaks": [*plan.tie_breaks],
        "registration": plan.registration,
        "check_in": plan.check_in,
        "max_entrants": plan.max_entrants,
        "late_entries": plan.late_entries,
        "late_points": plan.late_points,
        "no_show_limit": plan.no_show_limit,
        **begins,
        "next_round": plan.next_round,
        "pause_seconds": plan.pause_seconds,
        **({"round_times": [*plan.round_times]} if plan.round_times else {}),
    }


def _stage(stage: Stage) -> Wire:
    """Return a stage without values that have no meaning in its format."""
    stated: Wire = msgspec.to_builtins(stage)
    return {"table_size": stage.table_size, **stated}


def entrant(found: Entrant) -> entrants.Entrant:
    """Return an entrant."""
    entered = found.entered
    is_known = entered.kind == "level" or is_player(entered.player)
    penalties = (
        entrants.EntrantPenalty(stage, each.penalty, each.reason)
        for stage, each in sorted(found.penalties.items())
        if each.penalty
    )
    return entrants.Entrant(
        entrant=found.number,
        name=found.name,
        kind=entered.kind,
        player=entered.player if is_known else "",
        bot=entered.bot,
        deleted=not is_known,
        level=entered.level,
        rating=entered.rating,
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
    return rounds.Round(
        round=played.number,
        stage=played.stage,
        status="closed" if played.is_closed else "running",
        manual=played.manual,
        tables=tuple(_table(running, played, table) for table in played.tables),
        byes=tuple(rounds.RoundPoints(each, points(won[each])) for each in played.byes),
        sitting_out=played.sitting_out,
    )


def _table(running: LoadedTournament, played: Round, table: MatchTable) -> rounds.MatchTable:
    seating = table.seating
    won = match_points(running.tournament.plan, table)
    return rounds.MatchTable(
        table=table.number,
        group=seating.group,
        bracket=seating.bracket,
        status="closed" if table.is_closed else "running",
        entrants=tuple(
            rounds.RoundPoints(each, points(share)) for each, share in zip(table.entrants, won, strict=True)
        ),
        games=tuple(_game(running, GameSlot(played, table, game)) for game in range(len(seating.games))),
        ruled=_ruling(table.ruled),
    )


def _ruling(ruled: Ruled | None) -> rounds.Ruling | None:
    return None if ruled is None else resource_of(ruled, rounds.Ruling)


def _game(running: LoadedTournament, place: GameSlot) -> rounds.MatchGame:
    """Return a game of a match; ranks and scores are in seat order."""
    match, game = place.match, place.game
    finished, status = match.finished.get(game), _status(match, game)
    at = [match.entrants.index(each) for each in place.seats]
    return rounds.MatchGame(
        game=game,
        game_id=place.game_id,
        status=status,
        rated=status in ("running", "over") and terms_of(running.tournament.plan).rated,
        ruled=_ruling(match.ruled_games.get(game)),
        seats=place.seats,
        ranks=tuple(finished.ranks[each] for each in at) if finished else (),
        totals=tuple(finished.totals[each] for each in at) if finished else (),
    )


def _status(match: MatchTable, game: int) -> rounds.GameStatus:
    finished = match.finished.get(game)
    if finished is not None:
        return "aborted" if finished.aborted else "over"
    return "stopped" if game in match.stopped else "running"


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
    named = {name: getattr(event, name) for name in TournamentEvent.__struct_fields__ if hasattr(event, name)}
    named |= {name: "" for name in ("by", "player") if not is_player(named.get(name, ""))}
    if "points" in named:
        named["points"] = points(named["points"])
    if isinstance(event, Changed):
        named["change"] = msgspec.convert(msgspec.to_builtins(event.change) | event.change.terms, ChangedPlan)
    return TournamentEvent(type=str(event.__struct_config__.tag), **named)


def page(running: LoadedTournament, events: Sequence[AnyEvent]) -> TournamentEventPage:
    """Return a page of the log."""
    last = events[-1].number if events else None
    return TournamentEventPage(tuple(entry(each) for each in events), running.tournament.status, last)
