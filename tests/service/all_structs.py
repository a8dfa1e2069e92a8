"""All structs of the service."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

SERVICE = Path(__file__).parents[2] / "service"


@cache
def structs() -> Sequence[type[msgspec.Struct]]:
    """Return the structs that the modules of the service declare."""
    for file in SERVICE.rglob("*.py"):
        if "msgspec" in file.read_text(encoding="utf-8") and file.stem != "__init__":
            import_module(".".join(file.relative_to(SERVICE.parent).with_suffix("").parts))
    found = dict.fromkeys(_below(msgspec.Struct))
    return [each for each in found if each.__module__.startswith("service.")]


def _below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in base.__subclasses__():
        yield each
        yield from _below(each)


def kinds_of(kind: Any) -> Iterator[Any]:
    """Yield the types of a union, without annotations."""
    if get_origin(kind) is Annotated:
        yield from kinds_of(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from kinds_of(each)
    else:
        yield kind
