"""Test that `bottega-client` for Python follows games, notices and tournaments in every way."""

import asyncio
from dataclasses import replace
from itertools import cycle

import httpx
import pytest
from bottega_client import AsyncClient, Client

from domain.registry import RULESETS
from tests.browser.playing import finished
from tests.client.python_games import created, play, play_async, play_both, together
from tests.client.test_client import CUTS, FOLLOWERS, TRANSPORTS, judge
from tests.workers.running import environ_for
from workers.command import keys


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


def test_a_poll_yields_the_same_messages_as_a_stream_and_no_way_misses_a_start(service):
    streamed, polled = (started_and_aborted(service, transport) for transport in TRANSPORTS)
    assert polled == streamed
    started, pending, aborted, over = streamed
    assert (started.type, started.id, started.data) == ("started", "0", {"ruleset": "azul", "version": 0})
    offered = {"ruleset": "azul", "version": 0, "next_decision": ["actions", "decision", "previews"]}
    assert (pending.type, pending.id, pending.data) == ("next_decision", "0", offered)
    assert (aborted.type, aborted.data) == ("aborted", {"status": "aborted", "version": 0})
    assert (over.type, over.data) == ("over", {"status": "aborted", "version": 0})


def started_and_aborted(service, transport):
    """Return the messages of a game that starts after its view was read, and is then aborted."""
    messages = []
    with Client(service.address) as client:
        seats = [{"kind": "human"}, {"kind": "open"}]
        clock = {"kind": "per_decision", "seconds": 3600}
        body = {"ruleset": "azul", "seats": seats, "clock": clock, "options": {"start_seat": 0}}
        game = client.create_game(body=body)
        given = {"game": game["game_id"], "token": game["tokens"][0]["token"], "transport": transport}
        for message in client.follow(**given, view=True):
            if message.type == "view":
                client.claim_seat(game["game_id"], 1, body={})
            else:
                messages.append(message)
                break
        for message in client.follow(**given, include="actions"):
            messages.append(message)
            break
        client.abort_game(game["game_id"], token=game["creator_token"])
        messages += client.follow(**given)
    for message in messages:
        message.data.pop("at", None)
        if message.type == "next_decision":  # the tiles of each game are others
            message.data["next_decision"] = sorted(message.data["next_decision"])
    return [replace(message, view=None, decision=None) for message in messages]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_changes_without_an_event_arrives_in_every_way(service, transport):
    found = []
    with Client(service.address) as client:
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
        game = client.create_game(body={"ruleset": "azul", "seats": seats, "undo": "consent"})
        token = game["tokens"][0]["token"]
        for message in client.follow(
            game=game["game_id"], token=token, include="seats,undo_offers", transport=transport
        ):
            found.append((message.type, [each.get("name") for each in message.data[message.type]]))
            if len(found) == 2:
                client.claim_seat(game["game_id"], 1, body={"name": "Bruno"})
            if len(found) == 3:
                break
    assert found == [("seats", ["Ada", None]), ("undo_offers", []), ("seats", ["Ada", "Bruno"])]


def test_the_rematch_of_a_finished_game_arrives_in_every_way(service):
    found = []
    with Client(service.address) as client:
        game = finished(service, "azul")
        token, version = game["tokens"][0]["token"], client.query_view(game["game_id"])["version"]
        for transport in TRANSPORTS:
            follow = client.follow(
                game=game["game_id"], after=version, token=token, include="rematch", transport=transport
            )
            for message in follow:
                found.append((message.type, message.data))
                if message.type == "over":
                    rematch = client.create_rematch(game["game_id"], token=token)["game_id"]
    assert found == [("over", {"version": version}), ("rematch", {"rematch": rematch})] * 2


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
