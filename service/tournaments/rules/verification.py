"""Verify the record of a tournament: pairing and counting it again must produce the same record.

Automatic steps must match what the seed determines: the groups of each stage, each automatically paired round, and the
end. An arena is an exception: its record cannot show when its time ended.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.chance import SEED_BYTES
from domain.json_diff import differences, differs
from domain.record import Wire, canonical, link
from domain.ruleset import AnyRuleset
from domain.verification import RecordMismatch, read_form
from service.tournaments.rules import manual, round_pairings
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent, Ended, Paired, SeatedTable, StageBegan
from service.tournaments.rules.folding import apply
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.challenges import challenge_of
from service.tournaments.rules.game_records import VerifiedTournament, check_games
from service.tournaments.rules.legality import check
from service.tournaments.rules.pairing_types import DrawnTable
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.random_choice import commitment
from service.tournaments.rules.record import (
    AFTER_HEAD,
    FORMAT,
    FORMAT_VERSION,
    event_wire,
    plan_wire,
    standings_wire,
    teams_wire,
)
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.types import CLOSED


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    format_version: int
    tournament_id: str
    created_at: str
    plan: Wire
    commitment: str
    seed: str
    deal_commitment: str
    deal_secret: str
    log: list[Wire]
    standings: list[Wire]
    hash: str
    teams: list[Wire] = []


def verify(
    text: bytes, games: Mapping[str, bytes] | None = None, rulesets: Mapping[str, AnyRuleset] | None = None
) -> Wire:
    """Verify the record of a tournament and return it; raises RecordMismatch at the first difference.

    `games` holds records of some of its games, by id. Each must be valid by the rules in `rulesets`, and match the
    result that the tournament states.
    """
    found, verified = verify_alone(text)
    check_games(verified, games or {}, rulesets or {})
    return found


def verify_alone(text: bytes) -> tuple[Wire, VerifiedTournament]:
    """Verify the record of a tournament without its games; raises RecordMismatch at the first difference."""
    found = read_form(text, FORMAT, FORMAT_VERSION, _Form)
    _check_hashes(found)
    seed = _secret(found, "seed", found["commitment"], commitment)
    deal_secret = _secret(found, "deal_secret", found["deal_commitment"], deal_commitment)
    tournament = _replayed(_plan(found), seed, _events(found))
    _expect_same(found["standings"], standings_wire(standings(tournament)), "standings")
    _expect_same(found.get("teams", []), teams_wire(team_standings(tournament)), "teams")
    return found, VerifiedTournament(found["tournament_id"], tournament, deal_secret)


# Reading


def _check_hashes(found: Wire) -> None:
    """Check the hash chain; the hash of the first event also covers the head."""
    last = link("", canonical({name: value for name, value in found.items() if name not in AFTER_HEAD}))
    for number, event in enumerate(found["log"]):
        last = link(last, canonical(_bare(event)))
        if event.get("hash") != last:
            raise RecordMismatch(f"{'log[0] or head' if number == 0 else f'log[{number}]'}: does not match its hash")
    last, teams = link(last, canonical(found["standings"])), found.get("teams", [])
    if (link(last, canonical(teams)) if teams else last) != found["hash"]:
        raise RecordMismatch("standings: do not match their hash")


def _bare(event: Wire) -> Wire:
    return {name: value for name, value in event.items() if name != "hash"}


def _secret(found: Wire, name: str, committed: str, commit: Callable[[bytes], str]) -> bytes:
    """Parse 32 bytes and check them against their commitment."""
    try:
        secret = bytes.fromhex(found[name])
    except ValueError as error:
        raise RecordMismatch(f"{name}: not hexadecimal digits") from error
    if len(secret) != SEED_BYTES or commit(secret) != committed:
        raise RecordMismatch(f"{name}: does not match its commitment")
    return secret


def _plan(found: Wire) -> Plan:
    try:
        plan = msgspec.json.decode(canonical(found["plan"]), type=Plan)
        check_plan(plan)
    except msgspec.ValidationError as error:
        raise RecordMismatch(_fault("plan", error)) from error
    except Illegal as illegal:
        raise RecordMismatch(f"plan.{illegal}") from illegal
    _expect_same(found["plan"], plan_wire(plan), "plan")
    return plan


def _events(found: Wire) -> Iterator[AnyEvent]:
    for number, entry in enumerate(found["log"]):
        try:
            event: AnyEvent = msgspec.convert(_bare(entry), AnyEvent)
        except msgspec.ValidationError as error:
            raise RecordMismatch(_fault(f"log[{number}]", error)) from error
        _expect_same(_bare(entry), event_wire(event), f"log[{number}]")
        yield event


def _fault(path: str, error: msgspec.ValidationError) -> str:
    """Return the path of an invalid value and the reason."""
    fault, _, place = str(error).partition(" - at `$")
    return f"{path}{place.rstrip('`')}: {fault}"


# Pairing again


def _replayed(plan: Plan, seed: bytes, events: Iterator[AnyEvent]) -> Tournament:
    """Replay the events, checking that each is legal and that automatic ones match the seed."""
    tournament = Tournament(plan, seed)
    for number, event in enumerate(events):
        try:
            check(tournament, event)
        except Illegal as illegal:
            raise RecordMismatch(f"log[{number}]: {illegal}") from illegal
        _check_draw(tournament, event, f"log[{number}]")
        apply(tournament, event)
    if tournament.status not in CLOSED:
        raise RecordMismatch("log: the tournament is not over after the last event")
    return tournament


def _check_draw(tournament: Tournament, event: AnyEvent, path: str) -> None:
    match event:
        case StageBegan():
            _check_stage_over(tournament, path)
            _expect_same(event.groups, round_pairings.next_groups(tournament), f"{path}.groups")
        case Paired(challenger=int(challenger)):
            pair = sorted(event.tables[0].entrants, key=lambda each: each != challenger)
            seated = challenge_of(tournament, *pair).tables[0]
            _expect_same(_seated(event.tables[0]), _seated(seated), f"{path}.tables[0]")
        case Paired(manual=False):
            drawn = round_pairings.next_round(tournament)
            if drawn is None:
                raise RecordMismatch(f"{path}: the stage is over")
            _expect_same(
                [_seated(each) for each in event.tables], [_seated(each) for each in drawn.tables], f"{path}.tables"
            )
            _expect_same(event.byes, drawn.byes, f"{path}.byes")
        case Paired():
            _check_by_hand(tournament, event, path)
        case Ended():
            _check_stage_over(tournament, path)


def _check_by_hand(tournament: Tournament, event: Paired, path: str) -> None:
    """Check that a manual pairing gives each due entrant a place in the right bracket."""
    tables = [each.entrants for each in event.tables]
    try:
        drawn = manual.seated(tournament, tables, event.byes, event.sitting_out)
    except manual.InvalidPairing as misfit:
        raise RecordMismatch(f"{path}: {misfit}") from misfit
    _expect_same([_seated(each) for each in event.tables], [_seated(each) for each in drawn.tables], f"{path}.tables")


def _check_stage_over(tournament: Tournament, path: str) -> None:
    """Check that the current stage has no further round; an arena cannot be checked."""
    can_be_checked = tournament.stages and traits_of(tournament.stage).has_rounds
    if can_be_checked and round_pairings.next_round(tournament) is not None:
        raise RecordMismatch(f"{path}: the stage is not over")


def _seated(table: SeatedTable | DrawnTable) -> Wire:
    return {"entrants": table.entrants, "group": table.group, "bracket": table.bracket}


def _expect_same(found: Any, expected: Any, path: str) -> None:
    for place, value, correct in differences(found, expected, path):
        raise RecordMismatch(differs(place, value, correct))
