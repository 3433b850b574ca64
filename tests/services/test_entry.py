"""Entry steps: no worker is served a task before completing every step of the campaign. Consent is
stored as given, and requested again when the text changes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import AuditEvent, Campaign, ConsentAnswer, ConsentText, Enrolment, Worker
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.campaigns.consent_texts import change_consent, consent_counts
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.errors import Conflict, StepMissing
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
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.helpers.refusals import check_not_served, refused_by_database

FIRST, SECOND = "You may stop at any time.", "You may stop, and we keep your answers."


@pytest.fixture
def with_consent() -> Campaign:
    return make_campaign(consent=FIRST)


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


def test_the_first_version_is_published_with_the_launch() -> None:
    campaign = make_campaign(consent=FIRST, launch=False)
    assert (campaign.consent_version, ConsentText.objects.count()) == (0, 0)
    campaign = launch_campaign(campaign=campaign, user=None)
    text = ConsentText.objects.get()
    assert (campaign.consent_version, text.version, text.text) == (1, 1, FIRST)


def test_what_is_agreed_to_is_stored_with_the_very_text(with_consent: Campaign) -> None:
    enrolment = come_in(with_consent)
    answer = ConsentAnswer.objects.get()
    assert (answer.enrolment, answer.text.text, answer.agreed) == (enrolment, FIRST, True)
    assert AuditEvent.objects.filter(verb="consent.agreed", worker=enrolment.worker_id).exists()


def test_a_changed_text_is_shown_before_the_next_task(with_consent: Campaign) -> None:
    enrolment = come_in(with_consent)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    after = change_consent(campaign=with_consent, user=make_user(), text=SECOND)
    assert after.consent_version == 2
    # Their open HIT is still theirs, and counts.
    assert judge_next(enrolment).counts
    assert assignment.hit.judgments.count() == 1
    with pytest.raises(StepMissing) as refused:
        claim_hit(enrolment_id=enrolment.pk)
    assert refused.value.details["step"] == "consent"
    enrolment = Enrolment.objects.get()
    assert (next_step(enrolment), place_of(CONSENT, enrolment)) == (CONSENT, Place(1, 1))
    answer_consent(enrolment=enrolment, version=2, agreed=True)
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"
    assert [one.text.version for one in ConsentAnswer.objects.all()] == [1, 2]


def test_the_same_text_again_asks_nobody(with_consent: Campaign) -> None:
    change_consent(campaign=with_consent, user=make_user(), text=f"{FIRST}\r\n")
    assert ConsentText.objects.count() == 1


def test_nobody_agrees_to_a_text_that_they_were_not_shown(with_consent: Campaign) -> None:
    enrolment = enrol(with_consent)
    change_consent(campaign=with_consent, user=make_user(), text=SECOND)
    for version in (1, 3):
        with pytest.raises(Conflict):
            answer_consent(enrolment=enrolment, version=version, agreed=True)
    assert not ConsentAnswer.objects.exists()


def test_whoever_declines_gets_no_task_and_may_think_again(with_consent: Campaign) -> None:
    enrolment = enrol(with_consent)
    answer_consent(enrolment=enrolment, version=1, agreed=False)
    check_not_served(enrolment, StepMissing)
    answer_consent(enrolment=enrolment, version=1, agreed=True)
    assert [one.agreed for one in ConsentAnswer.objects.all()] == [False, True]


def test_an_answer_and_its_text_are_never_changed(with_consent: Campaign) -> None:
    come_in(with_consent)
    with refused_by_database("never_changed"):
        ConsentAnswer.objects.update(agreed=False)
    with refused_by_database("never_changed"):
        ConsentText.objects.update(text="Anything.")


@pytest.mark.long
def test_a_text_can_be_added_and_removed_while_the_campaign_runs() -> None:
    campaign = make_campaign()
    enrolment = enrol(campaign)
    simulated = join_campaign(campaign=campaign, source="simulated", external_id="s1")
    change_consent(campaign=campaign, user=make_user(), text=FIRST)
    check_not_served(enrolment, StepMissing)
    claim_hit(enrolment_id=simulated.pk)
    change_consent(campaign=campaign, user=make_user(), text="")
    assignment = claim_hit(enrolment_id=enrolment.pk)
    return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    assert change_consent(campaign=campaign, user=make_user(), text=FIRST).consent_version == 2


@pytest.mark.long
def test_researchers_are_shown_how_many_agreed_to_which(with_consent: Campaign) -> None:
    for name in ("ada", "ben"):
        come_in(with_consent, name)
    for name in ("cleo", "dora"):
        answer_consent(enrolment=enrol(with_consent, name), version=1, agreed=False)
    answer_consent(enrolment=enrol(with_consent, "dora"), version=1, agreed=True)
    change_consent(campaign=with_consent, user=make_user(), text=SECOND)
    answer_consent(enrolment=enrol(with_consent, "ada"), version=2, agreed=False)
    counts = [(one.text.version, one.agreed, one.declined) for one in consent_counts(with_consent)]
    assert counts == [(2, 0, 1), (1, 3, 1)]


def test_a_draft_is_edited_and_not_published_again() -> None:
    with pytest.raises(Conflict):
        change_consent(campaign=make_campaign(launch=False), user=make_user(), text=FIRST)


@pytest.mark.long
def test_a_duplicate_asks_the_same(with_consent: Campaign) -> None:
    copy = duplicate_campaign(
        campaign=with_consent, dataset=with_consent.dataset, name="Again", user=make_user()
    )
    assert (copy.consent, copy.consent_version) == (FIRST, 0)
    assert create_campaign(dataset=copy.dataset, scheme="flat", user=None, name="N").consent == ""
