"""Test that the contract publishes the entries of tournament logs as they are stored."""

from typing import get_args

import pytest
from msgspec.structs import fields

from service.tournaments.resources.tournament_events import PUBLISHED, tag_of
from service.tournaments.resources.tournament_records import RECORDED
from service.tournaments.rules.events import AnyEvent
from tests.service.helpers.client.contract import published

STORED = {tag_of(event): event for event in get_args(AnyEvent)}


def names(struct):
    return {field.name for field in fields(struct)}


@pytest.mark.parametrize("tag", STORED)
def test_an_entry_is_published_with_all_stored_fields_except_a_secret(tag):
    assert names(PUBLISHED[tag]) == names(STORED[tag]) - {"deal_secret"}


@pytest.mark.parametrize("tag", STORED)
def test_an_entry_of_a_record_has_all_stored_fields_and_its_hash(tag):
    assert names(RECORDED[tag]) == names(STORED[tag]) | {"hash"}


@pytest.mark.parametrize("union", ["TournamentEvent", "RecordedTournamentEvent"])
def test_the_union_of_entries_has_a_component_for_each_stored_type(union):
    schemas = published()["components"]["schemas"]
    mapping = schemas[union]["discriminator"]["mapping"]
    assert mapping.keys() == STORED.keys()
    assert all(
        schemas[reference.rpartition("/")[2]]["properties"]["type"]["enum"] == [tag]
        for tag, reference in mapping.items()
    )
