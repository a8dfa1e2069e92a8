"""Test how archives on servers behave when the servers fail."""

import subprocess
import sys

import pytest

from service.archive import ArchiveUnavailable, open_archive
from service.archive import postgresql as to_postgresql
from service.archive import s3 as to_s3
from tests.archive.servers import PASSWORD, QUOTED_PASSWORD, USER, run_sql


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(to_postgresql, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(to_postgresql, "RESPONSE_SECONDS", 0.3)
    monkeypatch.setattr(to_s3, "RESPONSE_SECONDS", 0.3)


def test_an_error_message_reports_a_stopped_server_which_is_used_again_after_its_restart(server, caplog):
    archive = open_archive(server.empty())
    archive.put("game", b"packed")
    server.kill()
    for use in (
        lambda: archive.put("game", b"lost"),
        lambda: archive.get("game"),
        lambda: archive.get_many(["game", "other"]),
        lambda: archive.remove("game"),
    ):
        with pytest.raises(ArchiveUnavailable):
            use()
    assert caplog.text == ""
    server.start()
    assert archive.get("game") == b"packed"
    assert archive.get_many(["game", "other"]) == {"game": b"packed"}
    archive.close()


def test_a_hanging_server_is_reported_and_used_again_once_it_continues(server):
    archive = open_archive(server.empty())
    archive.put("game", b"packed")
    for use in (lambda: archive.get("game"), lambda: archive.get_many(["game", *map(str, range(200))])):
        with server.hanging(), pytest.raises(ArchiveUnavailable):
            use()
    assert archive.get("game") == b"packed"
    assert archive.get_many(["game"]) == {"game": b"packed"}
    archive.close()


def test_waiting_for_a_server_stops_no_greenlet(server):
    patched = [sys.executable, "-m", "tests.archive.another", "patched", server.empty()]
    subprocess.run(patched, check=True)


def test_the_report_of_a_rejected_password_does_not_contain_it(server, monkeypatch, caplog):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-secret")
    archive = open_archive(server.empty().replace(QUOTED_PASSWORD, "wrong-secret"))
    with pytest.raises(ArchiveUnavailable, match=r"authentication failed|signature") as rejection:
        archive.get("game")
    archive.close()
    reported = f"{rejection.value!r} {rejection.value.__cause__!r} {archive!r} {caplog.text}"
    assert "wrong-secret" not in reported
    assert PASSWORD not in reported


def test_a_user_without_the_right_to_create_tables_uses_an_existing_one(postgresql):
    address = postgresql.empty()
    owner, guest = open_archive(address), open_archive(address.replace(f"{USER}:{QUOTED_PASSWORD}", "guest:guest"))
    run_sql(address, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest'")
    with pytest.raises(ArchiveUnavailable, match="permission denied"):
        guest.put("game", b"packed")
    owner.put("game", b"first")
    run_sql(address, "GRANT SELECT, INSERT, UPDATE, DELETE ON bottega_archive TO guest")
    guest.put("game", b"packed")
    assert guest.get("game") == b"packed"
    owner.close()
    guest.close()


def test_a_bucket_that_is_missing_is_no_missing_game(s3):
    archive = open_archive(s3.empty().replace("s3://games", "s3://nowhere"))
    with pytest.raises(ArchiveUnavailable, match="NoSuchBucket"):
        archive.get("game")
    archive.close()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://user:se@cret@host/games",
        "postgresql://user:se/cret@host/games",
        "postgresql://user:12/cret@host/games",
        "postgresql://user:cret@host/games?unknown=cret",
        "postgresql://user@host:cret/games",
        "s3://key:cret@bucket",
        "s3://bucket?endpoint=https://key:cret@host",
        "s3://bucket?endpoint=cret",
        "s3://bucket?secret=cret",
        "s3:///prefix",
    ],
)
def test_an_invalid_url_is_rejected_without_showing_it(address):
    with pytest.raises(ValueError, match=r"URL|endpoint|credentials") as rejection:
        open_archive(address)
    assert "cret" not in f"{rejection.value} {rejection.value.__cause__}"


@pytest.mark.parametrize(
    ("address", "package", "extra"),
    [("postgresql://host/games", "psycopg", "postgresql"), ("s3://games", "boto3", "s3")],
)
def test_a_package_that_is_missing_is_named(address, package, extra, monkeypatch):
    monkeypatch.delitem(sys.modules, f"service.archive.{extra}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ValueError, match=rf"needs {package}: pip install 'bottega\[{extra}\]'"):
        open_archive(address)
