"""Which terms of a game exclude each other: the service rejects new games by them, and verification rejects records."""

from typing import Literal, NamedTuple

from domain.ruleset import AnyRuleset
from domain.undo_rules import UndoMode, undo_modes

TermConflict = Literal[
    "sandbox_unrated", "rated_not_public", "cooperative_unrated", "undo_not_allowed", "undo_mode_unavailable"
]
"""A conflict, named after the problem that the service returns."""


class ChosenTerms(NamedTuple):
    """The terms of a game that can exclude each other."""

    rated: bool
    sandbox: bool
    is_public: bool
    undo: UndoMode


def conflict_of(ruleset: AnyRuleset, chosen: ChosenTerms) -> TermConflict | None:
    """Return the first conflict of the terms of a game; None if a game can have them."""
    if chosen.rated and chosen.sandbox:
        return "sandbox_unrated"
    if chosen.rated and not chosen.is_public:
        return "rated_not_public"
    if chosen.rated and ruleset.is_cooperative:
        return "cooperative_unrated"
    if chosen.rated and chosen.undo != "none":
        return "undo_not_allowed"
    return None if chosen.undo in undo_modes(ruleset) else "undo_mode_unavailable"
