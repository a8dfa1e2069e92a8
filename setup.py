"""Builds the package; where BOTTEGA_COMPILE is set, the wheel in which mypyc has compiled the hot modules.

Each package names its own hot modules in its `compiled.txt`, one a line. The compiled wheel holds the same files and
beside them the extension modules, which Python prefers. It is built without build isolation, in an environment with
mypy and all dependencies, for the types of what is imported shape the code.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

PACKAGES = ("domain", "service", "workers")


def hot_modules() -> list[str]:
    """List the files of the modules that the packages name."""
    lists = sorted(names for package in PACKAGES for names in Path(package).rglob("compiled.txt"))
    return [str(names.parent / f"{name}.py") for names in lists for name in names.read_text().split()]


def mypy_settings() -> str:
    """Write the settings of mypy without its plugin, which only checks, and is no part of the sources."""
    plain = Path("build", "mypy.toml")
    plain.parent.mkdir(exist_ok=True)
    lines = Path("pyproject.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    plain.write_text("".join(line for line in lines if not line.startswith("plugins = ")), encoding="utf-8")
    return str(plain)


def extensions() -> list[Extension]:
    """Translate the hot modules to C, all in one group: calls between them are calls of C functions."""
    if not os.environ.get("BOTTEGA_COMPILE"):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - the plain build has no need of it

    options = ["--config-file", mypy_settings(), *hot_modules()]
    found = mypycify(options, opt_level="3", debug_level="0", group_name="bottega")
    for extension in found:
        extension.extra_compile_args += [
            "-ffp-contract=off",  # else some processors round as Python does not
            "-fvisibility=hidden",  # so that calls within the group are direct, and small functions inlined
        ]
    return found


setup(ext_modules=extensions())
