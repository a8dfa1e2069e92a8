"""Test tournaments on a Redis Cluster while web server processes are killed."""

import os
import signal
import time

from tests.chaos.tournaments import organiser, plan_of, played
from tests.cluster.seeks import requested
from tests.cluster.servers import cluster
from tests.cluster.several_servers import installed
from tests.workers.running import environ_for

KILL_SECONDS = 2.0
STAGE = {"format": "swiss", "table_size": 3, "rounds": 2}


def test_a_tournament_reaches_its_standings_on_a_cluster_while_processes_are_killed(tmp_path):
    with installed(tmp_path, cluster) as installation:
        urls = {"BOTTEGA_REDIS_URL": installation.several.url, "BOTTEGA_RQ_URL": installation.queues.url}
        organiser_bot = organiser(installation.served.address, environ_for(tmp_path, **urls))

        def rage(is_over):
            while not is_over():
                requested(
                    installation.served.address, "GET", "/v1/rulesets"
                )  # on a busy machine a new process takes long
                for process in installation.served.web_workers()[:1]:
                    os.kill(process, signal.SIGKILL)
                time.sleep(KILL_SECONDS)

        plan = plan_of("riddle", [STAGE], ["random"] * 7, deal="round")
        assert played(organiser_bot, plan, bots=2, seed=1, rage=rage).faults == []
