"""Test that a measured script of Node.js is the process that is started, and ends with its block."""

import sys
from pathlib import Path

from tests.lab.bench.node import node_in, running
from tests.lab.load.machine import cpu_seconds
from tests.workers.running import name_of
from tests.workers.waiting import children, is_running, until

SERVER = "while (process.cpuUsage().user < 5e5); console.log(process.pid); setInterval(() => {}, 1000);"


def test_the_measured_process_is_node_itself_and_ends_with_the_block(tmp_path):
    command = [node_in(Path(sys.prefix)), "--eval", SERVER]
    with running(command, tmp_path) as server:
        own = int(server.stdout.readline())
        seen = (server.pid, name_of(server.pid), children(server.pid), cpu_seconds(server.pid) >= 0.4)
    assert (seen[0], *seen[2:]) == (own, [], True)
    assert until(lambda: not is_running(own), "it has ended")
