"""Run `make compiled`, which does nothing if the build is up to date, or `make run` with `--run`."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

from deploy.compiled.building import ROOT, build, can_compile, digest, is_current, python
from service.runtime import child_process, signals

BEHIND = "The compiled rules are being built in the background; the next start uses them."
FAILED = "The compiled rules could not be built, see .compiled.log; `make compiled` tries again."
LOG = ".compiled.log"
"""The output of the build in the background.

It is kept if the build failed, and starts with the digest of the sources.
"""
NICENESS = 19


def main(arguments: list[str]) -> int:
    """Run the requested command; return the exit code."""
    if arguments == ["--run"]:
        return run()
    if arguments == ["--behind"]:
        return build_behind()
    return 0 if is_current(ROOT) else build_now()


def build_now() -> int:
    """Build, and print the result."""
    (ROOT / LOG).unlink(missing_ok=True)
    try:
        build(ROOT)
    except subprocess.CalledProcessError as error:
        print(error, file=sys.stderr)
        return 1
    return subprocess.run([python(ROOT), "-P", "-m", "workers.command.entry", "--version"], check=False).returncode


def run() -> int:
    """Run the service: compiled if that build exists, else in plain Python while the build runs in the background."""
    signals.end_on_interrupt()
    if is_current(ROOT):
        compiled = str(python(ROOT))
        os.execv(compiled, [compiled, "-P", "-m", "workers.command.entry", "serve"])
    from workers.command import cli  # noqa: PLC0415  # it takes a second to load, in which Ctrl-C may come

    signals.raise_on_interrupt()
    behind = start_behind(ROOT) if can_compile() else None
    try:
        return cli.main(["serve"])
    finally:
        if behind is not None:
            behind.terminate()
            behind.wait()


def start_behind(root: Path) -> subprocess.Popen[bytes] | None:
    """Start the build in the background, to end with this process; None if it failed before with the same sources."""
    path, sources = root / LOG, f"{digest(root)}\n"
    if path.exists() and path.read_text().startswith(sources):
        print(FAILED, flush=True)
        return None
    print(BEHIND, flush=True)
    path.write_text(sources)
    with path.open("ab") as log:
        return child_process.start([sys.executable, "-m", "deploy.compiled", "--behind"], output=log, cwd=root)


def build_behind() -> int:
    """Build at low priority; leave nothing behind if terminated."""
    os.nice(NICENESS)
    signal.signal(signal.SIGTERM, end_all)
    try:
        build(ROOT)
    except subprocess.CalledProcessError as error:
        print(error, flush=True)
        return 1
    except SystemExit:
        (ROOT / LOG).unlink(missing_ok=True)
        raise
    (ROOT / LOG).unlink(missing_ok=True)
    return 0


def end_all(_number: int, _frame: FrameType | None) -> None:
    """End this process after all its descendants."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    raise SystemExit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
