"""Test how a worker runs a job, in this process."""

import gc
import logging
import time

import pytest

from service.installation import jobs
from service.installation.jobs import ai_turn, enqueue, scoring
from service.tournaments.subject import result_job
from workers.processes.overdue_jobs import enqueue_again
from workers.processes.worker import JOBS, Returnable, Worker, _is_notable


def test_the_garbage_collector_is_off_while_a_job_runs_and_on_after_it(installation, monkeypatch):
    monkeypatch.setitem(JOBS, "gc.isenabled", gc.isenabled)
    queue = installation.queues["quick-0"]
    job = Returnable.create("gc.isenabled", connection=queue.connection, serializer=queue.serializer)
    assert job.perform() is False
    assert gc.isenabled()


class Overtaken(Worker):
    """A worker whose job another process takes over while it runs."""

    def prepare_job_execution(self, job, remove_from_intermediate_queue=False):
        job.delete()
        super().prepare_job_execution(job, remove_from_intermediate_queue)

    def handle_job_success(self, job, queue, started_job_registry):
        job.refresh()
        super().handle_job_success(job, queue, started_job_registry)


class ExecutionLost(Worker):
    """A worker whose execution of a job is removed while the job runs."""

    def handle_job_success(self, job, queue, started_job_registry):
        self.connection.delete(self.execution.key)
        super().handle_job_success(job, queue, started_job_registry)


def run_all(installation, kind):
    """Run the jobs that wait for a worker of this class."""
    queues = list(installation.queues.values())
    worker = kind(queues, connection=queues[0].connection, serializer="json")
    worker.order = jobs.WORKERS["thinking"]
    worker.work(burst=True, logging_level="WARNING")


@pytest.fixture
def only_updates():
    """Apply the filter of workers to the log of RQ."""
    logging.getLogger("rq.worker").addFilter(_is_notable)
    yield
    logging.getLogger("rq.worker").removeFilter(_is_notable)


@pytest.mark.parametrize("kind", [Overtaken, ExecutionLost])
def test_a_job_that_is_considered_lost_while_it_runs_logs_no_error(installation, caplog, only_updates, kind):
    enqueue(installation.queues, scoring("g" * 20))
    run_all(installation, kind)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_job_of_a_deleted_game_is_no_error(installation, caplog):
    for job in (scoring("g" * 20), ai_turn("g" * 20, 0, 0, searches=False), result_job("g" * 20)):
        enqueue(installation.queues, job)
    run_all(installation, Worker)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
    queues = installation.queues.values()
    assert [each.failed_job_registry.count for each in queues if each.failed_job_registry.count] == []


def test_a_lost_job_is_enqueued_again_if_its_record_is_removed_at_the_same_moment(installation):
    job = scoring("g" * 20)
    assert enqueue_again(installation, job)
    assert installation.queues[job.queue].get_job_ids() == [job.id]


def test_a_job_without_the_record_of_its_execution_is_not_dropped(installation):
    job = scoring("g" * 20)
    client = installation.queues[job.queue].connection
    enqueue(installation.queues, job)
    client.zadd(f"rq:executions:{job.id}", {"lost": time.time() + 60})
    assert not jobs.drop(installation.queues, job)
    client.delete(f"rq:executions:{job.id}")
    assert jobs.drop(installation.queues, job)
    assert not jobs.drop(installation.queues, job)
