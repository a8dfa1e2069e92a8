"""Read the docstrings below the fields of structs; they become descriptions in the contract."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise


@cache
def field_docs(struct: type) -> tuple[tuple[str, str], ...]:
    """Return the docstrings below the fields of a struct."""
    (definition,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(struct))).body
    assert isinstance(definition, ast.ClassDef)  # noqa: S101  # the source of a class
    return tuple(_doc_pairs(definition.body))


def _doc_pairs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Return each field with the docstring below it."""
    for member, below in pairwise(body):
        match member, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as text)):
                yield name, inspect.cleandoc(text)
