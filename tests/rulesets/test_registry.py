"""Test that rulesets of folders and packages are found, and that a faulty one does not affect the others."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.data_files import BadDataFile
from domain.registry import RULESETS, find_rulesets, folders, installed
from domain.ruleset import INTERFACE

RULESET = (
    "from dataclasses import replace\nfrom tests.tiny import TINY\nRULESET = replace(TINY, name={name!r}{changes})\n"
)
PACKAGE = "INTERFACE = {interface}\n" + RULESET

Install = Callable[..., str]


def good(name: str, changes: str = "") -> str:
    """Return the code of a ruleset in a folder."""
    return RULESET.format(name=name, changes=changes)


def packaged(name: str, changes: str = "", interface: int = INTERFACE) -> str:
    """Return the code of a ruleset in a package."""
    return PACKAGE.format(name=name, changes=changes, interface=interface)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an importable package with one ruleset, `chess`."""
    package = tmp_path / f"games_{tmp_path.name}"
    _folder(package, "")
    _folder(package / "chess", good("chess"))
    monkeypatch.syspath_prepend(tmp_path)
    return package


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs a package with a ruleset, and returns the name of its module."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name: str, code: str, package: str = "") -> str:
        package = package or f"bottega-{name}"
        module = f"{package.replace('-', '_')}_{tmp_path.name}"
        _folder(tmp_path / module, code)
        about = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[bottega.rulesets]\n{name} = {module}\n")
        return module

    return install


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
        ("RULESET = 'go'", "its RULESET is of type str"),
        (good("nim"), "its RULESET is called 'nim'"),
    ],
)
def test_a_folder_that_is_no_ruleset_is_named_and_skipped(
    games: Path, code: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    _folder(games / "go", code)
    with caplog.at_level(logging.WARNING):
        rulesets, faults = find_rulesets(folders(games.name, [str(games)]))
    assert list(rulesets) == ["chess"]
    assert faults == (f"{games.name}/go is left out: {fault.format(package=games.name)}",)
    assert [record.message for record in caplog.records] == list(faults)


def test_an_operators_data_file_that_is_at_fault_stops_the_start(games: Path) -> None:
    _folder(games / "go", "from domain.data_files import BadDataFile\nraise BadDataFile('go.json', 'row 3')")
    with pytest.raises(BadDataFile, match=r"go\.json: row 3"):
        find_rulesets(folders(games.name, [str(games)]))


def test_a_fault_among_versions_is_logged(games: Path, caplog: pytest.LogCaptureFixture) -> None:
    _folder(games / "chess_v2", good("chess_v2", ", version=2, version_of='chess'"))
    with caplog.at_level(logging.WARNING):
        rulesets, _ = find_rulesets(folders(games.name, [str(games)]))
    assert list(rulesets) == ["chess", "chess_v2"]
    assert caplog.messages == ["chess: `deprecated` is missing, although chess_v2 is a later version."]


def test_every_ruleset_has_the_name_of_its_folder() -> None:
    assert list(RULESETS) == sorted(RULESETS) == [ruleset.name for ruleset in RULESETS.values()]
    assert [f"domain.{name}" for name in RULESETS] == [ruleset.package for ruleset in RULESETS.values()]


def test_an_installed_package_is_found_beside_the_folders(games: Path, install: Install) -> None:
    install("go", packaged("go"))
    rulesets, faults = find_rulesets([*folders(games.name, [str(games)]), *installed()])
    assert (list(rulesets), faults) == (["chess", "go"], ())


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("raise SystemExit(1)", "SystemExit: 1"),
        ("raise ValueError('one\\nline')", "ValueError: one line"),
        (good("go"), "AttributeError: module '{module}' has no attribute 'INTERFACE'"),
        (packaged("go", interface=0), f"it has version 0 of the interface, and this service has {INTERFACE}"),
        (packaged("chess"), "its RULESET is called 'chess'"),
        (packaged("go", ", view_type=object"), "TypeError: Generating JSON schema for custom types requires "),
        (packaged("go", ", setup=lambda *args: 1 / 0"), "ZeroDivisionError: division by zero"),
        (packaged("go", ", to_act=lambda state: ()"), "no seat must act after its set-up"),
    ],
)
def test_a_package_that_breaks_a_basic_promise_is_named_and_left_out(install: Install, code: str, fault: str) -> None:
    module = install("go", code)
    install("nim", packaged("nim"))
    rulesets, (found,) = find_rulesets(installed())
    assert list(rulesets) == ["nim"]
    assert found.startswith(f"bottega-go 1.0 is left out: {fault.format(module=module)}")
    assert "\n" not in found


def test_the_name_of_a_ruleset_must_fit_urls_and_the_contract(install: Install) -> None:
    install("Go-9", packaged("Go-9"))
    assert find_rulesets(installed()).faults == (
        "bottega-Go-9 1.0 is left out: 'Go-9' must have lower-case letters and digits, with `_` between words",
    )


def test_of_two_packages_with_one_name_the_first_is_loaded(games: Path, install: Install) -> None:
    install("go", packaged("go"), "bottega-go")
    install("go", packaged("go"), "another-go")
    install("chess", packaged("chess"))
    rulesets, faults = find_rulesets([*folders(games.name, [str(games)]), *installed()])
    assert list(rulesets) == ["chess", "go"]
    assert faults == (
        f"bottega-chess 1.0 is left out: {games.name}/chess has a ruleset of the same name",
        "bottega-go 1.0 is left out: another-go 1.0 has a ruleset of the same name",
    )
