"""Packing of what is kept of games: zstd, with dictionaries trained on the games of each ruleset.

`dictionaries/<ruleset>.<number>.zdict` are what `python -m tests.dictionaries` has trained. What is packed names its
dictionary by this number, which no two of them share; so each stays there for as long as anything is kept. The highest
of a ruleset is the one that is packed with; a ruleset that has none is packed without.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from zstandard import (
    FORMAT_ZSTD1,
    FORMAT_ZSTD1_MAGICLESS,
    FRAME_HEADER,
    ZstdCompressionDict,
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    get_frame_parameters,
)

DICTIONARIES = Path(__file__).parent / "dictionaries"
LEVEL = 19
PIECE_LEVEL = 12
MOST_BYTES = 1 << 24
"""Of what is unpacked: far more than any game has, and less than broken bytes could ask for."""

Tool = TypeVar("Tool")


class _Shelf(Generic[Tool]):
    """Tools of one kind that lie idle; each serves one call at a time, whatever threads and greenlets there are."""

    def __init__(self, make: Callable[[], Tool]) -> None:
        self._make = make
        self._idle: deque[Tool] = deque()

    def take(self) -> Tool:
        """Take one, or make one where all are busy."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._make()

    def put_back(self, tool: Tool) -> None:
        """Put one back that has done its work; one that has failed is left to be forgotten."""
        self._idle.append(tool)


def pack(ruleset: str, plain: bytes) -> bytes:
    """Pack all that is kept of a game of this ruleset, as small as it gets, in some 15 ms for 70 kB.

    It is a frame with a checksum, which the `zstd` command reads too.
    """
    dictionary = _read(newest(ruleset))  # one of its own: what is prepared for pieces would bring their level along
    return ZstdCompressor(LEVEL, dictionary, write_checksum=True).compress(plain)


def pack_piece(ruleset: str, plain: bytes) -> bytes:
    """Pack a piece of a game of this ruleset, in some 10 µs, without checksum and without the frame's magic number."""
    shelf = _compressors(newest(ruleset))
    compressor = shelf.take()
    packed = compressor.compress(plain)
    shelf.put_back(compressor)
    return packed


def unpack(packed: bytes) -> bytes:
    """Unpack what either has packed; raises ValueError for anything else."""
    form = FORMAT_ZSTD1 if packed.startswith(FRAME_HEADER) else FORMAT_ZSTD1_MAGICLESS
    try:
        frame = get_frame_parameters(packed, format=form)
        if frame.content_size > MOST_BYTES:
            raise ValueError("no game is as large as this is said to be")
        shelf = _decompressors(frame.dict_id, form)
        decompressor = shelf.take()
        plain = decompressor.decompress(packed, allow_extra_data=False)
    except ZstdError as error:
        raise ValueError(f"not packed, or broken since: {error}") from error
    shelf.put_back(decompressor)
    return plain


@cache
def newest(ruleset: str) -> int:
    """Return the number of the dictionary that a ruleset is packed with; 0 if it has none."""
    return max((number for number, file in files().items() if file.name.split(".")[0] == ruleset), default=0)


@cache
def files() -> Mapping[int, Path]:
    """Find all dictionaries by their numbers."""
    return {int(file.name.split(".")[1]): file for file in DICTIONARIES.glob("*.zdict")}


def _read(number: int) -> ZstdCompressionDict | None:
    """Read a dictionary; None for number 0. Raises ValueError for a number of none."""
    if number == 0:
        return None
    if number not in files():
        raise ValueError(f"there is no dictionary {number}")
    return ZstdCompressionDict(files()[number].read_bytes())


@cache
def _compressors(number: int) -> _Shelf[ZstdCompressor]:
    """Return the shelf of those for pieces; the dictionary is prepared once for all of them."""
    parameters = ZstdCompressionParameters.from_level(PIECE_LEVEL, format=FORMAT_ZSTD1_MAGICLESS, write_dict_id=True)
    dictionary = _read(number)
    if dictionary is not None:
        dictionary.precompute_compress(compression_params=parameters)
    return _Shelf(lambda: ZstdCompressor(dict_data=dictionary, compression_params=parameters))


@cache
def _decompressors(number: int, form: int) -> _Shelf[ZstdDecompressor]:
    """Return the shelf of those for a dictionary and a form of frames."""
    dictionary = _read(number)
    return _Shelf(lambda: ZstdDecompressor(dict_data=dictionary, format=form))
