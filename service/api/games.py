"""Games: creating them, and looking at them."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from flask import Response

from domain.ruleset import AnyRuleset
from service.api import includes, limits
from service.api.authentication import has_seat
from service.api.caching import TOLD_ONCE, expected, under_tag
from service.api.descriptions import REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, bottega, json_response, replayed
from service.contract.schemas.creation import CreatedGame, NewGame, SecretKey
from service.contract.schemas.fields import IfMatch
from service.contract.schemas.games import GameView, IfNoneMatchView, PendingResult, Result, ViewQuery
from service.contract.schemas.lists import GamePage, GameQuery
from service.play import callers, creation, game_index, game_metadata, lifetimes, queries, scenarios
from service.play.callers import Caller
from service.play.creation import Sandbox, Terms, absence_with_defaults
from service.play.game_index import GameFilter
from service.problems import (
    AiQueueFull,
    AlreadySeated,
    DealInProgress,
    GameAborted,
    GameNotOver,
    HintsDisabled,
    IdempotencyKeyReused,
    PreconditionFailed,
    RatedGame,
    RatedNotPublic,
    RulesNotHosted,
    RulesVersionNotHosted,
    SameOwner,
    SandboxDisabled,
    SandboxUnrated,
    ScenarioAlone,
    ScenarioSeats,
    SpectatorsOff,
    StoreUnavailable,
    TokenRequired,
    UndoModeUnavailable,
    UndoOff,
    UnknownLevel,
    UnknownPlayer,
    UnknownScenario,
    VersionNotReached,
)
from service.store import NO_DELAY, GameInfo, SeatSetup, Spectators, StoredGame

blueprint = Resource("games", __name__, description="Create games, look at them, and read how they ended.")


@blueprint.operation(
    "POST",
    "/v1/games",
    "createGame",
    bearer="anybody",
    body=NewGame,
    headers=SecretKey,
    responses={201: CreatedGame},
    sends={"Location": "The address of the game's view.", "Idempotent-Replayed": REPLAYED},
    problems=(
        RulesVersionNotHosted,
        TokenRequired,
        UnknownLevel,
        UnknownPlayer,
        AlreadySeated,
        SameOwner,
        SandboxDisabled,
        SandboxUnrated,
        RatedNotPublic,
        HintsDisabled,
        UndoModeUnavailable,
        UndoOff,
        UnknownScenario,
        ScenarioAlone,
        ScenarioSeats,
        IdempotencyKeyReused,
        AiQueueFull,
        StoreUnavailable,
    ),
    may_reject=True,
)
def create_game(body: dict[str, Any], headers: dict[str, str], caller: Caller | None) -> Response:
    """Create a game.

    Sets up a game of a ruleset, under the version of its rules that the answer states and that stays the game's. Each
    `human` seat gets a token, which is shown in this answer and never again, unless it is given to a player; AI seats
    begin to play at once. A player who creates a game, with the key's scope `create`, is its host: what the creator's
    token opens, the player's key opens too.

    With `starts: when_seated` the game is `open` first: nobody acts, AI seats included, until all seats are filled or
    the creator starts it. `visibility` says who finds it, and `spectators` what those see of it who have no seat.

    A game with a `clock` always begins so where seats are open; then the clock of each seat that is to act runs, until
    it has answered. When its time is up the service answers automatically, as `absence` says. Where seats have only
    forfeited and nobody has acted, the last seat wins by acting once, and loses when its time is up. The first second
    of each decision is not counted. Neither is an outage of more than five seconds in which the service could not look
    at the clocks: a decision gets that time back before it runs out, and its `deadline` is later then. Whoever comes
    back to a seat that a level plays has what is left of a budget, so give budgets an increment or a delay where
    players are to come back. None of the rulesets here knows a draw that players agree on, so nobody can offer one: let
    all seats ask to abort the game (`abortGame`), or resign.
    """
    ruleset = bottega().rulesets[body["ruleset"]]
    seats, seated = _seats(body["seats"])
    _check_host(caller, seated)
    options, sandbox = _beginning(ruleset, seats, body)
    limits.spend(limits.CREATIONS)
    key = secret_idempotency(headers, "creation", caller)
    version = body.get("rules_version")
    terms = terms_of(body, caller, seated)
    created, repeated = creation.create_game(
        bottega(),
        ruleset,
        options,
        seats,
        rules_version=version,
        sandbox=sandbox,
        terms=terms,
        idempotency=key,
    )
    location = {"Location": f"/v1/games/{created['game_id']}/view", "Cache-Control": TOLD_ONCE}
    return json_response(msgspec.json.encode(created), 201, location | replayed(repeated))


@blueprint.operation(
    "GET", "/v1/games", "listGames", query=GameQuery, responses={200: GamePage}, problems=(StoreUnavailable,)
)
def list_games(query: dict[str, Any]) -> Response:
    """List games.

    Gives the games that fit, newest first, as everybody may know them. Each game that was there when a reader began is
    listed once, however many are created meanwhile. A page may have fewer games than `limit`, or none: continue until
    `next_cursor` is omitted. A game that has ended is listed as `over` in a moment, when it has been scored. Games
    whose rules are not hosted any more are left out.
    """
    wanted = GameFilter(
        query.get("ruleset"),
        query.get("status"),
        query.get("waiting_for"),
        open_seats=query.get("open_seats", False),
        label=query.get("label"),
        metadata=query.get("metadata"),
    )
    after = game_index.position(query["cursor"]) if "cursor" in query else None
    return json_response(
        game_index.list_games(bottega(), wanted, after, query["limit"]), 200, {"Cache-Control": "no-cache"}
    )


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/view",
    "queryView",
    bearer="optional",
    query=ViewQuery,
    conditional=IfNoneMatchView,
    responses={200: GameView, 304: None},
    sends={"ETag": "Changes with the game's version, its log, and what is included; sent back as `If-None-Match`."},
    problems=(SpectatorsOff, RulesNotHosted, VersionNotReached),
    reads_game=True,
)
def query_view(
    query: dict[str, Any],
    game_id: str,
    seat: int | None,
    stored: StoredGame | None,
) -> Response:
    """Look at a game.

    Shows what the bearer's seat may see, or what an spectator may see by now without a token: while a game is `open`,
    nobody sees more than an spectator. A seat that is to act finds its
    open `decision` here, to be quoted by the action that answers it. With `at` the answer is, byte for byte and with
    its ETag, the one that the same reader had at that version.

    With `include` it comes with the seat's legal `actions`, and with the `events` after the version `since`, all of the
    same version: whoever comes back to a game needs no other request. How many `hints` a seat has left changes without
    an event, so it is told on request only, as it is now.
    """
    parts = includes.parts(query, game_id, seat)
    seen = queries.view(bottega(), game_id, seat, query.get("at"), parts, stored=stored)
    waiting = "" if seen.has_started else f"-{hashlib.sha256(seen.body).hexdigest()[:16]}"
    reader = "spectator" if seat is None else f"s{seat}"
    included = f"{seen.mark}{includes.mark(query, seen.hints_left)}"
    return under_tag(f"v{seen.place}{waiting}-{reader}{included}", includes.by_reader(), lambda: seen.body)


@blueprint.operation(
    "DELETE",
    "/v1/games/<game_id>",
    "deleteGame",
    bearer="creator",
    conditional=IfMatch,
    responses={204: None},
    problems=(PreconditionFailed, RatedGame),
)
def delete_game(game_id: str) -> Response:
    """Delete a game.

    Removes it for everybody, with its log and its record, wherever it stands. The bearer is its creator, whose token
    `createGame` gave, or who created it as a player. A rated game stays, unless it still waits for its players.
    """
    game_metadata.check_entity_tag(bottega(), game_id, expected())
    lifetimes.delete_game(bottega(), game_id)
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/result",
    "getResult",
    bearer="guest",
    responses={200: Result, 202: PendingResult},
    problems=(DealInProgress, GameAborted, GameNotOver, RulesNotHosted),
)
def get_result(game_id: str) -> Response:
    """Read the score sheet of a finished game.

    Lists for each seat its rank, its total, and the rows that sum to it, each with the paragraph of the rules. A game
    that has just ended is scored in a moment: 202 says in `Retry-After` how many seconds to wait. Where games are dealt
    alike, whoever has no seat in this one reads it once all of them have ended.
    """
    result = queries.result(bottega(), game_id, lambda: has_seat(game_id))
    if result is None:
        return json_response(msgspec.json.encode({"game_id": game_id, "status": "scoring"}), 202, {"Retry-After": "1"})
    return json_response(result)


def _seats(asked: Sequence[Any]) -> tuple[list[SeatSetup], dict[int, str]]:
    """Read who is to sit where, and which of the seats are players'."""
    setups = [msgspec.to_builtins(seat) for seat in asked]
    seated = {seat: setup.pop("player") for seat, setup in enumerate(setups) if "player" in setup}
    return [SeatSetup(**setup) for setup in setups], seated


