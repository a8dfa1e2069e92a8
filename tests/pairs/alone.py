"""Play one journey with chosen features alone. A failing journey prints itself as a call of `play`.

from tests.pairs.alone import play
play(7, 41, undo="consent", advice="analysis")
"""

import sys

from tests.pairs.reducing import PLAIN
from tests.pairs.running import travels


def play(seed: int, number: int, **features: str) -> None:
    """Play the journey of a seed and number with these features, and print its requests and faults.

    Ends the program with status 1 after a fault.
    """
    (outcome,) = travels(seed, [(number, {**PLAIN, **features})], reductions=0)
    print("\n".join([*outcome.script, *(f"  * {each}" for each in outcome.faults)]))
    sys.exit(bool(outcome.faults))
