"""Examples of the lobby: games that wait for players, lists, spectators and rematches."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domain.ruleset import AnyRuleset
from service.playing import abort, lifetimes
from tests.tools.examples.failures import EXPERT, LOST, failure
from tests.tools.examples.harness import Exchange, Harness, Player, Request, Table
from tests.tools.examples.requests import sample

ADA, BRUNO, OPEN = {"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bruno"}, {"kind": "open"}
WAITING: Mapping[str, Any] = {"starts": "when_seated"}
KEPT: Mapping[str, Any] = {"name": "Friday's final", "label": "league-7", "metadata": {"round": "3"}}


def hosted(harness: Harness, ruleset: AnyRuleset, *seats: Mapping[str, Any], **terms: Any) -> tuple[Table, str]:
    """Create a game; return it with its creator's token."""
    body = {"ruleset": ruleset.name, "seats": list(seats) or [ADA, BRUNO], **terms}
    created = harness.send(Request("POST", "/v1/games", body=body)).body
    table = Table(harness, ruleset, created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]})
    return table, created["creator_token"]


def as_host(request: Request, token: str) -> Request:
    """Return a request of the game's creator."""
    return request.with_headers(Authorization=f"Bearer {token}")


@sample("createGame", 201, "A game that waits for its players, one of them by invitation.", called="waiting")
def create_waiting(harness: Harness, ruleset: AnyRuleset) -> Request:
    seats = [ADA, *[OPEN] * (ruleset.min_seats - 2), {"kind": "open", "invited": True}]
    spectators = {"kind": "delayed", "events": 4}
    body = {"ruleset": ruleset.name, "seats": seats, **WAITING, **KEPT, "spectators": spectators}
    return Request("POST", "/v1/games", body=body)


@sample("listGames", 200, "Games of a league that have open seats.", called="open", each=False)
def list_open_games(harness: Harness, ruleset: AnyRuleset) -> Request:
    hosted(harness, ruleset, ADA, OPEN, **WAITING, **KEPT)
    return Request("GET", "/v1/games?status=open&open_seats=true&label=league-7&metadata=round:3")


@sample("getGame", 200, "A game as any client sees it.", each=False)
def get_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    return hosted(harness, ruleset, ADA, OPEN, **KEPT)[0].get("")


@sample("getPresence", 200, "Ada was connected a moment ago. Bruno has never connected.", each=False)
def get_presence(harness: Harness, ruleset: AnyRuleset) -> Request:
    table, _ = hosted(harness, ruleset, presence=True)
    harness.bottega.store.presence.note({(table.game_id, "0"): harness.moments.now.timestamp()})
    return table.get("/presence")


@failure("presence_disabled", "The game was created without `presence`.")
def untold_presence(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(hosted(harness, ruleset)[0].get("/presence"))


@sample("updateGame", 200, "The creator sets a name and a label.", each=False)
def update_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    table, token = hosted(harness, ruleset)
    return as_host(replace(table.post("", body={"name": "The final", "label": "league-7"}), method="PATCH"), token)


@sample("startGame", 200, "An AI level takes the unclaimed seat.", each=False)
def start_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    table, token = hosted(harness, ruleset, ADA, OPEN, **WAITING)
    return as_host(table.post("/start", body={"level": "normal"}), token)


@sample("leaveSeat", 204, "Ada leaves her seat before the game starts.", each=False)
def leave_seat(harness: Harness, ruleset: AnyRuleset) -> Request:
    return hosted(harness, ruleset, ADA, OPEN, **WAITING)[0].post("/seats/0/leave", 0)


@sample("createInvitation", 201, "Create an invitation code for a seat. It replaces an earlier code.", each=False)
def create_invitation(harness: Harness, ruleset: AnyRuleset) -> Request:
    table, token = hosted(harness, ruleset, ADA, OPEN)
    return as_host(table.post("/seats/1/invitation", body={"renew": True}), token)


@sample(
    "createInvitation", 201, "Reserve a seat for a player. The player receives a notice.", called="player", each=False
)
def invite_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, address = _with_open_seat(harness, ruleset)
    return host.asks("POST", f"{address}/seats/1/invitation", {"player": harness.player("Bruno").id})


@sample("claimSeat", 201, "An invited player claims the seat with the code.", called="invited", each=False)
def claim_invited(harness: Harness, ruleset: AnyRuleset) -> Request:
    table, token = hosted(harness, ruleset, ADA, OPEN)
    code = harness.send(as_host(table.post("/seats/1/invitation", body={}), token)).body["code"]
    return table.post("/seats/1/claim", body={"name": "Bruno", "code": code})


@sample("claimSeat", 201, "A guest who has become a player keeps the seat.", called="kept", each=False)
def claim_own_seat(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = hosted(harness, ruleset, ADA, OPEN)[0]
    claim = f"/v1/games/{table.game_id}/seats/0/claim"
    return harness.player().asks("POST", claim, {"token": table.tokens[0]})


@sample("createRematch", 201, "Ada requests a rematch and plays last.", each=False)
def create_rematch(harness: Harness, ruleset: AnyRuleset) -> Request:
    return hosted(harness, harness.shortest)[0].finish().post("/rematch", 0)


@failure("private_game", "The game is private, and no token was sent.")
def stranger(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, visibility="private")
    return harness.send(_of_game(request, table).without("Authorization"))


@failure(
    "invalid_token",
    "The game is private, and the token is unknown.",
    "getAnalysis getAnalysisImage getGame getPresence getRecord getResult listSeats",
)
def invented_at_a_private_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, visibility="private")
    return harness.send(_of_game(request, table).with_headers(Authorization=f"Bearer {LOST}.0.invented"))


@failure("spectators_off", "The running game allows no spectators.")
def spectator(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, spectators={"kind": "off"})
    return harness.send(_of_game(request, table).without("Authorization").without("Last-Event-ID"))


def _of_game(request: Request, table: Table) -> Request:
    """Send the same request about another game."""
    head, rest = request.path[: len("/v1/games/")], request.path[len("/v1/games/") + len(LOST) :]
    return replace(request, path=f"{head}{table.game_id}{rest}")


@failure("game_not_started", "The game has an open seat.")
def too_early(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, ADA, OPEN, undo="consent", **WAITING)
    return harness.send(table.post(f"/{request.path.rpartition('/')[2]}", 0, request.body))


@failure("game_started", "The game has already started.", "startGame")
def started_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request)
    return harness.send(request)


