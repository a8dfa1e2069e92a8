"""Read the cost of AI decisions, as workers log it with BOTTEGA_LOG_DECISIONS=on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Decision = dict[str, Any]
"""One line of the log."""


def read(log: Path) -> Iterator[Decision]:
    """Return all decisions in the log of some workers; other lines are skipped."""
    for line in log.read_text(encoding="utf-8").splitlines():
        before, brace, rest = line.partition("{")
        if brace and before.rstrip().endswith("INFO"):
            yield json.loads(brace + rest)
