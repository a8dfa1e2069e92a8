"""Notices in the feeds of players, pages of feeds, and feeds that lose notices."""

import time

import redis
from msgspec import UNSET, Raw

from domain.clock_per_decision import PerDecisionClock
from domain.replay import GamePosition
from service.game import game_info
from service.game.game import Game, load
from service.lobby import seating
from service.players.callers import DELEGATED_SCOPES, Caller
from service.store import DEFAULT_INFO, START, Header, Holder, SeatSetup
from service.store.players import Profile
from tests.service.helpers.games.clocks import TimedGame
from tests.submitting import submit
from workers.processes.sweeper import sweep

OPEN = ({"kind": "open"}, {"kind": "open"})


def joined(*seated, seats=OPEN):
    """Create a game whose first seats are claimed by players, in order, the others by guests."""
    game = seated[0].service.new_game(seats)
    for seat in range(len(seats)):
        if seat < len(seated):
            assert seated[seat].claim(game.game_id, seat).status_code == 201
            game.tokens[seat] = seated[seat].key
        else:
            game.tokens[seat] = game.post(f"/seats/{seat}/claim").json["token"]
    return game


def page(who, query=""):
    """Read a page of a player's feed."""
    outcome = who.get(f"/me/events{query}")
    assert outcome.status_code == 200, outcome.text
    return outcome.json


ADA, BEN, CAT, DAN = ("pl_" + letter * 20 for letter in "abcd")
LONG_AGO = "2026-01-01T00:00:00.000000Z"
FUTURE = 1e10
"""A time at which every game on the due list is due."""


def known(installation, player):
    """Create a player with this id."""
    installation.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
    return Caller(player, DELEGATED_SCOPES)


def game_in(ruleset, position, state, seat):
    """Return a game with a clock in a state, in which Ada has a seat."""
    seats = (SeatSetup("human"),) * len(position.decisions)
    header = Header(
        game_id="g" * 20,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        options=Raw(b"{}"),
        seats=seats,
        seed="",
        created_at=LONG_AGO,
        clock=PerDecisionClock(seconds=60),
    )
    info = game_info.new_game_info(header, DEFAULT_INFO, ruleset.to_act(state))
    changed = GamePosition(position.version, position.decisions, state)
    return Game(header, ruleset, changed, info, {seat: Holder(player=ADA)})


def act(game, seat):
    """Take the first legal action of a seat."""
    loaded = load(game.service.installation, game.game_id)
    action = loaded.ruleset.legal_actions(loaded.position.state, seat)[0]
    submit(game.service.installation, game.game_id, seat, loaded.position.decisions[seat], action)


def reported(service, player=ADA, after=START):
    """Return the notices in a player's feed: type, version and seat, and the decision of a turn."""
    entries = service.installation.store.feeds.read(player, after, 10_000, time.time()).entries
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
    service.installation.store.feeds = Mute(service.installation.store.feeds)


def unmuted(service):
    """Let the sweeper check all games that are due at any time."""
    service.installation.store.feeds = service.installation.store.feeds.true
    sweep(service.installation, FUTURE)


def timed_for(sandbox, *seated, **terms):
    """Create a game with a virtual clock whose open seats are claimed by players, in order."""
    game = TimedGame(sandbox, seats=OPEN, **terms)
    for seat, player in enumerate(seated):
        seating.claim_seat(sandbox.installation, game.game_id, seat, caller=known(sandbox.installation, player))
    return game
