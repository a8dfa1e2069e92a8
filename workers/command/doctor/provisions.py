"""Check what an operator must provide in time: room on the disks, and backups."""

from collections.abc import Iterator, Mapping

from service.installation.disks import Disk
from workers.command.doctor.checks import Finding, Level, size

_FULL, _OVERFULL = 0.9, 0.98
OLD_HOURS = 48.0
"""The age from which a backup is old: one of each day has failed."""


def disks(found: Mapping[str, Disk]) -> Iterator[Finding]:
    """Check the free space of each local disk."""
    for name, disk in found.items():
        share = 1 - disk.free / disk.size
        level: Level = "fail" if share > _OVERFULL else "warn" if share > _FULL else "ok"
        text = f"{size(disk.free)} of {size(disk.size)} free in {disk.directory}"
        todo = "free some space, or move it to a larger disk: a full disk stops all writes"
        yield Finding(f"disk of {name}", level, text, "" if level == "ok" else todo)


def backup(last: float | None, now: float, games: int) -> Finding:
    """Check the age of the last backup; `last` is None if there was none."""
    if last is None:
        todo = "run `bottega backup DIR` each day, unless you back up Redis in another way (deploy/STORAGE.md, Backups)"
        return Finding("backup", "warn" if games else "ok", "there was no `bottega backup`", todo if games else "")
    hours = (now - last) / 3600
    found = f"the last one is {hours:.0f} hours old"
    todo = "run `bottega backup DIR` each day, and see why the last one failed" if hours > OLD_HOURS else ""
    return Finding("backup", "warn" if todo else "ok", found, todo)
