"""Run every judge over the contract, then try it on a running service; print what each of them says.

Ends with a failure if any of them finds anything: an error, a warning, or fewer requests than promised.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from service.app import export_contracts
from tests import tools
from tests.contract_check.released import broken
from tests.service.table import UNLIMITED_ENVIRON
from tests.workers.running import run
from workers.processes.supervisor import running_service

HERE = Path(__file__).parent
FEWEST_REQUESTS = 5000
EXAMPLES_EACH = int(os.environ.get("EXAMPLES", "150"))
"""How many requests schemathesis makes up for each operation, besides those of its examples and its coverage."""
LONGEST_SECONDS = 600 + 20 * EXAMPLES_EACH
SEED = int(os.environ.get("SEED", "2026"))
STRICT = "recommended-strict"


def main() -> int:
    """Run everything; return the exit code."""
    with TemporaryDirectory() as folder:
        failed = [name for name, command in judges(Path(folder)) if not passes(name, command)]
    if reported_broken(broken()):
        failed.append("clients of the last release")
    if not tried():
        failed.append("schemathesis")
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nThe contract holds.")
    return len(failed)


def judges(folder: Path) -> Iterator[tuple[str, Sequence[str | Path]]]:
    """List the tools that read the contract, and how each is called so that a warning, too, is a failure.

    They are shown both versions as they are served, examples included, in files of `folder`.
    """
    spectral = ("spectral", "lint", "--ruleset", HERE / "spectral.yaml", "--fail-severity", "hint")
    for name, text in export_contracts().items():
        contract = folder / name
        contract.write_text(text, encoding="utf-8")
        yield f"openapi-spec-validator {contract.name}", ["openapi-spec-validator", contract]
        yield f"Redocly recommended-strict {contract.name}", ["redocly", "lint", "--extends", STRICT, contract]
        yield f"Spectral spectral:oas {contract.name}", [*spectral, contract]


def passes(name: str, command: Sequence[str | Path]) -> bool:
    """Run a tool; show what it says if it finds anything."""
    ended = tools.run(command)
    print(f"{name}: {'nothing found' if ended.returncode == 0 else 'FAILED'}", flush=True)
    if ended.returncode:
        print(ended.stdout)
    return ended.returncode == 0


def reported_broken(lines: Sequence[str]) -> bool:
    """Print what breaks clients of the last release; return whether anything does."""
    print("changes since the last release:", "\n  ".join(lines) or "none that breaks a client", flush=True)
    return bool(lines)


def tried() -> bool:
    """Run the service and test every operation with schemathesis; return the count of each status by operation."""
    with TemporaryDirectory(prefix="bottega-contract-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0", "BOTTEGA_SANDBOX": "on"}
        own |= {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.1"}  # no server listens there, and nothing leaves this machine
        own |= {"BOTTEGA_ANALYSIS_ITERATIONS": "10"}  # it is not the quality of analyses that is tried
        environ = {**os.environ, **UNLIMITED_ENVIRON, **own, "BOTTEGA_REDIS_URL": "", "BOTTEGA_RQ_URL": ""}
        with running_service(environ) as service:
            counts = Path(directory) / "counts.json"
            made = run("keys", "create", "--scopes", "play,create,organise", environ=environ)
            code = schemathesis(service.address, counts, directory, json.loads(made.stdout)["key"])
        return reported(json.loads(counts.read_text()) if counts.exists() else []) and code == 0


def schemathesis(address: str, counts: Path, directory: str, organiser: str) -> int:
    """Try the contract on the service at an address, in all phases, with an organiser's key; return the exit code."""
    hooks = {"SCHEMATHESIS_HOOKS": "tests.contract_check.real_games", "PYTHONPATH": str(tools.ROOT)}
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
    environ = hooks | {"BOTTEGA_ADDRESS": address, "BOTTEGA_COUNTS": str(counts), "BOTTEGA_ORGANISER": organiser}
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
