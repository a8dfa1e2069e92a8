"""Verify many records, intact and tampered with: `make records`.

For each ruleset the requested number of random games is recorded and verified, and a copy of each with one random byte
changed. A game's number fixes everything, so a failure is repeated with `--first NUMBER --games 1`.
"""

import argparse
import sys
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from domain.record import write
from domain.registry import RULESETS
from domain.verification import RecordMismatch, verify
from workers.command import cli
from workers.promises.records import recorded, tampered

LINE = "{:<10} {:>6} {:>8} {:>9} {:>9} {:>9} {:>12}"


def main() -> int:
    """Record, verify, tamper and verify again; fail unless every verdict is right."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    print(LINE.format("ruleset", "games", "bytes", "verified", "tampered", "found", "ms a record"))
    return max([_run(name, numbers) for name in RULESETS])


def _run(name: str, numbers: range) -> int:
    """Check the records of a ruleset; print the result, and return 1 if something was wrong."""
    texts = [write(recorded(name, _seats(name, number), number)) for number in numbers]
    began = time.process_time()
    verified = sum(_verdict(text) is None for text in texts)
    each = 1000 * (time.process_time() - began) / len(texts)
    found = 0
    for number, text in zip(numbers, texts, strict=True):
        place, changed = tampered(text, Random(number))
        verdict = _verdict(changed)
        found += verdict is not None
        if verdict is None:
            print(f"  game {number}: byte {place} was changed, and it is not found")
    size = sum(map(len, texts)) // len(texts)
    print(LINE.format(name, len(texts), size, verified, len(texts), found, f"{each:.1f}"))
    return int((verified, found) != (len(texts), len(texts)) or _command(texts) != 0)


def _seats(name: str, number: int) -> int:
    """Return the number of seats of a game; the possible numbers take turns."""
    ruleset = RULESETS[name]
    return ruleset.min_seats + number % (ruleset.max_seats - ruleset.min_seats + 1)


def _verdict(text: bytes) -> str | None:
    """Return what is wrong with a record; None if it is valid."""
    try:
        verify(text, RULESETS)
    except RecordMismatch as altered:
        return str(altered)
    return None


def _command(texts: list[bytes]) -> int:
    """Let `bottega verify` read the records from files."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.json" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text)
        with redirect_stdout(StringIO()):
            return cli.main(["verify", *map(str, files)])


if __name__ == "__main__":
    sys.exit(main())
