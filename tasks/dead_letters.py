"""Remember failed tasks in each process of a Celery worker, so that a success costs no query."""

import logging
import time
from collections.abc import Sequence

from annotation.services.monitoring.counters import DROPPED_LETTERS
from annotation.services.monitoring.dead_letters import (
    as_json,
    failed_tasks,
    record_failure,
    settle_letter,
)

logger = logging.getLogger(__name__)

# Another process may have failed meanwhile, so each process looks once a minute.
LOOKS_EVERY = 60.0


class Failures:
    """The tasks that failed lately, in any process. Nothing here raises an error: neither may hide
    that of a task, nor let a task fail that succeeded."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str]] = set()
        self._looked_at = float("-inf")

    def record(self, task: str, args: Sequence[object], error: Exception, cause: str) -> None:
        try:
            dropped = record_failure(task, args, error, cause)
            self._known.add((task, as_json(args)))
        except Exception as problem:  # noqa: BLE001 - the error of the task is the one to see
            logger.warning("The failure of %s was not recorded: %s", task, problem)
            return
        if dropped:
            DROPPED_LETTERS.inc(dropped)
            logger.warning("%s dead letters were dropped, since there are too many", dropped)

    def settle(self, task: str, args: Sequence[object], *, replayed: bool) -> None:
        """Remove the dead letter of a task that succeeded, if it has one."""
        try:
            if time.monotonic() - self._looked_at > LOOKS_EVERY:
                self._looked_at = time.monotonic()
                self._known = failed_tasks()
            if replayed or (self._known and (task, as_json(args)) in self._known):
                settle_letter(task, args)
                self._known.discard((task, as_json(args)))
        except Exception as problem:  # noqa: BLE001 - the task succeeded
            logger.warning("The dead letter of %s stays: %s", task, problem)


FAILURES = Failures()
