"""Pairs of values that no journey has, with the reason; most of them are problems of the service with a stable code.

`test_forbidden.py` sends each rejected pair and compares the code. Pairs without a code cannot be requested at all, or
take too much processor time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from domain.undo_rules import undo_modes
from tests.pairs.dimensions import DIMENSIONS, NONE, PLAYED, SEARCH_LEVELS, VERSIONED, Row

SANDBOX = ("seeded", "virtual")
PAIRED = ("double_knockout", "ladder")
"""The formats with tables of two."""
HEAVY = ("leonardo", "azul", "riddle")
"""The rulesets whose searches take seconds."""


@dataclass(frozen=True)
class Forbidden:
    """Two dimensions of which some pairs of values are forbidden."""

    first: str
    second: str
    test: Callable[[str, str], bool]
    """Whether a pair is forbidden."""
    reason: str
    code: str = ""
    """The code of the problem; empty if there is no such request."""


def _is_seated(ruleset: str, seats: str) -> bool:
    return PLAYED[ruleset].min_seats <= int(seats) <= PLAYED[ruleset].max_seats


RULES: tuple[Forbidden, ...] = (
    Forbidden(
        "ruleset", "seats", lambda one, two: not _is_seated(one, two), "A ruleset limits the seats.", "bad_player_count"
    ),
    Forbidden(
        "ruleset",
        "rules_version",
        lambda one, two: two == "older" and one not in VERSIONED,
        "Only some rulesets have an older version.",
        "rules_version_not_hosted",
    ),
    Forbidden(
        "ruleset",
        "undo",
        lambda one, two: two not in undo_modes(PLAYED[one]),
        "A ruleset without private actions has no undo alone.",
        "undo_mode_unavailable",
    ),
    Forbidden(
        "rated", "undo", lambda one, two: one == "yes" and two != NONE, "A rated game has no undo.", "undo_not_allowed"
    ),
    Forbidden(
        "rated",
        "visibility",
        lambda one, two: one == "yes" and two != "public",
        "A rated game is public.",
        "rated_not_public",
    ),
    Forbidden(
        "rated",
        "advice",
        lambda one, two: one == "yes" and two == "hints",
        "A rated game has no hints.",
        "hints_disabled",
    ),
    Forbidden(
        "rated",
        "deal",
        lambda one, two: one == "yes" and two in SANDBOX,
        "A game of a sandbox is not rated.",
        "sandbox_unrated",
    ),
    Forbidden(
        "rated",
        "ruleset",
        lambda one, two: one == "yes" and PLAYED[two].is_cooperative,
        "A cooperative game is not rated.",
        "cooperative_unrated",
    ),
    Forbidden(
        "tournament",
        "ruleset",
        lambda one, two: one != NONE and bool(PLAYED[two].team_ids),
        "A tournament ranks single entrants.",
        "invalid_plan",
    ),
    Forbidden(
        "tournament",
        "deal",
        lambda one, two: one != NONE and two in SANDBOX,
        "A tournament has no sandbox.",
        "invalid_request",
    ),
    Forbidden(
        "tournament", "deal", lambda one, two: one == NONE and two == "shared", "A deal is shared in a tournament only."
    ),
    Forbidden(
        "tournament",
        "seats",
        lambda one, two: one in PAIRED and two != "2",
        "A double knock-out and a ladder have tables of two.",
        "invalid_plan",
    ),
    Forbidden(
        "tournament",
        "undo",
        lambda one, two: NONE not in (one, two),
        "A tournament has no undo.",
        "invalid_request",
    ),
    Forbidden(
        "tournament",
        "advice",
        lambda one, two: one != NONE and two == "hints",
        "A tournament has no hints.",
        "invalid_request",
    ),
    Forbidden(
        "tournament",
        "queue",
        lambda one, two: one != NONE and two == "yes",
        "The clock of a tournament decides about action queues.",
        "invalid_request",
    ),
    Forbidden(
        "tournament",
        "webhook",
        lambda one, two: (one == NONE) == (two == "tournament"),
        "A tournament has webhooks of its own.",
    ),
    Forbidden(
        "tournament",
        "credential",
        lambda one, two: one != NONE and two == "guest",
        "Entrants are players or AI levels.",
        "invalid_request",
    ),
    Forbidden(
        "credential",
        "target",
        lambda one, two: one == "guest" and two != NONE,
        "A guest has no notification targets.",
        "token_mismatch",
    ),
    Forbidden(
        "credential",
        "target",
        lambda one, two: one == "key" and two == "email",
        "An anonymous player gets no e-mail.",
        "target_rejected",
    ),
    Forbidden(
        "credential",
        "webhook",
        lambda one, two: one == "guest" and two == "player",
        "A guest has no webhooks.",
        "token_mismatch",
    ),
    Forbidden(
        "credential",
        "deletion",
        lambda one, two: one == "guest" and two == "player",
        "A guest has no player to delete.",
        "token_mismatch",
    ),
    Forbidden(
        "credential",
        "export",
        lambda one, two: one == "guest" and two == "yes",
        "A guest has no data to export.",
        "token_mismatch",
    ),
    Forbidden(
        "target", "quiet", lambda one, two: one == NONE and two != NONE, "Quiet hours belong to a notification target."
    ),
    Forbidden(
        "ai", "ruleset", lambda one, two: one in SEARCH_LEVELS and two in HEAVY, "The search takes too much time."
    ),
)


def is_allowed(row: Row) -> bool:
    """Return whether no pair of a row, complete or not, is forbidden."""
    return not any(
        each.first in row and each.second in row and each.test(row[each.first], row[each.second]) for each in RULES
    )


def constraints() -> list[dict[str, Any]]:
    """Return the rules as constraints of `covertable`."""
    return [_constraint(each) for each in RULES]


def _constraint(rule: Forbidden) -> dict[str, Any]:
    def holds(row: Mapping[str, str]) -> bool:
        return not rule.test(row[rule.first], row[rule.second])

    return {"operator": "fn", "requires": [rule.first, rule.second], "evaluate": holds}


Pair = frozenset[tuple[str, str]]
"""Two dimensions with a value each."""


def pairs_of(row: Row) -> Iterator[Pair]:
    """Yield the pairs of a row."""
    return map(frozenset, combinations(row.items(), 2))


def forbidden_pairs() -> list[tuple[Forbidden, str, str]]:
    """List all forbidden pairs with their rules."""
    return [
        (rule, one, two)
        for rule in RULES
        for one in DIMENSIONS[rule.first]
        for two in DIMENSIONS[rule.second]
        if rule.test(one, two)
    ]
