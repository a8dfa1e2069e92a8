"""Define and enqueue the jobs of workers. Strings name the functions, since the service does not import workers.

A job carries ids and versions only, and may run twice or late without harm.

Jobs of most kinds wait in separate queues for each share of accounts (`service.installation.shares`). Workers take jobs
from the queues in turn, so that the games and webhooks of one account do not delay those of all others. Turns without a
search have separate queues. Scoring has one queue, since a game is scored once and within milliseconds.

A webhook has at most WEBHOOK_SLOTS jobs for new deliveries. A job sends a limited number of deliveries, and then goes
to the end of its queue. So the webhooks of one account get equal parts of its share, however many deliveries they have.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from redis import WatchError
from rq import Queue
from rq.exceptions import DuplicateJobError, InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob
from rq.job import JobStatus

from service.store import connect
from service.telemetry import context, tracing

SHARES = 64
"""Number of shares. A hash assigns accounts to shares."""
SCORING = "scoring"
HINTS = [f"hints-{share}" for share in range(SHARES)]
ANALYSIS = [f"analysis-{share}" for share in range(SHARES)]
WEBHOOKS = [f"webhooks-{share}" for share in range(SHARES)]
QUICK = [f"quick-{share}" for share in range(SHARES)]
"""Queues of turns without a search."""
SEARCH = [f"search-{share}" for share in range(SHARES)]
"""Queues of turns with a search."""


@dataclass(frozen=True)
class QueueOrder:
    """The queues of a worker and their order. The queues of each field have one job each in turn."""

    first: Sequence[str]
    """Queues that come before all others, but never twice in succession while those of `ring` have jobs."""
    ring: Sequence[str]
    last: Sequence[str]
    """Queues for when all others are empty."""

    @property
    def queues(self) -> list[str]:
        """List all queues in the order in which a worker starts."""
        return [*self.first, *self.ring, *self.last]


WEBHOOK_SLOTS = 4
"""Number of jobs of one webhook, so that it does not fill the queue. It is that of its concurrent deliveries."""
WORKERS: Mapping[str, QueueOrder] = {
    "scoring": QueueOrder([SCORING], QUICK, []),
    "thinking": QueueOrder(HINTS, [*QUICK, *SEARCH], ANALYSIS),
    "webhooks": QueueOrder([], WEBHOOKS, []),
}
"""The queues of each kind of worker. Quick jobs never wait for long ones."""

JOB_SECONDS = 60
"""Timeout of a job."""
FAILURE_SECONDS = 1
"""How long a failed job keeps its id. Until then no other attempt with this id is made."""

RACES = (NoSuchJobError, InvalidJobOperation, DuplicateJobError, WatchError)
"""Errors of RQ when a job is enqueued, taken or removed at the same moment; `is_race` recognises one more case."""

REQUEST_ID = "request_id"
"""Field of a job's metadata with the id of the request that caused it."""

FAILED = "failed"
"""Field of a job's metadata: the job has failed before."""

Queues = Mapping[str, Queue]


class Work(NamedTuple):
    """What a job does. Several jobs with different ids may have one work."""

    subject: str
    """The id of a game, or another entry of a due list."""
    job: str
    """The kind of the job, and its place in the subject: `play_turns 7`."""

    @property
    def kind(self) -> str:
        """Return the name of the function of the job."""
        return self.job.partition(" ")[0]


State = Literal["waits", "runs", "lost"]


@dataclass(frozen=True)
class Job:
    """A job of a queue. Two jobs with equal ids are the same job."""

    queue: str
    function: str
    arguments: tuple[str | int, ...]
    id: str

    @property
    def work(self) -> Work:
        """Return what the job does."""
        return work_of(self.function, self.arguments)


def work_of(function: str, arguments: Iterable[str | int]) -> Work:
    """Return the work of a function with these arguments. The texts name the subject, and the numbers the place."""
    arguments = tuple(arguments)
    subject = "/".join(each for each in arguments if isinstance(each, str))
    place = [str(each) for each in arguments if isinstance(each, int)]
    return Work(subject, " ".join([function.rpartition(".")[2], *place]))


def ai_turn(game_id: str, version: int, share: int, *, searches: bool) -> Job:
    """Return the job of an AI turn at a version, in the queue of a share."""
    queue = SEARCH[share] if searches else QUICK[share]
    return Job(queue, "workers.jobs.turns.play_turns", (game_id, version), f"ai-{game_id}-{version}")


