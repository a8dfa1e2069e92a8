"""Test that rulesets of folders and packages are found, and that a faulty one does not affect the others."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from domain import trials
from domain.data_files import BadDataFile
from domain.registry import RULESETS, find_rulesets, folders, installed
from domain.ruleset import INTERFACE

RULESET = (
    "from dataclasses import replace\nfrom tests.tiny import TINY\nRULESET = replace(TINY, name={name!r}{changes})\n"
)
PACKAGE = "INTERFACE = {interface}\n" + RULESET

LIMITS = trials.Limits(seconds=2, waiting_seconds=100, written_megabytes=1)
"""Limits under which each fault shows soon, on a busy machine too."""

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
        (
            packaged("go", ", defaults=frozenset({'determinize'})"),
            "your game hides `hands`, `deck` from spectators, so it ",
        ),
    ],
)
def test_a_package_that_breaks_a_basic_promise_is_named_and_left_out(install: Install, code: str, fault: str) -> None:
    module = install("go", code)
    install("nim", packaged("nim"))
    rulesets, (found,) = find_rulesets(installed())
    assert list(rulesets) == ["nim"]
    assert found.startswith(f"bottega-go 1.0 is left out: {fault.format(module=module)}")
    assert "\n" not in found
    first, _ = installed()
    assert f"{first.origin} is left out: {trials.fault_of(first)}" == found


def test_an_error_in_a_module_of_a_package_is_named_with_its_line(install: Install, tmp_path: Path) -> None:
    module = install("go", "from importlib import import_module\nimport_module(f'{__name__}.game')\n")
    (tmp_path / module / "game.py").write_text("MIN_SEATS = 2\nMAX_SEATS = STONES\n")
    assert find_rulesets(installed()).faults == (
        "bottega-go 1.0 is left out: NameError: name 'STONES' is not defined (game.py:2)",
    )


def test_an_error_in_a_data_file_of_a_package_is_named_with_its_file(install: Install, tmp_path: Path) -> None:
    module = install("go", "from domain.data_files import read_names\nread_names(__name__)\n")
    missing = find_rulesets(installed()).faults
    (tmp_path / module / "names.json").write_text('{"title": 3}')
    assert (*missing, *find_rulesets(installed()).faults) == (
        "bottega-go 1.0 is left out: InvalidFile: names.json is missing",
        "bottega-go 1.0 is left out: InvalidFile: names.json: Expected `object`, got `int` - at `$.title`",
    )


def test_the_name_of_a_ruleset_must_fit_urls_and_the_contract(install: Install) -> None:
    install("Go-9", packaged("Go-9"))
    fault = "'Go-9' must have lower-case letters and digits, with `_` between words"
    assert find_rulesets(installed()).faults == (f"bottega-Go-9 1.0 is left out: {fault}",)
    assert [*map(trials.fault_of, installed())] == [fault]


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


def test_a_package_that_stops_or_floods_its_process_when_it_is_imported_is_left_out(install: Install) -> None:
    ways = {
        "ends": ("import os\nos._exit(3)", "it ends its process when it is imported (status 3)"),
        "floods": ("while True:\n    print('x' * 999)", "it writes more than 1 MB when it is imported"),
        "grows": ("data = bytearray(1 << 30)", "it needs too much memory when it is imported"),
        "interrupts": ("raise KeyboardInterrupt('now')", "KeyboardInterrupt: now"),
        "loops": ("while True: pass", "it needs more than 2 s of processor time when it is imported"),
        "loops_in_c": ("import re\nre.match('(a|aa)+$', 'a' * 99 + 'b')", "it needs more than 2 s of processor time"),
        "prints": (packaged("prints") + "print('hello')", "it writes to the standard output when it is imported"),
        "registers": ("from domain import RULESETS", "ModuleNotFoundError: import of domain.registry halted"),
        "sets_up": (packaged("sets_up", ", setup=lambda *given: bytearray(1 << 30)"), "it needs too much memory"),
        "sinks": ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "it ends its process when it is"),
    }
    for name, (code, _) in ways.items():
        install(name, code)
    install("well", packaged("well"))
    sources = [*installed()]
    faults = {source.name: fault for source, fault in trials.faults_of(sources, LIMITS).items()}
    assert {name: fault[: len(ways[name][1])] for name, fault in faults.items()} == {
        name: fault for name, (_, fault) in ways.items()
    }


def test_a_package_that_waits_when_it_is_imported_is_left_out(install: Install) -> None:
    install("waits", "import time\ntime.sleep(9999)")
    (source,) = installed()
    assert trials.faults_of([source], LIMITS._replace(waiting_seconds=1)) == {
        source: "it takes more than 1 s when it is imported"
    }


def test_a_package_that_ends_its_process_is_never_imported_here(install: Install) -> None:
    module = install("go", "import os\nos._exit(3)")
    install("nim", packaged("nim"))
    assert find_rulesets(installed()) == (
        {"nim": sys.modules[module.replace("go", "nim")].RULESET},
        ("bottega-go 1.0 is left out: it ends its process when it is imported (status 3)",),
    )
    assert module not in sys.modules


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (packaged("go"), ""),
        ("from domain.data_files import BadDataFile\nraise BadDataFile('go.json', 'row 3')", ""),
        ("raise MemoryError", "it needs too much memory when it is imported"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt:"),
        ("raise OSError('no board')", "OSError: no board"),
        (packaged("go", ", view=lambda state, seat: bytearray(1 << 60)"), "it needs too much memory"),
    ],
)
def test_a_trial_names_the_fault_of_a_package(install: Install, code: str, fault: str) -> None:
    install("go", code)
    (source,) = installed()
    found = trials.fault_of(source)
    assert found[: len(fault)] == fault
    assert bool(found) == bool(fault)
