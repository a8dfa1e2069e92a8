"""Records of random games, and copies of them with one byte changed."""

from random import Random

from domain import record
from domain.record import Origin, TimedAction, Wire
from workers.promises.games import Game, play

PLAYER = "pl_" + "a" * 20


def recorded(name: str, seats: int, number: int) -> Wire:
    """Play game `number` of a ruleset and record it."""
    game = play(name, seats, number)
    moves = [TimedAction(seat, moment(version), action) for version, (seat, action) in enumerate(game.log, 1)]
    return record.build(game.ruleset, origin(game, number), moves)


def origin(game: Game, number: int = 0) -> Origin:
    """Return the origin of a game."""
    kinds = [{"kind": "human", "name": "Žofie"}, {"kind": "ai", "level": "random"}, {"kind": "open", "player": PLAYER}]
    sitting = [{"seat": seat, **kinds[(seat + number) % 3]} for seat in range(game.seats)]
    unrated = number % 4 == 0 or game.ruleset.is_cooperative
    terms = {"sandbox": True} if unrated else {"rated": True}
    return Origin(f"{number:020}", moment(0), game.options, sitting, game.seed, game.ruleset.version, terms)


def moment(version: int) -> str:
    """Return the time of an event."""
    return f"2026-01-01T00:{version // 60:02}:{version % 60:02}.000000Z"


def tampered(text: bytes, rng: Random) -> tuple[int, bytes]:
    """Change one byte of a text; return the position and the changed text."""
    place = rng.randrange(len(text))
    byte = rng.choice([byte for byte in range(256) if byte != text[place]])
    return place, b"%b%c%b" % (text[:place], byte, text[place + 1 :])
