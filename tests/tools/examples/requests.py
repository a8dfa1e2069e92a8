"""One request for each success of each operation, and for rejections by the rules.

A sample takes a harness and a ruleset, prepares the game, and returns the request. `failures` changes the first sample
of each operation to cause problems.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from service.playing import games
from tests.tools.examples.harness import Harness, Request, Table

Make = Callable[[Harness, AnyRuleset], Request]

SEED = "5eed" * 16
MINUTE = {"kind": "per_decision", "seconds": 60}
UNKNOWN_ACTION = {"type": "fly"}


@dataclass(frozen=True)
class Sample:
    """A request and the status of its response."""

    operation: str
    status: int
    summary: str
    """What the example shows."""
    make: Make
    called: str
    """A name that distinguishes samples of the same operation and status."""
    each: bool
    """Whether every ruleset has its own example; otherwise one is enough for all."""


SAMPLES: list[Sample] = []


def sample(operation: str, status: int, summary: str, *, called: str = "", each: bool = True) -> Callable[[Make], Make]:
    """Register a sample of an operation; see `Sample`."""

    def enter(make: Make) -> Make:
        SAMPLES.append(Sample(operation, status, summary, make, called, each))
        return make

    return enter


def known(make: Make, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Repeat a request with the ETag of the first response."""
    request = make(harness, ruleset)
    return request.with_headers(If_None_Match=harness.send(request).response.headers["ETag"])


@sample("createGame", 201, "A game of human players. Each seat gets a token.")
def create(harness: Harness, ruleset: AnyRuleset) -> Request:
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Bruno", "Carla")[: ruleset.min_seats]]
    return Request("POST", "/v1/games", body={"ruleset": ruleset.name, "options": {}, "seats": seats})


@sample(
    "createGame",
    201,
    "A human player, an open seat and an AI level. A retry with the same key returns the same game.",
    called="against_ai",
)
def create_against_ai(harness: Harness, ruleset: AnyRuleset) -> Request:
    open_seats = [{"kind": "open"}] if ruleset.max_seats > 2 else []
    seats = [{"kind": "human", "name": "Ada"}, *open_seats, {"kind": "ai", "level": "normal"}]
    body = {"ruleset": ruleset.name, "options": {}, "seats": seats}
    return Request("POST", "/v1/games", {"Idempotency-Key": "0c6fd4b8-a1e9-4f0b-9d27-5e83b1c6a4f0"}, body)


