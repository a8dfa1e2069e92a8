"""Slow flushes and shift clocks with a preloaded library; needs a C compiler."""

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).with_name("faults.c")


class Tampering:
    """The environment of a tampered process: the time of a flush, and the offset of its clock."""

    def __init__(self, directory: Path, name: str) -> None:
        self._file = directory / f"{name}.faults"
        self.report()
        self._library = directory / "faults.so"
        compiler = shutil.which("cc")
        if compiler and not self._library.exists():
            subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", self._library, SOURCE], check=True)
        self.works = self._library.exists()

    @property
    def environ(self) -> Mapping[str, str]:
        """Return the environment with which a process must be started."""
        return {"LD_PRELOAD": str(self._library), "CHAOS_FAULTS": str(self._file)} if self.works else {}

    def report(self, flush_milliseconds: int = 0, ahead_seconds: int = 0) -> None:
        """Set the delay and the offset; without arguments, there is neither."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("ii", flush_milliseconds, ahead_seconds))

    @contextmanager
    def inherited(self) -> Iterator[None]:
        """Let processes that start in a block inherit the environment."""
        before = dict(os.environ)
        os.environ.update(self.environ)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)
