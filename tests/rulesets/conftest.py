"""State in each failure which promise a ruleset breaks, and what to change: the name and docstring of the test."""

from collections.abc import Generator
from inspect import cleandoc
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.games import PLAYED, home
from tests.rulesets.reference import ROOT

CAUSES = pytest.StashKey[dict[str, str]]()
"""The first test that failed for each error: the traceback of an error is shown once."""


LINES = 5
"""The most lines of an error that are shown."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the promises of `Ruleset` first, since most other failures follow from a broken one."""
    items.sort(key=lambda item: item.path.name != "test_contract.py")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add the promise to the report of a failed test of a ruleset."""
    report = yield
    chosen = getattr(item, "callspec", None)
    ruleset = chosen and PLAYED.get(chosen.params.get("name"))
    if ruleset and report.failed and call.excinfo:
        found = promise(item, home(ruleset).relative_to(ROOT), call.excinfo)
        cause = found.partition("Found:")[2]
        if item.config.stash.setdefault(CAUSES, {}).setdefault(cause, item.name) != item.name:
            report.longrepr = f"The same error as in {item.config.stash[CAUSES][cause]}."
        report.sections.append(("Broken promise", found))
    return report


def promise(item: Any, folder: Path, error: pytest.ExceptionInfo[BaseException]) -> str:
    """Return which promise the ruleset in a folder breaks, the error, and what to change."""
    promised = item.originalname.removeprefix("test_").replace("_", " ")
    seats = f" with {item.callspec.params['seats']} seats" if "seats" in item.callspec.params else ""
    last, change = error.traceback[-1], cleandoc(item.function.__doc__ or "")
    own = [f"{entry.name} ({entry.path.name}:{entry.lineno + 1})" for entry in error.traceback if _in(folder, entry)]
    if own:
        change = f"Correct this error of {', which calls '.join(own)}. The test of the promise needs a result."
    elif last.name == "play":
        change = "Let games be played to their end. The test of the promise needs one."
    first, *more = [line for line in error.exconly().splitlines() if line.strip() and "Use -v" not in line][:LINES]
    found = "\n        ".join([first, *takewhile(lambda line: not line.strip().startswith(("assert ", "+")), more)])
    return f"{folder}{seats}: {promised}.\nFound:  {found} ({last.path.name}:{last.lineno + 1})\nChange: {change}"


def _in(folder: Path, entry: Any) -> bool:
    """Whether a line of a traceback is in a folder."""
    return ROOT / folder in entry.path.parents
