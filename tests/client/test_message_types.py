"""Test that each client lists all types of messages that the contract names for each kind of stream."""

import json
import re

import pytest
from bottega_client.follow import MESSAGE_TYPES

from tests.service.contract import committed
from tests.service.table_modules import reported
from tests.workers.running import ROOT

CLIENTS = ROOT / "openapi" / "clients"
UNIONS = {"game": "GameStreamMessage", "me": "FeedStreamMessage", "tournament": "TournamentStreamMessage"}
LISTED = re.compile(r"[mM](?:ESSAGE_TYPES|essageTypes): .*?= (?:mapOf\(|\[)(.*?)\n[)\]]", re.DOTALL)
ENTRY = re.compile(r'"(\w+)"(?: to |: )(?:listOf\(|\[)(.*?)[)\]]')


def in_contract():
    schemas = committed()["components"]["schemas"]
    return {kind: sorted(schemas[union]["discriminator"]["mapping"]) for kind, union in UNIONS.items()}


def in_source(path):
    """Return the list in the source of a client that this test cannot run."""
    (listed,) = LISTED.findall(path.read_text(encoding="utf-8"))
    return {kind: json.loads(f"[{types}]") for kind, types in ENTRY.findall(listed)}


def in_typescript():
    return reported("client/follow.js", "(module) => module.MESSAGE_TYPES")


CLIENTS_WITH_LISTS = {
    "typescript": in_typescript,
    "python": lambda: MESSAGE_TYPES,
    "kotlin": lambda: in_source(CLIENTS / "kotlin/src/main/kotlin/bottega/client/Events.kt"),
    "swift": lambda: in_source(CLIENTS / "swift/Sources/Bottega/Events.swift"),
}


@pytest.mark.parametrize("client", CLIENTS_WITH_LISTS)
def test_a_client_lists_all_types_of_messages(client):
    assert {kind: sorted(types) for kind, types in CLIENTS_WITH_LISTS[client]().items()} == in_contract()


def test_the_web_client_handles_all_types_of_messages_of_a_game():
    handled = reported("session.js", "(module) => Object.keys(module.HANDLERS)")
    assert sorted(handled) == in_contract()["game"]


def test_each_union_of_messages_in_the_contract_is_compared():
    unions = {name for name in committed()["components"]["schemas"] if name.endswith("StreamMessage")}
    tagged = {name for name in unions if "discriminator" in committed()["components"]["schemas"][name]}
    assert tagged == {*UNIONS.values()}
