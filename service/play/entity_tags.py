"""Compute entity tags for conditional changes."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from service.problems import PreconditionFailed
from service.store import GameInfo, Profile
from service.tournament.plan import Plan

TAG_DIGITS = 32

Expected = Callable[[str], bool]
"""Returns whether a change is meant for the version with this tag."""


def tag_of_game_info(info: GameInfo) -> str:
    """Return the entity tag of the fields of a game that `updateGame` changes."""
    return _tag([info.name, info.label, info.metadata])


def tag_of_profile(profile: Profile | None) -> str:
    """Return the entity tag of the fields of a player that `updateMe` changes."""
    return _tag(["" if profile is None else profile.name])


def tag_of_plan(plan: Plan) -> str:
    """Return the entity tag of the fields of a tournament that `updateTournament` changes."""
    return _tag([msgspec.json.encode(plan).decode()])


def check(expected: Expected, tag: str) -> None:
    """Raise PreconditionFailed unless the tag is expected."""
    if not expected(tag):
        raise PreconditionFailed("Read the resource again, and send its new `ETag` as `If-Match`.")


def always(tag: str) -> bool:  # noqa: ARG001  # one of `Expected`
    """Accept every tag."""
    return True


def _tag(values: list[Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(values, order="sorted")).hexdigest()[:TAG_DIGITS]
