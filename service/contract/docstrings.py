"""Read the docstrings below the fields of structs; they become descriptions in the contract."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise


@cache
def field_docs(struct: type) -> tuple[tuple[str, str], ...]:
    """Return the docstrings below the fields of a struct; none for a struct that is defined without a class."""
    declared = _classes(struct.__module__).get(struct.__name__)
    return () if declared is None else tuple(_doc_pairs(declared.body))


@cache
def _classes(module: str) -> Mapping[str, ast.ClassDef]:
    """Return the classes of a module by name. `inspect.getsource` of a class parses the whole module each time."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def _doc_pairs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Return each field with the docstring below it."""
    for member, below in pairwise(body):
        match member, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as text)):
                yield name, inspect.cleandoc(text)
