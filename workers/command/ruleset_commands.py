"""Define the commands of developers of rulesets: new-ruleset, check-ruleset, scenarios and train."""

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from domain.package import PREFIX
from workers.command import new_ruleset
from workers.command.console import show

PROMISES = Path(__file__).parents[1] / "promises"


class NotInstalled(Exception):
    """The libraries of the tests are missing; the message says how to install them."""


def describe(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands about rulesets to the command line."""
    command = commands.add_parser("new-ruleset", help="create a package with a small complete game")
    command.add_argument("directory", type=Path, metavar="DIR", help="a new directory")
    command.add_argument("--name", help="name of the ruleset (default: that of DIR, without `bottega-`)")
    command.set_defaults(run=_new)

    command = commands.add_parser(
        "check-ruleset",
        help="test whether an installed ruleset keeps all promises",
        usage="bottega check-ruleset NAME [PYTEST ARGUMENT ...]",
    )
    command.add_argument("name", metavar="NAME")
    command.add_argument("arguments", nargs=argparse.REMAINDER, help="tests and options for pytest")
    command.set_defaults(run=_check)

    command = commands.add_parser("scenarios", help="search for the scenarios of an installed ruleset, and write them")
    command.add_argument("name", metavar="NAME")
    command.set_defaults(run=_scenarios)

    command = commands.add_parser("train", help="learn the values of positions of an installed ruleset from games")
    command.add_argument("name", metavar="NAME")
    command.add_argument("--seed", help="any text; the same seed and number give the same file (default: NAME)")
    command.add_argument(
        "--games", type=int, metavar="N", help="games for each table of options and seats (default: 20000)"
    )
    command.add_argument(
        "--output", type=Path, metavar="FILE", help="where to write the values (default: values.json in the package)"
    )
    command.set_defaults(run=_train)


def _new(options: argparse.Namespace) -> None:
    directory = options.directory
    name = options.name or directory.resolve().name.replace("-", "_").removeprefix(PREFIX)
    show(new_ruleset.create(directory, name))


def _check(options: argparse.Namespace) -> int:
    """Run the promises, and return the exit code of pytest; raises NotInstalled."""
    own = Path("pyproject.toml")  # else pytest takes the settings of a directory above the promises
    ours = ("-p", "workers.promises.plugin", "-p", "no:cacheprovider", f"--ignore={PROMISES / 'template'}")
    settings = ("-c", str(own if own.exists() else os.devnull), "--rootdir", ".", "-o", "addopts=", "--tb=short")
    return _run("pytest", *ours, *settings, "--ruleset", options.name, str(PROMISES), *options.arguments)


def _scenarios(options: argparse.Namespace) -> int:
    """Write the scenarios of a ruleset; raises NotInstalled."""
    return _run("workers.promises.scenarios", options.name)


def _train(options: argparse.Namespace) -> None:
    """Learn values, and write them; raises UnknownRuleset and CannotLearn."""
    from workers.command import training

    training.train(options.name, options.seed, options.games, options.output)


def _run(module: str, *arguments: str) -> int:
    """Run a module with the libraries of the tests, and return its exit code; raises NotInstalled."""
    missing = [library for library in ("pytest", "jsonschema") if find_spec(library) is None]
    if missing:
        raise NotInstalled(f"{' and '.join(missing)} must be installed: pip install 'bottega[check]'")
    return subprocess.run([sys.executable, "-P", "-m", module, *arguments], check=False).returncode
