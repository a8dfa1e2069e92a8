"""Create, list, show and delete games."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from msgspec import UNSET
from msgspec.structs import replace

from domain.ruleset import AnyRuleset
from service import problems
from service.api import includes, limits
from service.api.authentication import current_request, installation, principal
from service.api.authorization import allow, require
from service.api.caching import WITH_TOKEN, expected, under_tag
from service.api.deprecations import headers_of
from service.api.descriptions import OLD_RULES, REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, json_response, replayed
from service.api.urls import url
from service.installation import shares
from service.lobby import creation, game_terms, named_players
from service.lobby.game_terms import CASUAL, Terms
from service.players import callers
from service.players.callers import Caller
from service.playing import game_metadata
from service.reading import game_index, queries, scenarios
from service.reading.game_index import GameFilter
from service.resources.base import changed
from service.resources.creation import AiSeat, CreatedGame, GameRequest, HumanSeat, OpenSeat, Sandbox, SeatRequest
from service.resources.game_terms import GameTerms
from service.resources.games import GameView, PendingResult, Result, ViewQuery
from service.resources.headers import IdempotencyKey, IfMatch, IfNoneMatchView, SecretKey
from service.resources.lists import GamePage, GameQuery
from service.retention import lifetimes
from service.store import GameInfo, SeatSetup, StoredGame

blueprint = Resource(
    "games", __name__, description="Create, list, view, update, start and delete games; get results; create rematches."
)


@blueprint.operation(
    "POST",
    "/v1/games",
    "createGame",
    access=allow("player"),
    body=GameRequest,
    headers=SecretKey,
    responses={201: CreatedGame},
    sends={"Location": "URL of the game's view.", "Idempotent-Replayed": REPLAYED, **OLD_RULES},
    problems=(
        problems.RulesVersionNotHosted,
        problems.RulesVersionSunset,
        problems.TokenRequired,
        problems.UnknownLevel,
        problems.UnknownColour,
        problems.ColourTaken,
        problems.UnknownPlayer,
        problems.InvitationDeclined,
        problems.AlreadySeated,
        problems.SameOwner,
        problems.SandboxDisabled,
        problems.SandboxUnrated,
        problems.CooperativeUnrated,
        problems.RatedNotPublic,
        problems.HintsDisabled,
        problems.UndoModeUnavailable,
        problems.UndoNotAllowed,
        problems.UnknownScenario,
        problems.ScenarioAlone,
        problems.ScenarioSeats,
        problems.IdempotencyKeyReused,
        problems.AiQueueFull,
        problems.StoreUnavailable,
    ),
    may_reject=True,
)
def create_game(body: GameRequest, headers: IdempotencyKey, caller: Caller | None) -> Response:
    """Create a game.

    Returns the new game with its id and tokens. The game keeps the `ruleset` and `rules_version` given in the response.

    - Each `human` seat without a `player` gets a token. The response shows tokens once; store them.
    - A seat with a `player` belongs to that player at once if the player is you, a user of your platform, your bot, or
      lets you (`seated_by` of `updateMe`). Otherwise the seat is `open`, reserved, and the player gets an invitation to
      accept with `claimSeat`. A player who accepts no invitations from you is `invitation_declined`.
    - AI seats start to play at once.
    - With a player key, scope `create` is required. You are then the creator; the key works wherever the creator token
      does.
    - With `starts: when_seated` the game is `open` until all seats are taken, or until the creator starts it. No seat,
      not even an AI seat, can act before.
    - With a test key the game can be a `sandbox` game. Other callers need a service with an open sandbox, else the
      problem is `sandbox_disabled`.
    - `visibility` controls who finds the game. `spectators` controls what spectators see.

    Rules for a game with a `clock`:

    - If it has open seats, it starts when they are taken. Then the clock of each seat with a pending decision runs.
    - When a deadline passes, the service acts as `absence` says.
    - If all other seats forfeit and no seat has ever acted, the last seat must act once to win. It loses if its
      deadline passes.
    - The first second of each decision is not counted.
    - An outage of more than five seconds is not counted either, and `deadline` moves accordingly.
    - A player who returns to a seat has what is left of the time budget. Set an increment or a delay if players may
      return.

    Draw offers are not supported. All seats can agree to abort the game (`abortGame`), or resign. See
    `/docs/guides/playing` and `/docs/guides/lobby`.
    """
    ruleset = game_terms.rules_for(installation(), body.ruleset, body.rules_version)
    seats = [_setup(seat) for seat in body.seats]
    seated = {seat: each.player for seat, each in enumerate(body.seats) if isinstance(each, HumanSeat) and each.player}
    _check_creator(caller, seated)
    options, sandbox = _start(ruleset, seats, body)
    limits.spend(limits.CREATIONS)
    named = named_players.split(installation(), caller, seats, seated)
    key = secret_idempotency(headers, "creation", caller)
    terms = replace(
        terms_of(body, caller, named.seated),
        waits=body.starts == "when_seated",
        presence=body.presence,
        queues=body.queued_actions,
        invited=named.invited,
        info=GameInfo(name=body.name, label=body.label, metadata=body.metadata or {}),
    )
    created, repeated = creation.create_game(
        installation(),
        ruleset,
        options,
        named.seats,
        sandbox=sandbox,
        terms=terms,
        idempotency=key,
    )
    location = {"Location": url(f"/v1/games/{created.game_id}/view")} | WITH_TOKEN
    return json_response(created, 201, location | headers_of(ruleset) | replayed(repeated))


@blueprint.operation(
    "GET", "/v1/games", "listGames", query=GameQuery, responses={200: GamePage}, problems=(problems.StoreUnavailable,)
)
def list_games(query: GameQuery) -> Response:
    """List games.

    Returns the games that match the filters, newest first, with the data that spectators may see. A page may hold fewer
    games than `limit`, or none: continue until `next_cursor` is omitted.

    - Each game that existed at your first request is listed once, even if games are created in the meantime.
    - A finished game is listed as `over` once it has been scored.
    - Games whose rules are not hosted any more are left out.
    """
    filters = GameFilter(
        query.ruleset or None,
        query.status or None,
        query.waiting_for or None,
        open_seats=query.open_seats is True,
        label=query.label or None,
        metadata=query.metadata or None,
    )
    after = game_index.position(query.cursor) if query.cursor else None
    page = game_index.list_games(installation(), filters, after, query.limit)
    return json_response(page, 200, {"Cache-Control": "no-cache"})


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/view",
    "queryView",
    access=allow("seat", game=True),
    query=ViewQuery,
    conditional=IfNoneMatchView,
    responses={200: GameView, 304: None},
    sends={
        "ETag": "Entity tag: it changes with the version, the log and the included parts. Send it as `If-None-Match`."
    },
    problems=(problems.SpectatorsOff, problems.GameFaulty, problems.RulesNotHosted, problems.VersionNotReached),
)
def query_view(
    query: ViewQuery,
    game_id: str,
    seat: int | None,
    stored: StoredGame | None,
) -> Response:
    """Get the view of a game.

    Returns what the caller's seat can see. Without a token it returns what spectators can see now. While a game is
    `open`, all callers see what spectators see.

    - If the seat must act, the view has the pending `decision`. Send its id with the action.
    - With `at` the response is the one that the same caller got at that version, byte for byte, with the same ETag.
    - With `include` the response adds the seat's legal `actions`, or the `events` after the version `since`. All parts
      describe the same version.
    - The number of `hints` left changes without an event. It is returned only on request, with its current value.
    """
    parts = includes.counted(includes.of_words(query.include, query.since), game_id, seat)
    at = None if query.at is UNSET else query.at
    seen = queries.view(installation(), game_id, seat, at, parts, stored=stored)
    waiting = "" if seen.has_started else f"-{hashlib.sha256(seen.body).hexdigest()[:16]}"
    reader = "spectator" if seat is None else f"s{seat}"
    included = f"{seen.mark}{includes.mark(query, seen.hints_left)}"
    return under_tag(f"v{seen.position}{waiting}-{reader}{included}", includes.by_caller(), lambda: seen.body)


@blueprint.operation(
    "DELETE",
    "/v1/games/<game_id>",
    "deleteGame",
    access=require("creator"),
    conditional=IfMatch,
    responses={204: None},
    problems=(problems.PreconditionFailed, problems.RatedGameProtected),
)
def delete_game(game_id: str) -> Response:
    """Delete a game.

    Removes the game with its log and its record, at any stage. Authorize with the creator token, or with the key of the
    player who created the game. A rated game that has started cannot be deleted.
    """
    game_metadata.check_entity_tag(installation(), game_id, expected())
    lifetimes.delete_game(installation(), game_id)
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/result",
    "getResult",
    access=allow("participant"),
    responses={200: Result, 202: PendingResult},
    problems=(
        problems.DealInProgress,
        problems.GameAborted,
        problems.GameNotOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def get_result(game_id: str) -> Response:
    """Get the result of a finished game.

    Returns for each seat its rank, its total score, and the rows that add up to it. Each row names its paragraph of the
    rules.

    - While the game is being scored, the response is 202, and `Retry-After` holds the seconds to wait.
    - If several games share a deal, callers without a seat get the result once all these games have ended.
    """
    result = queries.result(installation(), game_id, lambda: principal().has_seat(game_id))
    if result is None:
        return json_response(PendingResult(game_id, "scoring"), 202, {"Retry-After": "1"})
    return json_response(result)


def _setup(seat: SeatRequest) -> SeatSetup:
    match seat:
        case HumanSeat():
            return SeatSetup("human", name=seat.name, colour=seat.colour or "")
        case OpenSeat():
            return SeatSetup("open", name=seat.name, invited=seat.invited is True, colour=seat.colour or "")
        case AiSeat():
            return SeatSetup("ai", seat.level, seat.name, colour=seat.colour or "")


def _check_creator(caller: Caller | None, seated: Mapping[int, str]) -> None:
    """Raise TokenRequired or InsufficientScope if the caller cannot create such a game."""
    if caller is not None:
        callers.require_scope(caller, "create")
    elif seated:
        raise problems.TokenRequired("Seating players requires a player key.")


def terms_of(body: GameTerms, caller: Caller | None, seated: Mapping[int, str]) -> Terms:
    """Return the terms of a game."""
    creator, ip = caller.player if caller else "", limits.ip_bucket(current_request())
    account = shares.account_of(installation(), creator, ip) if creator else ip
    is_test = caller is not None and caller.test
    requested = game_terms.requested_terms(body)
    return changed(CASUAL, requested, client=account, creator=creator, test=is_test, players=seated)


def _start(ruleset: AnyRuleset, seats: Sequence[SeatSetup], body: GameRequest) -> tuple[Any, Sandbox | None]:
    """Return the options of a game, and its sandbox if it has one."""
    sandbox = body.sandbox or None
    if sandbox is not None and sandbox.scenario:
        if body.options is not UNSET or sandbox != Sandbox(clock=sandbox.clock, scenario=sandbox.scenario):
            raise problems.ScenarioAlone("Send the scenario's name and the seats, and nothing else of the set-up.")
        options, start = scenarios.starting_point(ruleset, sandbox.scenario, seats)
        return options, replace(start, clock=sandbox.clock)
    return ruleset.options_type() if body.options is UNSET else body.options, sandbox
