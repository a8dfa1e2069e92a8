"""Games with a deadline at a chosen time, and what was done about it."""

import msgspec

from service.game.clocks import SECOND, moment_of
from service.game.game import load
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.resources.clocks import Absence
from service.store import SeatSetup
from service.store.keys import CLOCKS, key
from tests.workers.ai_games import events
from tests.workers.rulesets import NAME

LONG = 600
TIME = "time"


def timed(bottega, clock, absence=Absence("default_action")):  # noqa: B008  # frozen
    """Create a game of human players with a clock."""
    ruleset = bottega.rulesets[NAME]
    seats = [SeatSetup("human")] * ruleset.min_seats
    terms = Terms(clock=clock, absence=absence)
    created, _ = creation.create_game(bottega, ruleset, ruleset.options_type(), seats, terms=terms)
    return created.game_id


def run_out_at(bottega, game_ids, when):
    """Set the deadline of all pending decisions to one time."""
    since = int(when * SECOND) - (1 + LONG) * SECOND
    pipeline = bottega.store.servers.client.pipeline()
    for game_id in game_ids:
        game = load(bottega, game_id)
        clocks = tuple(
            msgspec.structs.replace(each, since=None if each.since is None else since) for each in game.info.clocks
        )
        table = msgspec.structs.replace(game.info, clocks=clocks)
        pipeline.set(key(game_id, "info"), msgspec.json.encode(table))
        pipeline.zadd(CLOCKS, {f"{game_id}:{seat}:{game.position.decisions[seat]}": when for seat in game.to_act})
    pipeline.execute()


def by_time(bottega, game_id):
    """List the decisions that were resolved after their deadline."""
    return [(each.seat, each.decision) for each in events(bottega, game_id) if each.by and each.by.reason == TIME]


def lateness(bottega, game_ids, when):
    """Return how many seconds after the deadline each of these games was acted on."""
    return [moment_of(events(bottega, game_id)[-1].at) / SECOND - when for game_id in game_ids]
