"""Define the metrics that each process counts in its own files; `metrics` counts them.

Prometheus adds a suffix: `bottega_commits` is exported as `bottega_commits_total`.
"""

from typing import Literal, get_args

from prometheus_client import Counter, Gauge, Histogram

REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
JOB_SECONDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
ARCHIVE_SECONDS = (0.0005, 0.0025, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)
CODES = ("internal_error", "store_unavailable")
"""Problems that are internal errors."""
ArchiveStep = Literal["move", "read", "remove"]
"""A call of the archive."""

Step = Literal["notices", "webhooks", "job", "clocks", "lists", "end", "removal", "tournament", "match", "metrics"]
"""A step after a commit."""


class Families:
    """The metrics of one process. Creating them opens its files, so there is only one."""

    def __init__(self) -> None:
        self.requests = Counter(
            "bottega_requests", "Requests, by operation and class of status.", ("operation", "status")
        )
        self.request_seconds = Histogram(
            "bottega_request_seconds",
            "Seconds until the response, or the stream, began.",
            ("operation",),
            buckets=REQUEST_SECONDS,
        )
        self.problems = Counter(
            "bottega_problems", "Problems in responses, by code; store_unavailable is an outage of Redis.", ("code",)
        )
        self.rejections = Counter("bottega_actions_rejected", "Actions that the rules rejected, by code.", ("code",))
        self.limited = Counter("bottega_limited", "Requests rejected by a rate limit.", ("limit",))
        self.created = Counter("bottega_games_created", "Games created.", ("ruleset",))
        self.finished = Counter("bottega_games_finished", "Games played to their end.", ("ruleset",))
        self.commits = Counter("bottega_commits", "Events written to the log of a game.", ("ruleset",))
        self.conflicts = Counter("bottega_conflicts", "Writes repeated because another process wrote first.")
        self.jobs = Counter(
            "bottega_jobs",
            "Jobs by outcome: done, failed, returned by a stopping worker, or undone (left to the sweeper).",
            ("kind", "outcome"),
        )
        self.stopped = Counter("bottega_jobs_stopped", "Jobs that keep failing and are not tried again.", ("kind",))
        self.follow_up_failures = Counter(
            "bottega_follow_up_failures", "Steps after a commit that failed; the sweeper repeats them.", ("step",)
        )
        self.job_seconds = Histogram("bottega_job_seconds", "Duration of a job.", ("kind",), buckets=JOB_SECONDS)
        self.think_seconds = Histogram(
            "bottega_think_seconds",
            "Duration of the search for one turn of an AI player.",
            ("ruleset", "level"),
            buckets=JOB_SECONDS,
        )
        self.spectators = Gauge("bottega_spectators", "Open streams and waiting requests.", multiprocess_mode="livesum")
        self.processes = Gauge(
            "bottega_processes", "Running processes, by part.", ("part",), multiprocess_mode="livesum"
        )
        self.archived = Counter("bottega_archive_moved", "Games moved to the archive.")
        self.archived_bytes = Counter("bottega_archive_moved_bytes", "Bytes of the games moved to the archive.")
        self.archive_reads = Counter("bottega_archive_reads", "Games read from the archive.")
        self.archive_failures = Counter("bottega_archive_failures", "Failed calls of the archive, by step.", ("step",))
        self.archive_seconds = Histogram(
            "bottega_archive_seconds",
            "Duration of a call of the archive; reading several games counts as one.",
            ("step",),
            buckets=ARCHIVE_SECONDS,
        )
        self._response_metrics: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self._export_zeros()

    def response_metrics(self, operation: str, status: int) -> tuple[Counter, Histogram]:
        """Return counter and histogram of an operation and status. They are cached, since the lookup is slow."""
        known = self._response_metrics.get((operation, status))
        if known is None:
            counter = self.requests.labels(operation, f"{status // 100}xx")
            known = self._response_metrics[operation, status] = (counter, self.request_seconds.labels(operation))
        return known

    def _export_zeros(self) -> None:
        """Export 0 for failures that operators watch, so that the first one shows as an increase."""
        for code in CODES:
            self.problems.labels(code)
        for step in get_args(ArchiveStep):
            self.archive_failures.labels(step)
            self.archive_seconds.labels(step)
        for step_after in get_args(Step):
            self.follow_up_failures.labels(step_after)
