"""Find the problems that each operation can raise, as the code shows."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.tools.raised.exceptions import ALL, EXCLUDED
from tests.tools.raised.graph import Graph, Use

PACKAGE = "service."
RAISES = re.compile(r"\b[Rr]aises? ([^.]*)")
NAME = re.compile(r"\b[A-Z]\w+")
PROBLEM = f"{PACKAGE}problems.base.ProblemError"


def stated(graph: Graph) -> Iterator[tuple[str, str]]:
    """List the problems after `Raises` in the docstrings of functions: the function and the problem, by full name."""
    problems = {name.rpartition(".")[2]: name for name in graph.names.classes if PROBLEM in graph.names.bases(name)[1:]}
    used_by_operations = {each.function for each in graph.operations.values()}
    for function, (module, node) in graph.names.functions.items():
        if function not in used_by_operations:
            sentences = RAISES.findall(" ".join((ast.get_docstring(node) or "").split()))
            for word in {word for sentence in sentences for word in NAME.findall(sentence)}:
                meant = graph.names.resolve(module, ast.Name(word)) or problems.get(word)
                if meant in problems.values():
                    yield function, meant


def raised(graph: Graph) -> Mapping[str, frozenset[str]]:
    """Return the problems that each function, method, field or variable can raise, by full name."""
    bases = {name: frozenset(graph.names.bases(name)) for name in graph.names.classes}
    found: dict[str, set[str]] = {name: {name} for name, above in bases.items() if PROBLEM in above}
    owners = {name: uses for name, uses in graph.uses.items() if name not in found}
    before = -1
    while (size := sum(map(len, found.values()))) != before:
        before = size
        for owner, uses in owners.items():
            passed = (each for use in uses for each in _passed(owner, use, found) if not _is_caught(bases[each], use))
            found.setdefault(owner, set()).update([*passed])
    return {name: frozenset(each) for name, each in found.items()}


def _passed(owner: str, use: Use, found: Mapping[str, set[str]]) -> set[str]:
    """Return the problems that a function gets from what it uses."""
    problems = found.get(use.name, set())
    excluded = EXCLUDED.get((owner.removeprefix(PACKAGE), use.name.removeprefix(PACKAGE)))
    if excluded is None:
        return problems
    return set() if excluded[0] == ALL else {each for each in problems if each.rpartition(".")[2] not in excluded[0]}


def _is_caught(problem: frozenset[str], use: Use) -> bool:
    """Whether a problem, with these base classes, is caught around a use."""
    return bool(problem & use.caught) and not problem & use.passed
