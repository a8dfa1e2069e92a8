"""Print the measurements of every ruleset."""

from domain.registry import RULESETS
from tests.lab.bench import request_cost, rules
from tests.lab.strength.thinking import machine


def main() -> None:
    """Run all measurements, those of the rules first."""
    print(machine())
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, one core                              a second")
        for name, rate in rules.measure(ruleset):
            print(f"  {name:<46} {rate:>10,.0f}")
    request_cost.main()


if __name__ == "__main__":
    main()
