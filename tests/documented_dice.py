"""Random draws as the section "Dice" of a `RULES.md` documents them, implemented from that text alone.

The code uses no module of the product: it reads the tables from the Markdown and contains its own generator.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

WORD = 0xFFFFFFFF
STATE, MIDDLE = 624, 397


def twister(number: int) -> Iterator[int]:
    """Yield the outputs of MT19937, seeded by `init_by_array` with the 32-bit words of a number."""
    words = [number >> 32 * place & WORD for place in range(max(1, -(-number.bit_length() // 32)))]
    state = _by_array(words)
    while True:
        for place in range(STATE):
            high = state[place] & 0x80000000 | state[(place + 1) % STATE] & 0x7FFFFFFF
            state[place] = state[(place + MIDDLE) % STATE] ^ high >> 1 ^ (0x9908B0DF if high & 1 else 0)
        for word in list(state):
            word ^= word >> 11  # noqa: PLW2901  # the tempering of MT19937
            word ^= word << 7 & 0x9D2C5680  # noqa: PLW2901
            word ^= word << 15 & 0xEFC60000  # noqa: PLW2901
            yield word ^ word >> 18


def _by_array(words: list[int]) -> list[int]:
    """Return the state that `init_by_array` produces."""
    state = [19650218]
    for place in range(1, STATE):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + place) & WORD)
    place, word = 1, 0
    for _ in range(max(STATE, len(words))):
        last = state[place - 1]
        state[place] = (state[place] ^ (last ^ last >> 30) * 1664525) + words[word] + word & WORD
        place, word = _next(state, place), (word + 1) % len(words)
    for _ in range(STATE - 1):
        last = state[place - 1]
        state[place] = (state[place] ^ (last ^ last >> 30) * 1566083941) - place & WORD
        place = _next(state, place)
    state[0] = 0x80000000
    return state


def _next(state: list[int], place: int) -> int:
    """Return the next index of the state; after the last comes 1, and the last word is copied to the first."""
    if place + 1 < STATE:
        return place + 1
    state[0] = state[STATE - 1]
    return 1


def numbers(seed: bytes, name: str) -> Iterator[float]:
    """Yield r1, r2 and so on of a draw."""
    digest = hmac.new(seed, b"purpose:" + name.encode("ascii"), hashlib.sha256).digest()
    outputs = twister(int.from_bytes(digest, "big"))
    while True:
        first, second = next(outputs), next(outputs)
        yield ((first >> 5) * 67108864 + (second >> 6)) / 9007199254740992


class Draw(NamedTuple):
    """A row of the table of draws."""

    method: str
    number: str
    """N of `below N`, U of `sort U`; empty for `swap`."""
    take: str
    facts: tuple[str, ...]


class Documented:
    """The random draws of a game by its seed, according to the tables of a `RULES.md`."""

    def __init__(self, rules: Path, seed: bytes) -> None:
        section = rules.read_text(encoding="utf-8").partition("\n## Dice\n")[2].partition("\n## ")[0]
        self.tables = list(tables(section))
        self.seed = seed
        self.draws = {_plain(name): _draw(method, facts) for name, _, method, _, facts in self.table("draw")}
        self.used: set[str] = set()

    def table(self, first: str) -> list[list[str]]:
        """Return the rows of the table whose first column has this heading."""
        return next(rows for heading, *rows in self.tables if heading[0] == first)

    def draw(self, name: str, **parts: int) -> tuple[Draw, Iterator[float]]:
        """Return the table row of a draw, with its numbers; `parts` are the values of the words in capitals."""
        self.used.add(name)
        filled = " ".join(str(parts.get(word, word)) for word in name.split(" "))
        return self.draws[name], numbers(self.seed, filled)

    def below(self, name: str, **words: int) -> int:
        """Draw by the method `below`; `words` are the values of names in the table."""
        draw, found = self.draw(name)
        assert draw.method == "below"
        bound = words[draw.number] if draw.number in words else int(draw.number)
        return int(next(found) * bound)

    def sort(self, name: str, present: Iterable[int], **parts: int) -> list[int]:
        """Draw by the method `sort`; return the present units by increasing random number, as many as are drawn."""
        draw, found = self.draw(name, **parts)
        assert draw.method == "sort"
        drawn = [next(found) for _ in range(int(draw.number))]
        ordered = sorted(present, key=lambda unit: drawn[unit])
        return ordered[: int(draw.take)] if draw.take.isdigit() else ordered

    def swap(self, name: str, deck: list[int], cards: int, **parts: int) -> list[int]:
        """Draw by the method `swap`: take some cards from the list of a deck, in place."""
        draw, found = self.draw(name, **parts)
        assert draw.method == "swap"
        drawn = []
        for _ in range(cards):
            place = int(next(found) * len(deck))
            drawn.append(deck[place])
            deck[place] = deck[-1]
            deck.pop()
        return drawn


def tables(text: str) -> Iterator[list[list[str]]]:
    """Return the tables of a Markdown text: heading and rows, without the separator line."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        yield [rows[0], *rows[2:]]


def _draw(method: str, facts: str) -> Draw:
    """Parse a row of the table of draws."""
    words = re.fullmatch(r"(below|sort|swap) ?(\w*)(?:, take (\w+))?", _plain(method))
    assert words is not None, method
    return Draw(words[1], words[2], words[3] or "", tuple(re.findall(r"`([a-z_]+)`", facts)))


def _plain(cell: str) -> str:
    return cell.strip("`")
