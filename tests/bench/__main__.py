"""Print the measurements of every ruleset."""

import os
import platform
from pathlib import Path

from domain.registry import RULESETS
from tests.bench import lists, over_http, rules


def main() -> None:
    """Measure everything, the rules first."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {_processor()}")
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, one core                              a second")
        for name, rate in rules.measure(ruleset):
            print(f"  {name:<46} {rate:>10,.0f}")
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, lists                        milliseconds of processor time")
        for name, spent in lists.measure(ruleset):
            print(f"  {name:<46} {spent:>10.1f}")
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, HTTP           clients  requests  median ms  99th percentile ms")
        for operation, clients, requests, middle, slowest in over_http.measure(ruleset):
            print(f"  {operation:<28} {clients:>9} {requests:>9} {middle:>10.2f} {slowest:>19.2f}")


def _processor() -> str:
    """Name the processor where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
