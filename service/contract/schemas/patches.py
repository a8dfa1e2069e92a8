"""JSON Patches (RFC 6902) as clients read them: each operation has just the members that it needs."""

from typing import Annotated, Any

import msgspec

Pointer = Annotated[str, msgspec.Meta(description="A place in the view, as a JSON Pointer (RFC 6901).")]
Value = Annotated[Any, msgspec.Meta(description="Any JSON value.")]


class PatchAdd(msgspec.Struct, frozen=True, tag_field="op", tag="add"):
    """Puts a value where there was none, or before the element of a list that stands there."""

    path: Pointer
    value: Value


class PatchRemove(msgspec.Struct, frozen=True, tag_field="op", tag="remove"):
    """Takes a value away."""

    path: Pointer


class PatchReplace(msgspec.Struct, frozen=True, tag_field="op", tag="replace"):
    """Puts a value in the place of another."""

    path: Pointer
    value: Value


class PatchMove(msgspec.Struct, frozen=True, tag_field="op", tag="move", rename={"source": "from"}):
    """Moves a value to another place."""

    source: Pointer
    path: Pointer


PatchOperation = PatchAdd | PatchRemove | PatchReplace | PatchMove
