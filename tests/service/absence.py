"""Games whose players miss deadlines."""

from collections.abc import Callable

from service.playing.pending_jobs import pending_job
from tests.service.timed import TimedTable
from workers.jobs import context
from workers.jobs.scoring import score_game
from workers.jobs.turns import play_out, play_turns


def level(on_timeout):
    return {"on_timeout": on_timeout, "level": "random"}


JOBS: dict[str, Callable[..., None]] = {"play_turns": play_turns, "play_out": play_out, "score_game": score_game}


def work(service, table):
    """Run the jobs of a game, one after the other, until it waits for human players or has been scored."""
    context.use(service.bottega)
    while (job := pending_job(service.bottega, table.game_id)) is not None:
        name = job.function.rpartition(".")[2]
        JOBS[name](*job.arguments)


def finish(service, table):
    """Let all present players act until the game is finished and scored."""
    work(service, table)
    while waiting := table.view()["to_act"]:
        assert table.act(waiting[0]).status_code == 200
        work(service, table)


def taken_for_good(sandbox, **named):
    """Create a game in which seat 0 missed two deadlines in a row, so that a level took over; seat 1 must act."""
    table = TimedTable(sandbox, absence=level("level"), **named)
    table.wait(31)
    work(sandbox, table)
    table.act(1)
    table.wait(31)
    work(sandbox, table)
    return table
