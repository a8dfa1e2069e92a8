"""Test the first page of the documentation: each client is installed from a running service, and plays a turn."""

import ast
import json
import os
import shlex
import subprocess
import sysconfig
import venv
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest

from tests.client.conftest import LONGEST_SECONDS
from tests.client.pages import SAMPLE, samples
from tests.client.typescript_modules import NODE
from tests.tools.client_packages import NPM, SNIPPETS, SOURCES

INSTALL, TURN = 1, 2
"""The parts of the page."""


@pytest.fixture(scope="module")
def page(service):
    """Return the first page as the service delivers it."""
    return service.get("/docs")[1].decode()


@dataclass(frozen=True)
class Execution:
    """Runs commands in an empty folder; call it with a command for what it printed."""

    folder: Path

    def __call__(self, *command: object, **environ: str) -> str:
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env={**os.environ, "npm_config_cache": str(self.folder.parent / "cache"), **environ},
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def execute(tmp_path):
    (tmp_path / "project").mkdir()
    return Execution(tmp_path / "project")


def npm(execute, command):
    """Run a line with `npm` of the page."""
    program, *arguments = shlex.split(command)
    assert program == "npm"
    flags = ("--no-audit", "--no-fund", "--legacy-peer-deps")  # React is not a package of the service
    path = os.pathsep.join([str(NODE.parent), os.environ["PATH"]])
    execute(NODE, NPM, *arguments, *flags, PATH=path)


def locked(execute):
    """Return the URL of each installed package, and whether it has a hash."""
    packages = json.loads((execute.folder / "package-lock.json").read_text())["packages"]
    return {name: (each["resolved"], "integrity" in each) for name, each in packages.items() if name}


def test_the_package_for_javascript_is_installed_and_plays_a_turn(service, page, execute):
    (command, _) = samples(page, INSTALL)["JavaScript"]
    npm(execute, command)
    assert locked(execute) == {"node_modules/@bottega/client": (shlex.split(command)[-1], True)}
    (program,) = samples(page, TURN)["JavaScript"]
    (execute.folder / "turn.mjs").write_text(program)
    assert service.address in program
    assert execute(NODE, "turn.mjs").startswith("{ type: 'draft_tiles', ")


def test_the_package_for_react_is_installed_beside_the_client(page, execute):
    (command,) = samples(page, INSTALL)["React"]
    npm(execute, command.splitlines()[-1])
    urls = command.split()[-2:]
    names = ("node_modules/@bottega/client", "node_modules/@bottega/react")
    assert locked(execute) == {name: (url, True) for name, url in zip(names, urls, strict=True)}


def test_the_package_for_python_is_installed_and_plays_a_turn(service, page, execute):
    venv.create(execute.folder / "env", with_pip=True)
    python = execute.folder / "env" / "bin" / "python"
    (command,) = samples(page, INSTALL)["Python"]
    program, *arguments = shlex.split(command)
    assert program == "pip"
    execute(python, "-m", "pip", *arguments, "--no-deps", "--no-cache-dir", "--disable-pip-version-check")
    (program,) = samples(page, TURN)["Python"]
    (execute.folder / "turn.py").write_text(program)
    assert service.address in program
    own = execute(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    libraries = os.pathsep.join([own, sysconfig.get_path("purelib")])  # httpx is that of this environment
    assert execute(python, "turn.py", PYTHONPATH=libraries).startswith("{'type': 'draft_tiles', ")


def test_the_server_for_language_models_is_installed_and_the_program_of_its_page_plays_a_game(service, execute):
    page = service.get("/docs/guides/mcp")[1].decode()
    command, *_, program = map(unescape, SAMPLE.findall(page))
    assert len([line for line in program.splitlines() if line]) <= 20
    venv.create(execute.folder / "env", with_pip=True)
    python = execute.folder / "env" / "bin" / "python"
    _, *arguments = shlex.split(command)
    execute(python, "-m", "pip", *arguments, "--no-deps", "--no-cache-dir", "--disable-pip-version-check")
    own = execute(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    Path(own, "libraries.pth").write_text(sysconfig.get_path("purelib"))  # mcp is that of this environment
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    outcome = ast.literal_eval(execute(python, "-c", program, PATH=path))
    assert sorted(each["rank"] for each in outcome) in ([1, 2], [1, 1])
    assert service.address in program


def test_a_turn_is_played_with_curl(page, execute):
    create, submit = samples(page, TURN)["HTTP"]
    game = json.loads(execute("bash", "-euc", create))
    known = {"GAME_ID": game["game_id"], "TOKEN": game["tokens"][0]["token"]}
    look, _, act = submit.partition("\n")
    view = json.loads(execute("bash", "-euc", look, **known))
    after = json.loads(execute("bash", "-euc", act, ACTION=json.dumps(view["actions"][0]), **known))
    assert after["version"] > view["version"]


@pytest.mark.parametrize("tab", SNIPPETS)
def test_the_source_that_completes_a_generated_client_is_loaded(page, execute, tab):
    (commands,) = samples(page, INSTALL)[tab]
    program, _, name, url = shlex.split(commands.splitlines()[-1])
    assert (program, name.rpartition("/")[2]) == ("curl", SNIPPETS[tab].rpartition("/")[2])
    execute("curl", "-sf", "--create-dirs", "-o", name, url)
    assert (execute.folder / name).read_text() == (SOURCES / tab.lower() / SNIPPETS[tab]).read_text()
