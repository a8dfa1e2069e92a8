"""Measure the local disks of an installation."""

from collections.abc import Mapping
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from service.settings import Settings

_OWN_REDIS = "appendonlydir"
"""What the embedded Redis has in the data directory."""


class Disk(NamedTuple):
    """The disk of a directory, in bytes."""

    directory: Path
    size: int
    free: int


def local_disks(settings: Settings) -> Mapping[str, Disk]:
    """Return the disks of the embedded Redis (`redis`) and of a local archive (`archive`)."""
    found: dict[str, Path] = {}
    if (settings.data_directory / _OWN_REDIS).exists():
        found["redis"] = settings.data_directory
    archive = urlsplit(settings.archive_url)
    if archive.scheme in ("sqlite", "file"):
        found["archive"] = _existing(Path(unquote(archive.path)).parent)
    return {name: _measured(directory) for name, directory in found.items()}


def _existing(directory: Path) -> Path:
    """Return the directory, or its nearest parent that exists."""
    return next(each for each in (directory, *directory.parents) if each.exists())


def _measured(directory: Path) -> Disk:
    usage = disk_usage(directory)
    return Disk(directory, usage.total, usage.free)
