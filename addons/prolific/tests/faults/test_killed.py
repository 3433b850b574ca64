"""A worker process dies between a payment request to Prolific and its answer: no one is paid twice,
and the ledger records the payment."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models.functions import Now

from addons.prolific.models import ProlificBonus, ProlificStudy, ProlificVisit
from addons.prolific.services.payouts import confirm_bonuses, set_up_bonuses
from addons.prolific.services.studies import connect_study
from addons.prolific.services.tokens import set_token
from addons.prolific.tests.desk import owe
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import LedgerEntry
from annotation.services.pay.batches import make_batch
from tasks.run_job import run_job
from tests.api.studies import Study
from tests.faults.processes import Stack, kill_tree, wait_for
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]
SILENT = timedelta(minutes=2)


def visit(study: Study) -> None:
    run_job("prolific_visit", ProlificVisit.objects.get(study__campaign=study.campaign).pk)


def test_a_worker_killed_after_the_call_pays_once(
    stack: Stack, site: StandIn, study: Study
) -> None:
    owe(study, "p0", "1.25")
    site.set_state(
        submissions=[submission(0, "p0", "APPROVED")], study=site.state()["study"] | {"reward": 0}
    )
    set_token(project=study.project, user=study.owner, token=TOKEN)
    connect_study(campaign=study.campaign, user=study.owner, study=STUDY)
    visit(study)
    batch = make_batch(campaign=study.campaign, user=study.owner, source="prolific")
    set_up_bonuses(batch=batch, user=study.owner)
    visit(study)
    [bonus] = ProlificBonus.objects.all()
    # The call takes effect, and its answer never ends.
    site.set_state(faults_at={"/pay/": ["stuck"]})
    confirm_bonuses(batch=batch, user=study.owner, total=bonus.total or Decimal(0))
    celery = stack.start_celery()
    wait_for(lambda: site.state()["paid"] != [], seconds=60, what="the call")
    kill_tree(celery)
    bonus.refresh_from_db()
    assert bonus.state == "sending"
    ProlificVisit.objects.update(beat_at=Now() - SILENT)
    stack.start_celery()
    wait_for(ProlificBonus.objects.filter(state="done").exists, seconds=60, what="the next visit")
    wait_for(ProlificVisit.objects.filter(status="ready").exists, seconds=30, what="its end")
    assert site.state()["paid"] == [bonus.bulk]
    assert [one.amount for one in LedgerEntry.objects.filter(kind="paid")] == [bonus.amount]
    assert ProlificStudy.objects.get().currency == "USD"
