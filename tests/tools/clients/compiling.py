"""Compile generated clients, their players, and the received values with the available compilers.

Errors are None without a compiler: Swift, Dart and C# have none among the packages of Python and npm.
"""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.tools import TOOLS, run
from tests.tools.clients.generators import Generator
from tests.tools.clients.golden import in_typescript
from tests.tools.clients.paths import PYTHON_PACKAGES, python_path

HERE = Path(__file__).parent
GO: Mapping[str, str] = {"GOPROXY": "off", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod"}
"""Settings of Go: the client needs the standard library only, so nothing is downloaded."""
DEBIAN_CRATES = Path("/usr/share/cargo/registry")
"""The crates of Debian; without them, cargo downloads crates.

Debian 12 has them in librust-reqwest-dev, librust-serde-derive-dev, librust-serde-json-dev and librust-serde-repr-dev.
"""
OF_DEBIAN = (
    *("--offline", "--config", 'source.crates-io.replace-with="debian"'),
    *("--config", f'source.debian.directory="{DEBIAN_CRATES}"'),
)
"""The options of cargo that take those crates."""
MARKER = (
    "package javax.annotation;\npublic @interface Generated { String value(); String date(); String comments(); }\n"
)
"""The only annotation of the Java client that no library here contains; it has no meaning at run time."""
IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for each in pkgutil.walk_packages(package.__path__, sys.argv[1] + "."):
    importlib.import_module(each.name)
"""


@dataclass(frozen=True)
class Compiled:
    """The output of a compiler."""

    compiler: str
    errors: tuple[str, ...]


@dataclass(frozen=True)
class Typescript:
    """What the TypeScript player must know of a generated client: imports, type names and decoders."""

    program: str
    types: str
    """The import of the types GameRequest and ActionRequest."""
    type_of: str
    """The expression for the type of a component, with a placeholder for its name."""
    decoders: tuple[str, str] = ("", "")
    """The functions that decode GameRequest and ActionRequest from JSON, if decoding is necessary."""


TYPESCRIPT = {
    "typescript-fetch": Typescript(
        "typescript-fetch.ts",
        'import { type ActionRequest, ActionRequestFromJSON, type GameRequest, GameRequestFromJSON } from "./client";',
        "",
        ("GameRequestFromJSON", "ActionRequestFromJSON"),
    ),
    "typescript-axios": Typescript(
        "typescript-axios.ts",
        'import type { ActionRequest, GameRequest } from "./client";',
        'import("./client").{}',
    ),
    "openapi-typescript": Typescript(
        "openapi-fetch.ts",
        'import type { components } from "./client/schema";\n'
        'type GameRequest = components["schemas"]["GameRequest"];\n'
        'type ActionRequest = components["schemas"]["ActionRequest"];',
        'import("./client/schema").components["schemas"]["{}"]',
    ),
}


def compile_client(generator: Generator, games: list[Path]) -> Compiled | None:
    """Compile a client and, if it has one, its player with the recorded games."""
    if generator.name in TYPESCRIPT:
        return _typescript(generator, games)
    if generator.name in PYTHON_PACKAGES:
        return _python(generator)
    needed = NEEDED.get(generator.name)
    if generator.name in COMPILERS and (needed is None or shutil.which(needed)):
        return COMPILERS[generator.name](generator)
    return None


def compile_received(generator: Generator, compiled: Compiled) -> Compiled:
    """Compile every tenth value that a client received, if its types are those of plain JSON."""
    player = TYPESCRIPT.get(generator.name)
    if player is None or not player.type_of:
        return compiled
    lines = (generator.folder / "received.jsonl").read_text(encoding="utf-8").splitlines()
    values = [
        f"export const v{number}: {player.type_of.format(each['what'])} = {json.dumps(each['received'])};\n"
        for number, each in enumerate(map(json.loads, lines))
    ]
    (generator.folder / "received.ts").write_text("".join(values), encoding="utf-8")
    return _tsc(generator.folder)


def _python(generator: Generator) -> Compiled:
    """Import every module of a client; a warning counts as an error."""
    command = ["python", "-W", "error", "-c", IMPORT_ALL, PYTHON_PACKAGES[generator.name]]
    ran = run(command, environ=python_path(generator))
    return Compiled("imported", tuple(ran.stdout.splitlines()[-1:]) if ran.returncode else ())


def _typescript(generator: Generator, games: list[Path]) -> Compiled:
    """Compile a client, its player and the recorded games."""
    player, folder = TYPESCRIPT[generator.name], generator.folder
    for name in ("table.ts", "tsconfig.json"):
        shutil.copy(HERE / "typescript" / name, folder)
    shutil.copy(HERE / "typescript" / player.program, folder / "play.ts")
    (folder / "package.json").write_text('{"type": "commonjs"}', encoding="utf-8")
    (folder / "games.ts").write_text(in_typescript(games, player.types, player.decoders), encoding="utf-8")
    return _tsc(folder)


def _tsc(folder: Path) -> Compiled:
    """Run the TypeScript compiler."""
    ran = run(["tsc", "--project", "tsconfig.json", "--pretty", "false"], cwd=folder)
    return Compiled("tsc --strict", tuple(line for line in ran.stdout.splitlines() if "error TS" in line))


def _kotlin(generator: Generator) -> Compiled:
    """Compile the models of a client in Kotlin, with the compiler and the libraries of its Jupyter kernel."""
    models = next((generator.folder / generator.client / "src" / "main").rglob("models"))
    options = ["-cp", os.pathsep.join(kotlin_libraries()), "-d", str(generator.folder / "built")]
    ran = run([*kotlin_compiler(), *options, models], timeout=1200)
    return Compiled("kotlinc, models", tuple(line for line in ran.stdout.splitlines() if "error:" in line))


def kotlin_compiler() -> list[str]:
    """Return the command of the Kotlin compiler, with its plugin for serializers."""
    (kernel,) = _kotlin_jars().glob("kotlin-jupyter-kernel-*-all.jar")
    compiler = ["java", "-cp", f"{_kotlin_jars()}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
    return [*compiler, "-Xdisable-default-scripting-plugin", f"-Xplugin={kernel}", "-no-stdlib", "-no-reflect"]


def kotlin_libraries() -> list[str]:
    """List the libraries of a Kotlin client's models."""
    jars = _kotlin_jars()
    return [*map(str, jars.glob("kotlin-stdlib-*.jar")), *map(str, jars.glob("kotlinx-serialization-*.jar"))]


def _kotlin_jars() -> Path:
    (jars,) = TOOLS.glob("lib/python*/site-packages/run_kotlin_kernel/jars")
    return jars


def _java(generator: Generator) -> Compiled:
    """Compile a client in Java with the libraries of openapi-generator."""
    (libraries,) = TOOLS.glob("lib/python*/site-packages/openapi_generator_cli/*.jar")
    marker = generator.folder / "marker" / "javax" / "annotation" / "Generated.java"
    marker.parent.mkdir(parents=True)
    marker.write_text(MARKER, encoding="utf-8")
    sources = [marker, *(generator.folder / generator.client / "src" / "main").rglob("*.java")]
    names = generator.folder / "sources"
    names.write_text("\n".join(map(str, sources)), encoding="utf-8")
    built = generator.folder / "built"
    ran = run(["javac", "-proc:none", "-nowarn", "-Xmaxerrs", "1000", "-cp", libraries, "-d", built, f"@{names}"])
    return Compiled("javac", tuple(line for line in ran.stdout.splitlines() if "error:" in line))


def _go(generator: Generator) -> Compiled:
    """Compile a client in Go with its player, and check both with `go vet`."""
    client = generator.folder / generator.client
    (client / "play").mkdir()
    shutil.copy(HERE / "go" / "main.go", client / "play")
    vetted = run(["go", "vet", ".", "./play"], cwd=client, environ=GO)
    built = run(["go", "build", "-o", generator.folder / "play", "./play"], cwd=client, environ=GO)
    errors = [line for ran in (vetted, built) if ran.returncode for line in ran.stdout.splitlines()]
    return Compiled("go vet", tuple(errors))


def _rust(generator: Generator) -> Compiled:
    """Compile a client in Rust with its player."""
    shutil.copytree(HERE / "rust", generator.folder, dirs_exist_ok=True)
    crates = OF_DEBIAN if DEBIAN_CRATES.exists() else ()
    built = run(["cargo", "build", "--quiet", *crates], cwd=generator.folder, timeout=1200)
    return Compiled("cargo build", tuple(built.stdout.splitlines()) if built.returncode else ())


COMPILERS: Mapping[str, Callable[[Generator], Compiled]] = {
    "kotlin": _kotlin,
    "java": _java,
    "go": _go,
    "rust": _rust,
}
NEEDED: Mapping[str, str] = {"java": "javac", "rust": "cargo"}
"""The compilers that no package of Python provides."""
