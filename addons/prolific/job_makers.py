"""Syncs with Prolific requested on a page."""

import time
from collections.abc import Mapping

from addons.prolific.job_kinds import PROLIFIC
from addons.prolific.models import ProlificToken, ProlificVisit
from addons.prolific.services.client import Prolific, ProlificProblem
from addons.prolific.services.tokens import opened
from addons.prolific.services.visits import visit
from annotation.services.encryption import CannotOpen
from midpath.progress import Failed, Progress
from tasks.jobs import Made, Make

# Reports and other jobs wait as long. The rest is sent by the next sync.
MAX_VISIT_SECONDS = 120.0


def make_visit(requested: ProlificVisit, progress: Progress) -> Made:
    steps = (0, 0)

    def report(done: int, total: int) -> None:
        nonlocal steps
        steps = (done, total)
        progress(done, total)

    prolific = Prolific(
        token=_token(requested),
        until=time.monotonic() + MAX_VISIT_SECONDS,
        watch=lambda: progress(*steps),
    )
    try:
        return {"results": visit(requested.study, prolific, report)}
    except ProlificProblem as problem:
        raise Failed(str(problem)) from None


def _token(requested: ProlificVisit) -> str:
    token = ProlificToken.objects.filter(project=requested.dataset.project_id).first()
    if token is None:
        raise Failed("The project has no token for Prolific any more. An owner can set one.")
    try:
        return opened(token)
    except CannotOpen:
        raise Failed(
            "The token was kept under another secret key of the server. An owner can set it again."
        ) from None


MAKERS: Mapping[str, Make] = {PROLIFIC.name: make_visit}
