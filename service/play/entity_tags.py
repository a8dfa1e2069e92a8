"""Editions of what clients change: each has a tag, and a change may be meant for one edition alone."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from service.problems import PreconditionFailed
from service.store import GameInfo, Profile
from service.tournament.plan import Plan

TAG_DIGITS = 32

Expected = Callable[[str], bool]
"""Whether a change is meant for the edition of this tag."""


def tag_of_table(table: GameInfo) -> str:
    """Name what `updateGame` changes of a game, as it is now."""
    return _tag([table.name, table.label, table.metadata])


def tag_of_profile(profile: Profile | None) -> str:
    """Name what `updateMe` changes of a player, as it is now."""
    return _tag(["" if profile is None else profile.name])


def tag_of_plan(plan: Plan) -> str:
    """Return the tag of what `updateTournament` changes of a tournament, as it is now."""
    return _tag([msgspec.json.encode(plan).decode()])


def check(expected: Expected, tag: str) -> None:
    """Raise PreconditionFailed for a change that is meant for another edition."""
    if not expected(tag):
        raise PreconditionFailed("Read the resource again, and send its new `ETag` as `If-Match`.")


def always(tag: str) -> bool:  # noqa: ARG001  # one of `Expected`
    """Whatever the edition."""
    return True


def _tag(values: list[Any]) -> str:
    """Name values by their bytes."""
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()[:TAG_DIGITS]
