"""Packages with rulesets: write their sources, build wheels, and install them in a directory."""

import subprocess
import sys
from pathlib import Path

from tests import zoo
from workers.command import new_ruleset

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def packaged(name, directory):
    """Write the source of a package with a game of the zoo."""
    facts = new_ruleset.write_project(directory, name)
    for source in (Path(zoo.__file__).parent / name).iterdir():
        if source.is_file() and not source.name.startswith("test_"):
            text = source.read_text(encoding="utf-8").replace(f"tests.zoo.{name}", facts["package"])
            new_ruleset.write(
                directory / facts["package"] / source.name, new_ruleset.adapted(source.name, text, facts["title"])
            )


def install(sources, target):
    """Build wheels of packages, and install them in a directory."""
    wheels = target.with_name("wheels")
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, *sources], check=True)
    found = sorted(wheels.glob("*.whl"))
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", target, *found], check=True)
