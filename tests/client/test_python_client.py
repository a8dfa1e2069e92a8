"""Test `bottega-client` for Python on a running service: calls, examples, errors and texts."""

import asyncio
import doctest
import time
from inspect import isfunction

import pytest
from bottega_client import AsyncClient, Client, GameTexts, NetworkError, Problem, following, mcp_seat
from bottega_client import client as client_module

from tests.client.cutting import LOST
from tests.client.python_games import created
from tests.client.test_client import requested


def test_the_examples_of_the_client_return_the_stated_values(service):
    with Client(service.address) as client:
        seats = [{"kind": "human"}, {"kind": "ai", "level": "random"}]
        game = client.create_game(body={"ruleset": "azul", "seats": seats})
        shown = {"asyncio": asyncio, "client": client, "game": game["game_id"], "token": game["tokens"][0]["token"]}
        ran = [doctest.testmod(module, extraglobs=shown) for module in (client_module, following, mcp_seat)]
    assert all(each.attempted > 0 for each in ran)
    assert [each.failed for each in ran] == [0, 0, 0]


def test_each_method_of_the_client_shows_a_call():
    own = vars(client_module._Client) | vars(following.Following)
    methods = {name: each for name, each in own.items() if isfunction(each) and name[0] != "_"}
    assert len(methods) > 7
    shown = {"Client": Client, "AsyncClient": AsyncClient, "GameTexts": GameTexts, **methods}
    assert [name for name, each in shown.items() if ">>> " not in each.__doc__] == []


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
    listed = requested(service, f"/games?label={label}")["games"]
    assert [each["game_id"] for each in listed] == [game["game_id"]]


def test_a_result_is_returned_when_it_is_ready(service):
    with Client(service.address) as client:
        game = client.create_game(
            body={"ruleset": "azul", "seats": [{"kind": "ai", "level": "random"}] * 2, "options": {}}
        )
        assert [message.type for message in client.follow(game=game["game_id"])][-1] == "over"
        assert [each["seat"] for each in client.poll(f"/games/{game['game_id']}/result")["seats"]] == [0, 1]
        assert abs(client.service_time() - time.time()) < 60


def test_translations_can_be_overridden(service):
    with Client(service.address) as client:
        ruleset = client.get_ruleset("azul", language="en")
    texts = GameTexts(
        ruleset, ["Ada"], names={"colour/purple": "Violet"}, sentences={"fact/waited": "{seat} dreams of {colour}"}
    )
    assert texts.name("colour", "purple") == "Violet"
    assert texts.fact({"type": "waited", "seat": 0, "colour": "purple"}) == "0 dreams of purple"
    assert texts.appearance("colour", "purple")["icon"].startswith("/v1/rulesets/azul/icons/colour/")
