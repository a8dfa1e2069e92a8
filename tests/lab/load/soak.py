"""Run an hour of constant load and check that nothing grows without reason.

Players play whole games of all rulesets at a constant pace. Finished games are archived after a minute and removed
after ten, so that the number of games becomes constant. Each half minute records memory, connections and keys; a line
is fitted to the later half of each.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from service.store import connect
from tests.lab.load import scripts
from tests.lab.load.clients import Counted
from tests.lab.load.clients import run as run_clients
from tests.lab.load.machine import Processes

SETTINGS = {
    "BOTTEGA_IDEMPOTENCY_SECONDS": "60",
    "BOTTEGA_ARCHIVE_SECONDS": "60",
    "BOTTEGA_LISTED_SECONDS": "300",
    "BOTTEGA_FINISHED_SECONDS": "600",
}
"""A game is archived after a minute, unlisted after five, removed after ten: from then on nothing may grow at all."""
CLIENTS = 24
PAUSE_SECONDS = 0.4
"""Seconds between two requests of a client: 60 per second in all."""
SAMPLE_SECONDS = 30.0


def run(processes: Processes, minutes: float, file: Path) -> int:
    """Load a service for this number of minutes; print what grew, and return 0 if nothing did."""
    samples: list[dict[str, Any]] = []
    ended = threading.Event()
    sampler = threading.Thread(target=_sample, args=(processes, samples, ended, file))
    sampler.start()
    clients = [scripts.mixed(number) for number in range(CLIENTS)]
    counted = run_clients(processes.service.address, clients, 60 * minutes, PAUSE_SECONDS)
    ended.set()
    sampler.join()
    print(reported(samples, counted), flush=True)
    return 0


def _sample(processes: Processes, samples: list[dict[str, Any]], ended: threading.Event, file: Path) -> None:
    """Take samples until the end."""
    began = time.monotonic()
    with connect(processes.service.settings.redis_url) as client, file.open("a", encoding="utf-8") as out:
        while not ended.wait(SAMPLE_SECONDS):
            samples.append({"minutes": (time.monotonic() - began) / 60, **sample(processes, client)})
            print(json.dumps(samples[-1]), file=out, flush=True)


def sample(processes: Processes, client: Any) -> dict[str, Any]:
    """Return the size of everything."""
    keys = Counter(_pattern(name.decode()) for name in client.scan_iter(count=1000))
    return {
        **{f"{kind}, KiB": each for kind, each in processes.memory().items()},
        "Redis used_memory": client.info("memory")["used_memory"],
        "connections": client.info("clients")["connected_clients"],
        "all keys": sum(keys.values()),
        **{f"keys {pattern}": number for pattern, number in keys.most_common(12)},
    }


def _pattern(name: str) -> str:
    """Return the name of a key without ids, digests and shard numbers."""
    name = re.sub(r"pl_[a-z0-9]{20}|\b[a-z0-9]{20}\b", "<id>", name)
    name = re.sub(r"\b[0-9a-f-]{32,}\b", "<digest>", name)
    return re.sub(r"(rq:.*)-[0-9]+$", r"\1-<number>", name)


def reported(samples: Sequence[Mapping[str, Any]], counted: Mapping[str, Counted]) -> str:
    """Print the hourly growth of each measured value, relative to its mean, from a line fitted to the later half."""
    later = samples[len(samples) // 2 :]
    lines = ["| what | mean | growth in an hour | of its mean |", "|---|---:|---:|---:|"]
    hours = [each["minutes"] / 60 for each in later]
    for name in sorted({name for each in later for name in each} - {"minutes"}):
        values = [each.get(name, 0) for each in later]
        slope = float(np.polyfit(hours, values, 1)[0]) if len(later) > 1 else 0.0
        mean = sum(values) / len(values)
        lines.append(f"| {name} | {mean:,.0f} | {slope:+,.0f} | {100 * slope / mean if mean else 0:+.1f} % |")
    done = ", ".join(f"{name} {len(each.seconds):,}" for name, each in counted.items())
    wrong = {name: each.errors for name, each in counted.items() if each.errors}
    return "\n".join([*lines, "", f"Requests: {done}. Errors: {wrong or 'none'}."])
