"""Notices in the feeds of players, and feeds that lose them."""

import time

import redis
from msgspec import UNSET, Raw

from domain.replay import GamePosition
from service.game import game_info
from service.game.game import Game, load
from service.lobby import seating
from service.players.callers import DELEGATED_SCOPES, Caller
from service.playing import games
from service.resources.clocks import PerDecisionClock
from service.store import DEFAULT_INFO, START, Header, Holder, SeatSetup
from service.store.players import Profile
from tests.service.timed import TimedTable
from workers.processes.sweeper import sweep

ADA, BEN, CAT, DAN = ("pl_" + letter * 20 for letter in "abcd")


OPEN = ({"kind": "open"}, {"kind": "open"})
LONG_AGO = "2026-01-01T00:00:00.000000Z"
FUTURE = 1e10
"""A time at which every game on the due list is due."""


def known(bottega, player):
    """Create a player with this id."""
    bottega.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
    return Caller(player, DELEGATED_SCOPES)


def game_in(ruleset, position, state, seat):
    """Return a game with a clock in a state, in which Ada has a seat."""
    seats = (SeatSetup("human"),) * len(position.decisions)
    header = Header(
        "g" * 20, ruleset.name, ruleset.version, Raw(b"{}"), seats, "", LONG_AGO, clock=PerDecisionClock(seconds=60)
    )
    info = game_info.new_game_info(header, DEFAULT_INFO, ruleset.to_act(state))
    changed = GamePosition(position.version, position.decisions, state)
    return Game(header, ruleset, changed, info, {seat: Holder(player=ADA)})


def act(table, seat):
    """Take the first legal action of a seat."""
    game = load(table.service.bottega, table.game_id)
    action = game.ruleset.legal_actions(game.position.state, seat)[0]
    games.act(table.service.bottega, table.game_id, seat, game.position.decisions[seat], action)


def reported(service, player=ADA, after=START):
    """Return the notices in a player's feed: type, version and seat, and the decision of a turn."""
    entries = service.bottega.store.feeds.read(player, after, 10_000, time.time()).entries
    ids = [position for position, _ in entries]
    assert ids == sorted(set(ids))
    return [
        (each.type, each.version, each.seat, *(() if each.decision is UNSET else (each.decision,)))
        for _, each in entries
    ]


class Mute:
    """Feeds that lose notices, as if the process died between commit and append."""

    def __init__(self, true):
        self.true = true

    def __getattr__(self, name):
        return getattr(self.true, name)

    def append(self, *_):
        raise redis.ConnectionError


def muted(service):
    """Drop all notices until `unmuted`."""
    service.bottega.store.feeds = Mute(service.bottega.store.feeds)


def unmuted(service):
    """Let the sweeper check all games that are due at any time."""
    service.bottega.store.feeds = service.bottega.store.feeds.true
    sweep(service.bottega, FUTURE)


def timed_for(sandbox, *seated, **terms):
    """Create a game with a virtual clock whose open seats are claimed by players, in order."""
    table = TimedTable(sandbox, seats=OPEN, **terms)
    for seat, player in enumerate(seated):
        seating.claim_seat(sandbox.bottega, table.game_id, seat, caller=known(sandbox.bottega, player))
    return table
