"""Test that each package lists its compiled modules once, in a form that mypyc compiles correctly."""

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from domain.registry import PUBLISHED
from tests.parity import __main__ as comparison
from workers.command import cli

ROOT = Path(__file__).parents[2]
LISTS = sorted(
    names for package in ("domain", "service", "workers") for names in (ROOT / package).rglob("compiled.txt")
)
HOT = [names.parent / f"{name}.py" for names in LISTS for name in names.read_text(encoding="utf-8").split()]


def test_every_published_ruleset_names_its_hot_modules():
    assert {ROOT / "domain" / name / "compiled.txt" for name in PUBLISHED} <= set(LISTS)


@pytest.mark.parametrize("names", LISTS, ids=lambda names: names.parent.name)
def test_each_module_is_named_once_in_order(names):
    listed = names.read_text(encoding="utf-8").split()
    assert listed == sorted(set(listed))


def test_mypyc_translates_the_hot_modules(tmp_path):
    """Translating the modules to C needs no compiler; mypyc reports what it cannot translate."""
    script = "import sys; from mypyc.build import mypycify; mypycify(sys.argv[2:], target_dir=sys.argv[1])"
    command = [sys.executable, "-c", script, str(tmp_path), *(str(module.relative_to(ROOT)) for module in HOT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.rglob("*.c"))


@pytest.mark.parametrize("module", HOT, ids=lambda module: "-".join(module.parts[-2:]))
def test_a_table_that_starts_with_a_float_has_a_maximum_length(module):
    """Compiled code takes a `Final` tuple of fixed length that starts with a float as unset."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    tables = [node for node in tree.body if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final"]
    assert [ast.unparse(node.target) for node in tables if node.value and starts_with_a_float(node.value)] == []


def starts_with_a_float(value):
    """Whether the first item of a tuple, however nested, is a float."""
    while isinstance(value, ast.Tuple) and value.elts:
        value = value.elts[0]
        if isinstance(value, ast.Constant):
            return isinstance(value.value, float)
    return False


@pytest.mark.parametrize(
    ("value", "broken"),
    [("(1, 0.5)", False), ("(0.5, 1)", True), ("((0.5, 1), 2)", True), ("0.5", False), ("()", False)],
)
def test_tables_that_mypyc_breaks_are_detected(value, broken):
    assert starts_with_a_float(ast.parse(value, mode="eval").body) is broken


def test_the_command_reports_the_running_build(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"bottega {version('bottega')} (plain)\n"


def test_a_failed_build_is_not_used(monkeypatch):
    """Both builds print the same game and then fail."""
    failing = "print('{}', 'a game', sep=chr(10)); raise SystemExit(3)"
    for name in ("plain", "compiled"):
        monkeypatch.setattr(comparison, name.upper(), (sys.executable, "-c", failing.format(name)))
    monkeypatch.setattr(sys, "argv", ["parity"])
    with pytest.raises(subprocess.CalledProcessError, match="status 3"):
        comparison.main()


def test_the_comparison_counts_games_that_differ_or_are_missing(capsys):
    pairs = [("a game: 1", "a game: 1"), ("b game: 1", "b game: 2"), ("c game: 1", "nothing")]
    assert comparison._compare(iter(pairs)) == (1, 2)
    assert capsys.readouterr().out.count("compiled") == 2
