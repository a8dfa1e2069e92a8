"""Test the bots and example programs of `bottega-client` for Python."""

import asyncio
import json
import subprocess
import sys
import threading
from collections import Counter
from queue import SimpleQueue

import httpx
from bottega_client import AsyncClient, Client, run_bot, run_bot_async

from domain.registry import RULESETS
from tests.client.python_games import created, play
from tests.client.test_client import requested
from tests.guides.programs import program
from tests.processes import Process
from tests.tools.operations import PYTHON_MODULE
from tests.workers.receivers import NOTHING, receiving
from tests.workers.waiting import until

PACKAGE = PYTHON_MODULE.parents[1]
LONGEST_SECONDS = 240


class Connections(httpx.HTTPTransport):
    """Counts the streams of a client."""

    def __init__(self):
        super().__init__()
        self.streams = Counter()

    def handle_request(self, request):
        if request.url.path.endswith("/stream"):
            self.streams[request.url.path] += 1
        return super().handle_request(request)


def player(client, games):
    """Create a player with games of all rulesets against AI players; return the key and the ids of the games."""
    bot = client.create_player(body={"name": "Bot"})
    seats = [{"kind": "human", "player": bot["player"]}, {"kind": "ai", "level": "greedy"}]
    return bot["key"], [
        client.create_game(body={"ruleset": list(RULESETS)[number % len(RULESETS)], "seats": seats}, token=bot["key"])[
            "game_id"
        ]
        for number in range(games)
    ]


def all_over(service, games):
    return {requested(service, f"/games/{game}/view")["status"] for game in games} == {"over"}


def test_a_bot_plays_several_games_over_one_connection(service):
    with Client(service.address) as client:
        key, games = player(client, 4)
    transport, turns = Connections(), []
    with Client(service.address, key, http=httpx.Client(transport=transport, timeout=40)) as client:
        run_bot(client, lambda turn: turns.append(turn) or turn.actions[0], games=4)
    assert all_over(service, games)
    assert transport.streams == {"/v1/me/events/stream": 1}
    assert {turn.game_id for turn in turns} == set(games)
    assert len({(turn.game_id, turn.decision) for turn in turns}) == len(turns)


def test_an_asynchronous_bot_plays_several_games(service):
    async def played():
        async def choose(turn):
            await asyncio.sleep(0)
            return turn.actions[-1]

        async with AsyncClient(service.address, key) as client:
            await run_bot_async(client, choose, games=3)

    with Client(service.address) as client:
        key, games = player(client, 3)
    asyncio.run(played())
    assert all_over(service, games)


def test_a_bot_gets_each_event_of_a_game_once_and_a_closed_decision_is_no_error(service):
    with Client(service.address) as client:
        game = created(client, "riddle")
        token = game["tokens"][0]["token"]
        rival = threading.Thread(target=play, args=(client, game["game_id"], game["tokens"][1]["token"]))
        rival.start()
        events = []
        for turn in client.turns(game["game_id"], token):
            events += [event["version"] for event in turn.events]
            assert turn.view == client.query_view(game["game_id"], token=token)
            assert client.act(turn, turn.actions[0])
            assert not client.act(turn, turn.actions[-1]) or len(turn.actions) == 1
        rival.join()
    assert events == list(range(1, len(events) + 1))


class Watched(httpx.SyncByteStream):
    """The body of a stream; `awaited` is set while its reader waits for more."""

    def __init__(self, body, awaited):
        self.body, self.awaited = body, awaited

    def __iter__(self):
        self.awaited.set()
        for content in self.body:
            self.awaited.clear()
            yield content
            self.awaited.set()

    def close(self):
        self.body.close()


class Late(httpx.HTTPTransport):
    """Sends an action once the thread that reads the feed awaits the next notice."""

    def __init__(self):
        super().__init__()
        self.awaited = threading.Event()

    def handle_request(self, request):
        if request.method == "POST":
            assert self.awaited.wait(LONGEST_SECONDS)
        response = super().handle_request(request)
        if request.url.path.endswith("/stream"):
            response.stream = Watched(response.stream, self.awaited)
        return response


