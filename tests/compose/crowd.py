"""The people who work in the stack of containers:
python -m tests.compose.crowd ORIGIN USERS SECONDS FOLDER. This process uses the containers'
database directly: it makes their campaign, and compares what they were told with what is stored."""

import os
import sys
from pathlib import Path

import django
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from annotation.models import AgreementState, Campaign, Judgment  # noqa: E402
from bench.site.studies import make_campaign  # noqa: E402
from tasks.reconcile import reconcile_campaign  # noqa: E402
from tests.faults.checker import violations  # noqa: E402
from tests.faults.processes import all_folded, wait_for  # noqa: E402
from tests.soak.run import Load, read_history, run_locust, show  # noqa: E402

HITS = 2_000
THINK_SECONDS = 1.0


def work_and_check(origin: str, users: int, seconds: int, folder: Path) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        show(f"the role of Midpath is a superuser: {cursor.fetchone()[0]}")
    campaign = make_campaign(HITS)
    # All users come from one address, as in a large class.
    Campaign.objects.filter(pk=campaign.pk).update(joins_per_address=None)
    run_locust(folder, origin, campaign, Load(users, seconds, THINK_SECONDS, slowest=0))
    settled = wait_for(all_folded, seconds=90, what="the last fold")
    history = read_history(folder / "history.jsonl")
    broken = violations(history, [campaign])
    report = reconcile_campaign(campaign.pk)
    folds = AgreementState.objects.get(campaign=campaign).version
    show(
        f"{len(history.acknowledged())} of {len(history.submissions)} attempts acknowledged, "
        f"{Judgment.objects.count()} judgments stored, {folds} folds, settled {settled:.1f} s "
        "after the end"
    )
    show(f"{len(broken)} violations, figures equal a recomputation: {report.equal}")
    for violation in broken[:20]:
        show(f"  {violation}")
    return int(bool(broken) or not report.equal)


if __name__ == "__main__":
    origin, users, seconds, folder = sys.argv[1:]
    sys.exit(work_and_check(origin, int(users), int(seconds), Path(folder)))
