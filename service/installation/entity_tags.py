"""Compute entity tags for conditional changes."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from service import problems
from service.store import GameInfo, Profile

TAG_DIGITS = 32

Expected = Callable[[str], bool]
"""Returns whether a change is meant for the version with this tag."""


def tag_of_game_info(info: GameInfo) -> str:
    """Return the entity tag of the fields of a game that `updateGame` changes."""
    return tag_of([info.name, info.label, info.metadata])


def tag_of_profile(profile: Profile | None) -> str:
    """Return the entity tag of the fields of a player that `updateMe` changes."""
    if profile is None:
        return tag_of([])
    values = [profile.name, profile.public, profile.invited_by or "", profile.seated_by or "", profile.calendar_id]
    return tag_of(values)


def check(expected: Expected, tag: str) -> None:
    """Raise PreconditionFailed unless the tag is expected."""
    if not expected(tag):
        raise problems.PreconditionFailed("Read the resource again, and send its new `ETag` as `If-Match`.")


def always(tag: str) -> bool:  # noqa: ARG001  # one of `Expected`
    """Accept every tag."""
    return True


def tag_of(values: Sequence[Any]) -> str:
    """Return the entity tag of values."""
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()[:TAG_DIGITS]
