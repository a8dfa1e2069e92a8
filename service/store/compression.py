"""Compress stored games with zstd, and dictionaries trained on the games of each ruleset.

`python -m tests.tools.dictionaries` trains the files `dictionaries/<ruleset>.<number>.zdict`. Packed data names its
dictionary by this unique number. Keep each file as long as data that needs it may exist. The highest number of a
ruleset packs new data. A ruleset without a file is packed without a dictionary.
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
BUNDLE_LEVEL = 12
ENTRY_LEVEL = 1
"""Level of an entry, which is soon part of a bundle. Level 12 makes it a fifth smaller, but costs 40 µs more."""
MOST_BYTES = 1 << 24
"""Most bytes of unpacked data: more than any game has, and less than damaged data could claim."""

Tool = TypeVar("Tool")


class _Pool(Generic[Tool]):
    """A pool of idle compressors or decompressors. Each serves one call at a time."""

    def __init__(self, make: Callable[[], Tool]) -> None:
        self._make = make
        self._idle: deque[Tool] = deque()

    def take(self) -> Tool:
        """Return an idle tool, or a new one."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._make()

    def put_back(self, tool: Tool) -> None:
        """Return a tool to the pool. Drop it after an error instead."""
        self._idle.append(tool)


def pack(ruleset: str, plain: bytes) -> bytes:
    """Compress all data of a game of this ruleset as small as possible, in some 15 ms for 70 kB.

    The result is a frame with a checksum, which the `zstd` command can read.
    """
    dictionary = _read(newest(ruleset))  # not shared: a dictionary prepared for pieces would apply its own level
    return ZstdCompressor(LEVEL, dictionary, write_checksum=True).compress(plain)


def pack_piece(ruleset: str, plain: bytes, level: int) -> bytes:
    """Compress a piece of a game of this ruleset, without checksum and magic number."""
    pool = _compressors(newest(ruleset), level)
    compressor = pool.take()
    packed = compressor.compress(plain)
    pool.put_back(compressor)
    return packed


def unpack(packed: bytes) -> bytes:
    """Decompress what `pack` or `pack_piece` returned; raises ValueError for anything else."""
    form = FORMAT_ZSTD1 if packed.startswith(FRAME_HEADER) else FORMAT_ZSTD1_MAGICLESS
    try:
        frame = get_frame_parameters(packed, format=form)
        if frame.content_size > MOST_BYTES:
            raise ValueError("the data claims to be larger than any game")
        pool = _decompressors(frame.dict_id, form)
        decompressor = pool.take()
        plain = decompressor.decompress(packed, allow_extra_data=False)
    except ZstdError as error:
        raise ValueError(f"not compressed, or damaged: {error}") from error
    pool.put_back(decompressor)
    return plain


@cache
def newest(ruleset: str) -> int:
    """Return the number of the dictionary that packs new data of a ruleset; 0 without one."""
    return max((number for number, file in files().items() if file.name.split(".")[0] == ruleset), default=0)


@cache
def files() -> Mapping[int, Path]:
    """Return the files of all dictionaries by their numbers."""
    return {int(file.name.split(".")[1]): file for file in DICTIONARIES.glob("*.zdict")}


def _read(number: int) -> ZstdCompressionDict | None:
    """Return a dictionary; None for number 0. Raises ValueError for an unknown number."""
    if number == 0:
        return None
    if number not in files():
        raise ValueError(f"there is no dictionary {number}")
    return ZstdCompressionDict(files()[number].read_bytes())


@cache
def _compressors(number: int, level: int) -> _Pool[ZstdCompressor]:
    """Return the pool of compressors for pieces, which share one prepared dictionary."""
    parameters = ZstdCompressionParameters.from_level(level, format=FORMAT_ZSTD1_MAGICLESS, write_dict_id=True)
    dictionary = _read(number)
    if dictionary is not None:
        dictionary.precompute_compress(compression_params=parameters)
    return _Pool(lambda: ZstdCompressor(dict_data=dictionary, compression_params=parameters))


@cache
def _decompressors(number: int, form: int) -> _Pool[ZstdDecompressor]:
    dictionary = _read(number)
    return _Pool(lambda: ZstdDecompressor(dict_data=dictionary, format=form))
