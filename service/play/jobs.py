"""Jobs: what workers are asked to do, named by strings since the service knows nothing of the workers.

A job carries ids and versions only, and may run twice or late without harm.

Turns of AI players wait in queues of their own for each share of those who create games: workers take from the queues
in turn, so that nobody's games wait for all of somebody else's. What takes no search waits apart from what does.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Literal

from redis import WatchError
from rq import Queue
from rq.exceptions import DuplicateJobError, InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob
from rq.job import JobStatus

from service.store import connect
from service.telemetry import context, tracing

SCORING = "scoring"
HINTS = "hints"
ANALYSIS = "analysis"
WEBHOOKS = "webhooks"
SHARES = 64
"""Among so many those who create games are divided, by lot but always alike."""
QUICK = [f"quick-{share}" for share in range(SHARES)]
"""Turns that are decided at a glance."""
SEARCH = [f"search-{share}" for share in range(SHARES)]
"""Turns that are thought about."""


@dataclass(frozen=True)
class QueueOrder:
    """From which queues a worker takes its jobs, and in what order."""

    first: Sequence[str]
    """Before others, but never twice in succession while others wait."""
    ring: Sequence[str]
    """From each queue one, in turn."""
    last: Sequence[str]
    """When there is no other."""

    @property
    def queues(self) -> list[str]:
        """List all, in the order in which a worker begins."""
        return [*self.first, *self.ring, *self.last]


WORKERS: Mapping[str, QueueOrder] = {
    "scoring": QueueOrder([SCORING], QUICK, []),
    "thinking": QueueOrder([HINTS], [*QUICK, *SEARCH], [ANALYSIS]),
    "webhooks": QueueOrder([WEBHOOKS], [], []),
}
"""What each kind of worker does: what is quick never waits for what is long."""

JOB_SECONDS = 60
"""After this long a job is interrupted."""
FAILURE_SECONDS = 1
"""How long the record of a failed job is kept; it holds the job's id, so that long no other attempt is made."""

RACES = (NoSuchJobError, InvalidJobOperation, DuplicateJobError, WatchError)
"""What RQ raises where somebody else has enqueued, taken or removed a job at the same moment."""

REQUEST_ID = "request_id"
"""Under which name a job knows the request that it follows from."""

Queues = Mapping[str, Queue]
State = Literal["waits", "runs", "lost"]


@dataclass(frozen=True)
class Job:
    """One job; two of the same id are one."""

    queue: str
    function: str
    arguments: tuple[str | int, ...]
    id: str


def shares_of(creator: str) -> tuple[int, int]:
    """Return the two shares of whoever creates games; hardly anybody else has both of them."""
    first, second = sha256(creator.encode()).digest()[:2]
    return first % SHARES, second % SHARES


def ai_turn(game_id: str, version: int, share: int, *, searches: bool) -> Job:
    """Ask for the turn that the service owes at this version, on the account of a share."""
    queue = SEARCH[share] if searches else QUICK[share]
    return Job(queue, "workers.jobs.turns.play_turn", (game_id, version), f"ai-{game_id}-{version}")


def playing_out(game_id: str, share: int) -> Job:
    """Ask for the rest of a game that all seats but one have given up, on the account of a share."""
    return Job(QUICK[share], "workers.jobs.turns.play_out", (game_id,), f"out-{game_id}")


def scoring(game_id: str) -> Job:
    """Ask for the result of a finished game."""
    return Job(SCORING, "workers.jobs.scoring.score_game", (game_id,), f"score-{game_id}")


def tournament_result(game_id: str) -> Job:
    """Ask for what follows in a tournament from the end of one of its games."""
    return Job(SCORING, "workers.jobs.tournaments.note_result", (game_id,), f"tournament-{game_id}")


def hint(game_id: str, seat: int, decision: int, lease: int) -> Job:
    """Ask for the hint for a decision of a seat; in each `lease` anew, so that no lost job holds up the next."""
    return Job(
        HINTS, "workers.jobs.hints.find_hint", (game_id, seat, decision), f"hint-{game_id}-{seat}-{decision}-{lease}"
    )


def analysis(game_id: str, done: int) -> Job:
    """Ask for the analysis of a finished game to go on after the first `done` events."""
    return Job(ANALYSIS, "workers.jobs.analysis.go_on", (game_id, done), f"analysis-{game_id}-{done}")


def webhook(owner: str, webhook_id: str, occasion: str) -> Job:
    """Ask for what is due to be sent to a webhook; on each `occasion` anew, so that several are sent side by side."""
    return Job(WEBHOOKS, "workers.jobs.webhooks.deliver", (owner, webhook_id), f"webhook-{webhook_id}-{occasion}")


def open_queues(url: str) -> Queues:
    """Connect to the queues; connections are made when needed, so this does not fail."""
    client = connect(url)
    names = {name for order in WORKERS.values() for name in order.queues}
    return {name: Queue(name, connection=client, serializer="json") for name in names}


def enqueue(queues: Queues, job: Job) -> None:
    """Enqueue a job; does nothing if it waits or runs already. Raises one of OUTAGES."""
    try:
        queues[job.queue].enqueue_call(
            job.function,
            args=job.arguments,
            job_id=job.id,
            timeout=JOB_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURE_SECONDS,
            unique=True,
            meta=_meta(),
        )
    except RACES:
        return  # somebody else has enqueued it; if not, the due list brings the sweeper to it


def drop(queues: Queues, job: Job) -> None:
    """Remove a job that nobody needs; does nothing if it has ended. Raises one of OUTAGES."""
    queue = queues[job.queue]
    with suppress(NoSuchJobError):
        RqJob.fetch(job.id, connection=queue.connection, serializer=queue.serializer).delete()


def state_of(queues: Queues, job: Job) -> State:
    """Return whether a job waits in its queue, a worker has it, or nobody does. Raises one of OUTAGES."""
    queue = queues[job.queue]
    if queue.get_job_position(job.id) is not None:
        return "waits"
    try:
        kept = RqJob.fetch(job.id, connection=queue.connection, serializer=queue.serializer)
        began = kept.started_at if kept.get_status() == JobStatus.STARTED else None
    except RACES:
        return "lost"
    is_running = began is not None and (datetime.now(UTC) - began).total_seconds() <= JOB_SECONDS
    return "runs" if is_running else "lost"


def _meta() -> dict[str, str]:
    """Return what a job tells of where it comes from: the request and the span that it follows from."""
    request_id = context.request_id()
    return {**({} if request_id is None else {REQUEST_ID: request_id}), **tracing.carried()}
