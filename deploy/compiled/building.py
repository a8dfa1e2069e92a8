"""Build the wheel that mypyc compiles, and install it in `.compiled` completely or not at all.

The build uses a copy of the sources, so that concurrent edits cause no mixture. The finished build contains the digest
of its sources.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "service", "workers", "openapi")
FILES = ("pyproject.toml", "setup.py", "LICENSE", "README.md", "requirements-run.lock", "requirements-compile.lock")
MEASURED = ("strength.json",)
"""Files that measuring a build writes; they do not change the digest."""
_LOCKED = ("install", "--no-deps", "--require-hashes", "--requirement")
LEFT_OUT = ("__pycache__", "released")


def place(root: Path) -> Path:
    """Return the directory of the build."""
    return root / ".compiled"


def python(root: Path) -> Path:
    """Return the path of the build's Python."""
    return place(root) / "bin" / "python"


def is_current(root: Path) -> bool:
    """Whether a complete build of exactly these sources by this Python exists."""
    stamp = place(root) / "installed"
    return stamp.exists() and stamp.read_text() == digest(root)


def can_compile() -> bool:
    """Whether a C compiler and the headers of this Python are installed."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return headers.exists() and shutil.which(compiler.split()[0]) is not None


def digest(root: Path) -> str:
    """Return a digest of these sources and this Python."""
    found = hashlib.sha256(sys.version.encode())
    for path in _sources(root):
        found.update(f"\n{path.relative_to(root)} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    """Return the source files of the build, in order."""
    inside = (path for name in PACKAGES for path in sorted((root / name).rglob("*")) if path.is_file())
    yield from (path for path in inside if path.name not in MEASURED and not {*path.parts} & set(LEFT_OUT))
    yield from sorted((root / "deploy").glob("*.conf*"))  # what is for containers alone is in no build
    yield from (root / name for name in FILES)


def build(root: Path) -> None:
    """Build and install; if it fails, raise CalledProcessError and keep the earlier build."""
    with tempfile.TemporaryDirectory(prefix=".compiled-", dir=root, ignore_cleanup_errors=True) as directory:
        sources, draft, compiler = (Path(directory, name) for name in ("sources", "built", "compiler"))
        _copy(root, sources)
        _pip(sys.executable, (*_LOCKED, str(sources / "requirements-compile.lock"), "--target", str(compiler)))
        wheel = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", directory, str(sources))
        _pip(sys.executable, wheel, BOTTEGA_COMPILE="1", PYTHONPATH=str(compiler))
        _run(sys.executable, "-m", "venv", str(draft))
        installs = str(draft / "bin" / "python")
        _pip(installs, (*_LOCKED, str(sources / "requirements-run.lock")))
        (built,) = Path(directory).glob("*.whl")
        _pip(installs, ("install", "--no-deps", str(built)))
        built.rename(draft / built.name)
        _settle(draft, root)
        (draft / "installed").write_text(digest(sources))
        if place(root).exists():
            place(root).rename(Path(directory, "old"))
        draft.rename(place(root))


def _copy(root: Path, sources: Path) -> None:
    for name in (*PACKAGES, "deploy"):
        shutil.copytree(root / name, sources / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FILES:
        shutil.copy(root / name, sources)


def _settle(draft: Path, root: Path) -> None:
    """Adapt an environment to its final path, and add the tests, which are not in the wheel."""
    (packages,) = draft.glob("lib/python*/site-packages")
    (packages / "sources.pth").write_text(f"{root}\n")  # read after the wheel, which goes first
    here, there = (str(path).encode() for path in (draft, place(root)))
    for path in (draft / "bin").iterdir():
        if path.is_file() and not path.is_symlink() and here in (text := path.read_bytes()):
            path.write_bytes(text.replace(here, there))


def _pip(interpreter: str, arguments: Sequence[str], **changes: str) -> None:
    command, *others = arguments
    _run(interpreter, "-m", "pip", command, "--quiet", "--disable-pip-version-check", *others, **changes)


def _run(*command: str, **changes: str) -> None:
    subprocess.run(command, env={**os.environ, **changes}, stdin=subprocess.DEVNULL, check=True)
