"""Test games in archives of every kind: archive, read, restore, change, archive again and delete."""

import pytest

from service.archive import open_archive
from service.playing import game_metadata
from service.resources.game_info import GameChange
from service.retention import archiving
from service.store.archived_copies import copy_id
from tests.service import readings
from tests.service.archiving import take_back
from tests.service.lifetimes import leftovers
from tests.service.running import running
from tests.service.table import settings


@pytest.fixture
def archival(redis_url, address):
    """Run the application with an archive."""
    with running(settings(redis_url, archive_url=address, analysis_iterations=1, durability="memory")) as service:
        yield service


@pytest.fixture
def past(archival):
    """Create a finished game and return it."""
    return readings.finished(archival, "tiny", number=8)


def marks(past):
    """Return the marks of the game in the archive."""
    client, name = past.service.bottega.store.servers.client, f"bottega:{{{past.game_id}}}"
    return [client.get(f"{name}:archived"), *client.smembers(f"{name}:superseded")]


def kept(past, found, address):
    """Return which of these copies are in the archive."""
    archive = open_archive(address)
    there = [mark for mark in found if archive.get(copy_id(past.game_id, mark)) is not None]
    archive.close()
    return there


def test_every_archive_returns_the_same_bytes_and_is_empty_afterwards(past, address):
    store, before = past.service.bottega.store, readings.everything(past)
    readings.move(past)
    assert readings.everything(past) == before
    take_back(past)
    assert readings.everything(past) == before
    game_metadata.change(past.service.bottega, past.game_id, GameChange(label="final"))
    readings.move(past)
    found = marks(past)
    assert (past.get(None, "").json["label"], len(found), kept(past, found, address)) == ("final", 2, found)
    assert archiving.archive(past.service.bottega, past.game_id)  # once more, which tidies up
    assert (marks(past), kept(past, found, address)) == (found[:1], found[:1])
    store.remove(store.header(past.game_id))
    assert (leftovers(past.service), kept(past, found, address)) == (set(), [])
    assert past.get(None, "/record").status_code == 404
