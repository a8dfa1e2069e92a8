"""Games with a deadline at a chosen time, and what was done about it."""

import msgspec

from domain.clock import SECOND
from service.game.clocks import moment_of
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


def timed(installation, clock, absence=Absence("default_action")):  # noqa: B008  # frozen
    """Create a game of human players with a clock."""
    ruleset = installation.rulesets[NAME]
    seats = [SeatSetup("human")] * ruleset.min_seats
    terms = Terms(clock=clock, absence=absence)
    created, _ = creation.create_game(installation, ruleset, ruleset.options_type(), seats, terms=terms)
    return created.game_id


def run_out_at(installation, game_ids, when):
    """Set the deadline of all pending decisions to one time."""
    since = int(when * SECOND) - (1 + LONG) * SECOND
    pipeline = installation.store.servers.client.pipeline()
    for game_id in game_ids:
        loaded = load(installation, game_id)
        clocks = tuple(msgspec.structs.replace(each, since=each.since and since) for each in loaded.info.clocks)
        game = msgspec.structs.replace(loaded.info, clocks=clocks)
        pipeline.set(key(game_id, "info"), msgspec.json.encode(game))
        pipeline.zadd(CLOCKS, {f"{game_id}:{seat}:{loaded.position.decisions[seat]}": when for seat in loaded.to_act})
    pipeline.execute()


def by_time(installation, game_id):
    """List the decisions that were resolved after their deadline."""
    return [(each.seat, each.decision) for each in events(installation, game_id) if each.by and each.by.reason == TIME]


def lateness(installation, game_ids, when):
    """Return how many seconds after the deadline each of these games was acted on."""
    return [moment_of(events(installation, game_id)[-1].at) / SECOND - when for game_id in game_ids]
