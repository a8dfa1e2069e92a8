"""Print the findings of `bottega doctor`."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress

from service.setting_values import SettingsError
from workers.command.console import clean, say_json, show
from workers.command.doctor.checks import Finding
from workers.command.doctor.diagnosis import diagnose
from workers.command.local_redis import redis_here

COLOURS = {"ok": "\033[32m", "warn": "\033[33m", "fail": "\033[31m"}
PLAIN = "\033[0m"


def run(environ: Mapping[str, str], service: str | None, *, as_json: bool) -> int:
    """Check everything and print the findings; return 1 if a check fails, else 0."""
    findings: list[Finding] = []
    with ExitStack() as stack:
        with suppress(SettingsError):  # `diagnose` reports it
            environ = stack.enter_context(redis_here(environ))
        for finding in diagnose(environ, service):
            findings.append(finding)
            if not as_json:
                show(_line(finding, colour=sys.stdout.isatty()))
    if as_json:
        say_json([finding._asdict() for finding in findings])
    else:
        show(_sum(findings))
    return int(any(finding.level == "fail" for finding in findings))


def _line(finding: Finding, *, colour: bool) -> str:
    """Format a finding, with its advice on a second line."""
    level = f"{COLOURS[finding.level]}{finding.level:<4}{PLAIN}" if colour else f"{finding.level:<4}"
    todo = f"\n{'':22}{clean(finding.todo)}" if finding.todo else ""
    return f"{level}  {finding.check:<15} {clean(finding.found)}{todo}"


def _sum(findings: Sequence[Finding]) -> str:
    counted = Counter(finding.level for finding in findings)
    if counted["ok"] == len(findings):
        summary = "All checks passed."
    else:
        summary = f"{counted['fail']} failed, {counted['warn']} warnings, {counted['ok']} passed."
    has_api = any(finding.check == "api" for finding in findings)
    return f"\n{summary}{'' if has_api else ' The API was not checked: pass its URL with --service.'}"