def default_turn(turn: Job) -> Job:
    """Return the job that plays the default action of the rules at the version of an AI turn that keeps failing."""
    game_id, version = turn.arguments
    return Job(turn.queue, "workers.jobs.turns.play_default", turn.arguments, f"default-{game_id}-{version}")


def scoring(game_id: str) -> Job:
    """Return the job that scores a finished game."""
    return Job(SCORING, "workers.jobs.scoring.score_game", (game_id,), f"score-{game_id}")


def hint(game_id: str, seat: int, decision: int, lease: int, share: int) -> Job:
    """Return the job that finds a hint. Each `lease` has its own job, so that a lost job does not block the next."""
    name = f"hint-{game_id}-{seat}-{decision}-{lease}"
    return Job(HINTS[share], "workers.jobs.hints.find_hint", (game_id, seat, decision), name)


def analysis(game_id: str, done: int, share: int) -> Job:
    """Return the job that continues the analysis of a finished game after `done` events."""
    function = "workers.jobs.analysis.continue_analysis"
    return Job(ANALYSIS[share], function, (game_id, done), f"analysis-{game_id}-{done}")


def webhook(owner: str, webhook_id: str, occasion: str, share: int) -> Job:
    """Return the job that sends due deliveries of a webhook. Jobs with different `occasion` run side by side."""
    function = "workers.jobs.webhooks.deliver"
    return Job(WEBHOOKS[share], function, (owner, webhook_id), f"webhook-{webhook_id}-{occasion}")


def webhook_slots(owner: str, webhook_id: str, share: int) -> Sequence[Job]:
    """Return the only jobs that send new deliveries of a webhook. One job sends any number of them."""
    return [webhook(owner, webhook_id, str(slot), share) for slot in range(WEBHOOK_SLOTS)]


def open_queues(url: str) -> Queues:
    """Return the queues. They connect when needed, so this does not fail."""
    client = connect(url)
    names = {name for order in WORKERS.values() for name in order.queues}
    return {name: Queue(name, connection=client, serializer="json") for name in names}


def enqueue(queues: Queues, job: Job, *, failed: bool = False) -> bool:
    """Enqueue a job, unless it waits or runs already; return whether it was enqueued. Raises one of OUTAGES.

    With `failed`, the job has failed before, and its success removes these failures.
    """
    try:
        queues[job.queue].enqueue_call(
            job.function,
            args=job.arguments,
            job_id=job.id,
            timeout=JOB_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURE_SECONDS,
            unique=True,
            meta=_meta() | ({FAILED: True} if failed else {}),
        )
    except RACES:
        return False  # another process has enqueued it; if not, the sweeper finds the game on the due list
    return True


def is_race(error: BaseException | None) -> bool:
    """Whether RQ raised an error because a job was enqueued, taken or removed at the same moment.

    RQ raises a plain ValueError if it does not find the record of an execution.
    """
    return isinstance(error, RACES) or (isinstance(error, ValueError) and str(error).startswith("Execution "))


def drop(queues: Queues, job: Job) -> bool:
    """Remove a job; False if it has ended, or if another process changes it. Raises one of OUTAGES."""
    return drop_by_id(queues, job.queue, job.id)


def drop_by_id(queues: Queues, queue_name: str, job_id: str) -> bool:
    """Remove a job, as `drop` does."""
    queue = queues[queue_name]
    try:
        RqJob.fetch(job_id, connection=queue.connection, serializer=queue.serializer).delete()
    except (*RACES, ValueError) as error:
        if not is_race(error):
            raise
        return False
    return True


def has_begun(queues: Queues, job: Job) -> bool:
    """Whether a worker has started a job that has not ended. Raises one of OUTAGES."""
    queue = queues[job.queue]
    try:
        stored = RqJob.fetch(job.id, connection=queue.connection, serializer=queue.serializer)
        return stored.get_status(refresh=False) == JobStatus.STARTED
    except RACES:
        return False


def state_of(queues: Queues, job: Job) -> State:
    """Return whether a job waits in its queue, runs, or is lost. Raises one of OUTAGES."""
    queue = queues[job.queue]
    if queue.get_job_position(job.id) is not None:
        return "waits"
    try:
        stored = RqJob.fetch(job.id, connection=queue.connection, serializer=queue.serializer)
        started_at = stored.started_at if stored.get_status() == JobStatus.STARTED else None
    except RACES:
        return "lost"
    is_running = started_at is not None and (datetime.now(UTC) - started_at).total_seconds() <= JOB_SECONDS
    return "runs" if is_running else "lost"


def _meta() -> dict[str, Any]:
    request_id = context.request_id()
    return {**({} if request_id is None else {REQUEST_ID: request_id}), **tracing.carried()}
