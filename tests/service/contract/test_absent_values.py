"""Test that the structs of the service spell an absent value in one way.

`UNSET` is the default of a field that may be absent. A text or a collection is empty instead where its type allows an
empty one, unless an empty one means something else than an absent one. A field that narrows one of a stored struct has
the stored default.
"""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tests.service.all_structs import kinds_of, structs


class Mixed(msgspec.Struct):
    """A struct with all other spellings."""

    none: int | None = None
    both: int | UnsetType | None = UNSET
    zero: int | UnsetType = 0
    text: str | UnsetType = ""
    plain: int = 1
    right: int | UnsetType = UNSET
    anything: Any = UNSET
    empty: str = ""
    filled: Annotated[str, Meta(min_length=1)] = ""


class Narrowed(Mixed):
    """A struct that narrows a field."""

    empty: Annotated[str, Meta(min_length=1)] = ""


def faults(struct: type[msgspec.Struct]) -> Iterator[str]:
    """Yield the fields of a struct that spell an absent value in another way."""
    for field in msgspec.structs.fields(struct):
        kinds = [*kinds_of(field.type)]
        may_be_absent = UnsetType in kinds
        if field.default is None or (type(None) in kinds and may_be_absent):
            yield f"{field.name}: None"
        elif may_be_absent and field.default not in (UNSET, msgspec.NODEFAULT):
            yield f"{field.name}: {field.default!r}"
        elif field.default == "" and not is_narrowed(struct, field.name) and not allows_empty(field.type):
            yield f"{field.name}: no empty text"


def is_narrowed(struct: type[msgspec.Struct], name: str) -> bool:
    """Whether a struct declares again a field of its base."""
    bases = (each for each in struct.__mro__[1:] if issubclass(each, msgspec.Struct))
    return any(name in each.__struct_fields__ for each in bases)


def allows_empty(kind: Any) -> bool:
    """Whether an empty text is a value of a type."""
    try:
        msgspec.convert("", kind)
    except msgspec.ValidationError:
        return False
    return True


def test_other_spellings_are_found():
    assert [*faults(Mixed)] == ["none: None", "both: None", "zero: 0", "text: ''", "filled: no empty text"]
    assert [*faults(Narrowed)] == ["none: None", "both: None", "zero: 0", "text: ''"]


def test_an_absent_value_has_one_spelling():
    assert {f"{each.__module__}.{each.__name__}: {fault}" for each in structs() for fault in faults(each)} == set()
