"""Turn a row into the requests that create its game or tournament."""

from typing import Any

from tests.pairs.dimensions import CLOCKS, NONE, OMITTED, SPECTATORS, Row, ruleset_of
from tests.service.helpers.games.played import RICHEST

QUICK = "greedy"
STAGES: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 2},
    "round_robin": {"rounds": 2},
    "knockout": {},
    "double_knockout": {},
    "arena": {"matches": 2},
    "ladder": {"challenges": {"by": "rating", "rematch_hours": 0}},
}


def terms_of(row: Row) -> dict[str, Any]:
    """Return the terms of a game or tournament that a row states."""
    terms: dict[str, Any] = {"rated": row["rated"] == "yes", "visibility": row["visibility"]}
    if CLOCKS[row["clock"]]:
        terms["clock"] = CLOCKS[row["clock"]]
    if row["absence"] != OMITTED:
        level = {} if row["absence"] in ("default_action", "forfeit") else {"level": QUICK}
        terms["absence"] = {"on_timeout": row["absence"], **level}
    if SPECTATORS[row["spectators"]]:
        terms["spectators"] = SPECTATORS[row["spectators"]]
    return terms


def rules_of(row: Row) -> dict[str, Any]:
    """Return ruleset, version and options that a row states."""
    ruleset = ruleset_of(row)
    rules = {"ruleset": row["ruleset"], "options": RICHEST.get(row["ruleset"], {})}
    return rules if row["rules_version"] == "latest" else rules | {"rules_version": ruleset.version}


def body_of(row: Row) -> dict[str, Any]:
    """Return the request that creates the game of a row: open seats, and AI levels."""
    number = int(row["seats"])
    levels = {NONE: [], "rest": [QUICK] * (number - 1)}.get(row["ai"], [row["ai"]])
    seats = [{"kind": "open"}] * (number - len(levels)) + [{"kind": "ai", "level": each} for each in levels]
    body = {**rules_of(row), **terms_of(row), "seats": seats, "starts": "when_seated", "undo": row["undo"]}
    body |= {"queued_actions": row["queue"] == "yes", "name": "Evening", "label": "club", "presence": True}
    if row["rated"] == "no" or row["advice"] == "hints":
        body["hints"] = 3 if row["advice"] == "hints" else 0
    sandbox = {"seeded": {"seed": "5a" * 32}, "virtual": {"clock": "virtual"}}.get(row["deal"])
    return body if sandbox is None else body | {"sandbox": sandbox}
