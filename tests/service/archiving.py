"""Archive and restore games, and interrupt both."""

import time

import pytest

from service.retention import archiving
from service.settings import DAY
from tests.service.analysis import analysed
from tests.service.lists import finish_and_score
from workers.jobs import context
from workers.processes.sweeper import sweep

OF_A_GAME = (
    *("", "/seats", "/view", "/view?at=2", "/view?include=hints", "/events?limit=200", "/events?after=2&patches=true"),
    *("/events/ndjson", "/result", "/record"),
)


LISTS = ("/v1/games?status=over", "/v1/games", "/v1/records")


def ended(service):
    """Play a game to its end, and do all jobs that follow."""
    context.use(service.bottega)
    table = service.table()
    finish_and_score(service, table.game_id)
    analysed(table)
    settle(service)
    return table


def settle(service):
    """Let the sweeper check the game until nothing more is due."""
    for _ in range(2):
        sweep(service.bottega, time.time() + DAY)


def reported(service, get, viewers, paths=OF_A_GAME):
    """Send every request about a finished game, and list all games."""
    wanted = [get(path, viewer) for path in paths for viewer in viewers]
    wanted += [service.client.get(path) for path in LISTS]
    assert {each.status_code for each in wanted} <= {200, 204, 404, 409}
    return [(each.status_code, each.data, each.headers.get("ETag")) for each in wanted]


def of(table):
    """Send every request as a spectator and as a player."""
    return reported(table.service, table.get, (None, 0))


def move(table):
    assert archiving.archive(table.service.bottega, table.game_id)


def held(table):
    """List the data of a game in Redis, except for pending deletions in the archive."""
    client = table.service.bottega.store.servers.client
    names = {key.decode().rpartition("}:")[2] for key in client.keys(f"bottega:{{{table.game_id}}}:*")}
    return names - {"superseded", "check", "deleted"}


def tidy(table):
    """Check an archived game once more, as the sweeper does."""
    move(table)


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


def deaths(table, monkeypatch, steps, dies):
    """Repeat a change, each time killed before or after another step; yield after each recovery."""
    store = table.service.bottega.store
    for step, number in steps:
        for done in (False, True):
            with monkeypatch.context() as patch:
                kill(patch, place_of(store, step), step, number, done=done)
                with pytest.raises(Killed):
                    dies(table.service.bottega, table.game_id)
            yield done


def take_back(table):
    """Restore a game from the archive for a moment."""
    archiving.restore(table.service.bottega, table.game_id)
    table.service.bottega.store.servers.client.delete(f"bottega:{{{table.game_id}}}:restored")


def move_again(table):
    """Archive a game, even one that was restored recently."""
    settle(table.service)
    table.service.bottega.store.servers.client.delete(f"bottega:{{{table.game_id}}}:restored")
    move(table)