def test_each_decision_of_a_turn_is_found_by_a_thread_that_acts_while_another_awaits_notices(service):
    with Client(service.address) as client:
        bot = client.create_player(body={"name": "Bot"})
        seats = [{"kind": "human", "player": bot["player"]}, {"kind": "ai", "level": "greedy"}]
        body = {"ruleset": "riddle", "options": {"mode": "expansion"}, "seats": seats}
        game = client.create_game(body=body, token=bot["key"])["game_id"]
    with Client(service.address, bot["key"], http=httpx.Client(transport=Late(), timeout=40)) as client:
        found, decisions = SimpleQueue(), []
        reader = threading.Thread(target=lambda: [*map(found.put, client.turns(games=1)), found.put(None)])
        reader.start()
        while turn := found.get():
            while turn:
                decisions.append(turn.decision)
                assert client.act(turn, turn.actions[0])
                turn = client.next_turn(turn)
        reader.join()
    log = requested(service, f"/games/{game}/events?limit=1000")["events"]
    assert decisions == [event["decision"] for event in log if event["seat"] == 0]


def test_the_program_of_the_readme_plays_a_game(service, tmp_path):
    (tmp_path / "first.py").write_text(program(PACKAGE / "README.md", "python"))
    assert ran(service, tmp_path / "first.py").splitlines()[-2].startswith("Ada: rank ")


def ran(service, path, **environ):
    """Run a program; return its output."""
    return subprocess.run(
        [sys.executable, str(path)],
        env={"SERVICE": service.address, **environ},
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=True,
    ).stdout


def test_the_example_bot_plays_two_games(service):
    with Client(service.address) as client:
        key, games = player(client, 2)
    ran(service, PACKAGE / "examples" / "bot.py", BOTTEGA_KEY=key, GAMES="2")
    assert all_over(service, games)


TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
LONGEST = {"title": 256, "description": 4096, "name": 256, "value": 1024, "text": 2048}
"""Longest texts in the embed of a Discord message."""


def texts_of(embed):
    """List the texts of an embed with the names of their fields."""
    yield from ((name, embed[name]) for name in ("title", "description"))
    yield "text", embed["footer"]["text"]
    for field in embed["fields"]:
        yield from field.items()


def check_message(body):
    """Check the shape of a Discord message."""
    assert set(body) == {"content", "embeds", "allowed_mentions"}
    assert 0 < len(body["content"]) <= 2000
    assert body["allowed_mentions"] == {"parse": []}
    for embed in body["embeds"]:
        texts = list(texts_of(embed))
        assert all(0 < len(text) <= LONGEST[name] for name, text in texts)
        assert sum(len(text) for _, text in texts) <= 6000
        assert 0 <= embed["color"] <= 0xFFFFFF
        assert embed["url"].startswith("http://")
        assert len(embed["fields"]) <= 25


def test_the_turns_of_a_player_are_posted_in_the_form_of_discord(service):
    with Client(service.address) as client:
        key, games = player(client, 3)
    with receiving(lambda _, count: NOTHING if count else TOO_MANY) as receiver, Client(service.address, key) as client:
        environ = {"SERVICE": service.address, "BOTTEGA_KEY": key, "GAMES": "3", "DISCORD_WEBHOOK": receiver.url}
        command = [sys.executable, str(PACKAGE / "examples" / "discord_bot.py")]
        with Process(command, env=environ) as bot:
            until(lambda: len(receiver.got) > 3, "each game is announced, one of them again")
            run_bot(client, lambda turn: turn.actions[0], games=3)
            assert bot.wait(LONGEST_SECONDS) == 0
    assert receiver.got[0].body == receiver.got[1].body
    posted = [json.loads(each.body) for each in receiver.got]
    for body in posted:
        check_message(body)
    assert {body["embeds"][0]["footer"]["text"] for body in posted} == set(games)
    assert "1. Take" in "".join(body["embeds"][0]["description"] for body in posted)
