"""Tell Celery that there is something to fold, soon and without ever holding up a request.

PostgreSQL is the queue and a sweep finds whatever a lost nudge left, so a nudge may fail: it goes
through a thread of its own, which also gathers a burst of submits into one message."""

import threading
import time

from django.db import transaction

from annotation.services.jobs.messages import send

GATHER_SECONDS = 0.1
REST_AFTER_FAILURE_SECONDS = 2.0


class Nudger:
    """Publishes from one daemon thread, started when a process first nudges."""

    def __init__(self) -> None:
        self._campaigns: set[int] = set()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def nudge(self, campaign_id: int) -> None:
        with self._wake:
            self._campaigns.add(campaign_id)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="nudger", daemon=True)
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
        """As far as Redis can be reached."""
        if not all(send("tasks.fold", campaign_id) for campaign_id in campaigns):
            time.sleep(REST_AFTER_FAILURE_SECONDS)


_nudger = Nudger()


def nudge_after_commit(campaign_id: int) -> None:
    transaction.on_commit(lambda: _nudger.nudge(campaign_id))
