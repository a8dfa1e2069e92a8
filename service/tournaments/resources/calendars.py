"""Query parameters of calendars."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Query


class CalendarQuery(Query, frozen=True):
    """Query parameters of a calendar."""

    calendar_token: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
    """The `calendar_token` of a player (`getMe`), instead of a key. Treat the URL as a secret."""
