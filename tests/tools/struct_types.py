"""A mypy plugin that checks arguments by name that become fields of a struct.

mypy checks the constructor of a struct. With this plugin it also checks functions that pass `**fields` on to it, and
the fields that `shown` and `changed` copy. It rejects `dataclasses.replace` of a struct. It also rejects that `shown`
copies a text with a default: the copy would be an empty text in place of UNSET.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from mypy.build import PRI_LOW
from mypy.join import join_type_list
from mypy.nodes import ARG_NAMED_OPT, ARG_STAR2, Decorator, MypyFile, TypeInfo
from mypy.plugin import FunctionContext, FunctionSigContext, Plugin
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    Type,
    TypeType,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

SHOWN = "service.resources.base.shown"
CHANGED = "service.resources.base.changed"
STRUCT_ARGUMENTS: Mapping[str, int] = {
    "msgspec.structs.replace": 0,
    SHOWN: 1,
    CHANGED: 0,
    "service.tournaments.log.new_entry": 1,
}
"""The functions with the index of the argument that is a struct or its class."""
UNCHANGED = "msgspec.UnsetType"
"""The type of a value that changes nothing."""
PROBLEMS = "service.problems."
PROBLEM = "service.resources.problems.Problem"
"""The struct with the further fields of a problem."""


class StructTypes(Plugin):
    """Checks calls of `STRUCT_ARGUMENTS` and the constructors of problems."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Load the module of `PROBLEM` with the problems."""
        return [(PRI_LOW, PROBLEM.rpartition(".")[0], -1)] if f"{file.fullname}.".startswith(PROBLEMS) else []

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Return a function that adds the fields of the struct to the signature."""
        if fullname in STRUCT_ARGUMENTS:
            return partial(_of_argument, STRUCT_ARGUMENTS[fullname])
        problem = self.lookup_fully_qualified(PROBLEM) if fullname.startswith(PROBLEMS) else None
        if problem is None or not isinstance(problem.node, TypeInfo):
            return None
        struct = Instance(problem.node, [])
        return lambda ctx: _with_fields(ctx.default_signature, struct)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Return a function that checks the copied fields, or that no struct is replaced as a dataclass."""
        return CHECKS.get(fullname)


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin; called by mypy."""
    return StructTypes


def _of_argument(index: int, ctx: FunctionSigContext) -> FunctionLike:
    given = ctx.args[index]
    struct = _struct(ctx.api.get_expression_type(given[0])) if given else None
    return ctx.default_signature if struct is None else _with_fields(ctx.default_signature, struct)


def _with_fields(signature: FunctionLike, struct: Instance) -> FunctionLike:
    """Return a signature with the fields of a struct instead of `**fields`."""
    if not isinstance(signature, CallableType) or signature.arg_kinds[-1] != ARG_STAR2:
        return signature
    named = [(name, kind) for name, kind in _fields(struct).items() if name not in signature.arg_names]
    return signature.copy_modified(
        arg_names=[*signature.arg_names[:-1], *(name for name, _ in named)],
        arg_kinds=[*signature.arg_kinds[:-1], *(ARG_NAMED_OPT for _ in named)],
        arg_types=[*signature.arg_types[:-1], *(kind for _, kind in named)],
    )


def _check_shown(ctx: FunctionContext) -> Type:
    """Check that the stored value has each field that is not given, with the type of the new struct."""
    stored = _struct(ctx.arg_types[0][0])
    for name, expected in _copied(ctx) if stored is not None else ():
        found = _type_of(stored, name)
        if found is None:
            ctx.api.fail(f'"{stored.type.name}" has no field "{name}"', ctx.context)
        elif not is_subtype(found, expected):
            ctx.api.fail(f'field "{name}" of "{stored.type.name}" has another type', ctx.context)
        elif _is_text(found) and _has_default(stored, name) and _may_be_absent(expected):
            ctx.api.fail(f'field "{name}" of "{stored.type.name}" may be empty: give it, or UNSET', ctx.context)
    return ctx.default_return_type


def _check_changed(ctx: FunctionContext) -> Type:
    """Check that the changes have values of the struct's types."""
    present = _struct(ctx.arg_types[0][0])
    for name, kind in _copied(ctx) if present is not None else ():
        expected = _fields(present).get(name)
        values = [each for each in flatten_nested_unions([kind]) if str(each) != UNCHANGED]
        if expected is not None and not all(is_subtype(each, expected) for each in values):
            ctx.api.fail(f'field "{name}" of "{present.type.name}" has another type', ctx.context)
    return ctx.default_return_type