def kept_by(harness: Harness, table: Table, seat: int, token: str) -> Exchange:
    """Let a guest claim a seat as a player, by this token."""
    wanted = harness.player().asks("POST", f"/v1/games/{table.game_id}/seats/{seat}/claim", {"token": token})
    return harness.send(wanted)


@failure("game_busy", "Each write conflicted with another change of the player.", "updateMe")
def renamed_all_the_time(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store the profile in other bytes than the service writes, so that every update finds it changed."""
    (key,) = harness.client.keys("bottega:{pl_*}:profile")
    harness.client.set(key, harness.client.get(key) + b" ")
    return harness.send(request)


@failure("game_started", "A guest cannot keep a seat of a running rated game.", "claimSeat")
def kept_too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset, rated=True)
    return kept_by(harness, table, 0, table.tokens[0])


@failure("token_mismatch", "The token belongs to another seat.", "claimSeat")
def kept_by_another_token(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset)
    return kept_by(harness, table, 0, table.tokens[1])


@failure("token_required", "A guest needs a player key to keep a seat.", "claimSeat")
def kept_without_a_key(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset)
    return harness.send(table.post("/seats/0/claim", None, {"token": table.tokens[0]}))


@failure("game_started", "The game has already started.", "leaveSeat")
def left_too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset).post("/seats/0/leave", 0))


@failure("rematch_unavailable", "The rematch was deleted.", "createRematch")
def rematch_deleted(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    created = harness.send(request).body
    lifetimes.delete_game(harness.bottega, created["game_id"])
    return harness.send(request)


@failure("game_not_over", "The game is still running.", "createRematch")
def rematch_too_early(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset).post("/rematch", 0))


@failure("seat_by_invitation", "The seat requires an invitation code, and none was sent.")
def uninvited(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, _ = hosted(harness, ruleset, ADA, {"kind": "open", "invited": True})
    return harness.send(table.post("/seats/1/claim", body={"name": "Bruno"}))


@failure("seat_taken", "Another player has claimed the seat.", "createInvitation")
def invited_too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    path = request.path.replace("invitation", "claim")
    harness.send(Request("POST", path, body={}))
    return harness.send(request)


@failure("game_aborted", "The creator has aborted the game.", "claimSeat createInvitation")
def seat_of_aborted_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    abort.abort(harness.bottega, request.path.split("/")[3], 0, creator=True)
    return harness.send(request)


@failure("seat_resigned", "The player of the seat has been deleted.", "claimSeat createInvitation")
def seat_of_deleted_player(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    _leave_by_deletion(harness, _claimed(harness, request))
    return harness.send(request)


@failure("game_over", "The game has finished.", "claimSeat createInvitation")
def seat_of_finished_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    bruno = _claimed(harness, request)
    Table(harness, ruleset, request.path.split("/")[3], {}).finish()
    _leave_by_deletion(harness, bruno)
    return harness.send(request)


def _claimed(harness: Harness, request: Request) -> Player:
    """Return a player who has claimed the seat of a request."""
    bruno = harness.player("Bruno")
    harness.send(bruno.asks("POST", f"{request.path.rpartition('/')[0]}/claim", {}))
    return bruno


def _leave_by_deletion(harness: Harness, player: Player) -> None:
    harness.send(player.asks("DELETE", "/v1/me"))


@failure("unknown_player", "No player has this id.", "createInvitation")
def nobody_invited(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    host, address = _with_open_seat(harness, ruleset)
    return harness.send(host.asks("POST", f"{address}/seats/1/invitation", {"player": f"pl_{LOST}"}))


@failure("already_seated", "The player already has a seat in this game.", "createInvitation")
def invited_to_two_seats(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    host, address = _with_open_seat(harness, ruleset)
    return harness.send(host.asks("POST", f"{address}/seats/1/invitation", {"player": host.id}))


@failure("same_owner", "The owner of the bot already has a seat in the rated game.", "createInvitation")
def bot_invited_by_owner(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    owner, bot = harness.with_bot()
    seats = [{"kind": "human", "player": owner.id}, *[OPEN] * (ruleset.min_seats - 1)]
    body = {"ruleset": ruleset.name, "seats": seats, "rated": True, **WAITING}
    created = harness.send(owner.asks("POST", "/v1/games", body))
    address = f"/v1/games/{created.body['game_id']}/seats/1/invitation"
    return harness.send(owner.asks("POST", address, {"player": bot.id}))


def _with_open_seat(harness: Harness, ruleset: AnyRuleset) -> tuple[Player, str]:
    """Let a player create a game with a seat for the player and an open seat; return the game's URL."""
    host = harness.player()
    seats = [{"kind": "human", "player": host.id}, *[OPEN] * (ruleset.min_seats - 1)]
    created = harness.send(host.asks("POST", "/v1/games", {"ruleset": ruleset.name, "seats": seats, **WAITING}))
    return host, f"/v1/games/{created.body['game_id']}"


@failure("unknown_level", "The ruleset has no such AI level.", "startGame")
def unknown_level(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={"level": "grandmaster"}))


