"""A real worker process that knows the level `slow`: `python -m tests.workers.slow_worker DIRECTORY KIND`."""

import sys
from pathlib import Path

from service.settings import read_settings
from tests.workers.rulesets import with_slow_level
from workers.processes.worker import run_worker

if __name__ == "__main__":
    run_worker(read_settings(), sys.argv[2], with_slow_level(Path(sys.argv[1])))
