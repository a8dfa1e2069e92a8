"""Read which examples the marked tests record."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

from domain.registry import PUBLISHED
from service.contract.document import METHODS
from tests.service.helpers.client.contract import published

ROOT = Path(__file__).parents[3]
TESTS = ROOT / "tests" / "service"
MARK = re.compile(r"\bmark\.(example|problem)\(")
FIRST = next(iter(PUBLISHED))
"""The ruleset of all examples that are not recorded for each ruleset."""
Test = Callable[..., Any]


@dataclass(frozen=True)
class Example:
    """An example of an operation."""

    operation: str
    summary: str
    """What the example shows; the cause of a problem."""
    status: int = 0
    """The status of the response; 0 for any success."""
    called: str = ""
    """A name that distinguishes examples of the same operation and status."""
    ruleset: str = ""
    """The ruleset, if each ruleset has its own example."""
    code: str = ""
    """The code of the problem."""

    @property
    def name(self) -> str:
        """Return the name of the example among those of its operation and status."""
        return self.code or "_".join(part for part in (self.ruleset, self.called) if part) or "example"


def example(
    operation: str, summary: str, *, called: str = "", status: int = 0, each: bool = False, ruleset: str = ""
) -> Example:
    """Return the example of a mark; `each` records it once for each ruleset, here for `ruleset`."""
    return Example(operation, summary, status, called, ruleset if each else "")


def problem(code: str, summary: str, *operations: str, operation: str = "") -> Example:
    """Return the example of a mark for a problem, for `operation` if the mark has several or names none."""
    return Example(operation or operations[0], summary, code=code)


def examples_of(item: pytest.Item, ruleset: str) -> Iterator[Example]:
    """List the examples that a test records with a ruleset."""
    for mark in item.iter_markers("example"):
        yield example(*mark.args, **mark.kwargs, ruleset=ruleset)
    for mark in item.iter_markers("problem"):
        operation = item.callspec.params.get("operation", "") if hasattr(item, "callspec") else ""
        yield problem(*mark.args, operation=operation)


def rulesets_of(test: Test) -> Sequence[str]:
    """Return the rulesets that a marked test plays."""
    return [*PUBLISHED] if any(mark.kwargs.get("each") for mark in _marks(test)) else [FIRST]


def operations_of(test: Test) -> Sequence[str]:
    """Return the operations whose problem a test shows: those of its mark, or all without a test of their own."""
    (mark,) = (mark for mark in _marks(test) if mark.name == "problem")
    code, _, *named = mark.args
    own = {each for other, _ in marked("problem") if other.args[0] == code for each in other.args[2:]}
    return named or [each for each in sorted(declaring(code)) if each not in own]


def recorded() -> Iterator[Example]:
    """List the examples that all marked tests record."""
    for mark, test in marked("example"):
        for ruleset in rulesets_of(test) if mark.kwargs.get("each") else [FIRST]:
            yield example(*mark.args, **mark.kwargs, ruleset=ruleset)
    for mark, test in marked("problem"):
        takes_operation = "operation" in test.__code__.co_varnames[: test.__code__.co_argcount]
        for operation in operations_of(test) if takes_operation else mark.args[2:]:
            yield problem(*mark.args, operation=operation)


def successes() -> Iterator[tuple[str, str]]:
    """List the operation and name of each example whose test `recorder_of` returns, except rejections."""
    for mark, _ in marked("example"):
        status, called = mark.kwargs.get("status", 0), mark.kwargs.get("called", "")
        if status < 400 and (called or not status):
            yield mark.args[0], called


@cache
def recorder_of(operation: str, called: str = "") -> Test:
    """Return the test that records the first success of an operation, or the one with a name."""
    found = [
        test
        for mark, test in marked("example")
        if (mark.args[0], mark.kwargs.get("called", "")) == (operation, called)
        and (called or "status" not in mark.kwargs)
    ]
    assert len(found) == 1, f"{len(found)} tests record an example of {operation} {called}"
    return found[0]


def has_marks(path: Path) -> bool:
    """Whether a file marks tests. The import of all others would take longer than most tests."""
    return bool(MARK.search(path.read_text(encoding="utf-8")))


@cache
def marked(name: str) -> list[tuple[pytest.Mark, Test]]:
    """List all tests of the service with a mark of this name, with each of the marks."""
    paths = sorted(path for path in TESTS.rglob("test_*.py") if has_marks(path))
    modules = [import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in paths]
    functions = [part for module in modules for part in vars(module).values() if isfunction(part)]
    return [(mark, test) for test in functions for mark in _marks(test) if mark.name == name]


def _marks(test: Test) -> Sequence[pytest.Mark]:
    return [mark for mark in getattr(test, "pytestmark", ()) if mark.name in ("example", "problem")]


@cache
def operations() -> dict[str, dict[str, Any]]:
    """Return the operations of the contract by id."""
    entries = [(method, entry) for path in published()["paths"].values() for method, entry in path.items()]
    return {entry["operationId"]: entry for method, entry in entries if method in METHODS}


def declaring(code: str) -> set[str]:
    """Return the operations that declare a problem."""
    return {
        name
        for name, operation in operations().items()
        for response in operation["responses"].values()
        if code in response.get("x-codes", ())
    }
