"""Test games in archives of every kind: archive, read, restore, change, archive again and delete."""

import pytest

from service.archive import open_archive
from service.playing import game_metadata
from service.resources.game_info import GameChange
from service.retention import archiving
from service.store.archived_copies import copy_id
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games import archived_responses
from tests.service.helpers.games.archiving import take_back
from tests.service.helpers.games.stored import leftovers


@pytest.fixture
def archival(redis_url, address):
    """Run the application with an archive."""
    with running(settings(redis_url, archive_url=address, analysis_iterations=1, durability="memory")) as service:
        yield service


@pytest.fixture
def past(archival):
    """Create a finished game and return it."""
    return archived_responses.finished(archival, "tiny", number=8)


def marks(past):
    """Return the marks of the game in the archive."""
    client, name = past.service.installation.store.servers.client, f"bottega:{{{past.game_id}}}"
    return [client.get(f"{name}:archived"), *client.smembers(f"{name}:superseded")]


def archived(past, found, address):
    """Return which of these copies are in the archive."""
    archive = open_archive(address)
    there = [mark for mark in found if archive.get(copy_id(past.game_id, mark)) is not None]
    archive.close()
    return there


def test_every_archive_returns_the_same_bytes_and_is_empty_afterwards(past, address):
    store, before = past.service.installation.store, archived_responses.everything(past)
    archived_responses.move(past)
    assert archived_responses.everything(past) == before
    take_back(past)
    assert archived_responses.everything(past) == before
    game_metadata.change(past.service.installation, past.game_id, GameChange(label="final"))
    archived_responses.move(past)
    found = marks(past)
    assert (past.get(None, "").json["label"], len(found), archived(past, found, address)) == ("final", 2, found)
    assert archiving.archive(past.service.installation, past.game_id)  # once more, which tidies up
    assert (marks(past), archived(past, found, address)) == (found[:1], found[:1])
    store.remove(store.header(past.game_id))
    assert (leftovers(past.service), archived(past, found, address)) == (set(), [])
    assert past.get(None, "/record").status_code == 404
