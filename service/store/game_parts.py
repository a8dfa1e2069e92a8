"""Decode the stored parts of a game."""

from collections.abc import Mapping

import msgspec

from service.store.game_types import DEFAULT_INFO, Claims, GameInfo, Header, Holder

_HEADER = msgspec.json.Decoder(Header)
_INFO = msgspec.json.Decoder(GameInfo)


def header_of(stored: bytes) -> Header:
    """Return a header; raises msgspec.MsgspecError."""
    return _HEADER.decode(stored)


def info_of(stored: bytes | None) -> GameInfo:
    """Return a game info, the default if none is stored; raises msgspec.MsgspecError."""
    return _INFO.decode(stored) if stored else DEFAULT_INFO


def claims_of(seats: Mapping[bytes, bytes]) -> Claims:
    """Return the holders of the taken seats; raises ValueError."""
    return taken({int(seat): Holder.read(record.decode()) for seat, record in seats.items()})


def taken(holders: Mapping[int, Holder]) -> Claims:
    """Return the holders without those of free seats."""
    return {seat: holder for seat, holder in holders.items() if holder.is_taken}
