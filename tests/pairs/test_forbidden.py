"""Test that the service rejects each forbidden pair with its code."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.pairs.environment import begun, opened_environment
from tests.pairs.forbidden import RULES, Forbidden, forbidden_pairs
from tests.pairs.receiving import outside
from tests.pairs.reducing import PLAIN
from tests.pairs.scene import operated, sign_up
from tests.pairs.targets import TARGETS
from tests.pairs.terms import STAGES, body_of, rules_of, terms_of
from tests.pairs.web import Journal, Person, Web

NOT_HOSTED = 99
"""A version of the rules that no ruleset has."""
REJECTED = [each for each in forbidden_pairs() if each[0].code]


@pytest.fixture(scope="module")
def environment():
    with (
        TemporaryDirectory() as name,
        outside() as around,
        opened_environment(Path(name), around.settings) as environment,
    ):
        yield environment


@pytest.fixture
def web(environment):
    with begun(environment, "forbidden") as fresh:
        yield Web(fresh, Journal(), fresh.rng)
        assert fresh.faults == []


@pytest.mark.parametrize(
    ("rule", "one", "two"), REJECTED, ids=[f"{each.first}={one}-{each.second}={two}" for each, one, two in REJECTED]
)
def test_a_forbidden_pair_is_rejected_with_its_code(web, rule, one, two):
    row = {**PLAIN, rule.first: one, rule.second: two}
    response = REQUESTS.get(rule.first, _game)(web, rule, row)
    assert (400 <= response.status_code < 500, response.json["code"]) == (True, rule.code)


def test_the_plain_row_is_accepted(web):
    assert web.send(sign_up(web, "Olga"), "POST", "/games", body_of(PLAIN)).status_code == 201


def test_each_rule_states_its_reason():
    assert [each for each in RULES if not each.reason.endswith(".")] == []


def _game(web: Web, rule: Forbidden, row):
    """Create the game of a row."""
    version = {"rules_version": NOT_HOSTED} if rule.second == "rules_version" else {}
    return web.send(sign_up(web, "Olga"), "POST", "/games", body_of(row) | version)


def _tournament(web: Web, rule: Forbidden, row):
    """Create the tournament of a row, or let a guest enter it."""
    size = int(row["seats"])
    stage = {"format": row["tournament"], "table_size": size, **STAGES[row["tournament"]]}
    plan = {**rules_of(row), **terms_of(row), "name": "Cup", "stages": [stage]}
    game = body_of(row)
    extra = {"undo": "undo", "advice": "hints", "queue": "queued_actions", "deal": "sandbox"}.get(rule.second)
    plan |= {extra: game[extra]} if extra else {}
    if rule.second == "credential":
        plan["entrants"] = [{"kind": "human"}]
    return web.send(operated(web.environment, sign_up(web, "Olga")), "POST", "/tournaments", plan)


def _credential(web: Web, rule: Forbidden, row):
    """Send the request of a row with the credential of the row."""
    who = _guest(web) if row["credential"] == "guest" else _player(web, row["credential"])
    if rule.second == "target":
        place = {"url": "json://127.0.0.2/x"} if row["target"] != "email" else {"email": "ann@example.org"}
        return web.send(who, "POST", TARGETS, place)
    if rule.second == "webhook":
        return web.send(who, "POST", "/me/webhooks", {"url": "https://example.org/hook"})
    if rule.second == "deletion":
        return web.send(who, "DELETE", "/me")
    return web.send(who, "GET", "/me/export")


def _guest(web: Web) -> Person:
    """Return a guest, who has the token of a seat and nothing else."""
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = web.ok(sign_up(web, "Olga"), "POST", "/games", {"ruleset": "tiny", "seats": seats})
    return Person("Guest", "guest", key=made["tokens"][0]["token"])


def _player(web: Web, kind: str) -> Person:
    if kind == "key":
        return sign_up(web, "Ann")
    platform = operated(web.environment, sign_up(web, "Platform"))
    return Person("Ann", kind, key=platform.key, user="ann")


REQUESTS = {"tournament": _tournament, "credential": _credential}
"""Sends the request of a row, by the first dimension of the rule."""
