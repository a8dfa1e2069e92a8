"""Provide a slow archive, so that something else can happen while it is used."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from service.archive import Archive

Step = Literal["put", "get", "get_many", "remove"]


@dataclass
class Interrupted:
    """An archive that calls a function once: before or after the first call of one method."""

    archive: Archive
    step: Step
    meanwhile: Callable[[], object]
    done: bool = False
    """Whether the function is called after the method."""
    is_over: bool = False

    def put(self, name, packed):
        with self._turn("put"):
            self.archive.put(name, packed)

    def get(self, name):
        with self._turn("get"):
            return self.archive.get(name)

    def get_many(self, names):
        with self._turn("get_many"):
            return self.archive.get_many(names)

    def remove(self, name):
        with self._turn("remove"):
            self.archive.remove(name)

    def close(self):
        self.archive.close()

    @contextmanager
    def _turn(self, step):
        is_due = step == self.step and not self.is_over
        self.is_over |= is_due
        if is_due and not self.done:
            self.meanwhile()
        yield
        if is_due and self.done:
            self.meanwhile()
