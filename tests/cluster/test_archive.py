"""Test finished games on a Redis Cluster: they move to the archive and back, with equal responses."""

from urllib.request import urlopen

from tests.chaos.load import played, tables
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
        playing = tables(installation.served.address, TABLES, seed=6)
        with played(playing):
            pass
        for table in playing:
            until(lambda: table.send("GET", f"/v1/games/{table.game_id}/result")[0] == 200, "it is scored")  # noqa: B023
            table.close()
        before = everything(playing)
        for command, is_in_redis in (("archive", 0), ("restore", 1)):
            for table in playing:
                carry_out(environ, command, table)
                assert installation.several.holder(table.game_id).client.exists(header(table)) == is_in_redis
            assert everything(playing) == before


def header(table):
    return f"bottega:{{{table.game_id}}}:header"


def carry_out(environ, command, table):
    """Run an operator's command for a game once nothing more is due for the game."""
    until(lambda: run("games", command, table.game_id, environ=environ).returncode == 0, f"{command} {table.game_id}")


def everything(playing):
    """Return all responses about these games, and the lists of games."""
    address = playing[0].address
    own = [f"/v1/games/{table.game_id}{path}" for table in playing for path in OF_A_GAME]
    found = {}
    for path in (*own, *OF_ALL):
        with urlopen(address + path, timeout=30) as response:
            found[path] = response.read(), response.headers.get("ETag")
    return found