def _check_dataclass(ctx: FunctionContext) -> Type:
    """Check that a value is no struct, which only `msgspec.structs.replace` can replace."""
    struct = _struct(ctx.arg_types[0][0])
    if struct is not None and struct.type.has_base("msgspec.Struct"):
        ctx.api.fail(f'"{struct.type.name}" is a struct: use `msgspec.structs.replace`', ctx.context)
    return ctx.default_return_type


CHECKS: Mapping[str, Callable[[FunctionContext], Type]] = {
    SHOWN: _check_shown,
    CHANGED: _check_changed,
    "dataclasses.replace": _check_dataclass,
}


def _copied(ctx: FunctionContext) -> Iterator[tuple[str, Type]]:
    """Yield the fields of the new struct that are not given, with their types."""
    struct = _struct(ctx.arg_types[1][0])
    given = {name for names in ctx.arg_names for name in names}
    return ((name, kind) for name, kind in _fields(struct).items() if name not in given) if struct else iter(())


def _struct(given: Type) -> Instance | None:
    """Return the struct of an argument, which is a struct or a class; None if it is unknown."""
    kind = get_proper_type(given)
    if isinstance(kind, UnionType):
        kind = get_proper_type(join_type_list([each for each in kind.items if not _is_absent(each)]))
    if isinstance(kind, TypeType):
        kind = kind.item
    elif isinstance(kind, CallableType) and kind.is_type_obj():
        kind = get_proper_type(kind.ret_type)
    if isinstance(kind, TypeVarType):
        kind = get_proper_type(kind.upper_bound)
    return kind if isinstance(kind, Instance) else None


def _is_absent(kind: Type) -> bool:
    """Whether a type is that of `UNSET`."""
    return isinstance(kind := get_proper_type(kind), Instance) and kind.type.fullname == "msgspec.UnsetType"


def _has_default(struct: Instance, name: str) -> bool:
    """Whether a constructor has a default for a field."""
    init = struct.type.get_method("__init__")
    kind = get_proper_type(init.type) if init is not None else None
    arguments = zip(kind.arg_names, kind.arg_kinds, strict=True) if isinstance(kind, CallableType) else ()
    return any(named == name and how.is_optional() for named, how in arguments)


def _may_be_absent(kind: Type) -> bool:
    """Whether `UNSET` is a value of a type."""
    return any(map(_is_absent, flatten_nested_unions([kind])))


def _is_text(kind: Type) -> bool:
    """Whether each value of a type is a text."""
    return isinstance(kind := get_proper_type(kind), Instance) and kind.type.fullname == "builtins.str"


def _fields(struct: Instance) -> Mapping[str, Type]:
    """Return the types of the arguments of a constructor by name."""
    init = struct.type.get_method("__init__")
    kind = get_proper_type(init.type) if init is not None else None
    if not isinstance(kind, CallableType):
        return {}
    arguments = zip(kind.arg_names, kind.arg_kinds, kind.arg_types, strict=True)
    return {name: each for name, how, each in [*arguments][1:] if name and not how.is_star()}


def _type_of(struct: Instance, name: str) -> Type | None:
    """Return the type of a field or property; None if there is none."""
    symbol = struct.type.get(name)
    if symbol is None or symbol.type is None:
        return None
    kind = get_proper_type(symbol.type)
    return kind.ret_type if isinstance(symbol.node, Decorator) and isinstance(kind, CallableType) else kind
