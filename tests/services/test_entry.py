"""Entry steps: no worker is served a task before completing every step of the campaign."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Campaign, Enrolment, Worker
from annotation.services.errors import StepMissing
from annotation.services.people.consent_answers import answer_consent
from annotation.services.people.entry import (
    CONSENT,
    INSTRUCTIONS,
    Place,
    next_step,
    place_of,
    read_instructions,
    steps_of,
)
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from tests.helpers.factories import enrol, make_campaign, make_user
from tests.helpers.refusals import check_not_served


@pytest.fixture
def with_consent() -> Campaign:
    return make_campaign(consent="You may stop at any time.")


def come_in(campaign: Campaign, name: str = "") -> Enrolment:
    enrolment = answer_consent(enrolment=enrol(campaign, name), version=1, agreed=True)
    return read_instructions(enrolment=enrolment)


@pytest.mark.long
def test_a_campaign_that_asks_nothing_clears_whoever_joins() -> None:
    enrolment = enrol(make_campaign())
    assert steps_of(enrolment.campaign) == []
    assert enrolment.cleared_at is not None
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_whoever_has_not_done_a_step_is_given_no_task(with_consent: Campaign) -> None:
    enrolment = enrol(with_consent)
    assert (enrolment.cleared_at, next_step(enrolment)) == (None, CONSENT)
    with pytest.raises(StepMissing) as refused:
        claim_hit(enrolment_id=enrolment.pk)
    assert refused.value.details["step"] == "consent"
    enrolment = answer_consent(enrolment=enrolment, version=1, agreed=True)
    assert place_of(INSTRUCTIONS, enrolment) == Place(2, 2)
    with pytest.raises(StepMissing) as refused:
        claim_hit(enrolment_id=enrolment.pk)
    assert refused.value.details["step"] == "instructions"
    assert refused.value.message == "Before the first task: read the instructions."
    assert not enrolment.assignments.exists()
    enrolment = read_instructions(enrolment=enrolment)
    assert next_step(enrolment) is None
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


@pytest.mark.long
def test_a_step_that_is_removed_keeps_nobody_out(with_consent: Campaign) -> None:
    enrolment = enrol(with_consent)
    Campaign.objects.update(consent="", consent_version=0)
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"
    enrolment.refresh_from_db()
    assert enrolment.cleared_at is not None


@pytest.mark.long
def test_whoever_holds_a_task_keeps_it(with_consent: Campaign) -> None:
    enrolment = come_in(with_consent)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    Enrolment.objects.update(cleared_at=None, read_at=None)
    assert claim_hit(enrolment_id=enrolment.pk) == assignment
    return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    check_not_served(enrolment, StepMissing)


@pytest.mark.parametrize("source", [Worker.Source.REPLAY, Worker.Source.SIMULATED])
def test_no_step_is_required_where_nobody_sits(with_consent: Campaign, source: str) -> None:
    enrolment = join_campaign(campaign=with_consent, source=source, external_id="a1")
    assert enrolment.cleared_at is not None
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_no_step_is_required_of_whom_a_researcher_vouches_for(with_consent: Campaign) -> None:
    user = make_user()
    assert enrol(with_consent, "ada").cleared_at is None
    for name in ("ada", "ben"):
        vouched = join_campaign(
            campaign=with_consent, source=Worker.Source.LINK, external_id=name, vouched_by=user
        )
        assert claim_hit(enrolment_id=vouched.pk).status == "open"


@pytest.mark.long
def test_a_claim_asks_no_further_query(with_consent: Campaign) -> None:
    def statements(enrolment: Enrolment) -> int:
        with CaptureQueriesContext(connection) as queries:
            claim_hit(enrolment_id=enrolment.pk)
        return len(queries)

    assert statements(come_in(with_consent)) == statements(enrol(make_campaign()))
