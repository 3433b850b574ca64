"""A web server whose clock is wrong: the database's decides."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import AgreementState
from annotation.services.accounts.login import begin_login
from annotation.services.accounts.login_throttle import MAX_FROM_AN_ADDRESS_AT_A_TARGET
from annotation.services.clock import database_now
from annotation.services.work.claim import claim_hit
from annotation.worker.work import hit_in_hand
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_next, make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[1, -1])
def _wrong_by_an_hour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=request.param))


@pytest.mark.fault(16)
@pytest.mark.usefixtures("_wrong_by_an_hour")
def test_a_worker_sees_the_time_that_they_have() -> None:
    enrolment = enrol(make_campaign(seconds_allotted=600))
    assert claim_hit(enrolment_id=enrolment.pk).seconds_left == 600
    assignment = hit_in_hand(enrolment)
    assert assignment is not None
    assert 590 < assignment.seconds_left <= 600
    assert 590 < claim_hit(enrolment_id=enrolment.pk).seconds_left <= 600


@pytest.mark.usefixtures("_wrong_by_an_hour")
def test_guesses_at_a_password_are_slowed_for_as_long_as_ever() -> None:
    waits = [
        begin_login(username="ada", address="192.0.2.1")
        for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET + 1)
    ]
    assert waits[:MAX_FROM_AN_ADDRESS_AT_A_TARGET] == [0] * MAX_FROM_AN_ADDRESS_AT_A_TARGET
    assert 0 < waits[MAX_FROM_AN_ADDRESS_AT_A_TARGET] <= 15 * 60


@pytest.mark.long
@pytest.mark.usefixtures("_wrong_by_an_hour")
def test_figures_are_as_old_as_they_are() -> None:
    enrolment = enrol(make_campaign())
    judge_next(enrolment)
    fold_all(enrolment.campaign_id)
    age = database_now() - AgreementState.objects.get().folded_at
    assert timedelta(0) <= age < timedelta(minutes=1)
