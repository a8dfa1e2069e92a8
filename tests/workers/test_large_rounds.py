"""Test a sweeper that creates a large round on a slow disk: it sends heartbeats, and may be killed at any time."""

import sys
import time

import pytest

from domain.registry import RULESETS
from service.assembly import open_installation
from service.players import keys
from service.players.callers import Caller
from service.runtime import child_process
from service.runtime.heartbeat import VARIABLE, HeartbeatPipe
from service.runtime.liveness import USUAL
from service.settings import read_settings
from service.store import START, Profile
from service.tournaments import creation, log, progress
from service.tournaments.resources.entrants import EntrantRequest
from service.tournaments.resources.stages import StageRequest
from service.tournaments.resources.tournaments import TournamentRequest
from service.tournaments.rules.events import Started
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.visible import load_visible
from tests.service.helpers.client.proxy import Proxy
from tests.workers.waiting import until

LONG_AGO = "2026-01-01T00:00:00.000000Z"
ENTRANTS, GAMES = 48, 24
FLUSH_SECONDS = 0.03
ORGANISER = Caller("pl_" + "o" * keys.ID_LENGTH, frozenset(keys.SCOPES))
PLAYERS = [f"pl_{number:020d}" for number in range(ENTRANTS)]


@pytest.fixture
def installation(environ):
    opened = open_installation(read_settings(environ), RULESETS)
    yield opened
    opened.store.close()


@pytest.fixture
def slow(tmp_path, environ):
    """Return the environment of processes whose writes are as slow as on a slow disk."""
    proxy = Proxy(tmp_path / "wire", environ["BOTTEGA_REDIS_URL"])
    proxy.delay = FLUSH_SECONDS
    yield environ | {"BOTTEGA_REDIS_URL": proxy.url, "BOTTEGA_LEASE_SECONDS": "2"}
    proxy.close()


def started(installation):
    """Start a tournament of many players, and create the first game of its round; return its id."""
    ruleset = RULESETS["riddle"]
    for player in (ORGANISER.player, *PLAYERS):
        installation.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
    entrants = tuple(EntrantRequest(player=each) for each in PLAYERS)
    stages = (StageRequest("swiss", rounds=1),)
    body = TournamentRequest(name="Large", ruleset=ruleset.name, stages=stages, rated=False, entrants=entrants)
    name = creation.create(installation, ORGANISER, body)[0].tournament
    log.change(installation, name, lambda _running: [log.new_entry(installation, Started)])
    progress.drive(installation, name, 0.0)
    return name


def created(installation, name):
    """Count the games of the round so far."""
    (played,) = log.load(installation, name).tournament.rounds
    return tournaments_in(installation.store).created_games(name, played.paired)


def is_open(installation, name):
    return load_visible(installation, name).seating is None


class Sweeper:
    """A sweeper in a separate process."""

    def __init__(self, environ):
        self.pulse = HeartbeatPipe()
        own = environ | {VARIABLE: str(self.pulse.writes.fileno())}
        command = [sys.executable, "-m", "workers.command.entry", "sweeper"]
        self.process = child_process.start(command, environ=own, keep=[self.pulse.writes.fileno()])
        until(self.pulse.beats, "the sweeper lives")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.pulse.close()

    def longest_silence(self, is_done):
        """Return the longest time without a heartbeat until a condition holds, in seconds."""
        seen, longest = time.monotonic(), 0.0

        def look():
            nonlocal seen, longest
            now = time.monotonic()
            longest = max(longest, now - seen)
            seen = now if self.pulse.beats() else seen
            return is_done()

        until(look, "all is done")
        return longest


def test_a_sweeper_that_is_killed_while_it_creates_a_round_leaves_it_to_the_next_one(installation, slow):
    name = started(installation)
    first = Sweeper(slow)
    until(lambda: created(installation, name) > 3, "some games have been created")
    first.end()
    assert 3 < created(installation, name) < GAMES
    second = Sweeper(slow)
    store = tournaments_in(installation.store)
    silence = second.longest_silence(
        lambda: is_open(installation, name) and store.sent(name)[0] == len(log.load(installation, name).log)
    )
    second.end()
    running = log.load(installation, name)
    games = [game for table in running.tournament.rounds[0].tables for game in table.seating.games]
    assert sorted(installation.store.lists.all_games()) == sorted(games)
    assert [type(each).__name__ for each in running.log].count("Opened") == 1
    assert silence < USUAL.silent / 2
    for player in PLAYERS:
        notices = [each for _, each in installation.store.feeds.read(player, START, 100, time.time()).entries]
        sent = [getattr(each, "tournament_event", each.type) for each in notices]
        assert [sent.count(each) for each in ("entered", "started", "opened", "seated")] == [1, 1, 1, 1]
