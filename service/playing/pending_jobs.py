"""Find and enqueue the pending job of a game: an AI turn, the scoring or an analysis."""

from domain.levels import LEVELS, SearchBudget
from service import problems
from service.game import game_info, queues
from service.game.game import Game, load
from service.installation import jobs
from service.installation.after_commit import follow_up
from service.installation.installation import Installation
from service.installation.jobs import Job
from service.playing.expected_notices import concerned_seats, dropped_queues
from service.store import OUTAGES, GameInfo, RunningClocks, bundles
from service.store.clock_list import TimedDecision
from service.store.clock_types import StandIn


def pending_job(installation: Installation, game_id: str) -> Job | None:
    """Return the job that a game waits for: a turn, the scoring or a requested analysis; None without one."""
    game = load(installation, game_id)
    if game.status != "over" or installation.store.results.of(game_id) is None:
        return next_job(game)
    analysis = installation.store.advice.analysis(game_id)
    return jobs.analysis(game_id, analysis, game.header.share) if isinstance(analysis, int) else None


def seat_to_play(game: Game) -> int | None:
    """Return the lowest seat whose turn the service must play; None without one."""
    return next((seat for seat in game.to_act if _is_played(game, seat)), None)


def level_of(game: Game, seat: int) -> str:
    """Return the AI level at which the service plays a seat; empty for default and queued actions."""
    who = stand_in_of(game, seat)
    return game.seats[seat].level or "" if who is None else who.level


def stand_in_of(game: Game, seat: int) -> StandIn | None:
    """Return who decides in place of a seat's player; None if the player decides."""
    return game_info.stand_in(game.info, seat, game.position.decisions[seat])


def next_job(game: Game) -> Job | None:
    """Return the job that follows from the position and the game info; None before the start."""
    status = game.status
    if status in ("open", "aborted"):
        return None
    if status == "over":
        return jobs.scoring(game.header.game_id)
    seat = seat_to_play(game)
    if seat is None:
        return None
    searches = isinstance(LEVELS.get(level_of(game, seat)), SearchBudget)
    return jobs.ai_turn(game.header.game_id, game.position.version, game.header.share, searches=searches)


def may_play_on(game: Game) -> bool:
    """Whether the service can play the next turn at once: it needs no search, and no other player may act before."""
    job = next_job(game)
    is_quick = job is not None and job.queue in jobs.QUICK
    return is_quick and all(_is_played(game, seat) for seat in game.to_act)


def _is_played(game: Game, seat: int) -> bool:
    return game.seats[seat].kind == "ai" or stand_in_of(game, seat) is not None or queues.is_due(game, seat)


def is_queued(game: Game, seat: int) -> bool:
    """Whether the action queue of a seat answers its pending decision, and no AI level or default action."""
    return queues.is_due(game, seat) and stand_in_of(game, seat) is None


def check_ai_queue(installation: Installation, job: Job | None) -> None:
    """Raise AiQueueFull if the next job of a game is a search and the search queue of its share is full."""
    most = installation.settings.max_queued_turns
    if job is None or job.queue not in jobs.SEARCH or not most:
        return
    try:
        waiting = installation.queues[job.queue].count
    except OUTAGES:
        return
    if waiting >= most:
        raise problems.AiQueueFull(
            "Retry later. {waiting} turns of AI players already wait in your games.", {"waiting": waiting}
        )


def due(installation: Installation, game: Game, written: int = 0) -> float | None:
    """Return when the sweeper must check a game: a job or notice is pending, or old events must be bundled; else None.

    `written` is the number of latest events that are being written.
    """
    version = game.position.version
    is_due = (
        next_job(game)
        or concerned_seats(game)
        or dropped_queues(game)
        or bundles.becomes_due(version - written, version)
    )
    return lease_end(installation) if is_due else None


def lease_end(installation: Installation) -> float:
    """Return when a job that is enqueued now should be done at the latest."""
    return installation.sources.now().timestamp() + installation.settings.lease_seconds


def enqueue_safely(installation: Installation, job: Job | None) -> None:
    """Enqueue a job, if there is one. After an error, the sweeper enqueues it later."""
    if job is not None:
        with follow_up("job", job.id):
            jobs.enqueue(installation.queues, job)


def clock_entries(installation: Installation, game: Game) -> RunningClocks:
    """Return the entries of the list of clocks that must be stored before the game is written."""
    now = installation.sources.now().timestamp()
    entries = game_info.clock_list_entries(game.header, game.info, game.position.decisions, now)
    return RunningClocks(entries, game_info.last_clock_start(game.header, game.info))


def remove_clock(installation: Installation, completed: TimedDecision) -> None:
    """Remove a closed decision from the list of clocks. After an error, the entry is checked once when due."""
    with follow_up("clocks", completed.game_id):
        installation.store.clocks.remove([completed, completed.low])


def remove_clocks(installation: Installation, game: Game, info: GameInfo) -> None:
    """Remove the decisions of an ended game from the list of clocks; `info` has its clocks before the end."""
    running = game_info.deadlines(game.header, info, game.position.decisions)
    if running:
        with follow_up("clocks", game.header.game_id):
            installation.store.clocks.remove([*running, *(each.low for each in running)])
