"""Show the works that a process does, in memory that outlives it.

The supervising process creates a board before it forks, and each successor of the process inherits the board. Works
that a process has left there are those during which it died. A store or a file would cost a write for each work, and
could be away or full at that moment. If the supervising process ends as well, the board vanishes: the end of a whole
service says nothing about its works.
"""

import struct
import threading
from collections.abc import Iterator, Sequence
from mmap import mmap

SLOTS = 256
"""Works of one process at once: more than it has threads."""
SLOT_BYTES = 512
"""The size of a slot. A work with a longer name is not shown."""
_HEADER = struct.Struct("=ii")
"""The exit code of the last process, and whether the present one has started a work."""
_LENGTH = struct.Struct("=H")


class WorkBoard:
    """The board of a process and its successors, of which one lives at a time."""

    def __init__(self) -> None:
        self._memory = mmap(-1, SLOT_BYTES * (SLOTS + 1))
        self._writing = threading.Lock()
        self._cleared = False

    def start(self, text: str) -> int | None:
        """Show a work; return its slot for `end`, or None if the text is too long or no slot is free."""
        stored = text.encode()
        if len(stored) > SLOT_BYTES - _LENGTH.size:
            return None
        with self._writing:
            free = () if self._cleared else range(SLOTS)
            slot = next((each for each in free if not self._length(each)), None)
            if slot is not None:
                self._write(slot, stored)
        return slot

    def end(self, slot: int) -> None:
        """Remove a work."""
        _LENGTH.pack_into(self._memory, _place(slot), 0)

    def clear(self) -> None:
        """Remove all works, and show no more: this process ends in order, even while its threads work."""
        with self._writing:
            self._cleared = True
            for slot in range(SLOTS):
                self.end(slot)

    def left(self) -> Sequence[tuple[int, str]]:
        """Return slots and texts of the works on the board."""
        return tuple(self._works())

    @property
    def exit_code(self) -> int:
        """The exit code of the last process that died during a work; a negative one is the number of a signal."""
        return int(_HEADER.unpack_from(self._memory)[0])

    def note_exit(self, code: int) -> bool:
        """Note the end of a process, for its successor; return whether it died during a work that it had started."""
        has_started = bool(_HEADER.unpack_from(self._memory)[1])
        _HEADER.pack_into(self._memory, 0, code, 0)
        return has_started and any(True for _ in self._works())

    def close(self) -> None:
        """Release the memory."""
        self._memory.close()

    def _write(self, slot: int, stored: bytes) -> None:
        """Write a text before its length, so that a process that dies here leaves no torn text."""
        place = _place(slot)
        self._memory[place + _LENGTH.size : place + _LENGTH.size + len(stored)] = stored
        _LENGTH.pack_into(self._memory, place, len(stored))
        _HEADER.pack_into(self._memory, 0, self.exit_code, 1)

    def _works(self) -> Iterator[tuple[int, str]]:
        for slot in range(SLOTS):
            if length := self._length(slot):
                place = _place(slot) + _LENGTH.size
                yield slot, self._memory[place : place + length].decode()

    def _length(self, slot: int) -> int:
        return int(_LENGTH.unpack_from(self._memory, _place(slot))[0])


def _place(slot: int) -> int:
    """Return where a slot starts in the memory; the header comes first."""
    return SLOT_BYTES * (slot + 1)
