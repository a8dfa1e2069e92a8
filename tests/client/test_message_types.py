"""Test that each client lists all types of messages that the contract names for each kind of stream."""

import json
import re

import pytest
from bottega_client.delivered import MESSAGE_TYPES

from tests.client.typescript_modules import reported
from tests.service.helpers.client.contract import committed
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
    return reported("follow.js", "(module) => module.MESSAGE_TYPES")


CLIENTS_WITH_LISTS = {
    "typescript": in_typescript,
    "python": lambda: MESSAGE_TYPES,
    "kotlin": lambda: in_source(CLIENTS / "kotlin/src/main/kotlin/bottega/client/Events.kt"),
    "swift": lambda: in_source(CLIENTS / "swift/Sources/Bottega/Events.swift"),
}


@pytest.mark.parametrize("client", CLIENTS_WITH_LISTS)
def test_a_client_lists_all_types_of_messages(client):
    assert {kind: sorted(types) for kind, types in CLIENTS_WITH_LISTS[client]().items()} == in_contract()


@pytest.mark.parametrize(
    "path", ["kotlin/src/main/kotlin/bottega/client/Events.kt", "swift/Sources/Bottega/Events.swift"]
)
def test_a_client_sends_the_tag_of_a_page_with_the_next_poll(path):
    """These clients do not run in this test: their source reads the tag of a page once, and sends it once."""
    assert (CLIENTS / path).read_text(encoding="utf-8").count('"state_tag"') == 2


def test_each_union_of_messages_in_the_contract_is_compared():
    unions = {name for name in committed()["components"]["schemas"] if name.endswith("StreamMessage")}
    tagged = {name for name in unions if "discriminator" in committed()["components"]["schemas"][name]}
    assert tagged == {*UNIONS.values()}
