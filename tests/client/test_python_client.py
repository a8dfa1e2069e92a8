"""Test `bottega-client` for Python on a running service: whole games, broken connections, errors and bots."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import cycle

import httpx
import pytest
from bottega_client import AsyncClient, Client, GameTexts, NetworkError, Problem, run_bot, run_bot_async

from domain.registry import RULESETS
from tests.client.cutting import LOST
from tests.client.test_client import CUTS, FOLLOWERS, TRANSPORTS, judge, wanted
from tests.guides.programs import program
from tests.tools.operations import PYTHON_MODULE
from tests.workers.receivers import NOTHING, receiving
from tests.workers.running import environ_for
from tests.workers.waiting import until
from workers.command import keys

PACKAGE = PYTHON_MODULE.parents[1]
LONGEST_SECONDS = 240


def chosen(pending):
    """Return an action that depends on the decision."""
    return pending["actions"][pending["decision"] * 7 % len(pending["actions"])]


def created(client, ruleset, **terms):
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Bruno")]
    return client.create_game(body={"ruleset": ruleset, "seats": seats, **terms})


def play(client, game, token, **how):
    """Play a seat to the end; return the versions of its events."""
    versions, answered = [], -1
    for message in client.follow(game=game, token=token, include="actions", view=True, **how):
        if message.type == "event":
            versions.append(message.data["version"])
        pending = message.data.get("next_decision")
        if pending and pending["decision"] > answered:
            answered = pending["decision"]
            body = {"ruleset": message.view["ruleset"], "decision": answered, "action": chosen(pending)}
            client.submit_action(game, body=body, token=token)
    assert message.view == client.query_view(game, token=token)
    return versions


async def play_async(client, game, token):
    """Play a seat as `play` does."""
    versions, answered = [], -1
    async for message in client.follow(game=game, token=token, include="actions", view=True):
        if message.type == "event":
            versions.append(message.data["version"])
        pending = message.data.get("next_decision")
        if pending and pending["decision"] > answered:
            answered = pending["decision"]
            body = {"ruleset": message.view["ruleset"], "decision": answered, "action": chosen(pending)}
            await client.submit_action(game, body=body, token=token)
    assert message.view == await client.query_view(game, token=token)
    return versions


def together(function, arguments):
    """Call a function in a thread for each argument; return the results."""
    results = [None] * len(arguments)

    def called(index):
        results[index] = function(arguments[index])

    threads = [threading.Thread(target=called, args=(index,)) for index in range(len(arguments))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def play_both(address, ruleset, **how):
    """Play both seats of a game; return its id, and the versions that each seat received."""
    with Client(address) as client:
        game = created(client, ruleset)
        tokens = [each["token"] for each in game["tokens"]]
        versions = together(lambda token: play(client, game["game_id"], token, **how), tokens)
    return {"game_id": game["game_id"], "versions": versions}


@pytest.mark.parametrize(("ruleset", "transport"), list(zip(RULESETS, cycle(reversed(TRANSPORTS)))))
def test_a_whole_game_is_played_by_streams_alone_and_by_long_polls_alone(service, ruleset, transport):
    judge(service, play_both(service.address, ruleset, transport=transport))


def test_a_whole_game_is_played_asynchronously(service):
    async def played():
        async with AsyncClient(service.address) as client:
            game = await created(client, "leonardo")
            seats = [play_async(client, game["game_id"], each["token"]) for each in game["tokens"]]
            return {"game_id": game["game_id"], "versions": await asyncio.gather(*seats)}

    judge(service, asyncio.run(played()))


def test_a_game_survives_cut_streams_without_a_gap_or_duplicate(service, cutter):
    cutter.is_cutting = True
    played = play_both(cutter.address, "leonardo")
    judge(service, played)

    async def watched():
        async with AsyncClient(cutter.address) as client:
            return await asyncio.gather(*[versions(client) for _ in range(FOLLOWERS)])

    async def versions(client):
        messages = client.follow(game=played["game_id"], include="patches", transport="stream")
        return [message.data["version"] async for message in messages if message.type == "event"]

    while cutter.cuts < CUTS:
        assert asyncio.run(watched()) == [list(range(1, played["versions"][0][-1] + 1))] * FOLLOWERS


class NoStreams(httpx.HTTPTransport):
    """An environment in which streams never arrive."""

    def __init__(self):
        super().__init__()
        self.streams = 0

    def handle_request(self, request):
        if request.url.path.endswith("/stream"):
            self.streams += 1
            raise httpx.ReadTimeout("no data arrives", request=request)
        return super().handle_request(request)


def test_a_whole_game_is_played_where_streams_never_arrive(service):
    game, transport = play_without_streams(service.address)
    judge(service, game)
    assert transport.streams > 3


def play_without_streams(address):
    transport = NoStreams()
    with Client(address, http=httpx.Client(transport=transport, timeout=40)) as client:
        game = created(client, "riddle")
        tokens = [each["token"] for each in game["tokens"]]
        versions = together(lambda token: play(client, game["game_id"], token), tokens)
    return {"game_id": game["game_id"], "versions": versions}, transport


def test_a_finished_game_is_over_when_it_is_followed_again(service):
    played = play_both(service.address, "azul")
    with Client(service.address) as client:
        for transport in TRANSPORTS:
            again = client.follow(game=played["game_id"], after=played["versions"][0][-1], transport=transport)
            assert [message.type for message in again] == ["over"]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_an_abort_arrives_in_every_way_and_when_the_game_is_followed_again(service, transport):
    with Client(service.address) as client:
        game = created(client, "riddle")
        live = []
        for message in client.follow(game=game["game_id"], transport=transport, view=True):
            live.append((message.type, message.view["status"]))
            if message.type == "view":
                client.abort_game(game["game_id"], token=game["creator_token"])
        again = [message.type for message in client.follow(game=game["game_id"], transport=transport)]
    assert live == [("view", "running"), ("aborted", "aborted"), ("over", "aborted")]
    assert again == ["aborted", "over"]


def test_a_problem_is_a_typed_error(service):
    with Client(service.address, language="cs") as client, pytest.raises(Problem) as raised:
        client.get_game("x" * 20)
    assert (raised.value.code, raised.value.status) == ("game_not_found", 404)
    assert raised.value.body["title"] == "Taková hra neexistuje"


def test_a_service_that_is_down_is_reported_after_all_attempts(unused_address):
    reasons = []
    with (
        Client(unused_address, attempts=2, on_retry=reasons.append) as client,
        pytest.raises(NetworkError, match="does not respond"),
    ):
        client.list_rulesets()
    assert len(reasons) == 1


@pytest.mark.parametrize("url", ["localhost", "ftp://localhost", "http://", "http://localhost:port"])
def test_an_invalid_url_is_rejected(url):
    with pytest.raises(ValueError, match="is not a URL like"):
        Client(url)


@pytest.mark.parametrize("received", LOST, ids=LOST)
def test_a_request_whose_response_is_lost_is_repeated_and_applied_once(service, cutter, received):
    cutter.lose(b"POST /v1/games ", LOST[received])
    label = f"Python-{received}".replace(" ", "-")
    with Client(cutter.address) as client:
        game = created(client, "azul", visibility="public", label=label)
    assert cutter.lost == 1
    listed = wanted(service, f"/games?label={label}")["games"]
    assert [each["game_id"] for each in listed] == [game["game_id"]]


def test_notices_are_the_same_by_stream_and_by_poll(service):
    with Client(service.address) as client:
        ada = client.create_player(body={"name": "Ada"})
        seats = [{"kind": "open"}, {"kind": "human"}]
        game = client.create_game(body={"ruleset": "azul", "seats": seats, "options": {"start_seat": 0}})
        client.claim_seat(game["game_id"], 0, token=ada["key"])
        streamed, polled = (notices(client, ada["key"], transport) for transport in ("stream", "poll"))
    assert streamed == polled
    assert streamed[-1]["type"] == "your_turn"


def notices(client, key, transport):
    found = []
    for message in client.follow(me=True, token=key, transport=transport):
        found.append(message.data)
        if message.data["type"] == "your_turn":
            return found
    return found


def test_a_tournament_is_followed_to_its_end_in_every_way(service):
    key = keys.create(environ_for(service.errors.with_name("data")), None, "Olga", ("play", "create", "organise"), None)
    with Client(service.address, key["key"]) as client:
        entrants = [{"name": name, "level": "random"} for name in ("Ada", "Bruno", "Carla", "Dario")]
        plan = {"name": "Cup", "ruleset": "azul", "stages": [{"format": "knockout"}], "next_round": "automatic"}
        cup = client.create_tournament(body={**plan, "entrants": entrants})["tournament"]
        client.start_tournament(cup, body={})
        streamed, polled = (
            [(message.type, message.data.get("number")) for message in client.follow(tournament=cup, transport=each)]
            for each in ("stream", "poll")
        )
    assert streamed == polled == [*(("event", number) for number in range(1, len(streamed))), ("over", None)]


def test_a_result_is_returned_when_it_is_ready(service):
    with Client(service.address) as client:
        game = client.create_game(
            body={"ruleset": "azul", "seats": [{"kind": "ai", "level": "random"}] * 2, "options": {}}
        )
        assert [message.type for message in client.follow(game=game["game_id"])][-1] == "over"
        assert [each["seat"] for each in client.poll(f"/games/{game['game_id']}/result")["seats"]] == [0, 1]
        assert abs(client.service_time() - time.time()) < 2


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
    return {wanted(service, f"/games/{game}/view")["status"] for game in games} == {"over"}


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


def test_translations_can_be_overridden(service):
    with Client(service.address) as client:
        ruleset = client.get_ruleset("azul", language="en")
    texts = GameTexts(
        ruleset, ["Ada"], names={"colour/purple": "Violet"}, sentences={"fact/waited": "{seat} dreams of {colour}"}
    )
    assert texts.name("colour", "purple") == "Violet"
    assert texts.fact({"type": "waited", "seat": 0, "colour": "purple"}) == "0 dreams of purple"
    assert texts.appearance("colour", "purple")["icon"].startswith("/v1/rulesets/azul/icons/colour/")


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
        with subprocess.Popen(command, env=environ) as bot:
            until(lambda: len(receiver.got) > 3, "each game is announced, one of them again")
            run_bot(client, lambda turn: turn.actions[0], games=3)
            assert bot.wait(LONGEST_SECONDS) == 0
    assert receiver.got[0].body == receiver.got[1].body
    posted = [json.loads(each.body) for each in receiver.got]
    for body in posted:
        check_message(body)
    assert {body["embeds"][0]["footer"]["text"] for body in posted} == set(games)
    assert "1. Take" in "".join(body["embeds"][0]["description"] for body in posted)
