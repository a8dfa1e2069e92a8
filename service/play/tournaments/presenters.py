"""Present tournaments in wire form; a round is visible once all its games exist."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from service.play.callers import Caller
from service.play.creation import CASUAL
from service.play.presenters import Wire
from service.play.tournaments.log import LoadedTournament, is_organiser
from service.play.tournaments.plans import terms_of
from service.play.tournaments.seating import GameSlot
from service.store.tournament_players import is_player
from service.store.tournaments import TournamentHeader
from service.tournament import random_choice
from service.tournament.events import AnyEvent, Ruled
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
    header, tournament = running.header, running.tournament
    known = {"seed": header.seed} if tournament.has_started or tournament.status == "cancelled" else {}
    played = all(len(table.finished) + len(table.stopped) == len(table.seating.games) for table in matches(tournament))
    is_settled = played and not tournament.games_to_stop
    over = {"deal_secret": header.deal_secret} if tournament.status == "over" and is_settled else {}
    code = {"code": header.code} if header.code and is_organiser(running, caller) else {}
    return {
        **listed(header, summarise(tournament)),
        **_plan(tournament.plan),
        "commitment": random_choice.commitment(bytes.fromhex(header.seed)),
        "deal_commitment": random_choice.commitment(bytes.fromhex(header.deal_secret)),
        **known,
        **over,
        **code,
        **({} if running.seating is None else {"seating": running.seating._asdict()}),
    }


def listed(header: TournamentHeader, stands: TournamentSummary) -> Wire:
    """Return the entry of a tournament in lists."""
    return {
        "tournament": header.tournament,
        "ruleset": header.plan.ruleset,
        "rules_version": header.plan.rules_version,
        **({"organiser": header.organiser} if is_player(header.organiser) else {}),
        "created_at": header.created_at,
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


def entrant(found: Entrant) -> Wire:
    """Return an entrant in wire form."""
    entered = found.entered
    penalties = [
        {"stage": stage, "points": each.penalty, "reason": each.reason}
        for stage, each in sorted(found.penalties.items())
        if each.penalty
    ]
    who = {"level": entered.level} if entered.kind == "level" else known(entered.player)
    return {
        "entrant": found.number,
        "name": found.name,
        "kind": entered.kind,
        **who,
        **({"bot": True} if entered.bot else {}),
        "rating": entered.rating,
        "points": points(found.late_points),
        "checked_in": found.checked_in,
        "withdrawn": found.withdrawn,
        **({"disqualified": True} if found.disqualified else {}),
        **({"penalties": penalties} if penalties else {}),
        "entered_at": entered.at,
    }


def known(player: str) -> Wire:
    """Return the id of a player, or `deleted` for a deleted one."""
    return {"player": player} if is_player(player) else {"deleted": True}


def played_round(running: LoadedTournament, played: Round) -> Wire:
    """Return a round in wire form."""
    won = round_points(running.tournament.plan, played)
    return {
        "round": played.number,
        "stage": played.stage,
        "status": "closed" if played.is_closed else "running",
        "manual": played.manual,
        "tables": [_table(running, played, table) for table in played.tables],
        "byes": [{"entrant": each, "points": points(won[each])} for each in played.byes],
        "sitting_out": [*played.sitting_out],
    }


def _table(running: LoadedTournament, played: Round, table: MatchTable) -> Wire:
    seating = table.seating
    won = match_points(running.tournament.plan, table)
    slots = [GameSlot(played, table, game) for game in range(len(seating.games))]
    return {
        "table": table.number,
        "group": seating.group,
        **({"bracket": seating.bracket} if seating.bracket else {}),
        "status": "closed" if table.is_closed else "running",
        "entrants": [
            {"entrant": each, "points": points(share)} for each, share in zip(table.entrants, won, strict=True)
        ],
        "games": [_game(running, slot) for slot in slots],
        **({} if table.ruled is None else {"ruled": _ruling(table.ruled)}),
    }


def _ruling(ruled: Ruled) -> Wire:
    lost = {"double_loss": True} if ruled.double_loss else {}
    return {"ranks": [*ruled.ranks], **lost, "reason": ruled.reason}


def _game(running: LoadedTournament, slot: GameSlot) -> Wire:
    """Return a game of a match in wire form; ranks and scores are in seat order."""
    match, game = slot.match, slot.game
    finished, ruled = match.finished.get(game), match.ruled_games.get(game)
    status = _status(match, game)
    wire: Wire = {
        "game": game,
        "game_id": slot.game_id,
        "status": status,
        "rated": status in ("running", "over") and _is_rated(running.tournament.plan),
        "seats": [*slot.seats],
        **({} if ruled is None else {"ruled": _ruling(ruled)}),
    }
    if finished is None:
        return wire
    at = [match.entrants.index(each) for each in slot.seats]
    return {**wire, "ranks": [finished.ranks[each] for each in at], "totals": [finished.totals[each] for each in at]}


def _status(match: MatchTable, game: int) -> str:
    finished = match.finished.get(game)
    if finished is not None:
        return "aborted" if finished.aborted else "over"
    return "stopped" if game in match.stopped else "running"


def _is_rated(plan: Plan) -> bool:
    return terms_of(plan).rated


def drawn(running: LoadedTournament, draw: RoundPairing) -> Wire:
    """Return a preview of pairings in wire form."""
    return {
        "round": len(running.tournament.rounds) + 1,
        "tables": [
            {"entrants": [*each.entrants], "group": each.group, **_bracket(each.bracket)} for each in draw.tables
        ],
        "byes": [*draw.byes],
    }


def _bracket(bracket: str) -> Wire:
    return {"bracket": bracket} if bracket else {}


def standing(running: LoadedTournament, each: Standing) -> Wire:
    """Return the standing of an entrant in wire form."""
    return {
        "place": each.place,
        "entrant": each.entrant,
        "name": running.tournament.entrants[each.entrant].name,
        "points": points(each.points),
        "tie_breaks": [
            {"tie_break": name, "value": round(float(value), DECIMALS)}
            for name, value in zip(tie_breaks_of(running.tournament.plan), each.tie_breaks, strict=True)
        ],
        "played": each.played,
        "wins": each.wins,
        "byes": each.byes,
        "withdrawn": each.withdrawn,
        **({"disqualified": True} if each.disqualified else {}),
        **({"penalty": each.penalty} if each.penalty else {}),
    }


def ruled(running: LoadedTournament, round_number: int, table: int, changed: Iterable[Change]) -> Wire:
    """Return a table after a ruling, with the changes in the standings."""
    played = running.tournament.round(round_number)
    return {
        "table": _table(running, played, played.tables[table - 1]),
        "changes": [
            {
                "entrant": each.entrant,
                "name": running.tournament.entrants[each.entrant].name,
                "place_before": each.place_before,
                "place": each.place_after,
                "points_before": points(each.points_before),
                "points": points(each.points_after),
            }
            for each in changed
        ],
    }


def entry(event: AnyEvent) -> Wire:
    """Return a log entry in wire form; initial points are decimal numbers."""
    wire: Wire = msgspec.to_builtins(event)
    for name in ("by", "player"):
        if name in wire and not is_player(wire[name]):
            del wire[name]
    if "points" in wire:
        wire["points"] = points(wire["points"])
    if "change" in wire:
        terms = wire["change"].pop("terms", {})
        wire["change"] = {**wire["change"], **terms}
    return wire


def page(running: LoadedTournament, events: Sequence[AnyEvent]) -> Mapping[str, Any]:
    """Return a page of the log in wire form."""
    last = events[-1].number if events else None
    status = running.tournament.status
    return {"events": [entry(each) for each in events], "status": status, **({} if last is None else {"after": last})}
