"""Test `@bottega/react` in a small DOM; `make packages` runs this, since it needs React from npm."""

import json
import subprocess

from tests.client.conftest import LONGEST_SECONDS, PROGRAMS
from tests.guides.programs import program
from tests.service.table_modules import NODE
from tests.tools.operations import PACKAGE
from tests.workers.running import ROOT, environ_for
from workers.command import keys

PACKAGES = ROOT / ".tools" / "packages"


def test_a_game_is_played_and_lists_are_updated_by_the_hooks(service):
    key = keys.create(environ_for(service.errors.with_name("data")), None, "Olga", ("play", "create", "organise"), None)
    (PACKAGES / "app.mjs").write_text(program(PACKAGE.with_name("react") / "README.md", "js"))
    (PACKAGES / "react.mjs").write_text((PROGRAMS / "react.mjs").read_text())
    command = [str(NODE), "react.mjs", service.address, key["key"]]
    done = subprocess.run(command, cwd=PACKAGES, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert json.loads(service.get(f"/v1/games/{found['game']}/view")[1])["status"] == "over"
    assert all(text.endswith("Over") for text in found["played"])
    assert (found["games"], found["cup"]) == ("1 games", "over 2")
