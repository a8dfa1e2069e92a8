"""Read a game in one step. `games` has the commands that read or write one part."""

from typing import Any

from msgspec import UNSET

from service.store.connection import script
from service.store.durability import Command
from service.store.game_dump import GameDump
from service.store.game_parts import claims_of, header_of, info_of, position_of
from service.store.game_types import START, GameInfo, Header, StoredGame
from service.store.keys import key
from service.store.unreadable import GameUnreadable

_LOAD = script("load")


def load_command(game_id: str, *, with_responses: bool) -> Command:
    """Return the command that reads a game in one step, for `Store.load`."""
    parts = ("header", "state", "info", "seats", "log", *(("responses",) if with_responses else ()))
    keys = [key(game_id, part) for part in parts]
    return ("EVAL", _LOAD, len(keys), *keys)


def game_in_reply(reply: Any) -> StoredGame | None:
    """Return the game of a reply to `load_command`; None without a snapshot. Damaged data raises any error."""
    header, snapshot, info, seats, last, responses = reply
    if snapshot is None:
        return None
    created = header_of(header)
    return StoredGame(
        created,
        snapshot,
        position_of(last),
        _info_of(created, info),
        claims_of(dict(zip(seats[::2], seats[1::2], strict=True))),
        responses,
        last=last or b"",
        seats=b"".join(seats),
        info_text=info or b"",
    )


def game_in_archive(dump: GameDump) -> StoredGame:
    """Return a game that only the archive has. It has no stored responses."""
    position = dump.log[-1].position if dump.log else START
    return StoredGame(header_of(dump.header), dump.state, position, info_of(dump.info), claims_of(dump.seats))


def _info_of(header: Header, stored: bytes | None) -> GameInfo:
    """Return the info of a game; raises GameUnreadable if a game with a clock has none."""
    if stored is None and header.clock is not UNSET:
        raise GameUnreadable(header.game_id, "its game info is missing")
    return info_of(stored)
