"""Types of JSON Patch (RFC 6902); each operation has exactly the fields that it needs."""

from typing import Annotated, Any

import msgspec

Pointer = Annotated[str, msgspec.Meta(description="A JSON Pointer (RFC 6901) into the caller's view.")]
Value = Annotated[Any, msgspec.Meta(description="The value: any JSON value.")]


class PatchAdd(msgspec.Struct, frozen=True, tag_field="op", tag="add"):
    """Adds a value at a new path, or inserts it before the list element at the path."""

    path: Pointer
    value: Value


class PatchRemove(msgspec.Struct, frozen=True, tag_field="op", tag="remove"):
    """Removes the value at the path."""

    path: Pointer


class PatchReplace(msgspec.Struct, frozen=True, tag_field="op", tag="replace"):
    """Replaces the value at the path."""

    path: Pointer
    value: Value


PatchOperation = PatchAdd | PatchRemove | PatchReplace
