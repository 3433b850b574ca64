"""Notify Celery that there is something to fold, without ever delaying a request.

PostgreSQL is the queue, and a sweep picks up what a lost message left, so a message may be lost.
Messages are sent by a separate thread, which also merges a burst of submissions into one
message."""

import threading
import time

from django.db import transaction

from annotation.services.jobs.messages import send_each

GATHER_SECONDS = 0.1
REST_AFTER_FAILURE_SECONDS = 2.0


class FoldTrigger:
    """A daemon thread that publishes the messages, started at the first one of a process."""

    def __init__(self) -> None:
        self._campaigns: set[int] = set()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def trigger(self, campaign_id: int) -> None:
        with self._wake:
            self._campaigns.add(campaign_id)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="fold-trigger", daemon=True)
                self._thread.start()
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._campaigns:
                    self._wake.wait()
                campaigns, self._campaigns = self._campaigns, set()
            self._publish(campaigns)
            time.sleep(GATHER_SECONDS)

    def _publish(self, campaigns: set[int]) -> None:
        """Send a message for each campaign; pause if Redis cannot be reached, or many wait."""
        if not send_each("tasks.fold", campaigns):
            time.sleep(REST_AFTER_FAILURE_SECONDS)


_trigger = FoldTrigger()


def trigger_fold_after_commit(campaign_id: int) -> None:
    """Notify Celery, once this transaction is committed, that a campaign has something to fold."""
    transaction.on_commit(lambda: _trigger.trigger(campaign_id))
