"""Report jobs that keep failing, and rules that have failed."""

from collections.abc import Iterator, Mapping
from itertools import islice

from service.store.failed_jobs import RECORD, RULES, FailedJob
from workers.command.doctor.checks import MOST_NAMED, Finding, counted

MOST_FAULTS = 50
"""Different faults of rules that have a finding each."""
FAULT_TODO = {
    RULES: "install a release of the package that corrects the error, then run `bottega games repair GAME_ID`",
    RECORD: "the game is not rated; report to the author that the rules use the time or another source of chance",
}


def failed_jobs(found: Mapping[str, Mapping[str, FailedJob]], tries: int) -> Finding:
    """Report jobs that keep failing, by subject: a failure if one has failed `tries` times and is stopped."""
    failed = [(subject, each) for subject, jobs in found.items() for each in jobs.values() if not each.is_of_rules]
    stopped = [(subject, each) for subject, each in failed if each.has_stopped(tries)]
    if not failed:
        return Finding("failed jobs", "ok", "no job has failed in the last day without a later success")
    shown = stopped or failed
    named = "; ".join(f"{each.job} of {subject}: {each.error}" for subject, each in shown[:MOST_NAMED])
    several = f"; and {len(shown) - MOST_NAMED} more" if len(shown) > MOST_NAMED else ""
    if not stopped:
        found_text = f"{counted(len(failed), 'job')} failed and will be tried again: {named}{several}"
        return Finding("failed jobs", "warn", found_text, "see the logs of the workers")
    todo = "see the logs, install a release that corrects the error, then run `bottega jobs retry`"
    return Finding("failed jobs", "fail", f"{counted(len(stopped), 'job')} stopped: {named}{several}", todo)


def faulty_rules(found: Mapping[str, Mapping[str, FailedJob]]) -> Iterator[Finding]:
    """Yield a finding for each fault of rules, with the latest games in which it happened."""
    faults: dict[tuple[str, str], list[str]] = {}
    for subject, jobs in found.items():
        for each in jobs.values():
            if each.is_of_rules:
                faults.setdefault((each.job, each.error), []).append(subject)
    for (kind, error), subjects in islice(faults.items(), MOST_FAULTS):
        named = ", ".join(subjects[:MOST_NAMED])
        several = f" and {len(subjects) - MOST_NAMED} more" if len(subjects) > MOST_NAMED else ""
        yield Finding("faulty rules", "fail", f"{error}; {named}{several}", FAULT_TODO[kind])
    if len(faults) > MOST_FAULTS:
        todo = "run `bottega jobs list`, which names them all"
        yield Finding("faulty rules", "fail", f"{len(faults) - MOST_FAULTS} more faults", todo)