@sample(
    "createGame", 201, "Sandbox: a game with a chosen seed that starts after chosen first actions.", called="sandbox"
)
def create_in_sandbox(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = create(harness, ruleset)
    sandbox = {"seed": SEED, "actions": harness.first_actions(ruleset, SEED, 2)}
    return replace(request, body={**request.body, "sandbox": sandbox})


@sample("createGame", 201, "Sandbox: a game that starts at a scenario of the ruleset.", called="scenario")
def create_at_scenario(harness: Harness, ruleset: AnyRuleset) -> Request:
    scenario = ruleset.catalogue.scenarios[0]
    seats = [{"kind": "human"}] * scenario.seats
    body = {"ruleset": ruleset.name, "seats": seats, "sandbox": {"scenario": scenario.name}}
    return Request("POST", "/v1/games", body=body)


@sample("createGame", 201, "A rated game, without hints.", called="rated")
def create_rated(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = create(harness, ruleset)
    return replace(request, body={**request.body, "rated": True})


@sample("createGame", 201, "A player creates the game with a key and has a seat without a token.", called="host")
def create_as_host(harness: Harness, ruleset: AnyRuleset) -> Request:
    host = harness.player()
    seats = [{"kind": "human", "player": host.id}, *[{"kind": "open"}] * (ruleset.min_seats - 1)]
    return host.asks("POST", "/v1/games", {"ruleset": ruleset.name, "seats": seats})


@sample(
    "createGame",
    201,
    "Clocks: 5 minutes for each seat, 10 seconds more for each decision. A seat without time loses.",
    called="clocks",
)
def create_with_clocks(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = create(harness, ruleset)
    clock = {"kind": "budget", "seconds": 300, "increment": 10}
    return replace(request, body={**request.body, "clock": clock, "absence": {"on_timeout": "forfeit"}})


@sample("createGame", 409, "Rejected by the rules: too many seats.", called="rejected")
def create_too_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    seats = [{"kind": "human"}] * (ruleset.max_seats + 1)
    return Request("POST", "/v1/games", body={"ruleset": ruleset.name, "options": {}, "seats": seats})


@sample("createGame", 422, "Rejected by the rules: unknown set-up choice.", called="rejected")
def create_unheard_of(harness: Harness, ruleset: AnyRuleset) -> Request:
    seats = [{"kind": "human"}] * ruleset.min_seats
    return Request("POST", "/v1/games", body={"ruleset": ruleset.name, "options": unheard_of(ruleset), "seats": seats})


def unheard_of(ruleset: AnyRuleset) -> dict[str, Any]:
    """Return options with an unpublished value, of a closed choice if there is one.

    It is not that of the first seat, which a tournament chooses.
    """
    (shown,) = msgspec.json.schema(ruleset.options_type)["$defs"].values()
    closed = [name for name, member in shown["properties"].items() if "enum" in member]
    creations = ruleset.catalogue.rejected_creations
    malformed = [each.options for each in creations if set(each.options) - {ruleset.first_seat_option}]
    return {closed[0]: "unheard_of"} if closed else malformed[0] if malformed else {"unheard_of": True}


@sample("listGames", 200, "Running games in which Ada must act, newest first.", each=False)
def list_games(harness: Harness, ruleset: AnyRuleset) -> Request:
    for each in harness.rulesets.values():
        harness.table(each)
    return Request("GET", "/v1/games?status=running&waiting_for=Ada&limit=2")


@sample("queryView", 200, "The view of the first seat at the start of the game.")
def view(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).get("/view", 0)


@sample("queryView", 200, "The view of a spectator, without a token.", called="spectator")
def view_as_spectator(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).get("/view")


@sample(
    "queryView", 200, "The view of the first seat after the first action. The game has later versions.", called="past"
)
def past_view(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).play(2).get("/view?at=1", 0)


@sample(
    "queryView",
    200,
    "The first seat reconnects: its view, its legal actions and the events it missed.",
    called="with_all",
)
def view_with_all(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).play(2)
    return table.get("/view?include=actions,events&since=1", table.waiting()[0])


sample("queryView", 304, "The view has not changed since the response with this `ETag`.", each=False)(
    partial(known, view)
)


@sample(
    "queryView", 200, "A game with clocks shows the deadline of each seat that must act.", called="clocks", each=False
)
def view_with_clocks(harness: Harness, ruleset: AnyRuleset) -> Request:
    clock = {"kind": "days", "days": 2, "pause": {"from": "22:00", "to": "06:00"}}
    return harness.table(ruleset, clock=clock).play(1).get("/view")


@sample("undoAction", 200, "A seat undoes its latest action.", each=False)
def take_back(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(harness.largest, undo="own")
    seat = table.waiting()[0]
    return table.play(1).post("/undo", seat, {"to": 0}).with_headers(Idempotency_Key="b7320fd94ac8165e")


@sample(
    "undoAction",
    200,
    "Another seat has acted since. The other players must agree to the undo.",
    called="asking",
    each=False,
)
def ask_to_take_back(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(harness.largest, undo="consent")
    seat = table.waiting()[0]
    while seat in table.waiting():
        table.play(1)
    return table.play(1).post("/undo", seat, {})


@sample("resignSeat", 200, "A seat resigns. Two other players continue.", each=False)
def resign(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(harness.largest, *[{"kind": "human"}] * 3).post("/resign", 0)


@sample("returnToSeat", 200, "The player returns. An AI level answers the late decision.", each=False)
def return_to_seat(harness: Harness, ruleset: AnyRuleset) -> Request:
    absence = {"on_timeout": "level", "level": "normal"}
    table = harness.table(ruleset, clock=MINUTE, absence=absence, sandbox={"clock": "virtual"})
    harness.send(table.as_creator("/clock", {"seconds": 61}))
    return table.post("/return", table.waiting()[0])


@sample("abortGame", 200, "One seat requests to abort the game. The other players have not agreed yet.", each=False)
def ask_to_abort(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).play(2).post("/abort", 0)


@sample(
    "abortGame", 200, "The creator aborts a game before every human player has acted.", called="creator", each=False
)
def abort(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).as_creator("/abort")


@sample("advanceClock", 200, "The virtual clock moves one minute, and a deadline passes.", each=False)
def advance_clock(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset, clock=MINUTE, sandbox={"clock": "virtual"})
    return table.as_creator("/clock", {"seconds": 61})


@sample("getResult", 200, "The score sheet of a finished game.")
def result(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    games.score(harness.bottega, table.game_id)
    return table.get("/result")


@sample("getResult", 202, "A game that has just ended.", each=False)
def pending_result(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).finish().get("/result")


@sample("createHint", 200, "The seat has one legal action. The request uses no hint.", called="no_choice", each=False)
def ask_without_a_choice(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.without_a_choice().question()


@sample("createHint", 200, "All legal actions of the seat, ranked by the AI, best first.")
def create_hint(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).with_hint().question()


@sample("samplePositions", 200, "A sampled position that is consistent with what the seat knows.")
def sample_positions(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset)
    return table.post("/position-samples", table.waiting()[0], {"count": 1})


@sample("getAnalysis", 202, "The first request starts the analysis.", each=False)
def pending_analysis(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).finish().get("/analysis")


@sample("getAnalysis", 200, "The evaluation of the last decisions of a game. The first ones were chosen in a sandbox.")
def analysis(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.ending(ruleset, SEED, 6).finish().analyse().get("/analysis")


sample("getAnalysis", 304, "The analysis has not changed since the response with this `ETag`.", each=False)(
    partial(known, analysis)
)


@sample("getAnalysisImage", 202, "The first request starts the analysis.", each=False)
def pending_picture(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).finish().get("/analysis/image")


@sample("getAnalysisImage", 200, "The final position of a game.", each=False)
def picture(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.ending(ruleset, SEED, 6).finish().analyse().get("/analysis/image")


sample("getAnalysisImage", 304, "The image has not changed since the response with this `ETag`.", each=False)(
    partial(known, picture)
)


@sample("getRecord", 200, "The record of a finished game.", each=False)
def record(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(harness.shortest).finish().get("/record")


@sample("listRecords", 200, "The first page, with the first finished game.", each=False)
def list_records(harness: Harness, ruleset: AnyRuleset) -> Request:
    games.score(harness.bottega, harness.table(harness.shortest).finish().game_id)
    return Request("GET", "/v1/records?limit=1")


@sample("listRecords", 200, "No game has finished since the previous page.", called="up_to_date", each=False)
def list_no_more_records(harness: Harness, ruleset: AnyRuleset) -> Request:
    page = harness.send(list_records(harness, ruleset)).body
    return Request("GET", f"/v1/records?cursor={page['next_cursor']}")


@sample("submitAction", 200, "A seat submits an action for its pending decision and gets its new view.")
def act(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).next_action().with_headers(Idempotency_Key="4f1d8ab27c6e9035")


@sample(
    "submitAction",
    200,
    "One request per turn: the response includes the new events and the next legal actions.",
    called="with_all",
)
def act_with_all(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = harness.table(ruleset).play(1).next_action()
    return replace(request, path=f"{request.path}?include=actions,patches&since=0")


@sample("submitAction", 409, "Rejected by the rules: the seat has no pending decision.", called="rejected")
def act_out_of_turn(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).play(1)
    seat = next(seat for seat in table.tokens if seat not in table.waiting())
    body = table.next_action().body
    return table.post("/actions", seat, body)


@sample("submitAction", 422, "Rejected by the rules: unknown action.", called="rejected")
def act_unheard_of(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = harness.table(ruleset).next_action()
    return Request("POST", request.path, request.headers, {**request.body, "action": UNKNOWN_ACTION})


@sample(
    "submitActions",
    200,
    "The first action succeeds, the second is too late, and the third has the token of another game.",
)
def act_in_many(harness: Harness, ruleset: AnyRuleset) -> Request:
    first, second = (harness.table(ruleset) for _ in range(2))
    done, late, foreign = _batched(first), _batched(second), _batched(first)
    harness.send(second.next_action())
    foreign["token"] = late["token"]
    actions = [done | {"idempotency_key": "4f1d8ab27c6e9035"}, late, foreign]
    return Request("POST", "/v1/actions:batch?include=actions", body={"actions": actions})


def _batched(table: Table) -> dict[str, Any]:
    """Return the first legal action of a game as an entry of a batch."""
    return {"game_id": table.game_id, "token": table.tokens[table.waiting()[0]], **table.next_action().body}


@sample("listLegalActions", 200, "The legal actions of the seat.")
def legal_actions(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset)
    return table.get("/actions", table.waiting()[0])


@sample("listEvents", 200, "The first events of a game.")
def events(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).play(3).get("/events?after=0&limit=3", 0)


@sample("listEvents", 200, "The change of the caller's view by an event, as an RFC 6902 patch.", called="patches")
def events_with_patches(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).play(1).get("/events?patches=true", 0)


@sample("listEvents", 200, "The undone action of a seat, and the undo event.", called="undone", each=False)
def events_taken_back(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = take_back(harness, ruleset)
    harness.send(request)
    return replace(request, method="GET", path=f"{request.path.rpartition('/')[0]}/events", body=None)


@sample("listEvents", 200, "The last event includes the next decision of the seat.", called="next")
def events_with_next(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).play(2)
    return table.get("/events?include=actions&after=1", table.waiting()[0])


@sample("streamEvents", 200, "The last events of a game, after which the stream ends.")
def stream(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    last = table.version()
    return table.get("/events/stream").with_headers(Last_Event_ID=str(last - 2))


@sample("streamEvents", 204, "The game has finished, and the client has read all events.", each=False)
def nothing_to_stream(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    return table.get("/events/stream").with_headers(Last_Event_ID=str(table.version()))


@sample("streamEvents", 200, "The stream of a seat, opened with a ticket.", called="ticket", each=False)
def stream_with_ticket(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    ticket = harness.send(table.post("/stream-ticket", 0, {})).body["ticket"]
    return table.get(f"/events/stream?after={table.version() - 2}&ticket={ticket}")


@sample("createStreamTicket", 201, "A ticket for the first seat, valid for 30 seconds.", each=False)
def create_stream_ticket(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.table(ruleset).post("/stream-ticket", 0, {"expires_in": 30})


@sample("streamEventsAsNdjson", 200, "The last events of a game, after which the stream ends.")
def stream_lines(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    return table.get(f"/events/ndjson?after={table.version() - 2}")


@sample("streamEventsAsNdjson", 200, "The last event of a game, with its changes.", called="patches", each=False)
def stream_lines_with_patches(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    return table.get(f"/events/ndjson?include=patches&after={table.version() - 1}")


@sample("streamEventsAsNdjson", 204, "The game has finished, and the client has read all events.", each=False)
def no_lines(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset).finish()
    return table.get(f"/events/ndjson?after={table.version()}")


@sample("deleteGame", 204, "The creator deletes the game.", each=False)
def delete_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.deletion(ruleset)


@sample("listSeats", 200, "The seats of a game, one of them claimed.", each=False)
def list_seats(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset, {"kind": "human", "name": "Ada"}, {"kind": "open"})
    harness.send(table.post("/seats/1/claim", body={"name": "Bruno"}))
    return table.get("/seats")


@sample("claimSeat", 201, "A client claims the open seat with a name.", each=False)
def claim(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset, {"kind": "human", "name": "Ada"}, {"kind": "open"})
    return table.post("/seats/1/claim", body={"name": "Bruno"}).with_headers(
        Idempotency_Key="b7e2c95d-30f8-4a16-8c4e-f19d6a02573b"
    )


@sample("claimSeat", 201, "A player claims the seat and needs no token.", called="player", each=False)
def claim_as_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    table = harness.table(ruleset, {"kind": "human", "name": "Ada"}, {"kind": "open"})
    return harness.player("Bruno").asks("POST", f"/v1/games/{table.game_id}/seats/1/claim", {})


@sample("getSeatToken", 200, "The creator reads a seat token again.", each=False)
def get_seat_token(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.creator(ruleset, "GET", "/seats/1/token")


@sample("rotateSeatToken", 201, "The creator replaces the seat token.", each=False)
def rotate_seat_token(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.creator(ruleset, "POST", "/seats/1/token")


def by_player(method: str, path: str, body: Any, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Create a player, and return a request of the player."""
    return harness.player().asks(method, f"/v1/me{path}", body)


for operation, status, summary, method, path, body in (
    ("getMe", 200, "The player to whom the key belongs.", "GET", "", None),
    ("updateMe", 200, "A player changes the display name.", "PATCH", "", {"name": "Ada Lovelace"}),
    ("deleteMe", 204, "Delete a player.", "DELETE", "", None),
    ("exportMe", 200, "All data of a new player.", "GET", "/export", None),
    ("createMyStreamTicket", 201, "A ticket, valid for 30 seconds.", "POST", "/stream-ticket", {"expires_in": 30}),
):
    sample(operation, status, summary, each=False)(partial(by_player, method, path, body))


@sample("createPlayer", 201, "Create a player.", each=False)
def create_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    return Request("POST", "/v1/players", {"Idempotency-Key": "6f1d0be2-a97c-4385-b6e1-904c7d25f8a3"}, {"name": "Ada"})


@sample("createPlayer", 201, "A player creates a bot.", called="bot", each=False)
def create_bot(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/players", {"name": "Adabot", "bot": True})


@sample("listMyGames", 200, "The games in which the player must act.", each=False)
def list_my_games(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, _ = harness.host(ruleset)
    return host.asks("GET", "/v1/me/games?waiting=true")


@sample("listMyEvents", 200, "Notices of the last turn, the end and the score of a game.", each=False)
def list_my_events(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, game_id = harness.host(harness.shortest)
    Table(harness, harness.shortest, game_id, {}).finish()
    games.score(harness.bottega, game_id)
    reported = harness.send(host.asks("GET", "/v1/me/events?limit=500")).body["events"]
    return host.asks("GET", f"/v1/me/events?after={reported[-4]['id']}")


@sample("listMyEvents", 200, "A pending turn, with the legal actions of the seat.", called="with_actions")
def list_my_events_with_actions(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, _ = harness.host(ruleset)
    return host.asks("GET", "/v1/me/events?include=actions")


@sample("streamMyEvents", 200, "A seat and a turn, as an `EventSource` receives them.", each=False)
def stream_my_events(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, _ = harness.host(ruleset)
    return host.asks("GET", "/v1/me/events/stream").with_headers(Last_Event_ID="0")


@sample("streamMyEventsAsNdjson", 200, "A seat and a turn, with the legal actions of the seat.", each=False)
def stream_my_event_lines(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, _ = harness.host(ruleset)
    return host.asks("GET", "/v1/me/events/ndjson?include=actions")


@sample("streamMyEvents", 200, "The stream, opened with a ticket.", called="ticket", each=False)
def stream_my_events_with_ticket(harness: Harness, ruleset: AnyRuleset) -> Request:
    host, _ = harness.host(ruleset)
    ticket = harness.send(host.asks("POST", "/v1/me/stream-ticket", {})).body["ticket"]
    return Request("GET", f"/v1/me/events/stream?ticket={ticket}")


@sample("listKeys", 200, "A player with two keys.", each=False)
def list_keys(harness: Harness, ruleset: AnyRuleset) -> Request:
    player = harness.player()
    harness.send(player.asks("POST", "/v1/me/keys", {"scopes": ["play"]}))
    return player.asks("GET", "/v1/me/keys")


@sample("createKey", 201, "A bot key, valid for one day.", each=False)
def create_key(harness: Harness, ruleset: AnyRuleset) -> Request:
    wanted = {"scopes": ["play"], "expires_in": 24 * 60 * 60}
    return harness.player().asks("POST", "/v1/me/keys", wanted).with_headers(Idempotency_Key="d2c94f70a83e4b16")


@sample("deleteKey", 204, "A player revokes a key.", each=False)
def delete_key(harness: Harness, ruleset: AnyRuleset) -> Request:
    player = harness.player()
    return player.asks("DELETE", f"/v1/me/keys/{player.key_id}")


@sample("getIcon", 200, "The icon of an item.", each=False)
def get_icon(harness: Harness, ruleset: AnyRuleset) -> Request:
    drawn = next(each for each in (ruleset, *harness.rulesets.values()) if each.appearances.icons)
    kind, each, _ = next(drawn.appearances.listed())
    return Request("GET", f"/v1/rulesets/{drawn.name}/icons/{kind}/{each}.svg")


sample("getIcon", 304, "The icon has not changed since the response with this `ETag`.", each=False)(
    partial(known, get_icon)
)


def static(path: str, harness: Harness, ruleset: AnyRuleset) -> Request:
    """Read a resource that no game changes."""
    return Request("GET", path.format(ruleset.name))


for operation, path, summary, called in (
    ("listRulesets", "/v1/rulesets", "The hosted rulesets.", "english"),
    ("getRuleset", "/v1/rulesets/{}", "The static data of a ruleset for a front end.", ""),
    ("listRules", "/v1/rulesets/{}/rules", "The rules paragraphs that rejections and score rows cite.", ""),
    ("listScenarios", "/v1/rulesets/{}/scenarios", "Positions worth seeing.", ""),
    ("listIcons", "/v1/rulesets/{}/icons", "All icons of a ruleset.", ""),
):
    make = partial(static, path)
    sample(operation, 200, summary, called=called, each=False)(make)
    sample(operation, 304, "The resource has not changed since the response with this `ETag`.", each=False)(
        partial(known, make)
    )
sample("checkHealth", 200, "The process answers.", each=False)(partial(static, "/healthz"))
sample("checkReadiness", 200, "The process and Redis respond.", each=False)(partial(static, "/readyz"))


@sample("listRulesets", 200, "The hosted rulesets, in Italian.", called="italian", each=False)
def list_rulesets_in_italian(harness: Harness, ruleset: AnyRuleset) -> Request:
    return Request("GET", "/v1/rulesets", {"Accept-Language": "it, en;q=0.5"})
