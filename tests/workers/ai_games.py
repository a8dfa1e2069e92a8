"""Games of AI players, and their pending jobs."""

from domain.registry import RULESETS
from service.game.game import load
from service.installation import jobs
from service.installation.shares import shares_of
from service.lobby import creation
from service.store import SeatSetup
from service.store.keys import DUE
from tests.workers.conftest import LEASE_SECONDS
from tests.workers.rulesets import FAST, NAME
from workers.jobs.turns import play_turns

RULESET = RULESETS[NAME]
QUICK, SEARCH = jobs.QUICK[shares_of("")[0]], jobs.SEARCH[shares_of("")[0]]
"""The queues of the turns of these games."""
LONG_AFTER = 10 * LEASE_SECONDS


def create(installation, *levels):
    """Create a game; None is the seat of a human player."""
    seats = [SeatSetup("human") if level is None else SeatSetup("ai", level) for level in levels]
    created, _ = creation.create_game(installation, installation.rulesets[NAME], RULESET.options_type(), seats)
    return created.game_id


def ai_game(installation, level=FAST):
    return create(installation, *([level] * RULESET.min_seats))


def version(installation, game_id):
    return load(installation, game_id).position.version


def play_turn(game_id, version):
    """Play one turn."""
    play_turns(game_id, version, seconds=0)


def play_to_the_end(installation, game_id):
    while (game := load(installation, game_id)).to_act:
        play_turn(game_id, game.position.version)


def due_at(installation, game_id):
    return dict(installation.store.due.before(float("inf"), 1000)).get(game_id)


def now_of(installation, game_id):
    """Return a time at which the game's job is overdue."""
    return due_at(installation, game_id) + LONG_AFTER


def make_due(installation, game_id, at):
    installation.store.servers.client.zadd(DUE, {game_id: at})


def waiting_jobs(installation):
    return {name: queue.job_ids for name, queue in installation.queues.items() if queue.job_ids}


def lose_all_jobs(installation):
    for queue in installation.queues.values():
        queue.empty()


def events(installation, game_id):
    return installation.store.events(game_id, 0, 100_000)[1]


def read(path):
    return path.read_text() if path.exists() else ""
