"""The dimensions of a game and its surroundings, with their values.

A value is a word that `terms` turns into a request. Values come from the contract and the code where these list them.
A test compares the others with the types that they stand for.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args

from domain.languages import LANGUAGES
from domain.levels import LEVELS, SearchBudget
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from domain.undo_rules import ALL_MODES
from service.resources.clocks import OnTime
from service.resources.notifications import TargetKind
from service.resources.types import Visibility
from service.tournaments.rules.plan import Format
from tests.service.helpers.games.versions import LATER
from tests.tiny import TINY
from tests.zoo import ZOO

HOSTED: Mapping[str, AnyRuleset] = {**RULESETS, TINY.name: TINY, **ZOO, **LATER}
"""All rulesets of the journeys: those of the service, the tiny one, the packages of the zoo, and second versions."""
PLAYED = {name: each for name, each in HOSTED.items() if not each.version_of}
VERSIONED = {each.version_of for each in LATER.values()}
"""The rulesets that are hosted in two versions."""
OMITTED = "omitted"
NONE = "none"

PAUSE = {"from": "22:00", "to": "07:00"}
CLOCKS: Mapping[str, Any] = {
    NONE: None,
    "per_decision": {"kind": "per_decision", "seconds": 60},
    "budget": {"kind": "budget", "seconds": 120, "increment": 5, "delay": 2},
    "week_budget": {"kind": "budget", "seconds": 6 * 86400},
    "days": {"kind": "days", "days": 2, "pause": PAUSE},
    "week": {"kind": "days", "days": 7},
    "fortnight": {"kind": "days", "days": 14},
    "longest": {"kind": "days", "days": 60, "pause": PAUSE},
}
SPECTATORS: Mapping[str, Any] = {
    "open": None,
    "delayed_events": {"kind": "delayed", "events": 3},
    "delayed_seconds": {"kind": "delayed", "seconds": 45},
    "off": {"kind": "off"},
}
LIFETIMES: Mapping[str, Mapping[str, int]] = {
    "default": {},
    "short": {"unclaimed_seconds": 86400, "inactive_seconds": 3 * 86400, "finished_seconds": 40 * 86400},
    "endless": {"unclaimed_seconds": 0, "inactive_seconds": 0, "listed_seconds": 0, "finished_seconds": 0},
}
NIGHTS: Mapping[str, tuple[Mapping[str, str], datetime]] = {
    "night": (
        {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"},
        datetime(2027, 1, 4, 20, 59, tzinfo=UTC),
    ),
    "long_night": (
        {"start": "22:00", "end": "02:30", "time_zone": "Europe/Prague"},
        datetime(2027, 10, 31, 1, 5, tzinfo=UTC),
    ),
}
"""Quiet hours, and when the journey starts: just before them, or in the hour that comes twice."""
QUICK_LEVELS = tuple(name for name, how in LEVELS.items() if not isinstance(how, SearchBudget))
SEARCH_LEVELS = tuple(name for name in LEVELS if name not in QUICK_LEVELS)

DIMENSIONS: Mapping[str, Sequence[str]] = {
    "ruleset": tuple(PLAYED),
    "seats": tuple(map(str, range(2, max(each.max_seats for each in PLAYED.values()) + 1))),
    "rules_version": ("latest", "older"),
    "ai": (NONE, *LEVELS, "rest"),
    "clock": tuple(CLOCKS),
    "absence": (OMITTED, *get_args(OnTime)),
    "attendance": ("all", "late_once", "one_leaves", "nobody"),
    "ending": ("played", "resigned", "decided", "aborted"),
    "undo": ALL_MODES,
    "visibility": get_args(Visibility),
    "spectators": tuple(SPECTATORS),
    "rated": ("no", "yes"),
    "deal": ("own", "shared", "seeded", "virtual"),
    "tournament": (NONE, *get_args(Format)),
    "queue": ("no", "yes"),
    "advice": (NONE, "hints", "analysis"),
    "credential": ("guest", "key", "platform", "identity"),
    "target": (NONE, *get_args(TargetKind)),
    "quiet": (NONE, *NIGHTS, "digest"),
    "webhook": (NONE, "player", "game", "created", "tournament"),
    "merge": ("no", "yes"),
    "deletion": (NONE, "player", "creator", "game"),
    "export": ("no", "yes"),
    "rotation": (NONE, "credential", "secret"),
    "archive": (NONE, "sqlite"),
    "restart": ("no", "yes"),
    "outage": (NONE, "paused", "cut", "lost_reply"),
    "lifetime": tuple(LIFETIMES),
    "language": tuple(LANGUAGES),
    "rematch": ("no", "yes"),
}
"""`setting` and `happenings` carry out what each word means.

`ai`: the level of the last seat; `rest` lets a quick level play all seats but the first.
`deal`: `shared` by the games of a round, `seeded` and `virtual` in a sandbox with a chosen seed or clock.
"""

Row = Mapping[str, str]
"""The value of each dimension in one journey."""


def ruleset_of(row: Row) -> AnyRuleset:
    """Return the ruleset whose rules the games of a journey have."""
    first = PLAYED[row["ruleset"]]
    if row["rules_version"] == "older" or first.name not in VERSIONED:
        return first
    return next(each for each in LATER.values() if each.version_of == first.name)
