"""`make deploy-check`: render the chart, and check all files of deploy/ with their tools.

No cluster, container or running systemd is needed; tools that are not installed are listed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHART = ROOT / "deploy" / "helm" / "bottega"
UNITS = ROOT / "deploy" / "systemd"
TOOLS = ROOT / ".deploy"
HERE = Path(__file__).parent
VALUES = sorted((HERE / "values").glob("*.yaml"))
KUBERNETES = ("1.29", "1.33", "1.37")
"""Versions of Kubernetes whose schemas the rendered files must fit, without unknown fields."""
PASSWORDS = (
    "BOTTEGA_SECRET",
    *(f"{each}_PASSWORD" for each in ("API", "SCORING", "THINKING", "SWEEPER", "WEBHOOKS", "BACKUP")),
)


def helm(*arguments: str | Path) -> list[str | Path]:
    """Return the command of helm."""
    return [TOOLS / "helm" / "helm", *arguments]


def render(directory: Path) -> list[Path]:
    """Render the chart with each file of values."""
    rendered = [directory / values.name for values in VALUES]
    for values, path in zip(VALUES, rendered, strict=True):
        with path.open("wb") as file:
            subprocess.run(helm("template", "demo", CHART, "-n", "games", "-f", values), stdout=file, check=True)
    return rendered


def lay_units(directory: Path) -> list[Path]:
    """Copy the units to a directory where they find each other, with the program of this clone."""
    units = Path(shutil.copytree(UNITS, directory / "units"))
    for path in units.glob("*.service"):
        path.write_text(path.read_text().replace("/opt/bottega/bin/bottega", f'"{ROOT}/.venv/bin/bottega"'))
    for template in sorted(units.glob("*@.service")):
        for instance in "12":
            shutil.copy(template, units / template.name.replace("@", f"@{instance}"))
        template.unlink()
    return [units / "bottega.target", *sorted(units.glob("*.socket")), *sorted(units.glob("*.service"))]


def commands(directory: Path) -> Iterator[list[str | Path]]:
    """Return all commands; those that check rendered files follow the rendering."""
    for values in VALUES:
        yield helm("lint", "--strict", "--quiet", CHART, "-f", values)
    rendered = render(directory)
    for version in KUBERNETES:
        yield [TOOLS / "bin" / "kubernetes-validate", "--strict", "--quiet", "--no-warn", "-k", version, *rendered]
    yield [TOOLS / "bin" / "python", HERE / "tools" / "custom_resources.py", *rendered]
    linted = ["deploy", ".github", "tests/deploy/values"]
    yield [TOOLS / "bin" / "yamllint", "--strict", "-c", HERE / "tools" / "yamllint.yaml", *linted]
    yield [TOOLS / "bin" / "hadolint", ROOT / "deploy" / "Dockerfile"]
    yield ["make", "-C", ROOT, "sbom"]
    if shutil.which("systemd-analyze"):
        yield ["systemd-analyze", "verify", *lay_units(directory)]
    if composes():
        yield ["docker", "compose", "-f", ROOT / "deploy" / "compose.yaml", "--profile", "tls", "config", "--quiet"]


def composes() -> bool:
    """Whether a Docker with `docker compose` is installed."""
    version_command = ["docker", "compose", "version"]
    return (
        bool(shutil.which("docker"))
        and subprocess.run(version_command, capture_output=True, check=False).returncode == 0
    )


def succeeds(command: list[str | Path], environ: dict[str, str]) -> bool:
    """Run a command; return whether it succeeded.

    For systemd any output is a failure, as it only warns of unknown keys.
    """
    done = subprocess.run(
        command, env=environ, cwd=ROOT, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False
    )
    print(done.stderr, end="", file=sys.stderr, flush=True)
    return done.returncode == 0 and not (command[0] == "systemd-analyze" and done.stderr)


def untried() -> list[str]:
    """List the checks whose tools are not installed."""
    tried = {"the units of systemd": bool(shutil.which("systemd-analyze")), "the compose file": composes()}
    return [what for what, was in tried.items() if not was]


def main() -> int:
    """Run all checks; return the number of failures."""
    environ = {**os.environ, **dict.fromkeys(PASSWORDS, "x" * 32)}
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        environ["SYSTEMD_UNIT_PATH"] = f"{directory}/units:"
        for command in commands(Path(directory)):
            print("-", *(str(word).removeprefix(f"{ROOT}/") for word in command[:3]), flush=True)
            failed += not succeeds(command, environ)
    for each in untried():
        print(f"not tried here: {each}")
    print(f"{failed} complained" if failed else "deploy/ is sound")
    return failed


if __name__ == "__main__":
    sys.exit(main())
