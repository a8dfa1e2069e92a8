"""Read from the code which functions use which others, and which problems they make.

A use is a call or any other reference. A function that is passed on, or listed in a table, counts for the function that
names it. A problem counts where it is made. The exceptions that are caught around a use are noted with it.
"""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.tools import ROOT
from tests.tools.raised.names import Module, Names, modules

COMPARING = {"isinstance", "issubclass"}
"""Functions that do not raise the classes that they are called with."""
ON_CREATION = {"__init__", "__post_init__", "__enter__", "__exit__"}


@dataclass(frozen=True)
class Use:
    """A use of a function, a method, a field, a variable or a class."""

    name: str
    caught: frozenset[str]
    """The classes of exceptions that are caught around it."""
    passed: frozenset[str]
    """Those of them that are raised again."""


@dataclass(frozen=True)
class Operation:
    """An operation: its function, and the problems that its decorator lists."""

    function: str
    problems: tuple[str, ...]


@dataclass
class Graph:
    """The uses in some packages, all by full name."""

    names: Names
    uses: dict[str, set[Use]] = field(default_factory=dict)
    """What each function, method, field or variable uses."""
    operations: dict[str, Operation] = field(default_factory=dict)
    """The operations by id; `{}` in an id stands for the kind of owner."""


def read_graph(*packages: str, root: Path = ROOT) -> Graph:
    """Return the graph of packages below a folder."""
    names = Names(modules(root, packages))
    graph = Graph(names)
    for module in names.modules.values():
        Reader(graph, module).visit(module.tree)
    return graph


