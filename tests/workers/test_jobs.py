"""How a worker runs a job, in this process."""

import gc

from workers.processes.worker import JOBS, Returnable


def test_no_cyclic_garbage_is_looked_for_while_a_job_runs_and_again_after_it(bottega, monkeypatch):
    monkeypatch.setitem(JOBS, "gc.isenabled", gc.isenabled)
    queue = bottega.queues["quick-0"]
    job = Returnable.create("gc.isenabled", connection=queue.connection, serializer=queue.serializer)
    assert job.perform() is False
    assert gc.isenabled()
