"""Test the conclusions of the load tool from its counts."""

import time
from pathlib import Path

import pytest

from domain.registry import RULESETS
from tests.lab.load import fill
from tests.lab.load.clients import Counted, request
from tests.lab.load.machine import CORES, limit
from tests.lab.load.soak import _pattern, reported


@pytest.mark.parametrize(
    ("shares", "idle", "named"),
    [
        ({"web server": 0.95, "clients": 0.1}, CORES - 1.05, "web server"),
        ({"web server": 0.5, "Redis": 0.92, "clients": 0.1}, CORES - 1.5, "Redis"),
        ({"web server": 0.5, "clients": 0.95}, CORES - 1.5, "the clients"),
        ({"web server": 0.5, "clients": 0.3}, CORES - 0.8, "latency of other processes or the disk"),
        ({"web server": 0.2, "clients": 0.1}, 0.0, f"cores; {CORES - 0.3:.1f} of them others'"),
    ],
)
def test_the_limit_is_the_exhausted_resource(shares: dict[str, float], idle: float, named: str) -> None:
    assert limit(shares, idle, api=1) == named


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("bottega:{abcdefghij0123456789}:log", "bottega:{<id>}:log"),
        ("bottega:{lists}:seated:pl_abcdefghij0123456789:over", "bottega:{lists}:seated:<id>:over"),
        ("rq:workers:search-31", "rq:workers:search-<number>"),
    ],
)
def test_keys_of_one_kind_have_one_pattern(name: str, pattern: str) -> None:
    assert _pattern(name) == pattern


def test_growth_is_reported_per_hour_and_errors_by_name() -> None:
    samples = [{"minutes": minute, "keys": 100 + minute} for minute in range(10)]
    lines = reported(samples, {"act": Counted([0.1, 0.2], {"503": 1})}).splitlines()
    assert lines[2:] == ["| keys | 107 | +60 | +56.1 % |", "", "Requests: act 2. Errors: {'act': {'503': 1}}."]


def test_a_request_is_written_whole() -> None:
    written = b"POST /v1/games HTTP/1.1\r\nHost: load\r\nAuthorization: Bearer t\r\n"
    assert request("POST", "/v1/games", {}, "t") == (
        written + b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )


def test_stored_clones_are_listed_like_played_games(tmp_path: Path) -> None:
    ruleset, plan = next(iter(RULESETS.values())), fill.Plan(stored=6, live=4, players=3)
    with fill.opened_installation(tmp_path) as installation:
        fill.Filler(installation, ruleset, fill.origins_of(installation, ruleset), plan, time.time()).fill()
        lists = installation.store.lists
        listed = [len(lists.games(ruleset.name, status, None, None, 100)) for status in ("over", "running", "open")]
        assert (listed, len(lists.records(ruleset.name, 0, 100))) == ([6, 4, 1], 6)  # one runs with an open seat
