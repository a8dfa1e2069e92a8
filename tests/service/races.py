"""Simultaneous calls."""

from concurrent.futures import ThreadPoolExecutor

import msgspec

from domain import replay
from service.game.game import load
from tests.tiny import TINY


def at_once(calls):
    """Make all calls at the same time, each in its own thread; return the results in order."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def replayed(service, table):
    """Rebuild a snapshot from the stored log of a game."""
    header = service.bottega.store.header(table.game_id)
    version, events = service.bottega.store.events(table.game_id, 0, 1000)
    options = msgspec.json.decode(header.options, type=TINY.options_type)
    log = [(event.seat, msgspec.json.decode(event.action, type=TINY.action_type)) for event in events]
    position = replay.replay(TINY, options, len(header.seats), header.dice_seed, log)
    assert position.version == version == load(service.bottega, table.game_id).position.version
    return replay.encode(position)
