"""Store in Redis which jobs have failed, and how often, until they succeed.

    bottega:{failures}              sorted set: subject -> Unix time of its latest failure
    bottega:{failures}:<subject>    hash: job -> number of failures, Unix time and error of the latest one, each after a
                                    line feed; expires

The subject is the id of a game, `owner/webhook_id`, another entry of a due list, or `ruleset.function`. A failure is
forgotten after STORED_SECONDS, so that each job is tried again then.
"""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from service.store.connection import script
from service.store.servers import Servers

STORED_SECONDS = 24 * 60 * 60
LOST = "the worker ended during the job"
"""The error of a job that started and whose worker is gone."""
DIED = "the process ended during the job"
"""The start of the error of a job during which its process died: how it died follows."""
LOSSES = 3
"""So many losses count as one failure: an operator or a lack of memory may have ended the worker of a healthy job."""
RULES = "rules"
"""The name under which the failure of a game's rules is stored. It stops the game at once."""
RECORD = "record"
"""The name under which a game is stored whose rules cannot repeat it. It is over, and no job follows."""
MOST_SHOWN = 200
"""The maximum number of subjects that `all` returns."""
MOST_FAILING = 1000
"""The maximum number of subjects that `subjects` returns."""
FRESH_SECONDS = 1.0
"""How long a process remembers these subjects: less than the pause before a failed job is tried again."""
NEVER = float("-inf")
_SUBJECTS = "bottega:{failures}"
_NOTE = script("note_failure")
_FORGET = script("forget_failure")


class FailedJob(NamedTuple):
    """A job that has failed and has not succeeded since."""

    job: str
    """The kind of the job, and what distinguishes it from other jobs of its subject."""
    tries: int
    at: float
    """Unix time of the latest failure."""
    error: str
    """Type and place of the latest error, without its message, which may name hidden information."""

    @property
    def is_of_rules(self) -> bool:
        """Whether it is no job, but a fault of rules."""
        return self.job in (RULES, RECORD)

    @property
    def has_died(self) -> bool:
        """Whether its process died during the latest try."""
        return self.error.startswith(DIED)

    def has_stopped(self, most: int) -> bool:
        """Whether the job is not tried again, if jobs are stopped after `most` failures."""
        return self.is_of_rules or self.tries >= (most * LOSSES if self.error == LOST else most)


class FailedJobs:
    """The failed jobs of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._failing: tuple[float, frozenset[str]] = NEVER, frozenset()
        """Until when the subjects with failed jobs are remembered, in monotonic time, and these subjects."""

    def note(self, subject: str, job: str, error: str, now: float) -> int:
        """Count a failure of a job; return how often it has failed. Another failure replaces counted losses."""
        self._failing = NEVER, frozenset()
        keys, arguments = [_key(subject), _SUBJECTS], [subject, job, error, repr(now), STORED_SECONDS, LOST]
        return int(self._servers.call(_SUBJECTS, lambda client: client.eval(_NOTE, len(keys), *keys, *arguments)))

    def of(self, subject: str) -> Mapping[str, FailedJob]:
        """Return the failed jobs of a subject by their names."""
        return _read(self._servers.call(_SUBJECTS, lambda client: client.hgetall(_key(subject))))

    def forget(self, subject: str, *jobs: str) -> bool:
        """Remove failed jobs of a subject, by default all, so that they are tried again; False if there are none."""
        self._failing = NEVER, frozenset()
        keys = [_key(subject), _SUBJECTS]
        return bool(self._servers.call(_SUBJECTS, lambda client: client.eval(_FORGET, 2, *keys, subject, *jobs)))

    def all(self, now: float) -> Mapping[str, Mapping[str, FailedJob]]:
        """Return the failed jobs by subject, the latest failures first, of at most MOST_SHOWN subjects."""

        def fetch(client: Any) -> Any:
            names = client.zrange(
                _SUBJECTS, "inf", now - STORED_SECONDS, desc=True, byscore=True, offset=0, num=MOST_SHOWN
            )
            pipeline = client.pipeline(transaction=False)
            for name in names:
                pipeline.hgetall(_key(name.decode()))
            return zip(names, pipeline.execute() if names else [], strict=True)

        found = self._servers.call(_SUBJECTS, fetch)
        return {name.decode(): _read(jobs) for name, jobs in found if jobs}

    def subjects(self, now: float) -> frozenset[str]:
        """Return the subjects with failed jobs, at most MOST_FAILING."""
        least = now - STORED_SECONDS
        found = self._servers.call(
            _SUBJECTS, lambda client: client.zrange(_SUBJECTS, least, "inf", byscore=True, offset=0, num=MOST_FAILING)
        )
        return frozenset(each.decode() for each in found)

    def is_failing(self, subject: str, now: float) -> bool:
        """Whether a subject has failed jobs, from memory if possible: a failure may be noticed FRESH_SECONDS late."""
        until, failing = self._failing
        if time.monotonic() >= until:
            failing = self.subjects(now)
            self._failing = time.monotonic() + FRESH_SECONDS, failing
        return subject in failing

    def count(self, now: float) -> int:
        """Return the number of subjects with failed jobs."""
        return int(self._servers.call(_SUBJECTS, lambda client: client.zcount(_SUBJECTS, now - STORED_SECONDS, "inf")))


def _key(subject: str) -> str:
    return f"{_SUBJECTS}:{subject}"


def _read(stored: Mapping[bytes, bytes]) -> Mapping[str, FailedJob]:
    found = {}
    for name, entry in stored.items():
        tries, at, error = entry.decode().split("\n", 2)
        found[name.decode()] = FailedJob(name.decode(), int(tries), float(at), error)
    return found
