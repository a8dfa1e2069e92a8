"""Test `bottega mcp`: a session of the Model Context Protocol over stdio plays on a running service."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest
from bottega_client import AsyncClient, Client
from bottega_client.mcp_seat import take_seat
from bottega_client.mcp_texts import page_text, rules_text
from mcp import Client as Session
from mcp import StdioServerParameters

from domain.registry import PUBLISHED, RULESETS
from tests.workers.running import BOTTEGA
from workers.command import cli

LONGEST_SECONDS = 240
TOOLS = ["list_games", "read_rules", "read_data", "look", "start_game", "act"]
AZUL = {"ruleset": "azul", "opponents": ["random"]}


@asynccontextmanager
async def session(address, **environ):
    """Yield a session with a server of its own."""
    program, *arguments = BOTTEGA
    command = [*arguments, "mcp", "--service", address]
    known = {"PYTHONPATH": os.environ.get("PYTHONPATH", ""), **environ}
    async with Session(StdioServerParameters(command=program, args=command, env=known)) as opened:
        yield opened


def using(address, talk, **environ):
    """Return what a function returns that talks to a server."""

    async def talked():
        async with session(address, **environ) as opened:
            return await talk(opened)

    return asyncio.run(asyncio.wait_for(talked(), LONGEST_SECONDS))


async def called(opened, tool, **arguments):
    """Call a tool; return its fields. Its text has the same fields."""
    result = await opened.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content


async def rejected(opened, tool, **arguments):
    """Call a tool that must fail; return its text without the name of the tool."""
    result = await opened.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text.removeprefix(f"Error executing tool {tool}: ")


def without_names(part):
    """Return a position with the plain ids, as texts."""
    if isinstance(part, dict):
        return {without_names(name): without_names(each) for name, each in part.items()}
    return [without_names(each) for each in part] if isinstance(part, list) else str(part).partition(" (")[0]


async def to_the_end(opened, situation, number=0):
    """Play to the end; return the last situation and the log."""
    log = list(situation["happened"])
    while situation["status"] == "running":
        call = ("act", {"number": number}) if situation["legal_actions"] else ("look", {})
        situation = await called(opened, call[0], **call[1])
        log += situation["happened"]
    return situation, log


def test_a_model_plays_a_whole_game(service):
    async def talk(opened):
        first = await called(opened, "start_game", **AZUL, name="Ada")
        return first, *await to_the_end(opened, first)

    first, last, log = using(service.address, talk)
    you, other = first["players"]
    assert (you, first["you"], first["waits_for"]) == ("Ada", "Ada", ["Ada"])
    assert [each["number"] for each in first["legal_actions"]] == list(range(len(first["legal_actions"])))
    assert last["legal_actions"] == last["waits_for"] == []
    assert sorted(each["player"] for each in last["outcome"]) == sorted(first["players"])
    assert {line.partition(" ")[0] for line in log} >= {you, other.partition(" ")[0]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_model_plays_the_seat_of_a_token_and_sees_the_view_of_this_seat_only(service, ruleset):
    with Client(service.address) as client:
        seats = [{"kind": "ai", "level": "random"}, {"kind": "human", "name": "Ada"}]
        game = client.create_game(body={"ruleset": ruleset, "seats": seats})
        token = game["tokens"][0]["token"]

        async def talk(opened):
            tools = [each.name for each in (await opened.list_tools()).tools]
            situation = await called(opened, "look")
            for _ in range(5):
                view = client.query_view(game["game_id"], token=token)
                assert (without_names(situation["position"]), situation["you"]) == (without_names(view["view"]), "Ada")
                situation = await called(opened, "act", number=0)
            return tools

        assert using(service.address, talk, BOTTEGA_TOKEN=token) == [each for each in TOOLS if each != "start_game"]


def test_a_model_waits_for_the_other_player_and_reads_what_has_happened(service):
    with Client(service.address) as client:
        seats = [{"kind": "human", "name": name} for name in ("Ada", "Bruno")]
        game = client.create_game(body={"ruleset": "azul", "options": {"start_seat": 0}, "seats": seats})
        own, other = (each["token"] for each in game["tokens"])

        def answer():
            turn = next(client.turns(game["game_id"], other))
            return client.act(turn, turn.actions[0])

        async def talk(opened):
            await called(opened, "look")
            return await asyncio.gather(called(opened, "act", number=0), asyncio.to_thread(answer))

        situation, is_accepted = using(service.address, talk, BOTTEGA_TOKEN=own)
    assert is_accepted
    assert (situation["waits_for"], situation["legal_actions"][0]["number"]) == (["Ada"], 0)
    speakers = [line.partition(" ")[0] for line in situation["happened"]]
    assert (speakers[0], speakers[-1]) == ("Ada", "Bruno")


def test_a_model_lists_the_games_and_reads_their_rules(service):
    async def talk(opened):
        games = (await called(opened, "list_games"))["result"]
        rules = {each["ruleset"]: (await called(opened, "read_rules", ruleset=each["ruleset"])) for each in games}
        return games, {name: each["result"] for name, each in rules.items()}

    games, rules = using(service.address, talk)
    with Client(service.address, language="en") as client:
        listed = client.list_rulesets()["rulesets"]
        assert games == [
            {name: each[name] for name in ("ruleset", "title", "min_seats", "max_seats")}
            | {
                "levels_by_seats": [
                    {"seats": size["seats"], "levels": size["levels"]} for size in each["levels_by_seats"]
                ]
            }
            for each in listed
        ]
        for name in PUBLISHED:
            chapters = [f"# {each['title']}" for each in client.get_how_to_play(name)["chapters"]]
            assert [line for line in rules[name].splitlines() if line.startswith("# ")] == [
                *chapters,
                "# Options of start_game",
            ]
    assert rules["azul"].splitlines()[-1] == (
        "- start_seat: The player who starts. Default: chosen at random (4.1.2). An integer from 0 to 3."
    )


def test_a_model_reads_the_data_of_a_game(service):
    async def talk(opened):
        return (await called(opened, "read_data", ruleset="azul"))["result"]

    with Client(service.address) as client:
        assert json.loads(using(service.address, talk)) == client.get_ruleset("azul")["constants"]


def test_a_position_has_a_name_for_each_id(service):
    async def talk(opened):
        return await called(opened, "start_game", ruleset="azul", opponents=["random"], options={"start_seat": 0})

    position = using(service.address, talk)["position"]
    assert [each["source"] for each in position["factories"]] == [f"f{each} (Factory {each})" for each in range(1, 6)]
    assert (position["wild"], position["starter"]) == ("purple", "0 (Agent)")
    assert position["phase"] == "acquire (Drafting tiles)"


def test_without_a_page_the_paragraphs_of_the_rules_are_read(service):
    with Client(service.address, language="en") as client:
        assert page_text({"chapters": []}) == ""
        rules = client.list_rules("azul")
        assert rules_text(rules).splitlines()[0] == "{paragraph} {text}".format(**rules["paragraphs"][0])


def test_the_tools_say_what_they_do_and_what_they_return(service):
    async def talk(opened):
        return opened.instructions, (await opened.list_tools()).tools

    instructions, tools = using(service.address, talk)
    assert instructions.startswith("You play a seat of a turn-based board game.")
    assert {each.name: each.annotations.read_only_hint for each in tools} == {
        **dict.fromkeys(TOOLS[:4], True),
        **dict.fromkeys(TOOLS[4:]),
    }
    assert all(each.description and each.output_schema for each in tools)


def test_an_error_says_what_to_do(service):
    async def talk(opened):
        return [
            await rejected(opened, "look"),
            await rejected(opened, "act", number=0),
            await rejected(opened, "read_rules", ruleset="chess"),
            await rejected(opened, "start_game", ruleset="azul", opponents=["divine"]),
            await rejected(opened, "start_game", ruleset="azul", opponents=[]),
            await rejected(opened, "start_game", **AZUL, options={"side": "C"}),
            len((await called(opened, "start_game", **AZUL))["legal_actions"]),
            await rejected(opened, "act", number=1000),
        ]

    *reported, actions, last = using(service.address, talk)
    assert reported == [
        "You play no game yet. Call start_game first.",
        "You play no game yet. Call start_game first.",
        f"The ruleset does not exist. The rulesets are {', '.join(RULESETS)}.",
        "The AI level does not exist. Send one of the AI levels in `levels`. There is no level divine.",
        "Wrong number of players. The game is for 2 to 4 players.",
        "No such board side. The board side is A or B.",
    ]
    assert last == f"No legal action has this number. Choose one from 0 to {actions - 1}."


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("creator", "The token does not fit this seat or game. Send a seat token instead of the creator token."),
        ("unknown", "The token is not valid. Send a token that this service issued."),
    ],
)
def test_a_token_that_opens_no_seat_is_reported(service, token, message):
    with Client(service.address) as client:
        game = client.create_game(body={"ruleset": "azul", "seats": [{"kind": "human"}, {"kind": "human"}]})
    tokens = {"creator": game["creator_token"], "unknown": f"{'a' * 20}.0.secret"}
    reported = using(service.address, lambda opened: rejected(opened, "look"), BOTTEGA_TOKEN=tokens[token])
    assert reported == message


def test_a_second_call_of_act_before_the_next_situation_takes_no_action(service):
    async def talk():
        async with AsyncClient(service.address) as client:
            game = await client.create_game(body={"ruleset": "azul", "seats": [{"kind": "human"}] * 2})
            (first,) = (await client.query_view(game["game_id"]))["to_act"]
            seat = await take_seat(client, game["game_id"], game["tokens"][first]["token"])
            await seat.situation()
            results = await asyncio.gather(seat.act(0), seat.act(0), return_exceptions=True)
            view = await client.query_view(game["game_id"])
            return [*map(str, results)], view["version"]

    closed = "You have no legal action now. Call look for your situation."
    assert asyncio.run(talk()) == (["None", closed], 1)


def test_a_service_that_does_not_respond_is_reported(unused_address):
    reported = using(unused_address, lambda opened: rejected(opened, "list_games"))
    assert reported.startswith(f"{unused_address} does not respond: ")
    assert reported.endswith(". Call look later.")


def test_the_server_prints_nothing_but_the_protocol_and_ends_with_its_input(service):
    request = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    command = [*BOTTEGA, "mcp", "--service", service.address]
    done = subprocess.run(
        command, input=json.dumps(request) + "\n", capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--service", "localhost"], "'localhost' is not a URL like http://127.0.0.1:8000"),
        (["--token", "bk_key"], "--token and BOTTEGA_TOKEN need the token of a seat, as createGame returns it"),
    ],
)
def test_a_wrong_option_is_reported_in_one_line(arguments, message, capsys):
    assert cli.main(["mcp", *arguments]) == 1
    assert capsys.readouterr().err == f"bottega: {message}\n"


def test_without_the_library_the_message_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert cli.main(["mcp"]) == 1
    assert capsys.readouterr().err == "bottega: mcp must be installed: pip install 'bottega[mcp]'\n"


def test_the_help_shows_an_example(capsys):
    with pytest.raises(SystemExit):
        cli.main(["mcp", "--help"])
    example = capsys.readouterr().out.splitlines()[-1]
    assert json.loads(example)["mcpServers"]["bottega"]["args"][0] == "mcp"
