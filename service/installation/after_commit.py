"""Do what follows a commit: notices, webhooks, jobs, lists and metrics.

The change is stored, so none of these steps may fail the request that caused it. An error is logged and counted. The
game, tournament or webhook is on a due list from before the commit, so the sweeper repeats what is missing.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from service import problems
from service.runtime.throttled_log import log_once, warn_sparsely
from service.store import OUTAGES
from service.telemetry import metrics
from service.telemetry.families import Step

logger = logging.getLogger(__name__)


class StepFailed(Exception):
    """A step has failed for some of its players or webhooks; each failure is logged and counted."""


@contextmanager
def follow_up(step: Step, subject: str) -> Iterator[None]:
    """Run a step for a game or another subject; log and count its errors instead of raising them.

    `with follow_up("notices", game_id): send(...)`
    """
    try:
        yield
    except StepFailed:
        return
    except OUTAGES as error:
        warn_sparsely(logger, f"the step {step} for %s is done later: %s", subject, error)
    except problems.GameNotFound:
        logger.debug("the step %s for %s is not needed: the game has been deleted", step, subject)
    except problems.ProblemError as error:
        warn_sparsely(logger, f"the step {step} for %s is done later: %s", subject, error)
    except Exception as error:  # noqa: BLE001  # the request has taken effect: an error response would deny it
        _report(step, subject, error)


def run_each(step: Step, subject: str, runs: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Run a step for each named player or webhook; after an error, the others still get theirs.

    Raises StepFailed after the last one, and one of OUTAGES at once.
    """
    failed = []
    for name, run in runs:
        try:
            run()
        except OUTAGES:
            raise
        except StepFailed:
            failed.append(name)
        except Exception as error:  # noqa: BLE001  # the outermost frame of one player or webhook
            _report(step, f"{subject} for {name}", error)
            failed.append(name)
    if failed:
        raise StepFailed(f"{step} of {subject} for {', '.join(failed)}")


def _report(step: Step, subject: str, error: Exception) -> None:
    metrics.count_follow_up_failure(step)
    log_once(logger, "the step %s after a commit failed for %s, and is done later", step, subject, error=error)