class Reader(ast.NodeVisitor):
    """Adds the uses in a module to a graph."""

    def __init__(self, graph: Graph, module: Module) -> None:
        self.graph, self.names, self.module = graph, graph.names, module
        self.owner = module.name
        """The function, method, field or variable whose uses are read."""
        self.of_class = ""
        self.types: dict[str, str] | None = None
        """The classes of the local variables in a function. Functions inside it have no uses of their own."""
        self.caught: frozenset[str] = frozenset()
        self.passed: frozenset[str] = frozenset()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Read the methods of a class."""
        outer, self.of_class = self.of_class, f"{self.module.name}.{node.name}"
        for statement in node.body:
            self.visit(statement)
        self.of_class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Read a function or method, or the declaration of an operation."""
        if self.types is not None:
            self.types |= self.names.parameters(self.module, node, "")
            self._visit_all(node.body)
            return
        name = f"{self.of_class or self.module.name}.{node.name}"
        for decorator in node.decorator_list:
            self._declare(name, decorator)
        with self._owned_by(name):
            self.types = self.names.parameters(self.module, node, self.of_class)
            self._visit_all(node.body)
            self.types = None

    def visit_Assign(self, node: ast.Assign) -> None:
        """Read an assignment; a variable of a module has its own uses."""
        self._assign(node.targets[0], node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Read an assignment; the annotation is no use."""
        if node.value is not None:
            self._assign(node.target, node.value)

    def visit_For(self, node: ast.For) -> None:
        """Read a loop over values of a known class."""
        if self.types is not None and isinstance(node.target, ast.Name):
            self.types[node.target.id] = self.names.item(self.module, self.types, node.iter)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """Read a list of values of a known class."""
        for each in node.generators:
            if self.types is not None and isinstance(each.target, ast.Name):
                self.types[each.target.id] = self.names.item(self.module, self.types, each.iter)
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        """Read a `try` statement."""
        with self._catching(self._classes(_caught(node)), self._classes(_raised_again(node))):
            self._visit_all(node.body)
        for handler in node.handlers:
            self._visit_all(handler.body)
        self._visit_all([*node.orelse, *node.finalbody])

    def visit_With(self, node: ast.With) -> None:
        """Read a `with` statement; `suppress` and functions with a `yield` in a `try` statement catch exceptions."""
        caught: frozenset[str] = frozenset()
        for item in node.items:
            caught |= self._caught_by(item.context_expr)
            if ast.unparse(item.context_expr).partition("(")[0] != "suppress":
                self.visit(item.context_expr)
        with self._catching(caught, ()):
            self._visit_all(node.body)

    def _is_function(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Lambda) or self.names.resolve(self.module, value) in self.names.functions

    def _caught_by(self, entered: ast.expr) -> frozenset[str]:
        """Return what a context manager catches."""
        if not isinstance(entered, ast.Call):
            return frozenset()
        if ast.unparse(entered.func) == "suppress":
            return frozenset(self._classes(entered.args))
        name = self.names.resolve(self.module, entered.func)
        if name not in self.names.functions:
            return frozenset()
        module, function = self.names.functions[name]
        tries = (each for each in ast.walk(function) if isinstance(each, ast.Try) and _yields(each.body))
        reader = Reader(self.graph, module)
        return frozenset(kind for each in tries for kind in reader._classes(_caught(each)))

    def visit_Call(self, node: ast.Call) -> None:
        """Read a call. A function in an argument of a class counts for the field of this name."""
        if isinstance(node.func, ast.Name) and node.func.id in COMPARING:
            self.visit(node.args[0])
            return
        made = self.names.resolve(self.module, node.func)
        held = [
            each for each in node.keywords if made in self.names.classes and each.arg and self._is_function(each.value)
        ]
        self._visit_all([node.func, *node.args, *(each.value for each in node.keywords if each not in held)])
        if isinstance(node.func, ast.Attribute):
            self._add_all(self.names.called(self.module, self.types or {}, node.func))
        for each in held:
            with self._owned_by(f"{made}.{each.arg}"):
                self.visit(each.value)

    def visit_Name(self, node: ast.Name) -> None:
        """Note the use of a name."""
        if self.types is None or node.id not in self.types:
            self._add(self.names.resolve(self.module, node))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Note the use of a name of a module, or of a field or method of a value."""
        if found := self.names.resolve(self.module, node):
            self._add(found)
            return
        self.visit(node.value)
        self._add_all(self.names.methods(self.module, self.types or {}, node))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if self.types is not None or not isinstance(target, ast.Name):
            self.visit(target)
            self.visit(value)
            if self.types is not None and isinstance(target, ast.Name):
                self.types[target.id] = self.names.type_of(self.module, self.types, value)
            return
        with self._owned_by(f"{self.of_class or self.module.name}.{target.id}"):
            self.visit(value)

    def _declare(self, function: str, decorator: ast.expr) -> None:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("operation"):
            name = ast.literal_eval(decorator.args[2])
            given = {each.arg: each.value for each in decorator.keywords}
            problems = self._classes([given["problems"]]) if "problems" in given else ()
            self.graph.operations[name] = Operation(function, tuple(problems))

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _add_all(self, names: Iterable[str]) -> None:
        for name in names:
            self._add(name)

    def _add(self, name: str) -> None:
        if name:
            uses = self.graph.uses.setdefault(self.owner, set())
            uses.update(Use(each, self.caught, self.passed) for each in (name, *self.names.run_by(name, ON_CREATION)))

    def _classes(self, expressions: Iterable[ast.expr]) -> Iterator[str]:
        """List the full names of classes, in tuples and in variables too."""
        for expression in expressions:
            each = expression.value if isinstance(expression, ast.Starred) else expression
            if isinstance(each, ast.Tuple):
                yield from self._classes(each.elts)
            elif (name := self.names.resolve(self.module, each)) in self.names.values:
                module, value = self.names.values[name]
                yield from Reader(self.graph, module)._classes([value])
            else:
                yield name or ast.unparse(each)

    @contextmanager
    def _owned_by(self, name: str) -> Iterator[None]:
        outer, self.owner = self.owner, name
        yield
        self.owner = outer

    @contextmanager
    def _catching(self, caught: Iterable[str], passed: Iterable[str]) -> Iterator[None]:
        outer = self.caught, self.passed
        self.caught, self.passed = self.caught.union(caught), self.passed.union(passed)
        yield
        self.caught, self.passed = outer


def _caught(node: ast.Try) -> list[ast.expr]:
    """List the classes that a `try` statement catches."""
    return [each.type for each in node.handlers if each.type is not None and not _reraises(each)]


def _raised_again(node: ast.Try) -> list[ast.expr]:
    """List the classes that a `try` statement catches and raises again."""
    return [each.type for each in node.handlers if each.type is not None and _reraises(each)]


def _reraises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) and node.exc is None for node in ast.walk(handler))


def _yields(body: Iterable[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Yield) for statement in body for node in ast.walk(statement))
