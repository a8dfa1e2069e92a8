"""Pair report files by the Dutch system: the interpreter of `.dutch` runs this module as a script.

It reads the path of a file from each line, and prints the pairs of its next round as JSON. A pair is two starting rank
numbers; the second is 0 for the bye. It prints `null` if the system has no pairing. It imports nothing of this project.
"""

import json
import sys
from pathlib import Path

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser


def pairs(path: str) -> list[list[int]] | None:
    """Return the pairs of the next round, or None if there is no pairing."""
    try:
        return [[each.white, each.black] for each in DutchEngine.generate_pairings(TrfParser.parse(Path(path)))]
    except PairingError:
        return None


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(pairs(line.strip())), flush=True)
