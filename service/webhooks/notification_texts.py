"""Texts of notifications and of the pages of their links, in every language: `notification_texts.json`."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec

from domain.names import Language, Text

TEXTS: Final[Mapping[str, Text]] = msgspec.json.decode(
    files("service.webhooks").joinpath("notification_texts.json").read_bytes(), type=dict[str, Text]
)


def text(language: Language, name: str, **facts: object) -> str:
    """Return a text in a language, with its facts."""
    return TEXTS[name].read_in(language).format(**facts)