def _check_host(caller: Caller | None, seated: Mapping[int, str]) -> None:
    """Raise TokenRequired or InsufficientScope for whoever may not create such a game."""
    if caller is not None:
        callers.require_scope(caller, "create")
    elif seated:
        raise TokenRequired("Whoever gives seats to players sends a player's key.")


def terms_of(body: dict[str, Any], caller: Caller | None, seated: Mapping[int, str]) -> Terms:
    """Read on what terms a game is played."""
    rated = body.get("rated", False)
    return Terms(
        rated,
        body.get("hints"),
        limits.who(),
        host=caller.player if caller else "",
        players=seated,
        clock=body.get("clock"),
        absence=absence_with_defaults(body.get("absence"), rated=rated),
        undo=body.get("undo", "none"),
        waits=body.get("starts") == "when_seated",
        visibility=body.get("visibility", "public"),
        spectators=Spectators(**msgspec.to_builtins(body["spectators"])) if "spectators" in body else NO_DELAY,
        presence=body.get("presence", False),
        table=GameInfo(name=body.get("name", ""), label=body.get("label", ""), metadata=body.get("metadata", {})),
    )


def _beginning(ruleset: AnyRuleset, seats: Sequence[SeatSetup], body: dict[str, Any]) -> tuple[Any, Sandbox | None]:
    """Read with which options a game begins, and where if it is one of the sandbox."""
    chosen = dict(body.get("sandbox", {}))
    virtual = chosen.pop("clock", None) == "virtual"
    if "scenario" in chosen:
        if "options" in body or len(chosen) > 1:
            raise ScenarioAlone("Send the scenario's name and the seats, and nothing else of the set-up.")
        options, sandbox = scenarios.starting_point(ruleset, chosen["scenario"], seats)
        return options, replace(sandbox, virtual=virtual)
    options = body["options"] if "options" in body else ruleset.options_type()
    return options, Sandbox(**chosen, virtual=virtual) if "sandbox" in body else None
