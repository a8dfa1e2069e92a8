"""Test that the service recognises a missing archive and the archive of another Redis."""

import shutil
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.archive import open_archive
from service.retention import archiving
from service.store.archive_identity import IDENTITY, WrongArchive
from service.store.archived_copies import copy_id
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games import archived_responses
from workers.command import games
from workers.command.doctor import archive
from workers.processes.data_check import check_data
from workers.processes.expiry import expire_games
from workers.processes.managed_process import ServiceError


@pytest.fixture
def archival(redis_url, address):
    """Run the application with an archive."""
    with running(settings(redis_url, archive_url=address, analysis_iterations=1, durability="memory")) as service:
        yield service


@pytest.fixture
def past(archival):
    """Create a finished game that is in the archive only, and return it."""
    past = archived_responses.finished(archival, "tiny", number=8)
    archived_responses.move(past)
    return past


def empty(past, address):
    """Remove the contents of an archive, as if its volume were not mounted; return a function that restores them."""
    if address.startswith(("file:", "sqlite:")):
        return _unmounted(Path(urlsplit(address).path))
    mark = past.service.installation.store.servers.client.get(f"bottega:{{{past.game_id}}}:archived")
    return _cleared(address, [IDENTITY, copy_id(past.game_id, mark)])


def _unmounted(path):
    """Move the files of an archive to another directory."""
    away = path.with_name("away")
    away.mkdir()
    for each in path.parent.glob("archive*"):
        shutil.move(each, away)

    def mount():
        for each in [*path.parent.glob("archive*")]:
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        for each in away.iterdir():
            shutil.move(each, path.parent)

    return mount


def _cleared(address, names):
    """Remove the archive's data on a server under these names."""
    with closing(open_archive(address)) as archive:
        stored = {name: archive.get(name) for name in names}
        for name in names:
            archive.remove(name)

    def mount():
        with closing(open_archive(address)) as archive:
            for name, packed in stored.items():
                archive.put(name, packed)

    return mount


def put_another(address):
    """Mark the archive as that of another Redis."""
    with closing(open_archive(address)) as archive:
        archive.put(IDENTITY, b"f" * 32)


@pytest.mark.parametrize("state", ["empty", "foreign"])
def test_a_missing_or_foreign_archive_is_rejected_at_the_start_and_while_running(past, address, state):
    service, installation = past.service, past.service.installation
    mount = empty(past, address)
    if state == "foreign":
        put_another(address)
    with pytest.raises(ServiceError, match="Redis has 1 games in its former archive"):
        check_data(installation.settings)
    with pytest.raises(WrongArchive):
        installation.store.archived.copies.put(past.game_id, b"m" * 16, b"packed")
    with pytest.raises(WrongArchive):
        installation.store.archived.copies.remove(past.game_id, [b"m" * 16])
    installation.store.archived.copies.clear_cache()
    response = past.get(None, "/record")
    assert (response.status_code, response.json["code"]) == (503, "store_unavailable")
    assert service.client.get("/v1/games").json == {"games": [], "incomplete": True}
    (found,) = archive.findings(installation.settings)
    kind = "is empty" if state == "empty" else "belongs to another Redis"
    assert (found.level, found.found) == ("fail", f"the archive {kind}, and Redis counts 1 game in it")
    mount()
    check_data(installation.settings)
    assert past.get(None, "/record").status_code == 200
    assert [each.level for each in archive.findings(installation.settings)] == ["ok"]


def test_a_game_stays_in_redis_while_the_archive_is_missing(past, address):
    installation = past.service.installation
    another = archived_responses.finished(past.service, "tiny", number=9)
    empty(past, address)
    with pytest.raises(WrongArchive):
        archiving.archive(installation, another.game_id)
    assert installation.store.servers.client.exists(f"bottega:{{{another.game_id}}}:header")
    with closing(open_archive(address)) as archive:
        assert archive.get(IDENTITY) is None
    with pytest.raises(WrongArchive):
        expire_games(installation, 4e9)


def test_a_redis_without_archived_games_accepts_an_empty_archive(archival, address):
    installation = archival.installation
    check_data(installation.settings)
    stored = installation.store.servers.client.get("bottega:{archive}")
    with closing(open_archive(address)) as archive:
        assert archive.get(IDENTITY) == stored
        archive.remove(IDENTITY)
        check_data(installation.settings)
        assert archive.get(IDENTITY) == stored


def test_the_operator_accepts_an_archive_in_place_of_one_that_is_lost(past, address, capsys):
    empty(past, address)
    environ = {"BOTTEGA_REDIS_URL": past.service.installation.settings.redis_url, "BOTTEGA_ARCHIVE_URL": address}
    games.accept_archive(environ)
    assert capsys.readouterr().out == "The archive is now in use. Games that are not in it return 503.\n"
    check_data(past.service.installation.settings)
    past.service.installation.store.archived.copies.clear_cache()
    assert past.get(None, "/record").status_code == 503
    another = archived_responses.finished(past.service, "tiny", number=9)
    archived_responses.move(another)
    assert another.get(None, "/record").status_code == 200


def test_doctor_names_an_archive_that_is_not_set_while_redis_counts_games_in_it(past):
    settings_without = settings(past.service.installation.settings.redis_url)
    (found,) = archive.findings(settings_without)
    assert (found.level, found.found) == ("fail", "BOTTEGA_ARCHIVE_URL is not set, and Redis counts 1 game in it")


def test_the_service_starts_while_the_archive_is_unavailable(redis_url, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("no directory")
    check_data(settings(redis_url, archive_url=f"sqlite://{blocked}/archive.sqlite"))
