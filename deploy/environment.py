"""Create the environment of a clone, and show how far its installation is: `environment.py DIRECTORY LOCK_FILE`.

The Python of the system runs this file, before any package is installed.
"""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from pathlib import Path

PIP = ("-m", "pip", "--disable-pip-version-check", "install", "--no-input", "--no-deps")
PACKAGE = re.compile(r"^[a-z0-9][^ ]*==", re.MULTILINE | re.IGNORECASE)
FOUND = re.compile(r"(?:Collecting|Requirement already satisfied:|Ignoring) ([A-Za-z0-9._-]+)")
"""How pip begins its line about a package."""
EVERY = 10
"""Number of packages for each line of progress, if the output is no terminal."""
MEGABYTE = 1_000_000
LINE = "\r\033[K"
"""Clears the line of a terminal."""


def main(directory: Path, lock: Path) -> int:
    """Install the packages of a lock file and this project; return the exit code."""
    packages = len(PACKAGE.findall(lock.read_text(encoding="utf-8")))
    print(f"Installing {packages} packages into {directory} with Python {sys.version.split()[0]}", flush=True)
    python = directory / "bin" / "python"
    if not python.exists():
        venv.create(directory, with_pip=True)
    command = [python, *PIP, "--require-hashes", "--requirement", lock]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        _show(pip.stdout or (), packages)
    if pip.returncode:
        return pip.returncode
    own = subprocess.run([python, *PIP, "--quiet", "--no-build-isolation", "--editable", "."], check=False)
    if own.returncode == 0:
        print(f"Installed: {_bytes(directory) // MEGABYTE} MB in {directory}", flush=True)
    return own.returncode


def _show(output: Iterable[str], packages: int) -> None:
    """Show how many packages pip has found: in one line of a terminal, else from time to time."""
    for number, name in enumerate(_names(output), 1):
        if os.isatty(1):
            print(f"{LINE}  {number} of {packages}: {name}", end="", flush=True)
        elif number % EVERY == 0:
            print(f"  {number} of {packages}", flush=True)
    if os.isatty(1):
        print(LINE, end="", flush=True)


def _names(output: Iterable[str]) -> Iterator[str]:
    """Yield the name of each package when pip begins with it."""
    for line in output:
        if found := FOUND.match(line):
            yield found[1]


def _bytes(directory: Path) -> int:
    return sum(each.lstat().st_size for each in directory.rglob("*") if each.is_file())


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
