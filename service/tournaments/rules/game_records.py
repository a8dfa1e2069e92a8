"""Check game records against the tournament that they belong to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from domain.attendance import Sign, attended, sign_of
from domain.record import Wire, canonical
from domain.ruleset import AnyRuleset
from domain.seat_changes import SeatChange
from domain.verification import Irreproducible, RecordMismatch
from domain.verification import verify as verify_game
from service.tournaments.rules.deals import deal_secret, secret_at
from service.tournaments.rules.match_events import Finished
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.points import among_entrants
from service.tournaments.rules.state import Tournament


@dataclass(frozen=True)
class _Played:
    """A finished game and its table."""

    finished: Finished
    entrants: tuple[int, ...]
    """The entrants, in table order."""
    seats: tuple[int, ...]
    """The entrants, in seat order."""
    paired: int
    """Number of the log entry that created the game."""


class VerifiedTournament(NamedTuple):
    """A verified tournament, against which game records are checked."""

    tournament_id: str
    tournament: Tournament
    deal_secret: bytes
    """The deal secret of the creation; `tournament` has those of reopenings."""


def check_games(verified: VerifiedTournament, games: Mapping[str, bytes], rulesets: Mapping[str, AnyRuleset]) -> None:
    """Check game records, by game id; raises RecordMismatch, which names the game."""
    for game_id, text in games.items():
        try:
            _game(verified, game_id)
            check_game(verified, _verified(verified, game_id, text, rulesets), rulesets)
        except RecordMismatch as altered:
            raise RecordMismatch(f"game {game_id}: {altered}") from altered


def _verified(verified: VerifiedTournament, game_id: str, text: bytes, rulesets: Mapping[str, AnyRuleset]) -> Wire:
    """Return the verified record of a game; only its hashes are verified if its tournament says `irreproducible`."""
    try:
        return verify_game(text, rulesets)
    except Irreproducible as fault:
        if not _game(verified, game_id).finished.irreproducible:
            raise
        return fault.record


def check_game(verified: VerifiedTournament, record: Wire, rulesets: Mapping[str, AnyRuleset]) -> None:
    """Check the verified record of a game; raises RecordMismatch."""
    _check(verified, _game(verified, record["game_id"]), record, rulesets[record["ruleset"]])


def _game(verified: VerifiedTournament, game_id: str) -> _Played:
    played = _played(verified.tournament).get(game_id)
    if played is None:
        raise RecordMismatch("the tournament has no finished game with this id")
    return played


def _played(tournament: Tournament) -> dict[str, _Played]:
    return {
        finished.game_id: _Played(finished, table.entrants, table.seats(game, finished.game_id), table.seated_by(game))
        for each in tournament.all_rounds
        for table in each.tables
        for game, finished in table.finished.items()
        if not finished.aborted
    }


def _check(verified: VerifiedTournament, played: _Played, record: Wire, ruleset: AnyRuleset) -> None:
    """Compare a game record with its tournament; raises RecordMismatch.

    Only the heads of games that the service created name their place in the tournament.
    """
    tournament_id, tournament, first_secret = verified
    finished, plan = played.finished, tournament.plan
    secret = secret_at(first_secret, tournament.later_deal_secrets, played.paired)
    seed = deal_secret(secret, plan, played.paired, finished.table, finished.game)
    _expect("game_id", record["game_id"], finished.game_id)
    if "tournament" in record:
        _expect("tournament", record["tournament"], _place(tournament_id, finished))
    _expect("hash", record["hash"], finished.record)
    _expect("seed", record["seed"], seed.hex())
    _expect("ruleset", record["ruleset"], plan.ruleset)
    _expect("rules_version", record["rules_version"], plan.rules_version)
    _expect("options", _common(record["options"], ruleset), _common(_options(plan, ruleset), ruleset))
    _expect("number of seats", len(record["seats"]), len(played.seats))
    _expect("irreproducible", record.get("irreproducible", False), finished.irreproducible)
    _expect("result.rank", among_entrants(_by_entrant(played, record, "rank")), finished.ranks)
    _expect("result.total", _by_entrant(played, record, "total"), finished.totals)
    _expect("no_shows", _no_shows(played, record), finished.no_shows)
    for seat, entrant in zip(record["seats"], played.seats, strict=True):
        found, entered = seat.get("player"), tournament.entrants[entrant].entered
        _expect("seats.level", seat.get("level", ""), entered.level)
        if found is not None and found not in tournament.entrants[entrant].former:
            _expect("seats.player", found, entered.player)


def _place(tournament_id: str, finished: Finished) -> Wire:
    """Return the game's place in the tournament, as the head of its record states it."""
    return {
        "tournament": tournament_id,
        "round": finished.round,
        "table": finished.table,
        "game": finished.game,
    }


def _no_shows(played: _Played, record: Wire) -> tuple[int, ...]:
    """Return the entrants who missed a decision and never acted, in table order."""
    if "clock" not in record:
        return ()
    absent = attended((each["seat"], _sign(each)) for each in record["events"]).no_shows
    return tuple(each for each in played.entrants if played.seats.index(each) in absent)


def _sign(event: Wire) -> Sign | None:
    change = msgspec.convert(event["change"], SeatChange) if "change" in event else None
    return sign_of(event.get("by", {}).get("reason"), change)


def _by_entrant(played: _Played, record: Wire, field: str) -> tuple[int, ...]:
    found = {entrant: seat[field] for entrant, seat in zip(played.seats, record["result"]["seats"], strict=True)}
    return tuple(found[entrant] for entrant in played.entrants)


def _options(plan: Plan, ruleset: AnyRuleset) -> Wire:
    """Return the stated options completed with the defaults of the ruleset."""
    try:
        return dict(msgspec.to_builtins(msgspec.json.decode(plan.options, type=ruleset.options_type)))
    except msgspec.ValidationError as error:
        raise RecordMismatch(f"the plan's options do not fit the ruleset: {error}") from error


def _common(options: Wire, ruleset: AnyRuleset) -> Wire:
    """Return the options without the first seat, which differs between games."""
    return {name: value for name, value in options.items() if name != ruleset.first_seat_option}


def _expect(path: str, found: Any, expected: Any) -> None:
    if canonical(found) != canonical(expected):
        raise RecordMismatch(f"{path}: found {canonical(found).decode()}, expected {canonical(expected).decode()}")
