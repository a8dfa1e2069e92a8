"""Archive, restore and analyse games, and interrupt both moves."""

import time

import pytest

from service.retention import archiving
from service.settings import DAY
from tests.service.helpers.games.lists import finish_and_score
from workers.jobs import context
from workers.jobs.analysis import continue_analysis
from workers.processes.sweeper import sweep


def analysed(game):
    """Compute the analysis of a game as workers do, and return it."""
    while (response := game.get("/analysis")).status_code == 202:
        continue_analysis(game.game_id, response.json["done"])
    return response


OF_A_GAME = (
    *("", "/seats", "/view", "/view?at=2", "/view?include=hints", "/events?limit=200", "/events?after=2&patches=true"),
    *("/events/ndjson", "/result", "/record"),
)
LISTS = ("/v1/games?status=over", "/v1/games", "/v1/records")


def ended(service):
    """Play a game to its end, and do all jobs that follow."""
    context.use(service.installation)
    game = service.new_game()
    finish_and_score(service, game.game_id)
    analysed(game)
    settle(service)
    return game


def settle(service):
    """Let the sweeper check the game until nothing more is due."""
    for _ in range(2):
        sweep(service.installation, time.time() + DAY)


def reported(service, get, viewers, paths=OF_A_GAME):
    """Send every request about a finished game, and list all games."""
    responses = [get(path, viewer) for path in paths for viewer in viewers]
    responses += [service.client.get(path) for path in LISTS]
    assert {each.status_code for each in responses} <= {200, 204, 404, 409}
    return [(each.status_code, each.data, each.headers.get("ETag")) for each in responses]


def of(game):
    """Send every request as a spectator and as a player."""
    return reported(game.service, game.get, (None, 0))


def move(game):
    assert archiving.archive(game.service.installation, game.game_id)


def held(game):
    """List the data of a game in Redis, except for pending deletions in the archive."""
    client = game.service.installation.store.servers.client
    names = {key.decode().rpartition("}:")[2] for key in client.keys(f"bottega:{{{game.game_id}}}:*")}
    return names - {"superseded", "check", "deleted"}


def tidy(game):
    """Check an archived game once more, as the sweeper does."""
    move(game)


class Killed(Exception):
    """Stands for the sudden end of a process."""


def kill(monkeypatch, owner, name, number, *, done):
    """Kill the process after a number of calls of a function, before or after the call."""
    real, calls = getattr(owner, name), []

    def dying(*arguments, **named):
        calls.append(arguments)
        if len(calls) != number:
            return real(*arguments, **named)
        if done:
            real(*arguments, **named)
        raise Killed

    monkeypatch.setattr(owner, name, dying)


def place_of(store, step):
    """Return the owner and the name of the function of a step."""
    return store.servers if step == "write" else store.archived.copies.archive


def deaths(game, monkeypatch, steps, dies):
    """Repeat a change, each time killed before or after another step; yield after each recovery."""
    store = game.service.installation.store
    for step, number in steps:
        for done in (False, True):
            with monkeypatch.context() as patch:
                kill(patch, place_of(store, step), step, number, done=done)
                with pytest.raises(Killed):
                    dies(game.service.installation, game.game_id)
            yield done


def take_back(game):
    """Restore a game from the archive for a moment."""
    archiving.restore(game.service.installation, game.game_id)
    game.service.installation.store.servers.client.delete(f"bottega:{{{game.game_id}}}:restored")


def move_again(game):
    """Archive a game, even one that was restored recently."""
    settle(game.service)
    game.service.installation.store.servers.client.delete(f"bottega:{{{game.game_id}}}:restored")
    move(game)
