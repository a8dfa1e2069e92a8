"""Print the measurements of every ruleset."""

from domain.registry import RULESETS
from tests.bench import lists, over_http, request_cost, rules
from tests.strength.thinking import machine


def main() -> None:
    """Measure everything, the rules first."""
    print(machine())
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, one core                              a second")
        for name, rate in rules.measure(ruleset):
            print(f"  {name:<46} {rate:>10,.0f}")
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, lists                        milliseconds of processor time")
        for name, spent in lists.measure(ruleset):
            print(f"  {name:<46} {spent:>10.1f}")
    request_cost.main()
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, HTTP           clients  requests  median ms  99th percentile ms")
        for operation, clients, requests, middle, slowest in over_http.measure(ruleset):
            print(f"  {operation:<28} {clients:>9} {requests:>9} {middle:>10.2f} {slowest:>19.2f}")


if __name__ == "__main__":
    main()
