"""Hooks and fixtures of pytest for marked tests; `--record-examples` writes what they record."""

from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from tests.service.examples import files, marks
from tests.service.examples.recording import Reached, Recording, Request, active


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-examples", action="store_true", help="write the examples of the contract")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "example(operation, summary, called, status, each): the test records a success")
    config.addinivalue_line("markers", "problem(code, summary, *operations): the test records a problem")
    if config.getoption("--record-examples", default=False) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Writer())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without marked tests while examples are recorded."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    is_recording = config.getoption("--record-examples", default=False)
    return True if is_recording and is_test and not marks.has_marks(collection_path) else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a marked test once for each of its rulesets or operations."""
    if len(rulesets := marks.rulesets_of(metafunc.function)) > 1:
        metafunc.parametrize("recording", rulesets, indirect=True)
    if metafunc.definition.get_closest_marker("problem") and "operation" in metafunc.fixturenames:
        metafunc.parametrize("operation", marks.operations_of(metafunc.function))


@pytest.fixture(autouse=True)
def recording(request: pytest.FixtureRequest) -> Iterator[Recording | None]:
    """Return the recording of a test that is marked or sends a valid request; None for all others."""
    if any(map(request.node.get_closest_marker, ("example", "problem"))) or "valid" in request.fixturenames:
        made = Recording(request.node.name, getattr(request, "param", marks.FIRST))
        with active(made):
            yield made
    else:
        yield None


@pytest.fixture
def valid(request: pytest.FixtureRequest, recording: Recording) -> Callable[..., Request]:
    """Return a function that prepares and returns the request of an operation's example, without sending it."""

    def prepare(operation: str, called: str = "") -> Request:
        test = marks.recorder_of(operation, called)
        arguments = {name: request.getfixturevalue(name) for name in signature(test).parameters}
        with recording.stopping_at(operation):
            try:
                test(**arguments)
            except Reached as reached:
                return reached.request
        raise AssertionError(operation)

    return prepare


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Record or compare the examples of a test that has passed."""
    outcome = yield
    made = getattr(item, "funcargs", {}).get("recording")
    for example in marks.examples_of(item, made.ruleset) if made else ():
        fresh = files.entry(example, made)
        if item.config.getoption("--record-examples", default=False):
            item.user_properties.append((example.operation, fresh))
        else:
            files.compare(example.operation, fresh)
    return outcome


class Writer:
    """Collects the examples of all test processes, and writes them."""

    def __init__(self) -> None:
        self.fresh: list[tuple[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.fresh += report.user_properties

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.OK:
            files.write(self.fresh)
