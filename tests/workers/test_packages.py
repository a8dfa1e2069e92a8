"""Test that rulesets of installed packages are hosted by a real service, and that a broken package is left out."""

import json
from pathlib import Path

import pytest

from domain.registry import RULESETS
from tests import zoo
from tests.workers.client import Client
from tests.workers.packages import install, packaged
from tests.workers.running import environ_for, run, serving
from tests.workers.waiting import until
from workers.command import cli, new_ruleset
from workers.promises.games import UnknownRuleset, chosen

GAMES = ("connect_four", "goofspiel")
BROKEN = "halma"
FAULT = f"bottega-{BROKEN} 0.1.0 is left out: InvalidFile: names.json is missing"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Build wheels of two games and of a broken package, and install them in a directory."""
    directory = tmp_path_factory.mktemp("packages")
    for name in GAMES:
        packaged(name, directory / name)
    new_ruleset.create(directory / BROKEN, BROKEN)
    (directory / BROKEN / f"bottega_{BROKEN}" / "names.json").unlink()
    install([directory / name for name in (*GAMES, BROKEN)], directory / "installed")
    return directory / "installed"


@pytest.fixture(scope="module")
def service(library, tmp_path_factory):
    """Run a service that can import the installed packages."""
    with serving(tmp_path_factory.mktemp("service"), PYTHONPATH=str(library)) as served:
        yield served


@pytest.fixture
def client(service):
    client = Client(service.address)
    yield client
    client.close()


def shown(service, path):
    """Return the text at a path."""
    status, body = service.get(path)
    assert status == 200
    return body.decode()


@pytest.mark.parametrize(("name", "level"), [("connect_four", "normal"), ("goofspiel", "greedy")])
def test_a_game_of_a_package_is_played_to_its_end_against_ai_players(client, name, level):
    most = next(each["max_seats"] for each in client.get("/v1/rulesets")["rulesets"] if each["ruleset"] == name)
    seats = [{"kind": "human"}, *[{"kind": "ai", "level": level}] * (most - 1)]
    created = client.post("/v1/games", {"ruleset": name, "seats": seats})
    game, token = f"/v1/games/{created['game_id']}", created["tokens"][0]["token"]

    def turn():
        waiting = client.get(f"{game}/view", token)["to_act"]
        return not waiting or 0 in waiting

    while until(turn, "it is the turn of seat 0, or the game has ended") and client.get(f"{game}/view")["to_act"]:
        legal = client.get(f"{game}/actions", token)
        action = {"ruleset": name, "decision": legal["decision"], "action": legal["actions"][0]}
        client.post(f"{game}/actions", action, token)
    result = until(lambda: client.get(f"{game}/result"), "the game is scored")
    assert [each["seat"] for each in result["seats"]] == list(range(most))


def test_exactly_the_packages_that_can_be_loaded_are_listed(client):
    assert [each["ruleset"] for each in client.get("/v1/rulesets")["rulesets"]] == sorted([*RULESETS, *GAMES])


@pytest.mark.parametrize("name", GAMES)
def test_the_contract_and_the_documentation_include_a_package(service, name):
    schemas = json.loads(shown(service, "/openapi.json"))["components"]["schemas"]
    tagged = [each["discriminator"]["mapping"] for each in schemas.values() if "discriminator" in each]
    by_ruleset = [mapping for mapping in tagged if mapping.keys() & RULESETS.keys()]
    assert by_ruleset
    assert [mapping for mapping in by_ruleset if not {name, *RULESETS} <= mapping.keys()] == []
    rules = Path(zoo.__file__).parent / name / "RULES.md"
    title = rules.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    assert title in shown(service, f"/docs/rules/{name}")
    found = json.loads(shown(service, "/docs/search.json"))["entries"]
    assert title in [each["title"] for each in found if each["url"] == f"/docs/rules/{name}"]


def test_a_demo_in_the_terminal_shows_a_game_of_a_package(service, library, tmp_path):
    environ = environ_for(tmp_path, PYTHONPATH=str(library))
    done = run("demo", "--address", service.address, "--ruleset", "connect_four", environ=environ)
    assert done.returncode == 0, done.stderr
    assert "drops a disc" in done.stdout


def test_a_broken_package_is_named_in_one_line_by_each_process_and_by_the_doctor(service, library, tmp_path):
    lines = [line for line in service.errors.read_text().splitlines() if BROKEN in line]
    assert lines
    assert [line for line in lines if FAULT not in line] == []
    environ = environ_for(tmp_path, PYTHONPATH=str(library))
    found = json.loads(run("doctor", "--json", environ=environ).stdout)
    (line,) = [each["found"] for each in found if each["check"] == "rulesets"]
    assert line.startswith(FAULT)


def test_a_new_package_keeps_all_promises_at_once(tmp_path):
    source = tmp_path / "bottega-first-game"
    assert cli.main(["new-ruleset", str(source)]) == 0
    install([source], tmp_path / "installed")
    environ = environ_for(tmp_path / "data", PYTHONPATH=str(tmp_path / "installed"))
    done = run("check-ruleset", "first_game", "-q", str(source / "tests"), environ=environ)
    assert done.returncode == 0, done.stdout
    scenarios = (source / "bottega_first_game" / "scenarios.json").read_bytes()
    assert run("scenarios", "first_game", environ=environ).returncode == 0
    assert (tmp_path / "installed" / "bottega_first_game" / "scenarios.json").read_bytes() == scenarios


def test_a_broken_promise_says_what_to_change(tmp_path):
    source = tmp_path / "bottega-go"
    assert cli.main(["new-ruleset", str(source)]) == 0
    rules = source / "bottega_go" / "game.py"
    rules.write_text(rules.read_text().replace("(state.turn,) if any(state.heaps) else ()", "(state.turn,)"))
    install([source], tmp_path / "installed")
    environ = environ_for(tmp_path / "data", PYTHONPATH=str(tmp_path / "installed"))
    done = run("check-ruleset", "go", "-q", "-k", "test_too_few or test_games_end", environ=environ)
    assert (done.returncode, "1 passed" in done.stdout) == (1, True)
    assert "Broken promise" in done.stdout
    assert "Change: Let games be played to their end." in done.stdout


def test_a_ruleset_that_is_left_out_cannot_be_checked(library, tmp_path):
    done = run("check-ruleset", BROKEN, environ=environ_for(tmp_path, PYTHONPATH=str(library)))
    assert done.returncode != 0
    assert FAULT in done.stderr


def test_the_check_of_a_package_that_is_not_installed_says_how_to_install_it():
    with pytest.raises(UnknownRuleset, match=r"'halma' among .*\nInstall its package: pip install --editable"):
        chosen(BROKEN)


@pytest.mark.parametrize("name", ["Go", "2048", "class", "go_"])
def test_an_impossible_name_is_rejected_in_a_line(name, tmp_path, capsys):
    assert cli.main(["new-ruleset", str(tmp_path / "game"), "--name", name]) == 1
    assert capsys.readouterr().err.startswith(f"bottega: {name!r} is no name for a game: ")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_directory_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "ours").touch()
    assert cli.main(["new-ruleset", str(tmp_path), "--name", "go"]) == 1
    assert capsys.readouterr().err == f"bottega: {tmp_path} exists already, and is not an empty directory.\n"
