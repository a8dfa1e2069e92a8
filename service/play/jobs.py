"""Jobs: what workers are asked to do, named by strings since the service knows nothing of the workers.

A job carries ids and versions only, and may run twice or late without harm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rq import Queue
from rq.exceptions import DuplicateJobError

from service.store import connect

SCORING = "scoring"
HINTS = "hints"
AI = "ai"
ANALYSIS = "analysis"
WORKERS: Mapping[str, Sequence[str]] = {"scoring": [SCORING], "thinking": [HINTS, AI, ANALYSIS]}
"""The queues that each kind of worker runs, so that thinking holds up nothing else; it empties the earlier ones first.
"""

JOB_SECONDS = 60
"""After this long a job is interrupted."""
FAILURE_SECONDS = 1
"""How long the record of a failed job is kept; it holds the job's id, so that long no other attempt is made."""

Queues = Mapping[str, Queue]


@dataclass(frozen=True)
class Job:
    """One job; two of the same id are one."""

    queue: str
    function: str
    arguments: tuple[str | int, ...]
    id: str


def ai_turn(game_id: str, version: int) -> Job:
    """Ask for the turn that an AI seat owes at this version."""
    return Job(AI, "workers.jobs.turns.play_turn", (game_id, version), f"ai-{game_id}-{version}")


def scoring(game_id: str) -> Job:
    """Ask for the result of a finished game."""
    return Job(SCORING, "workers.jobs.scoring.score_game", (game_id,), f"score-{game_id}")


def hint(game_id: str, seat: int, decision: int, lease: int) -> Job:
    """Ask for the hint for a decision of a seat; in each `lease` anew, so that no lost job holds up the next."""
    return Job(
        HINTS, "workers.jobs.hints.find_hint", (game_id, seat, decision), f"hint-{game_id}-{seat}-{decision}-{lease}"
    )


def analysis(game_id: str, done: int) -> Job:
    """Ask for the analysis of a finished game to go on after the first `done` events."""
    return Job(ANALYSIS, "workers.jobs.analysis.go_on", (game_id, done), f"analysis-{game_id}-{done}")


def open_queues(url: str) -> Queues:
    """Connect to the queues; connections are made when needed, so this does not fail."""
    client = connect(url)
    names = [name for queues in WORKERS.values() for name in queues]
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
        )
    except DuplicateJobError:
        return
