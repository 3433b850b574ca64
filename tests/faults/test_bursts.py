"""Promise 17: a burst of judgments on one campaign makes few folds, and the figures follow soon."""

import time
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from annotation.models import AgreementState, Enrolment, Judgment
from annotation.services.work.claim import claim_hit
from tests.faults.processes import Stack, all_folded, wait_for
from tests.helpers.factories import at_once, enrol, make_campaign, random_vector, submit
from tests.helpers.invariants import check_figures

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

JUDGMENTS, SECONDS, WORKERS = 1_000, 10, 4
MAX_FOLDS, SETTLED_WITHIN = 50, 5


@pytest.mark.fault(17)
def test_a_burst_makes_few_folds(
    notified: Stack, record_property: Callable[[str, object], None]
) -> None:
    """The judgments are spread over the ten seconds, which asks for more folds than a heap."""
    campaign = make_campaign(texts=JUDGMENTS // WORKERS, redundancy=WORKERS)
    people = [enrol(campaign) for _ in range(WORKERS)]
    notified.start_celery()
    notified.wait_for_celery()
    before = AgreementState.objects.get(campaign=campaign).version
    begun = time.monotonic()

    def work(enrolment: Enrolment) -> None:
        luck = Random(enrolment.pk)
        for number in range(JUDGMENTS // WORKERS):
            lease = claim_hit(enrolment_id=enrolment.pk)
            submit(enrolment, lease, {"boundaries": random_vector("flat", 5, luck)})
            due = begun + SECONDS * (number + 1) / (JUDGMENTS // WORKERS)
            time.sleep(max(0, due - time.monotonic()))

    assert at_once([partial(work, one) for one in people], threads=WORKERS) == [None] * WORKERS
    took = time.monotonic() - begun
    settled = wait_for(all_folded, seconds=60, what="the figures")
    folds = AgreementState.objects.get(campaign=campaign).version - before
    record_property(
        "measured",
        f"{Judgment.objects.count()} judgments in {took:.1f} s: {folds} folds, "
        f"settled after {settled:.1f} s",
    )
    assert folds <= MAX_FOLDS
    assert settled < SETTLED_WITHIN
    check_figures(campaign)
