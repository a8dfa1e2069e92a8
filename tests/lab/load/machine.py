"""Measure the processor time and memory of a service's processes, from /proc."""

import os
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from service.installation.jobs import WORKERS
from tests.workers.running import name_of
from tests.workers.waiting import children
from workers.processes.supervisor import RunningService

CORES = os.cpu_count() or 1
FULL = 0.9
"""The share of a core, or of all cores, that counts as full."""

FORKS = {name: f"{name} worker" for name in WORKERS} | {"sweeper": "sweeper"}
"""The kinds of processes in the group of workers, by their names."""
Shares = Mapping[str, float]
"""The number of busy cores for each kind of process."""


@dataclass(frozen=True)
class Processes:
    """The processes of a service, by kind, including further Redis servers."""

    service: RunningService
    more: Mapping[str, Sequence[int]]

    def by_kind(self) -> dict[str, list[int]]:
        """Return all processes by kind, including their child processes."""
        found: dict[str, list[int]] = {}
        for part in self.service.parts:
            for process in (part.process.pid, *children(part.process.pid)):
                kind = FORKS.get(name_of(process) or "", part.name)
                found.setdefault(kind, []).append(process)
        for kind, processes in self.more.items():
            found.setdefault(kind, []).extend(processes)
        return found

    def busy(self) -> dict[str, float]:
        """Return the busy seconds of each kind of process; the clients run in this process."""
        own = resource.getrusage(resource.RUSAGE_SELF)
        kinds = {kind: sum(map(cpu_seconds, each)) for kind, each in self.by_kind().items()}
        return {**kinds, "clients": own.ru_utime + own.ru_stime}

    def memory(self) -> dict[str, int]:
        """Return the proportional share of memory of each kind, in KiB."""
        return {kind: sum(map(kibibytes, found)) for kind, found in self.by_kind().items()}


def kibibytes(process: int) -> int:
    """Return the proportional share of memory of a process."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle_seconds() -> float:
    """Return the idle seconds of all cores together."""
    fields = Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def limit(shares: Shares, idle: float, api: int) -> str:
    """Return the bottleneck; `idle` is in cores."""
    if shares.get("web server", 0) >= FULL * api:
        return "web server"
    if shares.get("Redis", 0) >= FULL:
        return "Redis"
    if shares["clients"] >= FULL:
        return "the clients"
    if idle < (1 - FULL) * CORES:
        strangers = CORES - idle - sum(shares.values())
        return "cores" if strangers < 0.2 else f"cores; {strangers:.1f} of them others'"
    return "latency of other processes or the disk"
