"""Estimate how many attempts it takes to guess a text that should be random.

The estimate is the length of the shortest description that is found, as in compression (Lempel and Ziv) and in zxcvbn.
A description consists of single characters, of sequences (`abcd`, `8642`, `aaaa`), and of copies of what came before or
of common texts. Random texts have no shorter description than their characters.
"""

from math import inf, log2

FEWEST_BITS = 80
"""Fewest bits of a secret. 32 random hexadecimal digits have about 120; no computer tries 2**80 texts."""
LONGEST_READ = 128
"""How many characters are read: more than enough, and few enough to be fast."""
LAGS = (1, 2, 3)
ORDER = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The order of characters in a sequence. Hexadecimal digits continue with letters."""
COMMON = "|".join(
    (
        *("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm"),
        *("1q2w3e4r5t6z", "1q2w3e4r5t6y", "password", "passw0rd", "secret", "changeme", "change-me", "change_me"),
        *("replace", "insert", "example", "default", "please", "random", "letmein", "generate", "production"),
        *("development", "bottega", "token", "your-secret-key-here", "supersecret", "deadbeef", "cafebabe"),
    )
)
"""Parts of texts that are no secrets."""


def bits(text: str) -> float:
    """Return the entropy of a text in bits: an upper bound, since an attacker may know a shorter description."""
    text = text[:LONGEST_READ]
    character = log2(max(1, len(set(text))))
    place = 2 * log2(max(2, len(text)))
    best, lower = [0.0, *[inf] * len(text)], text.lower()
    for at in range(len(text)):
        sequences = [(_sequence(lower, at, lag), place + (2 * lag - 1) * character) for lag in LAGS]
        for length, cost in ((1, character), (_copied(lower, at), place), *sequences):
            best[at + length] = min(best[at + length], best[at] + cost)
    return best[-1]


def is_guessable(text: str) -> bool:
    """Whether a text has too few bits for a secret. Blanks do not count."""
    return bits("".join(text.split())) < FEWEST_BITS


def _sequence(text: str, at: int, lag: int) -> int:
    """Return the length of the sequence at a position, whose characters follow by equal steps.

    With a lag of 2 it consists of two sequences in turn: `a1b2c3`.
    """
    codes = [ORDER.find(each) if each in ORDER else ord(each) for each in text[at:]]
    length = min(2 * lag, len(codes))
    while length < len(codes) and codes[length] - codes[length - lag] == codes[length - lag] - codes[length - 2 * lag]:
        length += 1
    return length


def _copied(text: str, at: int) -> int:
    """Return the length of the longest part at a position that came before, forwards or backwards, or is common."""
    before = COMMON + text[:at]
    length = 0
    while at + length < len(text):
        part = text[at : at + length + 1]
        if part not in before and part[::-1] not in before and text.find(part) >= at:
            break
        length += 1
    return length
