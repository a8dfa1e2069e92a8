"""Test `@bottega/client` in Deno; `make packages` runs this, since Deno comes from npm."""

import json

import pytest

from domain.registry import RULESETS
from tests.client.conftest import LONGEST_SECONDS, PROGRAMS
from tests.client.test_client import judge
from tests.tools import run
from tests.tools.operations import PACKAGE


@pytest.fixture
def folder(tmp_path):
    """Create a folder in which the package is installed."""
    scope = tmp_path / "node_modules" / "@bottega"
    scope.mkdir(parents=True)
    (scope / "client").symlink_to(PACKAGE)
    (tmp_path / "play.mjs").write_text((PROGRAMS / "play.mjs").read_text())
    return tmp_path


@pytest.mark.parametrize("transport", ["stream", "poll"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_played_by_streams_alone_and_by_long_polls_alone(service, folder, ruleset, transport):
    options = ("--no-remote", "--node-modules-dir=manual", "--allow-net", "--allow-read")
    environ = {"DENO_DIR": str(folder / "cache"), "DENO_NO_UPDATE_CHECK": "1"}
    command = ["deno", "run", *options, "play.mjs", service.address, ruleset, transport]
    done = run(command, cwd=folder, environ=environ, timeout=LONGEST_SECONDS)
    assert done.returncode == 0, done.stdout
    judge(service, json.loads(done.stdout.splitlines()[-1]))
