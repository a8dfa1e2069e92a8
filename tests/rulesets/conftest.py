"""State in each failure which promise a ruleset breaks, and what to change: the name and docstring of the test."""

from collections.abc import Generator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.games import PLAYED, home
from tests.rulesets.reference import ROOT


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add the promise to the report of a failed test of a ruleset."""
    report = yield
    chosen = getattr(item, "callspec", None)
    ruleset = chosen and PLAYED.get(chosen.params.get("name"))
    if ruleset and report.failed and call.excinfo:
        report.sections.append(("Broken promise", promise(item, home(ruleset).relative_to(ROOT), call.excinfo)))
    return report


def promise(item: Any, folder: Path, error: pytest.ExceptionInfo[BaseException]) -> str:
    """Return which promise the ruleset in a folder breaks, the error, and what to change."""
    promised = item.originalname.removeprefix("test_").replace("_", " ")
    seats = f" with {item.callspec.params['seats']} seats" if "seats" in item.callspec.params else ""
    last, change = error.traceback[-1], cleandoc(item.function.__doc__ or "")
    if ROOT / folder in last.path.parents:
        own = [entry.name for entry in error.traceback if ROOT / folder in entry.path.parents]
        change = f"Correct this error in the rules: {', which calls '.join(own)}. The test needs a result."
    found = f"{error.exconly().splitlines()[0]} ({last.path.name}:{last.lineno + 1})"
    return f"{folder}{seats}: {promised}.\nFound:  {found}\nChange: {change}"
