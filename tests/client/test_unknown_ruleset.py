"""Test that the clients play a game whose ruleset they do not know, and have its types if they are generated for it."""

import json
import subprocess
import sys
from typing import Any

import pytest
from bottega_client import AnyRuleset, Client, GameTexts

from tests.client.conftest import PROGRAMS
from tests.client.python_games import play_both
from tests.client.test_client import judge, requested
from tests.tools.operations import PYTHON_MODULE, python_modules, resolved
from tests.workers.packages import serving_packages
from tests.workers.running import BOTTEGA, environ_for

PLAY = (PROGRAMS / "play.mjs").read_text(encoding="utf-8")
UNKNOWN = "connect_four"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return tmp_path_factory.mktemp("unknown")


@pytest.fixture(scope="module")
def service(library):
    """Run a service that hosts the ruleset of a package."""
    with serving_packages(library, [UNKNOWN]) as served:
        yield served


@pytest.mark.parametrize("transport", ["stream", "eventsource", "poll"])
def test_a_whole_game_is_played_in_javascript(run, service, transport):
    judge(service, run(PLAY, service.address, UNKNOWN, transport))


@pytest.mark.parametrize("transport", ["stream", "poll"])
def test_a_whole_game_is_played_in_python(service, transport):
    judge(service, play_both(service.address, UNKNOWN, transport=transport))


TEXTS = """
import { createClient, fetchEvents, gameTexts, isHosted } from "@bottega/client";
import { movesOf } from "@bottega/client/moves";
const [url, ruleset] = process.argv.slice(2);
const client = createClient({ url, language: "en" });
const { createGame, getRuleset } = client.operations;
const rules = await getRuleset({ ruleset });
const texts = gameTexts(rules, "en", ["Ada", "Bruno"]);
const seats = Array(2).fill({ kind: "ai", level: rules.levels[0] });
const { game_id } = await createGame({ body: { ruleset, seats } });
for await (const _ of client.follow({ game: game_id }));
await client.whenReady("getResult", { game_id });
const [event] = await fetchEvents(client, game_id);
const sentence = texts.sentence("action", event.action, event.seat);
console.log(JSON.stringify([isHosted(ruleset), event.ruleset, sentence, Array.isArray(movesOf(rules, event, {}, {}))]));
"""


def test_texts_and_moves_are_those_of_the_ruleset_in_javascript(run, service):
    is_hosted, ruleset, sentence, has_moves = run(TEXTS, service.address, UNKNOWN)
    assert (is_hosted, ruleset, has_moves) == (False, UNKNOWN, True)
    assert " drops a disc" in sentence


def test_turns_and_texts_are_those_of_the_ruleset_in_python(service):
    with Client(service.address) as client:
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "ai", "level": "greedy"}]
        body: Any = {"ruleset": AnyRuleset(UNKNOWN), "seats": seats, "options": {}}
        game = client.create_game(body=body)
        texts = GameTexts(client.get_ruleset(UNKNOWN), ["Ada", "Greedy"])
        said = []
        for turn in client.turns(game["game_id"], game["tokens"][0]["token"]):
            said.append(texts.action(turn.actions[0], 0))
            client.act(turn, turn.actions[0])
    assert requested(service, f"/games/{game['game_id']}/view")["status"] == "over"
    assert "Ada drops a disc" in said[0]


TYPED = """
from bottega_client import Client
from bottega_client.schemas import ConnectFourGameView, GameRequest, GameView

body: GameRequest = {"ruleset": "connect_four", "seats": [{"kind": "human"}, {"kind": "human"}]}
game = Client("http://127.0.0.1:8000").create_game(body=body)
view: GameView = Client("http://127.0.0.1:8000").query_view(game["game_id"])
own: ConnectFourGameView = view
view["nonsense"]  # type: ignore[typeddict-item]
"""


def test_a_client_is_generated_with_the_types_of_the_ruleset_alone(library, service, tmp_path):
    environ = environ_for(tmp_path / "data", PYTHONPATH=str(library / "installed"))
    printed = subprocess.run([*BOTTEGA, "openapi", "--ruleset", UNKNOWN], env=environ, capture_output=True, check=True)
    package = tmp_path / "bottega_client"
    package.mkdir()
    for file in PYTHON_MODULE.parent.glob("*.py*"):
        (package / file.name).write_text(file.read_text(encoding="utf-8"))
    for file, text in python_modules(resolved(json.loads(printed.stdout))).items():
        assert "Azul" not in text
        (package / file.name).write_text(text, encoding="utf-8")
    (tmp_path / "program.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--follow-imports=silent", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "Success: no issues found in 1 source file\n"
