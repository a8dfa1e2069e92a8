"""Texts of notifications and of the pages of their links, in every language: `notification_texts.json`."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.languages import Language
from domain.names import Text, read_texts

TEXTS: Final[Mapping[str, Text]] = read_texts(
    files("service.webhooks").joinpath("notification_texts.json").read_bytes(), dict[str, Text]
)


class Notification(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notification in the language of its target. The body of its delivery is the JSON of it."""

    title: str
    body: str
    path: str
    """What it links to in the web client."""
    tag: str
    """The game or tournament; a newer notification with the same tag replaces this one."""
    turn: tuple[int, int] | UnsetType = UNSET
    """The seat and the pending decision of a turn in the game `tag`. Omitted otherwise."""
    inviter: str = ""
    """The id of the player who invites to the game `tag`; empty for other notifications."""
    inviter_name: str = ""


def text(language: Language, name: str, **facts: object) -> str:
    """Return a text in a language, with its facts."""
    return TEXTS[name].read_in(language).format(**facts)
