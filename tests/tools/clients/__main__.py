"""Test every generator, print the table and write it to openapi/CLIENTS.md; exit with 1 if a client is at fault."""

import sys
from pathlib import Path

from tests.tools import ROOT
from tests.tools.clients import compiling, golden, playing, report, tolerance
from tests.tools.clients.generators import GENERATORS, Generator
from tests.tools.clients.measuring import measure

CONTRACT = ROOT / "openapi" / "openapi.json"
TABLE = ROOT / "openapi" / "CLIENTS.md"


def main(names: list[str]) -> int:
    """Test the named generators, by default all; only a full table is written."""
    games = golden.chosen()
    generators = [each for each in GENERATORS if not names or each.name in names]
    with playing.sandbox() as address:
        rows = [_judge(each, address, games) for each in generators]
    print(report.table(rows))
    if not names:
        TABLE.write_text(report.page(rows, games), encoding="utf-8")
    faults = [f"{row.generator.name}: {fault}" for row in rows for fault in row.faults]
    print(*faults, sep="\n", file=sys.stderr)
    return 1 if faults else 0


def _judge(generator: Generator, address: str, games: list[Path]) -> report.Row:
    """Generate, compile and play with one client."""
    print(f"{generator.name}: generating", file=sys.stderr)
    measured = measure(generator, CONTRACT)
    tolerance.patch(generator)
    tolerance.prepare(generator)
    compiled = compiling.compile_client(generator, games)
    tolerant = None if compiled is not None and compiled.errors else tolerance.tolerance(generator)
    played = None if compiled is None or compiled.errors else playing.play(generator, address, games)
    if played is not None:
        compiled = compiling.compile_received(generator, compiled)
    return report.Row(generator, measured, compiled, tolerant, played)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
