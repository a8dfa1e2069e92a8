"""Run every tool on the contract, then test it on a running service; print the findings of each.

Fails on any finding: an error, a warning, or fewer requests than required.
"""

import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from service.app import export_contracts
from service.settings import DAY
from tests import tools
from tests.service.helpers.client.service import UNLIMITED_ENVIRON
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.tools.contract_check.released import broken
from tests.workers.running import run
from workers.processes.supervisor import running_service

HERE = Path(__file__).parent
FEWEST_REQUESTS = 5000
EXAMPLES_EACH = int(os.environ.get("EXAMPLES", "150"))
"""Number of requests that schemathesis generates for each operation, besides examples and the coverage phase."""
IDENTITIES = 100
"""Number of signed identities for the operations that link and unlink them."""
LONGEST_SECONDS = 600 + 20 * EXAMPLES_EACH
SEED = int(os.environ.get("SEED", "2026"))
STRICT = "recommended-strict"


def main() -> int:
    """Run all checks; return the exit code."""
    with TemporaryDirectory() as folder:
        failed = [name for name, command in judges(Path(folder)) if not passes(name, command)]
    if reported_broken(broken()):
        failed.append("clients of the last release")
    if not tried():
        failed.append("schemathesis")
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nThe contract holds.")
    return len(failed)


def judges(folder: Path) -> Iterator[tuple[str, Sequence[str | Path]]]:
    """List the tools that read the contract, with commands for which a warning is a failure.

    They read both versions as they are served, examples included, from files in `folder`.
    """
    spectral = ("spectral", "lint", "--ruleset", HERE / "spectral.yaml", "--fail-severity", "hint")
    for name, text in export_contracts().items():
        contract = folder / name
        contract.write_text(text, encoding="utf-8")
        yield f"openapi-spec-validator {contract.name}", ["openapi-spec-validator", contract]
        yield f"Redocly recommended-strict {contract.name}", ["redocly", "lint", "--extends", STRICT, contract]
        yield f"Spectral spectral:oas {contract.name}", [*spectral, contract]


def passes(name: str, command: Sequence[str | Path]) -> bool:
    """Run a tool and print its findings; return whether there are none."""
    ended = tools.run(command)
    print(f"{name}: {'nothing found' if ended.returncode == 0 else 'FAILED'}", flush=True)
    if ended.returncode:
        print(ended.stdout)
    return ended.returncode == 0


def reported_broken(lines: Sequence[str]) -> bool:
    """Print the changes that break clients of the last release; return whether there are any."""
    print("changes since the last release:", "\n  ".join(lines) or "none that breaks a client", flush=True)
    return bool(lines)


def tried() -> bool:
    """Run the service and test every operation with schemathesis; return the count of each status by operation."""
    with TemporaryDirectory(prefix="bottega-contract-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0", "BOTTEGA_SANDBOX": "on"}
        own |= {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.1"}  # no server listens there, and nothing leaves this machine
        own |= {"BOTTEGA_ANALYSIS_ITERATIONS": "10"}  # it is not the quality of analyses that is tried
        environ = {**os.environ, **UNLIMITED_ENVIRON, **own, "BOTTEGA_REDIS_URL": "", "BOTTEGA_RQ_URL": ""}
        with issuing() as issuer:
            identities = [issuer.sign(f"subject-{number}", exp=int(time.time()) + DAY) for number in range(IDENTITIES)]
            environ |= {"BOTTEGA_OIDC_ISSUER": issuer.address, "BOTTEGA_OIDC_AUDIENCE": AUDIENCE}
            with running_service(environ) as service:
                counts = Path(directory) / "counts.json"
                made = run("keys", "create", "--scopes", "play,create,organise", environ=environ)
                secret = {
                    "BOTTEGA_ORGANISER": json.loads(made.stdout)["key"],
                    "BOTTEGA_IDENTITIES": " ".join(identities),
                }
                code = schemathesis(service.address, counts, directory, secret)
        return reported(json.loads(counts.read_text()) if counts.exists() else []) and code == 0


def schemathesis(address: str, counts: Path, directory: str, credentials: Mapping[str, str]) -> int:
    """Test the service at a URL with schemathesis, in all phases; return the exit code.

    The credentials are an organiser's key and signed identities, by environment variable.
    """
    hooks = {"SCHEMATHESIS_HOOKS": "tests.tools.contract_check.real_games", "PYTHONPATH": str(tools.ROOT)}
    command: list[str | Path] = [
        *("schemathesis", "--config-file", HERE / "schemathesis.toml"),
        *(
            "run",
            f"{address}/openapi.json",
            "--url",
            address,
            "--seed",
            str(SEED),
            "--max-examples",
            str(EXAMPLES_EACH),
        ),
        *("--suppress-health-check", "all", "--request-timeout", "20", "--warnings", "off", "--continue-on-failure"),
    ]
    environ = hooks | {"BOTTEGA_ADDRESS": address, "BOTTEGA_COUNTS": str(counts), **credentials}
    ended = tools.run(command, cwd=Path(directory), environ=environ, timeout=LONGEST_SECONDS)
    print(ended.stdout)
    return ended.returncode


def reported(counts: Sequence[tuple[str, int, int]]) -> bool:
    """Print the table of responses; return whether there were enough, and each operation succeeded at least once."""
    table: dict[str, Counter[int]] = defaultdict(Counter)
    for operation, status, times in counts:
        table[operation][status] += times
    print(f"\n{'operation':18} {'requests':>8} {'2xx':>6}  by status")
    for operation, statuses in sorted(table.items()):
        done = sum(times for status, times in statuses.items() if status < 300)
        shown = " ".join(f"{status}:{times}" for status, times in sorted(statuses.items()))
        print(f"{operation:18} {statuses.total():8} {done:6}  {shown}")
    total = sum(statuses.total() for statuses in table.values())
    print(f"{'all':18} {total:8}")
    idle = [name for name, statuses in table.items() if not any(status < 300 for status in statuses)]
    return total >= FEWEST_REQUESTS and not idle


if __name__ == "__main__":
    sys.exit(main())
