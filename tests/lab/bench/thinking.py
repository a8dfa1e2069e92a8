"""Measure AI decisions in worker processes: `python -m tests.lab.bench.thinking [moves] [workers] [RULESET ...]`."""

import os
import platform
import sys

from domain.registry import RULESETS
from tests.lab.bench import moves, workers

PARTS = {"moves": moves.main, "workers": workers.main}


def main(arguments: list[str]) -> int:
    """Run the named measurements for the named rulesets, by default all; return 1 if a limit is missed."""
    unknown = set(arguments) - set(PARTS) - set(RULESETS)
    if unknown:
        sys.exit(f"neither a part nor a ruleset: {', '.join(sorted(unknown))}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    rulesets = [RULESETS[name] for name in RULESETS if name in arguments] or list(RULESETS.values())
    parts = [name for name in PARTS if name in arguments] or list(PARTS)
    passed = [PARTS[name](rulesets) for name in parts]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
