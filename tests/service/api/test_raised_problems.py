"""Test that operations and docstrings list the problems that the code can raise."""

from re import fullmatch

import pytest

from service import problems as errors
from tests.service.helpers.client.contract import published
from tests.tools.raised import PACKAGE, raised, stated
from tests.tools.raised.exceptions import EXCLUDED
from tests.tools.raised.graph import read_graph

OF_THE_STORE = {"store_unavailable"}
"""Problems that no `raise` of the service causes: outages of Redis are errors of its client."""

OF_THE_RULES = {"game_faulty"}
"""Problems that a function of the rules causes when it fails."""
RETRY = f"{PACKAGE}api.authorization.authorized"
"""Calls each view, again after a conflicting write."""
CODES = {problem.__name__: code for code, problem in errors.PROBLEMS.items()}
PUBLISHED = {
    operation["operationId"]: {code for each in operation["responses"].values() for code in each.get("x-codes", ())}
    for path in published()["paths"].values()
    for operation in path.values()
    if isinstance(operation, dict) and "operationId" in operation
}


@pytest.fixture(scope="module")
def graph():
    return read_graph("service")


@pytest.fixture(scope="module")
def found(graph):
    return raised(graph)


def codes(problems):
    return {CODES[name.rpartition(".")[2]] for name in problems}


@pytest.mark.parametrize("name", PUBLISHED)
def test_an_operation_lists_the_problems_that_its_use_case_can_raise(graph, found, name):
    operation = next(each for pattern, each in graph.operations.items() if fullmatch(pattern.replace("{}", ".*"), name))
    possible, listed = codes(found[operation.function]), codes(operation.problems)
    of_others = OF_THE_STORE | OF_THE_RULES | codes(found[RETRY])
    assert (possible - PUBLISHED[name], listed - possible - of_others) == (set(), set())


def test_docstrings_name_only_problems_that_the_function_can_raise(graph, found):
    assert [(function, problem) for function, problem in stated(graph) if problem not in found.get(function, ())] == []


def test_each_excluded_call_would_pass_a_problem_on(graph, found):
    calls = {
        (owner.removeprefix(PACKAGE), use.name.removeprefix(PACKAGE)): found.get(use.name, frozenset())
        for owner, uses in graph.uses.items()
        for use in uses
    }
    names = {call: {name.rpartition(".")[2] for name in problems} for call, problems in calls.items()}
    assert [call for call, (problems, _) in EXCLUDED.items() if not names.get(call) or problems - names[call]] == []


PROBLEM_MODULE = """
class ProblemError(Exception): ...
class Busy(ProblemError): ...
class Missing(ProblemError): ...
"""
USES = """
from contextlib import contextmanager, suppress
from service import problems
from service.problems import Busy, Missing

class Log:
    def read(self): ...
    def page(self): return self.read()

class GameLog(Log):
    def read(self): raise Missing("x")

class Step(NamedTuple):
    run: object

class Plan(NamedTuple):
    steps: tuple[Step, ...]

STEPS = (Step(run=lambda: busy()),)
TABLE = {"a": lambda: busy()}

def busy(): raise Busy("x")
def by_module(): raise problems.Missing("x")
def made(error=None): return Missing("x")
def through(): return busy()
def caught():
    try:
        busy()
    except Busy:
        return None
def passed_on():
    try:
        busy()
    except Busy:
        raise
    except Exception:
        return None
def in_handler():
    try:
        busy()
    except Busy:
        raise Missing("x")
def suppressed():
    with suppress(Busy):
        busy()
def only_one_suppressed():
    with suppress(Busy):
        busy(), made()
@contextmanager
def followed():
    try:
        yield
    except Busy:
        return
def in_context():
    with followed():
        busy()
def given(): return run(busy)
def nested():
    def inner(): return busy()
    return inner
def from_table(key): return TABLE[key]()
def from_field(plan: Plan):
    for step in plan.steps:
        step.run()
def compared(error): return isinstance(error, Busy)
def created(): return GameLog()
def of_base(log: Log): return log.page()
"""
EXPECTED = {
    "Busy": ("busy", "through", "passed_on", "given", "nested", "from_table", "from_field"),
    "Missing": ("by_module", "made", "in_handler", "only_one_suppressed", "created"),
    "": ("caught", "suppressed", "in_context", "compared", "of_base"),
}
PAIRS = [(problem, name) for problem, names in EXPECTED.items() for name in names]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    root = tmp_path_factory.mktemp("sample")
    (root / "service" / "problems").mkdir(parents=True)
    (root / "service" / "problems" / "__init__.py").write_text("from service.problems.base import *\n")
    (root / "service" / "problems" / "base.py").write_text(PROBLEM_MODULE)
    (root / "service" / "uses.py").write_text(USES)
    return raised(read_graph("service", root=root))


@pytest.mark.parametrize(("problem", "name"), PAIRS)
def test_the_problems_of_a_function_follow_calls_and_handlers(sample, problem, name):
    assert {each.rpartition(".")[2] for each in sample.get(f"service.uses.{name}", ())} == {problem} - {""}
