"""Test `@bottega/react` and its examples in a small DOM; `make packages` runs this, since it needs React from npm."""

import json
import shutil
import subprocess

import pytest

from domain.registry import RULESETS
from tests.client.conftest import LONGEST_SECONDS, PROGRAMS
from tests.client.typescript_modules import NODE
from tests.guides.programs import program
from tests.tools.client_packages import MODULES
from tests.tools.operations import PACKAGE
from tests.workers.packages import serving_packages
from tests.workers.running import BOTTEGA, ROOT, environ_for
from workers.command import keys

PACKAGES = ROOT / ".tools" / "packages"
EXAMPLES = PACKAGE.with_name("react") / "examples"
UNKNOWN = "connect_four"
TYPED = """
import { createClient } from "@bottega/client";
import type { Action, RulesetName } from "@bottega/client";
const client = createClient({ url: "http://127.0.0.1:8000" });
const name: "connect_four" = "connect_four" as RulesetName;
const seats = [{ kind: "human" as const }, { kind: "human" as const }];
const { game_id } = await client.operations.createGame({ body: { ruleset: name, seats } });
for await (const { view } of client.follow({ game: game_id, view: true })) if (view.status === "over") break;
export const action: Action = { type: "drop_disc", column: 3 };
// @ts-expect-error the types are those of one game
await client.operations.createGame({ body: { ruleset: "azul", seats: [] } });
"""
MOST_LINES = {"front-end": 300, "screen": 60, "screen.native": 60}


def run(module, *arguments):
    """Run a module of this folder beside the built packages, and return its last line as JSON."""
    for name in ("dom.mjs", module):
        shutil.copy(PROGRAMS / name, PACKAGES)
    command = [str(NODE), "--no-warnings", module, *arguments]
    done = subprocess.run(command, cwd=PACKAGES, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def is_over(service, game):
    return json.loads(service.get(f"/v1/games/{game}/view")[1])["status"] == "over"


def test_a_game_is_played_and_lists_are_updated_by_the_hooks(service):
    key = keys.create(environ_for(service.errors.with_name("data")), None, "Olga", ("play", "create", "organise"), None)
    (PACKAGES / "app.mjs").write_text(program(PACKAGE.with_name("react") / "README.md", "js"))
    found = run("react.mjs", service.address, key["key"])
    assert is_over(service, found["game"])
    assert all(text.endswith("Over") for text in found["played"])
    assert (found["games"], found["cup"]) == ("101 games", "over 2")
    assert found["overridden"] == "Bruno takes tiles"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("example", ["front-end", "screen"])
def test_a_whole_game_is_played_in_an_example(service, example, ruleset):
    found = run("examples.mjs", service.address, example, ruleset)
    assert is_over(service, found["game"])
    assert "stream" in found["requests"]


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Run a service with a game whose ruleset the packages do not know."""
    with serving_packages(tmp_path_factory.mktemp("other"), [UNKNOWN]) as served:
        yield served


@pytest.mark.parametrize("example", ["front-end", "screen"])
def test_a_whole_game_of_an_unknown_ruleset_is_played_in_an_example(other, example):
    assert is_over(other, run("examples.mjs", other.address, example, UNKNOWN)["game"])


def test_the_package_has_the_types_of_one_ruleset_alone(other, tmp_path):
    library = other.errors.with_name("installed")
    environ = environ_for(tmp_path / "data", PYTHONPATH=str(library))
    printed = subprocess.run([*BOTTEGA, "openapi", "--ruleset", UNKNOWN], env=environ, capture_output=True, check=True)
    (tmp_path / "contract.json").write_bytes(printed.stdout)
    client = tmp_path / "node_modules" / "@bottega" / "client"
    shutil.copytree(PACKAGES / "client", client)
    generator = MODULES / "openapi-typescript" / "bin" / "cli.js"
    compiled(tmp_path, generator, "contract.json", "--output", client / "contract.d.ts")
    (tmp_path / "program.mts").write_text(TYPED)
    options = ("--noEmit", "--strict", "--target", "es2023", "--module", "nodenext")
    compiled(tmp_path, MODULES / "typescript" / "bin" / "tsc", *options, "program.mts")


def compiled(folder, *command):
    done = subprocess.run([NODE, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_whole_game_is_played_in_the_native_screen_by_long_polls(service):
    found = run("examples.mjs", service.address, "screen.native", "azul")
    assert is_over(service, found["game"])
    assert sorted(found["requests"]) == ["actions", "azul", "events", "games", "view"]


@pytest.mark.parametrize(("example", "most"), MOST_LINES.items())
def test_an_example_is_short(example, most):
    files = [EXAMPLES / f"{example}.jsx", *([EXAMPLES / "azul.jsx"] if example == "front-end" else [])]
    assert sum(len(file.read_text().splitlines()) for file in files) <= most
