"""Test the built packages with publint, arethetypeswrong and pyright from npm: `make packages` runs this."""

import subprocess

import pytest

from tests.client.typescript_modules import NODE
from tests.tools.client_packages import NPM_PACKAGES
from tests.workers.running import ROOT

TOOLS = ROOT / ".tools"
PUBLINT = "publint/src/cli.js"
ARE_THE_TYPES_WRONG = "@arethetypeswrong/cli/dist/index.js"
PYRIGHT = "pyright/index.js"
"""Checks the package, and the program whose wrong calls it must reject."""


def judged(tool, *arguments):
    """Run a tool; return what it prints if it finds a fault."""
    command = [str(NODE), TOOLS / "node_modules" / tool, *arguments]
    environ = {"PATH": str(NODE.parent), "HOME": str(TOOLS)}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    return done.returncode and done.stdout + done.stderr


@pytest.mark.parametrize("name", NPM_PACKAGES)
def test_publint_finds_no_fault(name):
    assert not judged(PUBLINT, "run", TOOLS / "packages" / name, "--strict", "--pack", "false")


@pytest.mark.parametrize("name", NPM_PACKAGES)
def test_the_types_resolve_in_every_way_in_which_modules_are_imported(name):
    (package,) = (TOOLS / "packages").glob(f"bottega-{name}-*.tgz")
    assert not judged(ARE_THE_TYPES_WRONG, package, "--profile", "esm-only")


def test_pyright_accepts_the_package_and_typed_calls_and_rejects_wrong_ones():
    assert not judged(PYRIGHT, "--project", ROOT / "tests" / "tools" / "pyrightconfig.json")
