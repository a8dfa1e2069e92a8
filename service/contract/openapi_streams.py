"""Describe the messages of streams in the contract.

OpenAPI 3.0 and 3.1 have no keyword for the entries of a stream. The extension `x-stream-message` beside the schema of a
stream refers to the union of its messages.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from service.contract.components import REFERENCE, union
from service.contract.document import Json, operations
from service.contract.structs import schema_of
from service.resources.stream_messages import OF_A_FEED, OF_A_GAME

EXTENSION = "x-stream-message"


class StreamKind(NamedTuple):
    """A kind of stream: the operations that return it, and its messages."""

    description: str
    operations: Sequence[str]
    messages: Sequence[type[Struct]]


STREAMS: dict[str, StreamKind] = {
    "GameStreamMessage": StreamKind(
        "A message of the stream of a game. `type` names its kind.", ("streamEvents", "streamEventsAsNdjson"), OF_A_GAME
    ),
    "FeedStreamMessage": StreamKind(
        "A message of the stream of a feed. `type` names its kind.",
        ("streamMyEvents", "streamMyEventsAsNdjson"),
        OF_A_FEED,
    ),
}
"""The kinds of streams by the name of the union of their messages. Packages on top of the service add theirs."""


def add_schemas(spec: Any) -> None:
    """Add the messages and their unions to the components."""
    for name, kind in STREAMS.items():
        for message in kind.messages:
            spec.components.schema(message.__name__, schema=schema_of(message))
        mapping = {str(each.__struct_config__.tag): REFERENCE + each.__name__ for each in kind.messages}
        spec.components.schema(name, union(kind.description, "type", mapping))


def embed(document: Json) -> None:
    """Add the extension to each stream of the document."""
    names = {operation: name for name, kind in STREAMS.items() for operation in kind.operations}
    for _, _, operation in operations(document):
        if operation["operationId"] in names:
            for content in operation["responses"]["200"]["content"].values():
                content[EXTENSION] = {"$ref": REFERENCE + names[operation["operationId"]]}
