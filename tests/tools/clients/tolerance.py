"""Make generated clients tolerant of unknown rulesets with the recipes of the guide, and test them.

The guide is `openapi/guides/versions.md`. Each client decodes a page with a known and an unknown ruleset, counts the
unknown ones and encodes the page again.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.tools import ROOT, environment, run
from tests.tools.clients.compiling import TYPESCRIPT, kotlin_compiler, kotlin_libraries
from tests.tools.clients.generators import Generator
from tests.tools.clients.paths import python_path

GUIDE = ROOT / "openapi" / "guides" / "versions.md"
HERE = Path(__file__).parent / "unknown"
PATCHED = {"kotlin": "kotlin", "swift6": "swift", "python": "python"}
"""The generators whose clients a recipe changes, with the name of the recipe."""
KNOWN = {"pool": "azul-2-0123abcd", "ruleset": "azul", "options": {"side": "A"}, "seats": 2}
UNKNOWN = {"pool": "azul_v2-2-0123abcd", "ruleset": "azul_v2", "options": {"colours": ["red"]}, "seats": 2}
PAGE = {"pools": [KNOWN, UNKNOWN]}
DECODED, FILTERED = "kept", "filtered"


class RecipeFailed(Exception):
    """A recipe or its program ended with an error; the message is what it printed."""


def block(tag: str) -> str:
    """Return the code of the guide with this tag."""
    (code,) = re.findall(rf"^```{tag}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(code)


def patch(generator: Generator) -> None:
    """Change a generated client as the guide says; raises RecipeFailed."""
    if generator.name in PATCHED:
        _checked(run(["bash", "-euc", block(f"{PATCHED[generator.name]}-patch")], cwd=generator.folder))


def tolerance(generator: Generator) -> str | None:
    """Return what a compiled client does with an unknown ruleset; None if it cannot run here.

    Raises RecipeFailed if the client changes or loses more than its recipe says.
    """
    folder = generator.folder
    page = folder / "page.json"
    page.write_text(json.dumps(PAGE), encoding="utf-8")
    ran = _run(generator, page)
    if ran is None:
        return None
    *_, count, encoded = _checked(ran).splitlines()
    expected = {DECODED: PAGE, FILTERED: {"pools": [KNOWN]}}
    for result, value in expected.items():
        if int(count) == 1 and json.loads(encoded) == value:
            return result
    raise RecipeFailed(f"{generator.name}: {count} unknown rulesets in {encoded}")


def prepare(generator: Generator) -> None:
    """Write the program of a TypeScript client, which is compiled with the client."""
    if generator.name not in TYPESCRIPT:
        return
    typescript, folder = TYPESCRIPT[generator.name], generator.folder
    (folder / "known.ts").write_text(block("ts"), encoding="utf-8")
    shutil.copy(HERE / ("plain.ts" if typescript.type_of else "decoding.ts"), folder / "unknown.ts")
    if typescript.type_of:
        page = f"export type PoolPage = {typescript.type_of.format('PoolPage')};\n"
        (folder / "page.ts").write_text(page, encoding="utf-8")


def _run(generator: Generator, page: Path) -> subprocess.CompletedProcess[str] | None:
    """Run the program of a client with a page; None without a compiler or a program."""
    if generator.name in TYPESCRIPT:
        return run(["node", "built/unknown.js", page], cwd=generator.folder)
    if generator.name == "python":
        return run(["python", "-m", "players.unknown_openapi_generator", page], environ=python_path(generator))
    if generator.name == "openapi-python-client":
        (generator.folder / "known.py").write_text(block("python"), encoding="utf-8")
        path = {"PYTHONPATH": os.pathsep.join([python_path(generator)["PYTHONPATH"], str(generator.folder)])}
        return run(["python", "-m", "players.unknown_openapi_python_client", page], environ=path)
    if generator.name == "kotlin":
        return _kotlin(generator, page)
    if generator.name == "swift6" and shutil.which("swiftc", path=environment()["PATH"]):
        return _swift(generator, page)
    return None


def _kotlin(generator: Generator, page: Path) -> subprocess.CompletedProcess[str]:
    """Compile the program in Kotlin with the compiled models, and run it."""
    models, built = generator.folder / "built", generator.folder / "unknown"
    libraries = os.pathsep.join([str(models), *kotlin_libraries()])
    _checked(run([*kotlin_compiler(), "-cp", libraries, "-d", built, HERE / "unknown.kt"]))
    return run(["java", "-cp", os.pathsep.join([str(built), libraries]), "UnknownKt", page])


def _swift(generator: Generator, page: Path) -> subprocess.CompletedProcess[str]:
    """Compile the program in Swift together with the models of a page of pools, and run it."""
    sources = generator.folder / generator.client / "Sources" / "OpenAPIClient"
    models = (file for name in ("*Pool", "PoolPage", "*Options") for file in (sources / "Models").glob(f"{name}.swift"))
    files = [*models, *(sources / "Infrastructure" / f"{name}.swift" for name in ("JSONValue", "Validation"))]
    built = generator.folder / "unknown"
    _checked(run(["swiftc", "-o", built, *files, HERE / "main.swift"], timeout=1200))
    return run([built, page])


def _checked(ran: subprocess.CompletedProcess[str]) -> str:
    """Return what a program printed; raises RecipeFailed."""
    if ran.returncode:
        raise RecipeFailed(ran.stdout)
    return ran.stdout
