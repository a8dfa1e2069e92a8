"""Test that type checkers accept correct programs with `bottega-client`, and reject wrong ones."""

import subprocess
import sys

import pytest

from tests.guides.programs import program
from tests.tools.operations import PYTHON_MODULE
from tests.workers.running import ROOT

PACKAGE = PYTHON_MODULE.parents[1]
TYPED = ROOT / "tests" / "client" / "typed" / "client.py"
"""A line with `type: ignore` must have an error: the checkers report comments that they do not need."""


def checked(*paths):
    """Check programs as those of a user of the package; return what mypy prints."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file=",
        "--strict",
        "--follow-imports=silent",
        "--python-version=3.11",
        *map(str, paths),
    ]
    environ = {"MYPYPATH": str(PACKAGE), "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_mypy_accepts_typed_calls_and_rejects_wrong_ones():
    assert checked(TYPED) == "Success: no issues found in 1 source file\n"


def test_mypy_accepts_the_program_of_the_readme_and_the_examples(tmp_path):
    (tmp_path / "first.py").write_text(program(PACKAGE / "README.md", "python"))
    examples = sorted((PACKAGE / "examples").glob("*.py"))
    assert checked(tmp_path / "first.py", *examples) == "Success: no issues found in 3 source files\n"


@pytest.mark.parametrize(
    "statement", ['client.create_game(body={"rulesett": 1})', 'client.query_view("g")["nonsense"]']
)
def test_mypy_rejects_a_wrong_field(tmp_path, statement):
    text = f'from bottega_client import Client\n\nclient = Client("http://127.0.0.1:8000")\n{statement}\n'
    (tmp_path / "wrong.py").write_text(text)
    assert "error: " in checked(tmp_path / "wrong.py")


def test_the_package_does_not_import_the_types_of_the_schemas():
    text = "import sys, bottega_client; sys.exit('bottega_client.schemas' in sys.modules)"
    subprocess.run([sys.executable, "-c", text], cwd=PACKAGE, check=True)
