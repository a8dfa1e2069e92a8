"""Test that a faulty folder does not affect the other games."""

import logging
from pathlib import Path

import pytest

from domain.data_files import BadDataFile
from domain.registry import RULESETS, find_rulesets

GOOD = """
from types import SimpleNamespace
RULESET = SimpleNamespace(name={name!r}, version=1, version_of=None, deprecated=None, sunset=None)
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an importable package with one ruleset, `chess`."""
    package = tmp_path / f"games_{tmp_path.name}"
    _folder(package, "")
    _folder(package / "chess", GOOD.format(name="chess"))
    monkeypatch.syspath_prepend(tmp_path)
    return package


def _folder(path: Path, code: str) -> None:
    path.mkdir()
    (path / "__init__.py").write_text(code)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("raise ValueError('no dice')", "ValueError: no dice"),
        ("", "AttributeError: module '{package}.go' has no attribute 'RULESET'"),
        (
            "open('/nowhere/names.json')",
            "FileNotFoundError: [Errno 2] No such file or directory: '/nowhere/names.json'",
        ),
        (GOOD.format(name="nim"), "its RULESET is called 'nim'"),
    ],
)
def test_a_folder_that_is_no_ruleset_is_named_and_skipped(
    games: Path, code: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    _folder(games / "go", code)
    with caplog.at_level(logging.WARNING):
        assert list(find_rulesets(games.name, [str(games)])) == ["chess"]
    assert [record.message for record in caplog.records] == [
        f"{games.name}/go is left out: {fault.format(package=games.name)}"
    ]


def test_an_operators_data_file_that_is_at_fault_stops_the_start(games: Path) -> None:
    _folder(games / "go", "from domain.data_files import BadDataFile\nraise BadDataFile('go.json', 'row 3')")
    with pytest.raises(BadDataFile, match=r"go\.json: row 3"):
        find_rulesets(games.name, [str(games)])


def test_every_ruleset_has_the_name_of_its_folder() -> None:
    assert list(RULESETS) == sorted(RULESETS) == [ruleset.name for ruleset in RULESETS.values()]
