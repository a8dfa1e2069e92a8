"""Run one process that hosts only the tiny ruleset, in a chosen version.

python -m tests.chaos.hosting VERSION PLAYS_SINCE api|scoring|sweeper
"""

import logging
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace

from werkzeug.serving import make_server

from domain.ruleset import AnyRuleset
from service.app import create_app
from service.settings import read_settings
from tests.tiny import TINY
from workers.processes.sweeper import run_sweeper
from workers.processes.worker import run_worker


def start(environ: Mapping[str, str], version: int, since: int, kind: str) -> subprocess.Popen[str]:
    """Start a hosting process."""
    command = [sys.executable, "-m", "tests.chaos.hosting", str(version), str(since), kind]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environ, stdout=pipe, stderr=pipe, text=True)


def hosted(version: int, since: int) -> Mapping[str, AnyRuleset]:
    """Return the ruleset in a version that continues games created since version `since`."""
    return {TINY.name: replace(TINY, version=version, plays_since=since)}


def _serve(rulesets: Mapping[str, AnyRuleset]) -> None:
    """Serve requests at a free port, and print the port."""
    server = make_server("127.0.0.1", 0, create_app(read_settings(), rulesets), threaded=True)
    print(server.server_port, flush=True)
    server.serve_forever()


def main() -> None:
    """Run the requested component."""
    version, since, kind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    rulesets = hosted(version, since)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    if kind == "api":
        _serve(rulesets)
    elif kind == "sweeper":
        run_sweeper(read_settings(serves=False), rulesets)
    else:
        run_worker(read_settings(serves=False), kind, rulesets)


if __name__ == "__main__":
    main()
