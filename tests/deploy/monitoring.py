"""Check the metrics of the dashboard and the alerts, and validate the queries with promtool.

`python -m tests.deploy.monitoring` is what `make monitoring-check` runs; promtool comes with Debian's `prometheus`.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana" / "bottega.json"
PROMETHEUS = DEPLOY / "prometheus"
RULES_TEST = Path(__file__).parent / "alerts.test.yml"
PARTS_OF_A_HISTOGRAM = re.compile(r"_(bucket|sum|count)$")


def panels() -> list[dict]:
    """List the panels of the dashboard that have queries."""
    return [panel for panel in json.loads(DASHBOARD.read_text())["panels"] if panel["type"] != "row"]


def shown() -> Iterator[str]:
    """Return the queries of the dashboard."""
    return (target["expr"] for panel in panels() for target in panel["targets"])


def alerts() -> list[dict]:
    """List the alerting rules."""
    (group,) = yaml.safe_load((PROMETHEUS / "alerts.yml").read_text())["groups"]
    return group["rules"]


def named(expressions) -> set[str]:
    """Return the names of the metrics in some expressions; a histogram has its base name."""
    return {
        PARTS_OF_A_HISTOGRAM.sub("", name) for each in expressions for name in re.findall(r"\bbottega_[a-z_]+", each)
    }


def as_rules(expressions) -> str:
    """Return expressions as rules, with a duration in place of Grafana's variables."""
    filled = (each.replace("$__rate_interval", "1m") for each in expressions)
    rules = [{"record": f"shown:{number}", "expr": each} for number, each in enumerate(filled)]
    return yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]})


def main() -> int:
    """Run promtool; return its first exit code that is not 0."""
    if shutil.which("promtool") is None:
        print("promtool is needed, which Debian's package prometheus brings", file=sys.stderr)
        return 1
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as rules:
        rules.write(as_rules(shown()))
        rules.flush()
        commands = [
            ["check", "config", str(PROMETHEUS / "prometheus.yml")],
            ["test", "rules", str(RULES_TEST)],
            ["check", "rules", rules.name],
        ]
        codes = [subprocess.run(["promtool", *each], check=False).returncode for each in commands]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main())
