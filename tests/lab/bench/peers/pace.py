"""Measure the peers as our own code is measured: the best of several slices of processor time."""

import gc
import time
from collections.abc import Callable

SLICES = 5
SLICE_SECONDS = 0.4


def report(name: str, play: Callable[[int], int]) -> None:
    """Call `play` with increasing numbers; print the rate per second of what it counts.

    As in our own measurements, the garbage collector is off.
    """
    gc.disable()
    best, number = 0.0, 0
    for _ in range(SLICES):
        began, count = time.process_time(), 0
        while (spent := time.process_time() - began) < SLICE_SECONDS:
            count += play(number)
            number += 1
        best = max(best, count / spent)
    print(f"{name}\t{best:.1f}", flush=True)
