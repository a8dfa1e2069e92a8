"""Carry out each remedy of deploy/STORAGE.md in the default installation: `bottega serve` with its own Redis."""

import os
import shutil
import signal
from contextlib import contextmanager
from urllib.error import HTTPError

from tests.workers.running import environ_for, gone, name_of, run, serving
from tests.workers.test_supervisor import create_ai_game, end_of
from tests.workers.waiting import until

SERVERS = ("redis-server", "valkey-server")
ACCEPTED = "The archive is now in use. Games that are not in it return 503.\n"


class RunningService:
    """The data directory of an installation with one game in the archive."""

    def __init__(self, directory):
        self.directory, self.data = directory, directory / "data"
        self.archive = self.data / "archive.sqlite"
        with self.serving() as served:
            self.game = create_ai_game(served.address)
            end_of(served.address, self.game)
            self.into_archive(self.game)
            assert status(served, self.game) == 200

    @contextmanager
    def serving(self, **changes):
        with serving(self.directory, **changes) as served:
            yield served
            assert served.end(signal.SIGTERM) == 0

    def run(self, *arguments, **changes):
        """Run a `bottega` command; return its exit code and its last line of output or error."""
        ended = run(*arguments, environ=environ_for(self.data, **changes))
        return ended.returncode, (ended.stdout or ended.stderr).splitlines(keepends=True)[-1]

    def into_archive(self, game):
        until(lambda: self.run("games", "archive", game) == (0, "The game is in the archive.\n"), "it is archived")

    def lose_archive(self):
        """Move the files of the archive away; return their new directory."""
        lost = self.directory / "lost"
        lost.mkdir()
        for file in self.data.glob("archive.sqlite*"):
            shutil.move(file, lost)
        return lost

    def is_refused(self):
        """Whether a start of the service is refused because of the archive, with the remedy in the message."""
        code, line = self.run("serve")
        return (code, "Mount that archive" in line, "`bottega games accept-archive`" in line) == (1, True, True)


def status(served, game):
    """Return the status of the record of a game."""
    try:
        return served.get(f"/v1/games/{game}/record")[0]
    except HTTPError as error:
        return error.code


def test_an_archive_that_is_back_is_used_again_at_once(tmp_path):
    running = RunningService(tmp_path)
    with running.serving() as served:
        lost = running.lose_archive()
        until(lambda: status(served, running.game) == 503, "the archive is missed")
        for file in lost.iterdir():
            shutil.move(file, running.data)
        until(lambda: status(served, running.game) == 200, "the archive is used again")


def test_a_service_without_its_archive_is_refused_and_starts_with_a_copy_at_another_place(tmp_path):
    running = RunningService(tmp_path)
    copy = running.lose_archive() / "archive.sqlite"
    assert running.is_refused()
    with running.serving(BOTTEGA_ARCHIVE_URL=f"sqlite://{copy}") as served:
        assert status(served, running.game) == 200


def test_the_archive_of_a_backup_replaces_a_lost_one(tmp_path):
    running = RunningService(tmp_path)
    with running.serving() as served:
        assert running.run("backup", str(tmp_path / "backup")) == (0, f"in {tmp_path / 'backup'}\n")
        later = create_ai_game(served.address)
        end_of(served.address, later)
        running.into_archive(later)
    running.lose_archive()
    assert running.is_refused()
    shutil.copy(tmp_path / "backup" / "archive.sqlite", running.archive)
    with running.serving() as served:
        assert (status(served, running.game), status(served, later)) == (200, 503)


def test_a_lost_archive_is_accepted_while_the_service_does_not_run(tmp_path):
    running = RunningService(tmp_path)
    running.lose_archive()
    assert running.is_refused()
    assert running.run("games", "accept-archive") == (0, ACCEPTED)
    with running.serving() as served:
        assert status(served, running.game) == 503
        later = create_ai_game(served.address)
        end_of(served.address, later)
        running.into_archive(later)
        assert status(served, later) == 200


def test_a_lost_archive_is_accepted_while_the_service_runs(tmp_path):
    running = RunningService(tmp_path)
    with running.serving() as served:
        running.lose_archive()
        assert running.run("games", "accept-archive") == (0, ACCEPTED)
        later = create_ai_game(served.address)
        end_of(served.address, later)
        running.into_archive(later)
        assert (status(served, later), status(served, running.game)) == (200, 503)
    with running.serving() as served:
        assert status(served, later) == 200


def test_doctor_reports_a_lost_archive_while_the_service_cannot_start(tmp_path):
    running = RunningService(tmp_path)
    running.lose_archive()
    assert running.is_refused()
    ended = run("doctor", environ=environ_for(running.data))
    assert ended.returncode == 1
    assert [line for line in ended.stdout.splitlines() if "archive" in line and "fail" in line]


def test_doctor_reports_the_redis_of_a_running_service_that_is_away(tmp_path):
    with serving(tmp_path) as served:
        (server,) = [process for process in served.below() if name_of(process) in SERVERS]
        served.process.send_signal(signal.SIGSTOP)  # it cannot start another Redis
        os.kill(server, signal.SIGKILL)
        gone([server])
        ended = run("doctor", environ=environ_for(tmp_path / "data"))
        served.process.send_signal(signal.SIGCONT)
        lines = ended.stdout.splitlines()
        assert (ended.returncode, ended.stderr) == (1, "")
        assert [line for line in lines if line.startswith("fail  redis ")]
        assert [line for line in lines if line.startswith("ok    disk of redis ")]