@failure("game_not_found", "The game has been deleted.", "updateGame startGame createInvitation")
def deleted(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    address = "/".join(request.path.split("/")[:4])
    harness.send(Request("DELETE", address, {"Authorization": request.headers["Authorization"]}))
    return harness.send(request)


@failure(
    "game_busy",
    "Each write conflicted with another change.",
    "updateGame startGame leaveSeat createInvitation createRematch",
)
def changing_all_the_time(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store a game in other bytes than the service writes, so that every update finds it changed."""
    game_id = request.path.split("/")[3]
    harness.client.set(f"bottega:{{{game_id}}}:info", b'{ "name": "Saturday" }')
    return harness.send(request)


@failure("ai_queue_full", "An AI player acts next, and the limit of queued AI turns is reached.", "startGame")
def all_thinking_at_the_start(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    _crowd(harness, ruleset)
    table, token = hosted(harness, ruleset, OPEN, OPEN, **WAITING)
    start = as_host(table.post("/start", body={"level": EXPERT["level"]}), token)
    return harness.send(start, _thoughtful(harness))


@failure("ai_queue_full", "An AI player acts next, and the limit of queued AI turns is reached.", "claimSeat")
def all_thinking_with_the_last_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    _crowd(harness, ruleset)
    while True:
        table, _ = hosted(harness, ruleset, EXPERT, OPEN, **WAITING)
        rejected = harness.send(table.post("/seats/1/claim", body={"name": "Bruno"}), _thoughtful(harness))
        if rejected.response.status_code == 429:
            return rejected


@failure("ai_queue_full", "An AI player acts next, and the limit of queued AI turns is reached.", "createRematch")
def all_thinking_once_more(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table, token = hosted(harness, harness.shortest, EXPERT, EXPERT)
    table.finish()
    _crowd(harness, ruleset)
    return harness.send(as_host(table.post("/rematch"), token), _thoughtful(harness))


def _crowd(harness: Harness, ruleset: AnyRuleset) -> None:
    """Fill both limits on queued AI turns: that of the IP address and that of the player."""
    for _share in range(2):
        hosted(harness, ruleset, *[EXPERT] * ruleset.min_seats)


def _thoughtful(harness: Harness) -> Any:
    """Return the application with a full queue of AI turns."""
    return harness.application("thoughtful", harness.rulesets, max_queued_turns=1)
