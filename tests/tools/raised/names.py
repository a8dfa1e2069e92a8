"""Resolve the names in modules to functions, classes and methods, with the classes that annotations state."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path

BUILT_IN = frozenset(name for kind in (dict, list, set, str, bytes, BytesIO) for name in dir(kind))
"""The names of the methods of built-in types."""
PROPERTIES = {"property", "cached_property"}
Types = Mapping[str, str]
"""The classes of local variables, by full name; empty for an unknown class."""


@dataclass
class Module:
    """A module, with the full names of what it defines and imports."""

    name: str
    tree: ast.Module
    is_package: bool
    names: dict[str, str] = field(default_factory=dict)


def modules(root: Path, packages: Sequence[str]) -> dict[str, Module]:
    """Read the modules of packages below a folder."""
    found = {}
    for file in (file for package in packages for file in sorted((root / package).rglob("*.py"))):
        parts = file.relative_to(root).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found[name] = Module(name, ast.parse(file.read_text(encoding="utf-8")), is_package)
    return found


class Names:
    """The names of all modules."""

    def __init__(self, read: Mapping[str, Module]) -> None:
        self.modules = read
        self.functions: dict[str, tuple[Module, ast.FunctionDef]] = {}
        self.classes: dict[str, tuple[Module, ast.ClassDef]] = {}
        self.values: dict[str, tuple[Module, ast.expr]] = {}
        """The values of variables of modules."""
        for module in read.values():
            module.names |= dict(_imported(module.tree))
            self._define(module)
        for module in read.values():
            module.names |= {
                name: f"{origin}.{name}" for origin in _whole(module.tree) for name in self._defined(origin)
            }

    def _define(self, module: Module) -> None:
        for node in module.tree.body:
            match node:
                case ast.FunctionDef():
                    self.functions[f"{module.name}.{node.name}"] = (module, node)
                case ast.ClassDef():
                    self.classes[f"{module.name}.{node.name}"] = (module, node)
                    for method in _functions(node.body):
                        self.functions[f"{module.name}.{node.name}.{method.name}"] = (module, method)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.values[f"{module.name}.{name}"] = (module, value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.values[f"{module.name}.{name}"] = (module, value)

    def _defined(self, module: str) -> list[str]:
        """List the public names that a module defines."""
        full = (name for found in (self.functions, self.classes, self.values) for name in found)
        return [last for name in full if (last := name.removeprefix(f"{module}.")).isidentifier() and last[0] != "_"]

    def resolve(self, module: Module, node: ast.expr) -> str:
        """Return the full name that an expression states; empty for a local variable or any other expression."""
        match node:
            case ast.Name(id=name):
                return self._known(f"{module.name}.{name}") or self._known(module.names.get(name, ""))
            case ast.Attribute(value=value, attr=name):
                above = self.resolve(module, value)
                return self._known(f"{above}.{name}") if above in self.modules or above in self.classes else ""
            case ast.Subscript(value=value):
                return self.resolve(module, value)
        return ""

    def _known(self, name: str) -> str:
        """Return the full name of what is defined under a name or imported under it; empty if nothing is known."""
        if name in self.functions or name in self.classes or name in self.values or name in self.modules:
            return name
        module, _, last = name.rpartition(".")
        again = self.modules[module].names.get(last, "") if module in self.modules else ""
        return self._known(again) if again and again != name else ""

    def bases(self, name: str) -> list[str]:
        """Return a class and all its base classes, by full name."""
        if name not in self.classes:
            return [name]
        module, node = self.classes[name]
        above = [base for each in node.bases if (base := self.resolve(module, each) or ast.unparse(each))]
        return [*dict.fromkeys([name, *(base for each in above for base in self.bases(each))])]

    def run_by(self, name: str, always: Iterable[str]) -> Iterator[str]:
        """List the methods that a class runs unnamed: those of `always`, and those that replace inherited ones."""
        if name not in self.classes:
            return
        _, *above = self.bases(name)
        for each in self.bases(name):
            for method in _functions(self.classes[each][1].body) if each in self.classes else ():
                if method.name in always or any(f"{base}.{method.name}" in self.functions for base in above):
                    yield f"{each}.{method.name}"

    def parameters(self, module: Module, function: ast.FunctionDef, of_class: str) -> dict[str, str]:
        """Return the classes of the parameters of a function."""
        given = function.args
        types = {
            each.arg: self.annotated(module, each.annotation)
            for each in given.posonlyargs + given.args + given.kwonlyargs
        }
        return {**types, **({"self": of_class, "cls": of_class} if of_class else {})}

    def annotated(  # noqa: PLR0911
        self, module: Module, annotation: ast.expr | None, *, item: bool = False
    ) -> str:
        """Return the class of an annotation, or of the items of its collection; empty for other types."""
        match annotation:
            case ast.BinOp(left=left, right=right):
                return self.annotated(module, left, item=item) or self.annotated(module, right, item=item)
            case ast.Constant(value=str() as text):
                return self.annotated(module, ast.parse(text, mode="eval").body, item=item)
            case ast.Subscript(slice=ast.Tuple(elts=[inner, ast.Constant(value=builtins.Ellipsis)])) if item:
                return self.annotated(module, inner)
            case ast.Subscript(slice=ast.Tuple(elts=[*_, last])) if item:
                return self.annotated(module, last)
            case ast.Subscript(slice=inner) if item:
                return self.annotated(module, inner)
            case ast.expr() if not item:
                found = self.resolve(module, annotation)
                return found if found in self.classes else ""
        return ""

    def type_of(self, module: Module, types: Types, node: ast.expr, *, item: bool = False) -> str:
        """Return the class of an expression, or of its items; empty if it is unknown."""
        match node:
            case ast.Name(id=name) if name in types:
                return "" if item else types[name]
            case ast.Call(func=function):
                return self._returned(module, types, function, item=item)
            case ast.Attribute(value=value, attr=name) if not self.resolve(module, node):
                return self._field(self.type_of(module, types, value), name, item=item)
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                return self.type_of(module, types, value, item=item)
            case ast.IfExp(body=body, orelse=other) | ast.BoolOp(values=[body, other]):
                return self.type_of(module, types, body, item=item) or self.type_of(module, types, other, item=item)
        return ""

    def item(self, module: Module, types: Types, node: ast.expr) -> str:
        """Return the class of the items of a collection."""
        return self.type_of(module, types, node, item=True)

    def _returned(self, module: Module, types: Types, function: ast.expr, *, item: bool) -> str:
        name = self.resolve(module, function)
        if name in self.classes:
            return name
        if not name and isinstance(function, ast.Attribute):
            name = next(iter(self.methods(module, types, function)), "")
        if name not in self.functions:
            return ""
        of, declared = self.functions[name]
        return self.annotated(of, declared.returns, item=item)

    def _field(self, kind: str, name: str, *, item: bool) -> str:
        """Return the class of a field or property."""
        for each in self.bases(kind) if kind else ():
            if each in self.classes:
                module, node = self.classes[each]
                for member in node.body:
                    match member:
                        case ast.AnnAssign(target=ast.Name(id=found), annotation=annotation) if found == name:
                            return self.annotated(module, annotation, item=item)
                        case ast.FunctionDef(name=found, returns=annotation) if found == name:
                            return self.annotated(module, annotation, item=item)
        return ""

    def methods(self, module: Module, types: Types, node: ast.Attribute) -> list[str]:
        """Return the field or method of a value; nothing if the class of the value is unknown."""
        match node.value:
            case ast.Call(func=ast.Name(id="super")):
                return self._inherited(types.get("self", ""), node.attr, 1)
            case value if kind := self.type_of(module, types, value):
                return self._inherited(kind, node.attr, 0)
        return []

    def called(self, module: Module, types: Types, node: ast.Attribute) -> list[str]:
        """Return the method of a value.

        Of a value whose class is unknown, it returns all methods of this name, except those of built-in types.
        """
        if known := self.methods(module, types, node):
            return known
        is_known = bool(self.resolve(module, node)) or bool(self.type_of(module, types, node.value))
        return [] if is_known or node.attr in BUILT_IN else self._by_name.get(node.attr, [])

    def _inherited(self, kind: str, attribute: str, start: int) -> list[str]:
        """Return a method of a class or else of its base classes; a field of all, since it may be inherited."""
        names = [f"{each}.{attribute}" for each in self.bases(kind)[start:] if each in self.classes]
        return [name for name in names if name in self.functions][:1] or names

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for name, (_, node) in self.classes.items():
            for method in _functions(node.body):
                if not any(ast.unparse(each) in PROPERTIES for each in method.decorator_list):
                    named.setdefault(method.name, []).append(f"{name}.{method.name}")
        return named


def _functions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    return (node for node in body if isinstance(node, ast.FunctionDef))


def _whole(tree: ast.Module) -> Iterator[str]:
    """List the modules from which a module imports all names."""
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str() as module, names=[ast.alias(name="*")]):
                yield module


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """List the imported names with their full names, also those imported in functions."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str() as module, level=0):
                yield from ((each.asname or each.name, f"{module}.{each.name}") for each in node.names)
            case ast.Import():
                yield from ((each.asname, each.name) for each in node.names if each.asname)
