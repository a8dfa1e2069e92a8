"""The promises of every ruleset, as tests: a plugin of pytest that applies them to the rulesets of `--ruleset`.

    pytest -p workers.promises.plugin --pyargs workers.promises --ruleset goofspiel

`bottega check-ruleset goofspiel` runs the same. Each failure states which promise the ruleset breaks, and what to
change: the name and the docstring of the test. Modules of the rules are imported late, so that a measurement of
coverage includes them.
"""

import sys
from collections.abc import Generator
from inspect import cleandoc
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

CAUSES = pytest.StashKey[dict[str, str]]()
"""The first test that failed for each error: the traceback of an error is shown once."""
LINES = 5
"""The most lines of an error that are shown."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the rulesets."""
    parser.addoption(
        "--ruleset",
        action="append",
        default=[],
        metavar="NAME",
        help="an installed ruleset that must keep the promises, or MODULE:ATTRIBUTE with rulesets by name",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Describe the marks of the promises."""
    config.addinivalue_line("markers", "no_cover: plays many random games; measuring coverage takes four times as long")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Load the rulesets before the promises; raises UsageError for an unknown one."""
    from workers.promises.games import UnknownRuleset, chosen, hold  # noqa: PLC0415

    try:
        for name in session.config.getoption("ruleset"):
            hold(chosen(name))
    except UnknownRuleset as error:
        raise pytest.UsageError(str(error)) from error


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the promises of `Ruleset` first, since most other failures follow from a broken one."""
    items.sort(key=lambda item: item.path.name != "test_contract.py")


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Run a test with the mark `no_cover` without tracing.

    pytest-cov starts two measurements in a worker of pytest-xdist, and stops only one of them.
    """
    tracing = sys.gettrace()
    if item.get_closest_marker("no_cover"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracing)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add the promise to the report of a failed test of a ruleset."""
    from workers.promises.games import PLAYED, home  # noqa: PLC0415

    report = yield
    chosen = getattr(item, "callspec", None)
    ruleset = chosen and PLAYED.get(chosen.params.get("name"))
    if ruleset and report.failed and call.excinfo and getattr(item, "function", None).__doc__:
        found = promise(item, ruleset.name, home(ruleset), call.excinfo)
        cause = found.partition("Found:")[2]
        if item.config.stash.setdefault(CAUSES, {}).setdefault(cause, item.name) != item.name:
            report.longrepr = f"The same error as in {item.config.stash[CAUSES][cause]}."
        report.sections.append(("Broken promise", found))
    return report


def promise(item: Any, name: str, folder: Path, error: pytest.ExceptionInfo[BaseException]) -> str:
    """Return which promise the ruleset in a folder breaks, the error, and what to change."""
    promised = item.originalname.removeprefix("test_").replace("_", " ")
    seats = f" with {item.callspec.params['seats']} seats" if "seats" in item.callspec.params else ""
    last, change = error.traceback[-1], cleandoc(item.function.__doc__).replace("NAME", name)
    own = [
        f"{entry.name} ({entry.path.name}:{entry.lineno + 1})"
        for entry in error.traceback
        if folder in entry.path.parents
    ]
    if own:
        change = f"Correct this error of {', which calls '.join(own)}. The test of the promise needs a result."
    elif last.name == "play":
        change = "Let games be played to their end. The test of the promise needs one."
    first, *more = [line for line in error.exconly().splitlines() if line.strip() and "Use -v" not in line][:LINES]
    found = "\n        ".join([first, *takewhile(lambda line: not line.strip().startswith(("assert ", "+")), more)])
    return f"{name}{seats}: {promised}.\nFound:  {found} ({last.path.name}:{last.lineno + 1})\nChange: {change}"
