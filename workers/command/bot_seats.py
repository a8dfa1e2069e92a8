"""Find the seats of a bot in options and files."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\.[0-9]+(-[0-9]+)?\.[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Seat:
    """A seat: its game, and the token or key that authorizes it. Without a game: all seats of the key's player."""

    game_id: str | None
    token: str


class BadGames(Exception):
    """An option or a file does not name seats; the message explains the mistake."""


def seats_of(tokens: Iterable[str]) -> Iterator[Seat]:
    """Return the seats of these tokens: each token starts with the id of its game.

    Raises BadGames, whose message never contains a token or key.
    """
    for token in tokens:
        if not SEAT_TOKEN.fullmatch(token):
            raise BadGames("--token needs a seat token, as `createGame` returns it; pass a player key with --key")
        yield Seat(token.partition(".")[0], token)


def seats_in(path: Path) -> Iterator[Seat]:
    """Read seats from a file with one JSON object per line, such as responses of `createGame` and `claimSeat`.

    Raises BadGames.
    """
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                yield from _read_seats(line, f"{path}, line {number}")
    except OSError as error:
        raise BadGames(f"{path}: {error.strerror}") from error


def _read_seats(line: str, place: str) -> list[Seat]:
    try:
        game = json.loads(line)
        tokens = [each["token"] for each in game["tokens"]] if "tokens" in game else [game["token"]]
        game_id = str(game["game_id"])
        return [Seat(game_id, seat.token) for seat in seats_of(map(str, tokens))]
    except BadGames as error:
        raise BadGames(f"{place}: {error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise BadGames(
            f"{place}: needs `game_id`, and `token` or `tokens`, as in a response of `createGame`"
        ) from error
