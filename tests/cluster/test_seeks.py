"""Test seeks of strangers on a Redis Cluster while web server processes are killed."""

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from service.matchmaking.store import seeks_in
from tests.cluster.seeks import requested
from tests.cluster.servers import cluster
from tests.cluster.several_servers import installed
from tests.workers.waiting import until

STRANGERS, KILLS = 48, 3
SIZES = ([2], [3], [4], [5], [2, 5], [3, 4])
FUTURE = 1e10


def seek(address, number):
    """Create a player and a seek; return the player's credentials and the seek."""
    own = requested(address, "POST", "/v1/players", {}, **{"Idempotency-Key": f"3f1c0b52-9d0e-4a41-8b7a-{number:012}"})
    auth = {"Authorization": f"Bearer {own['key']}"}
    body = {"ruleset": "leonardo", "seats": SIZES[number % len(SIZES)]}
    sought = requested(address, "POST", "/v1/seeks", body, **auth, **{"Idempotency-Key": f"seek {number}"})
    return own["player"], auth, sought["seek"]


def test_unknown_players_are_seated_once_each_on_a_cluster_while_processes_are_killed(tmp_path):
    with installed(tmp_path, cluster) as installation:
        address = installation.served.address
        with ThreadPoolExecutor(STRANGERS) as pool:
            seeking = [pool.submit(seek, address, number) for number in range(STRANGERS)]
            for strike in range(1, KILLS + 1):
                until(lambda: sum(each.done() for each in seeking) >= strike * STRANGERS // 8, "some have asked")  # noqa: B023
                os.kill(until(installation.served.web_workers, "somebody serves")[0], signal.SIGKILL)
            strangers = [each.result() for each in seeking]
        until(lambda: seeks_in(installation.store).due.before(FUTURE, 10) == [], "no game is missing")
        found = {player: requested(address, "GET", f"/v1/seeks/{sought}", **auth) for player, auth, sought in strangers}
        check(installation.store, address, found)


def check(store, address, found):
    """Check that all created games are full, seat each player once, and that too few players wait for another."""
    games = {}
    for player, each in found.items():
        if each["status"] == "matched":
            games.setdefault(each["game_id"], {})[each["seat"]] = player
    assert len(games) > 1
    for game_id, seated in games.items():
        assert {seat: holder.player for seat, holder in store.seats.all(game_id).items()} == seated
        assert sorted(seated) == [*range(len(store.header(game_id).seats))]
    assert {each["game_id"] for each in requested(address, "GET", "/v1/games?limit=100")["games"]} == set(games)
    waiting = Counter(size for each in found.values() if each["status"] == "waiting" for size in each["seats"])
    assert all(count < size for size, count in waiting.items())
