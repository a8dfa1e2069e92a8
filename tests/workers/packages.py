"""Packages with rulesets: write their sources, build wheels, and install them in a directory."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from tests import zoo
from tests.workers.running import serving
from workers.command import new_ruleset

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def packaged(name, directory):
    """Write the source of a package with a game of the zoo."""
    facts = new_ruleset.write_project(directory, name)
    folder = Path(zoo.__file__).parent / name
    for source in folder.rglob("*.*"):
        if source.suffix != ".pyc" and not source.name.startswith("test_"):
            text = source.read_text(encoding="utf-8").replace(f"tests.zoo.{name}", facts["package"])
            target = directory / facts["package"] / source.relative_to(folder)
            new_ruleset.write(target, new_ruleset.adapted(source.name, text, facts["title"]))


def install(sources, target):
    """Build wheels of packages, and install them in a directory."""
    wheels = target.with_name("wheels")
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, *sources], check=True)
    found = sorted(wheels.glob("*.whl"))
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", target, *found], check=True)


@contextmanager
def serving_packages(directory, names, **changes):
    """Run a service that can import packages with these games of the zoo, with changes of its settings."""
    for name in names:
        packaged(name, directory / "sources" / name)
    install([directory / "sources" / name for name in names], directory / "installed")
    with serving(directory, PYTHONPATH=str(directory / "installed"), **changes) as served:
        yield served
