"""Test finished games on a Redis Cluster: they move to the archive and back, with equal responses."""

from urllib.request import urlopen

from tests.chaos.load import games, played
from tests.cluster.servers import cluster
from tests.cluster.several_servers import installed
from tests.workers.running import environ_for, run
from tests.workers.waiting import until

TABLES = 3
OF_A_GAME = ("", "/seats", "/view", "/view?at=2", "/events?limit=200", "/events/stream", "/result", "/record")
OF_ALL = ("/v1/records", "/v1/games?status=over", "/v1/games?limit=1")


def test_archived_games_of_every_ruleset_read_the_same_bytes_on_a_cluster(tmp_path):
    archive = {"BOTTEGA_ARCHIVE_URL": f"file://{tmp_path}/games", "BOTTEGA_IDEMPOTENCY_SECONDS": "1"}
    with installed(tmp_path, cluster, **archive) as installation:
        urls = {"BOTTEGA_REDIS_URL": installation.several.url, "BOTTEGA_RQ_URL": installation.queues.url}
        environ = environ_for(tmp_path / "data", BOTTEGA_DURABILITY="replica", **urls, **archive)
        playing = games(installation.served.address, TABLES, seed=6)
        with played(playing):
            pass
        for game in playing:
            until(lambda: game.send("GET", f"/v1/games/{game.game_id}/result")[0] == 200, "it is scored")  # noqa: B023
            game.close()
        before = everything(playing)
        for command, is_in_redis in (("archive", 0), ("restore", 1)):
            for game in playing:
                carry_out(environ, command, game)
                assert installation.several.holder(game.game_id).client.exists(header(game)) == is_in_redis
            assert everything(playing) == before


def header(game):
    return f"bottega:{{{game.game_id}}}:header"


def carry_out(environ, command, game):
    """Run an operator's command for a game once nothing more is due for the game."""
    until(lambda: run("games", command, game.game_id, environ=environ).returncode == 0, f"{command} {game.game_id}")


def everything(playing):
    """Return all responses about these games, and the lists of games."""
    address = playing[0].address
    own = [f"/v1/games/{game.game_id}{path}" for game in playing for path in OF_A_GAME]
    found = {}
    for path in (*own, *OF_ALL):
        with urlopen(address + path, timeout=100) as response:
            found[path] = response.read(), response.headers.get("ETag")
    return found
