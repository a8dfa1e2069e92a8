"""Problems follow conventions: codes from class names, and one list of problems for use case and operation."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType

import service
from service.problems import PROBLEMS, Conflict, ProblemError, Unavailable
from tests.service.contract import published

CODES = {problem.__name__: code for code, problem in PROBLEMS.items()}
RAISES = re.compile(r"[Rr]aises ([^.]*)")
BASES = ProblemError.__subclasses__()


def test_a_code_is_the_class_name_and_the_status_is_that_of_the_base():
    assert (PROBLEMS["seat_taken"].status, PROBLEMS["seat_taken"].__base__) == (409, Conflict)
    assert all(code.replace("_", "") == problem.__name__.lower() for code, problem in PROBLEMS.items())


def test_a_base_is_no_problem():
    assert Conflict not in PROBLEMS.values()
    assert all(problem.__base__ in {ProblemError, *BASES} for problem in PROBLEMS.values())


def test_a_problem_may_have_another_time_to_wait_than_its_base():
    assert Unavailable.headers == {"Retry-After": "1"}
    assert PROBLEMS["too_many_spectators"].headers == {"Retry-After": "5"}


def views() -> Iterator[tuple[ast.FunctionDef, ModuleType]]:
    """Yield the functions of the packages `api` that have a decorator, each with its module."""
    for found in pkgutil.walk_packages(service.__path__, "service."):
        if ".api." not in found.name:
            continue
        module = import_module(found.name)
        for view in ast.parse(inspect.getsource(module)).body:
            if isinstance(view, ast.FunctionDef) and view.decorator_list:
                yield view, module


def names(view: ast.FunctionDef) -> set[str]:
    """Return the operation id of a view, and the other texts in its decorators."""
    inner = (each for decorator in view.decorator_list for each in ast.walk(decorator))
    return {each.value for each in inner if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def called(view: ast.FunctionDef, module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions that a view calls directly."""
    known = vars(module)
    for node in (each for line in view.body for each in ast.walk(line)):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                function = known.get(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=part), attr=name)):
                function = getattr(known.get(part), name, None)
            case _:
                continue
        if isinstance(function, FunctionType):
            yield function


def raised(function: FunctionType) -> set[str]:
    """Return the codes of the problems that a docstring names."""
    said = " ".join(RAISES.findall(inspect.getdoc(function) or ""))
    return {CODES[word] for word in re.findall(r"\w+", said) if word in CODES}


def test_an_operation_lists_all_problems_that_its_use_cases_raise():
    operations = [each for path in published()["paths"].values() for each in path.values() if "responses" in each]
    listed = {
        each["operationId"]: {code for response in each["responses"].values() for code in response.get("x-codes", ())}
        for each in operations
    }
    compared, missing = set(), {}
    for view, module in views():
        for name in names(view) & set(listed):
            compared.add(name)
            missing[name] = {code for function in called(view, module) for code in raised(function)} - listed[name]
    assert {"createGame", "submitAction", "createRound"} <= compared
    assert {name: codes for name, codes in missing.items() if codes} == {}
