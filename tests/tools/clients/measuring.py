"""Measure a generated client: missing operations, warnings, and errors of the available compilers."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.tools.clients.generators import Generator

_BODY = {
    "schema": {"$ref": "#/components/schemas/Greeting"},
    "examples": {"short": {"$ref": "#/components/examples/short"}},
}
_EXAMPLE = {"content": {"application/json": _BODY}}
SMALLEST = {
    "openapi": "3.0.3",
    "info": {"title": "Smallest", "version": "1"},
    "servers": [{"url": "/"}],
    "paths": {
        "/": {
            "post": {
                "operationId": "greet",
                "requestBody": {"required": True, **_EXAMPLE},
                "responses": {"200": {"description": "The same.", **_EXAMPLE}},
            }
        }
    },
    "components": {
        "schemas": {
            "Greeting": {
                "type": "object",
                "properties": {"text": {"type": "string"}, "facts": {"type": "object"}},
                "required": ["text"],
            }
        },
        "examples": {"short": {"value": {"text": "Ciao"}}},
    },
}
"""A contract of one operation and one free-form object with an example: generators warn of these in any contract."""

WARNING = re.compile(r"\bWARN(ING)?\b(?!.* Renamed to )")
"""A warning; that a reserved word is escaped is none."""
PROGRAMS = {".py", ".ts", ".kt", ".swift", ".dart", ".java", ".cs", ".go", ".rs"}


@dataclass(frozen=True)
class Measured:
    """The measurements of one generator for a contract."""

    operations: int
    dropped: tuple[str, ...]
    """The operations that the client lacks."""
    warnings: tuple[str, ...]
    own_warnings: tuple[str, ...]
    """Warnings that the generator prints for every contract; not among `warnings`."""


def measure(generator: Generator, contract: Path) -> Measured:
    """Generate a client and return its missing operations and the warnings; raises GenerationFailed."""
    own = _own_warnings(generator)
    shutil.rmtree(generator.folder, ignore_errors=True)
    generator.folder.mkdir(parents=True)
    warnings = [line for line in _warnings(generator.generate(contract)) if line not in own]
    loaded = json.loads(contract.read_text(encoding="utf-8"))
    dropped = tuple(missing_operations(generator.folder, loaded))
    return Measured(len(operations_of(loaded)), dropped, tuple(warnings), tuple(sorted(set(own))))


def missing_operations(folder: Path, contract: dict[str, Any]) -> list[str]:
    """List the operations of a contract that the sources in a folder lack."""
    sources = _sources(folder)
    return [name for name in operations_of(contract) if not _has(sources, name)]


def _own_warnings(generator: Generator) -> list[str]:
    """List the warnings of a generator for a contract without faults."""
    shutil.rmtree(generator.folder, ignore_errors=True)
    generator.folder.mkdir(parents=True)
    smallest = generator.folder / "smallest.json"
    smallest.write_text(json.dumps(SMALLEST), encoding="utf-8")
    return _warnings(generator.generate(smallest))


def _warnings(printed: str) -> list[str]:
    """List the warnings in printed lines."""
    return [line for line in printed.splitlines() if WARNING.search(line)]


def operations_of(contract: dict[str, Any]) -> list[str]:
    """List the operations of a contract."""
    methods = [method for path in contract["paths"].values() for method in path.values() if "operationId" in method]
    return [method["operationId"] for method in methods]


def _sources(folder: Path) -> str:
    """Return all sources of a client in lower case and without underscores, since conventions differ."""
    files = [file for file in folder.rglob("*") if file.suffix in PROGRAMS and "test" not in file.parts]
    texts = [f"{file.stem}\n{file.read_text(encoding='utf-8')}" for file in files]
    return "\n".join(texts).replace("_", "").lower()


def _has(sources: str, operation: str) -> bool:
    """Whether the sources contain the name of an operation."""
    return re.search(rf"\b{operation.lower()}(async)?\b", sources) is not None
