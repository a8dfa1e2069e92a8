"""Decode the stored parts of a game. Parts that most requests read unchanged are cached."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from service.store.game_types import DEFAULT_INFO, START, GameInfo, Header, LogPosition
from service.store.holders import Claims, Holder
from service.store.log_entries import read_position

_HEADER = msgspec.json.Decoder(Header)
_INFO = msgspec.json.Decoder(GameInfo)
_KNOWN = 512


@lru_cache(_KNOWN)
def header_of(stored: bytes) -> Header:
    """Return a header; raises msgspec.MsgspecError."""
    return _HEADER.decode(stored)


def info_of(stored: bytes | None) -> GameInfo:
    """Return a game info, the default if none is stored; raises msgspec.MsgspecError."""
    return _INFO.decode(stored) if stored else DEFAULT_INFO


def claims_of(seats: Mapping[bytes, bytes]) -> Claims:
    """Return the holders of the taken seats; raises ValueError."""
    return _claims_of(tuple(seats.items()))


@lru_cache(_KNOWN)
def _claims_of(seats: tuple[tuple[bytes, bytes], ...]) -> Claims:
    return taken({int(seat): Holder.read(record.decode()) for seat, record in seats})


@lru_cache(_KNOWN)
def position_of(last: bytes | None) -> LogPosition:
    """Return the position after the last entry of a log, which may be empty; raises ValueError."""
    return read_position(last) if last else START


def taken(holders: Mapping[int, Holder]) -> Claims:
    """Return the holders of the seats that are taken."""
    return {seat: holder for seat, holder in holders.items() if holder.is_taken}


def readable_claims(seats: Mapping[bytes, bytes]) -> Claims:
    """Return the holders of a removed game; empty if unreadable."""
    try:
        return claims_of(seats)
    except ValueError:
        return {}


def readable_info(stored: bytes | None) -> GameInfo:
    """Return the info of a removed game; the default if unreadable."""
    try:
        return info_of(stored)
    except msgspec.MsgspecError:
        return DEFAULT_INFO
