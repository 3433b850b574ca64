"""Fifty workers at once on adaptive pairs: none past its cap, none forgotten."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError
from django.db.models import F
from django.db.models.functions import Now
from psycopg2.errors import LockNotAvailable

from annotation.models import HIT, Assignment, Enrolment, Judgment
from annotation.services.errors import Busy, NothingLeft
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import at_once, enrol, make_user, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import THREE_WAY, make_pair_campaign, make_pairs
from tests.helpers.posterior import set_accuracy
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS, PAIRS = 50, 40
RULES = ("majority", "posterior")


def work(enrolment: Enrolment, seed: int) -> int:
    """Work until nothing is left: most HITs are answered, some returned, some submitted too
    late."""
    luck, given = random.Random(seed), 0
    while True:
        try:
            assignment = claim_hit(enrolment_id=enrolment.pk)
            chance = luck.random()
            if chance < 0.05:
                return_hit(enrolment=enrolment, assignment_id=assignment.pk)
                continue
            if chance < 0.1:
                Assignment.objects.filter(pk=assignment.pk).update(
                    expires_at=Now() - timedelta(seconds=1)
                )
                expire_overdue(campaign_id=enrolment.campaign_id)
            given += submit_until_stored(enrolment, assignment, luck.choice((0, 0, 1, 2)))
        except Busy:
            continue
        except OperationalError as error:
            # A lock timeout had no effect; a deadlock is an error.
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
        except NothingLeft:
            return given


def submit_until_stored(enrolment: Enrolment, assignment: Assignment, index: int) -> bool:
    while True:
        try:
            return submit(enrolment, assignment, {"answer": index}).counts
        except Busy:
            continue


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES)
def test_fifty_workers_pass_no_cap_and_leave_no_pair_unsettled(rule: str) -> None:
    campaign = make_pair_campaign(
        make_pairs(PAIRS), settings=THREE_WAY, redundancy=3, most_judgments=10, settle_by=rule
    )
    enrolments = [enrol(campaign) for _ in range(WORKERS)]
    for number, one in enumerate(enrolments):
        set_accuracy(one, 400 + 10 * number if number % 5 else None)
    jobs = [partial(work, one, number) for number, one in enumerate(enrolments)]
    given = at_once(jobs, threads=WORKERS)
    assert not [result for result in given if isinstance(result, Exception)]
    stored = Judgment.objects.filter(campaign=campaign, took_slot=True).count()
    assert sum(result for result in given if isinstance(result, int)) == stored
    check_serving(campaign)
    # A HIT returned after a worker had found nothing left is served to the next claim.
    for number, one in enumerate(enrolments):
        work(one, WORKERS + number)
    hits = HIT.objects.filter(campaign=campaign)
    assert not hits.filter(taken__gt=F("cap")).exists()
    assert not hits.filter(taken__lt=F("quota")).exists()
    assert Judgment.objects.filter(took_slot=True).count() < PAIRS * 10
    check_serving(campaign)


@pytest.mark.few(1)
@pytest.mark.parametrize("rule", RULES)
def test_reviews_and_submits_at_once_leave_no_pair_unsettled(rule: str) -> None:
    pairs, workers = by_tier(quick=(5, 6), long=(8, 10))
    campaign = make_pair_campaign(
        make_pairs(pairs), settings=THREE_WAY, redundancy=2, most_judgments=9, settle_by=rule
    )
    enrolments = [enrol(campaign) for _ in range(workers)]
    user = make_user()

    def reject_some(seed: int) -> int:
        luck = random.Random(seed)
        for _ in range(30):
            judgment = Judgment.objects.order_by("?").first()
            if judgment is not None and judgment.took_slot:
                verdict = luck.choice(("", "rejected"))
                try:
                    review_judgment(judgment=judgment, user=user, review=verdict, reason="blank")
                except OperationalError:
                    continue
        return seed

    jobs = [partial(work, one, number) for number, one in enumerate(enrolments)]
    at_work = [partial(reject_some, seed) for seed in range(3)]
    results = at_once([*jobs, *at_work], threads=len(jobs) + len(at_work))
    assert not [result for result in results if isinstance(result, Exception)], results
    check_serving(campaign)
