"""Calls that the types of `bottega-client` accept, and calls that they reject, for mypy and pyright."""

from collections.abc import AsyncIterator
from typing import assert_type

from bottega_client import AnyRuleset, AsyncClient, Client, GameTexts, Problem, Turn, moves_of, run_bot
from bottega_client.schemas import Action, Event, EventPage, GameView, HumanSeat, Notice, Result, SeatRequest

client = Client("http://127.0.0.1:8000")
SEATS: list[SeatRequest] = [{"kind": "human", "name": "Ada"}, {"kind": "ai", "level": "easy"}]


def play() -> int:
    game = client.create_game(body={"ruleset": "azul", "seats": [{"kind": "human"}, {"kind": "ai", "level": "easy"}]})
    view = client.query_view(game["game_id"], include=["actions"], token="st_1")
    assert_type(view, GameView)
    if view["ruleset"] == "azul":
        assert_type(view["view"]["round"], int)
    if (pending := view.get("actions")) and "decision" in view:
        assert_type(view["decision"], int)
        action = pending[0]
        assert action["type"] == "pass_round"
        client.submit_action(
            game["game_id"], body={"ruleset": "azul", "decision": view["decision"], "action": {"type": "pass_round"}}
        )
    assert_type(client.poll_result(game["game_id"], patience=3), Result)
    assert_type(client.get_record_bytes(game["game_id"]), bytes)
    assert_type(client.get_tournament_record_bytes("cup"), bytes)
    assert_type(client.get_icon("azul", "colour", "blue"), str)
    return view["version"]


def any_game() -> None:
    """Create a game of each ruleset that the service lists."""
    for each in client.list_rulesets()["rulesets"]:
        assert_type(each["ruleset"], str)
        client.create_game(body={"ruleset": AnyRuleset(each["ruleset"]), "seats": SEATS, "options": {"board": 8}})
        texts = GameTexts(client.get_ruleset(each["ruleset"]), ["Ada"])
        assert_type(texts.name("colour", "blue"), str)


def follow(game: str) -> None:
    for message in client.follow(game=game, include="actions"):
        if message.type == "event":
            assert_type(message.data, Event)
            assert_type(message.data["version"], int)
        assert_type(message.view, None)
        if message.decision:
            assert_type(message.decision["decision"], int)
    for shown in client.follow(game=game, view=True):
        assert_type(shown.view, GameView)
    for page in client.pages(game=game):
        assert_type(page, EventPage)
    for entry in client.follow(me=True):
        if entry.type == "notice":
            assert_type(entry.data, Notice)
    for step in client.follow(tournament="cup"):
        if step.type == "event":
            assert_type(step.data["number"], int)


def choose(turn: Turn) -> Action:
    assert_type(turn.view, GameView)
    assert_type(turn.events, list[Event])
    moves_of(client.get_ruleset(turn.ruleset), turn.events[0], {}, {})
    return turn.actions[0]


def bot() -> None:
    run_bot(client, choose)
    for turn in client.turns():
        client.act(turn, choose(turn))


async def asynchronous(game: str) -> GameView:
    async with AsyncClient("http://127.0.0.1:8000") as other:
        assert_type((await other.get_game(game))["ruleset"], str)
        turns = other.turns(game)
        assert_type(turns, AsyncIterator[Turn])
        async for shown in other.follow(game=game, view=True):
            return shown.view
        return await other.query_view(game)


def explain(problem: Problem) -> str:
    assert_type(problem.body.get("paragraph"), str | None)
    return problem.body["detail"]


def rejected(game: str, seat: HumanSeat) -> None:
    client.create_game(body={"rulesett": 1})  # type: ignore
    client.create_game(body={"ruleset": "chess", "seats": [seat]})  # type: ignore
    client.create_game(body={"ruleset": "azul", "seats": [seat], "options": {"mode": "expert"}})  # type: ignore
    client.query_view(game)["nonsense"]  # type: ignore
    client.get_game(game, nonsense=1)  # type: ignore
    client.list_games(status="done")  # type: ignore
    client.get_result(game)["seats"]  # type: ignore
    client.follow(game=game, me=True)  # type: ignore
    client.follow(game=game, viev=True)  # type: ignore
    for message in client.follow(game=game):
        if message.type == "notice":  # type: ignore
            break
