"""Practice before the first task: chosen, judged at once, passed or failed, and never counted."""

from typing import Any

import pytest

from annotation.models import AuditEvent, Campaign, Enrolment, Judgment, PracticeTask
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.campaigns.gold_answers import change_answer, remove_answer
from annotation.services.errors import Conflict, Invalid, NotFound, StepMissing, Stopped
from annotation.services.people.entry import PRACTICE, next_step, read_instructions
from annotation.services.people.practice import Try, answer_practice, last_try, start_practice
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, why_stopped
from tests.helpers.factories import enrol, make_user
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database
from tests.services.test_own_answers import FIRST_APART, WHOLE, draft, store_answer

pytestmark = pytest.mark.long
RIGHT, WRONG = {"boundaries": FIRST_APART}, {"boundaries": WHOLE}


def practising(count: int = 3, texts: int = 6, **terms: Any) -> Campaign:
    """Make a live campaign that reserves this many items for practice; in each, the first word is a
    segment of its own."""
    campaign = draft(texts, **{"practice": 3, "practice_pass": 2, **terms})
    for position in range(1, count + 1):
        store_answer(campaign, position, FIRST_APART, "practice", f"why {position}")
    return launch_campaign(campaign=campaign, user=None)


def newcomer(campaign: Campaign) -> Enrolment:
    return read_instructions(enrolment=enrol(campaign))


def go_through(enrolment: Enrolment, *payloads: dict[str, list[int]]) -> Try:
    stands = start_practice(enrolment=enrolment)
    for payload in payloads:
        assert stands.open is not None
        _, stands = answer_practice(enrolment=enrolment, task_id=stands.open.pk, payload=payload)
    return stands


def test_whoever_passes_is_given_tasks_and_nothing_of_it_counts() -> None:
    campaign = practising()
    enrolment = newcomer(campaign)
    assert next_step(enrolment) is PRACTICE
    check_not_served(enrolment, StepMissing, "practise")
    stands = go_through(enrolment, RIGHT, WRONG, RIGHT)
    assert (stands.right, stands.of, stands.open) == (2, 3, None)
    enrolment.refresh_from_db()
    assert enrolment.practised_at is not None
    assert (enrolment.submitted, enrolment.earning, enrolment.known_done) == (0, 0, 0)
    assert not Judgment.objects.exists()
    assert claim_hit(enrolment_id=enrolment.pk).hit.item.position > 3
    assert AuditEvent.objects.get(verb="practice.passed").details["right"] == 2


def test_it_is_reported_at_once_whether_an_answer_is_right() -> None:
    enrolment = newcomer(practising())
    stands = start_practice(enrolment=enrolment)
    assert stands.open is not None
    position = stands.open.answer.item.position
    feedback, _ = answer_practice(enrolment=enrolment, task_id=stands.open.pk, payload=WRONG)
    answer = f"text | number {position} of many"
    assert feedback == {"right": False, "answer": answer, "why": f"why {position}"}


@pytest.mark.quick
def test_an_answer_that_is_sent_again_is_the_first_one() -> None:
    enrolment = newcomer(practising())
    stands = start_practice(enrolment=enrolment)
    assert stands.open is not None
    for payload in (WRONG, RIGHT):
        feedback, after = answer_practice(
            enrolment=enrolment, task_id=stands.open.pk, payload=payload
        )
        assert (feedback["right"], after.done) == (False, 1)


def test_a_try_goes_on_where_it_was() -> None:
    enrolment = newcomer(practising())
    go_through(enrolment, RIGHT)
    again = start_practice(enrolment=enrolment)
    assert (again.number, again.done, again.of) == (1, 1, 3)
    assert PracticeTask.objects.count() == 3


@pytest.mark.quick
def test_whoever_fails_the_last_try_is_stopped_and_may_be_restored() -> None:
    enrolment = newcomer(practising())
    for number in (1, 2):
        assert go_through(enrolment, RIGHT, WRONG, WRONG).number == number
    check_not_served(enrolment, Stopped)
    assert "1 of 3 correct, but 2 are required" in why_stopped(enrolment.pk)
    with pytest.raises(Conflict):
        start_practice(enrolment=enrolment)
    restore_worker(enrolment=Enrolment.objects.get(), user=make_user())
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_where_nothing_is_to_pass_going_through_is_enough() -> None:
    enrolment = newcomer(practising(practice_pass=None))
    go_through(enrolment, WRONG, WRONG, WRONG)
    assert claim_hit(enrolment_id=enrolment.pk).status == "open"


def test_another_try_begins_with_what_was_not_practised_on() -> None:
    campaign = practising(count=4, practice=2, practice_pass=2)
    enrolment = newcomer(campaign)
    first = {task.answer_id for task in go_through(enrolment, WRONG, WRONG).tasks}
    second = {task.answer_id for task in start_practice(enrolment=enrolment).tasks}
    assert not first & second
    assert len(first | second) == 4


@pytest.mark.attack(45)
@pytest.mark.quick
def test_each_name_practises_on_a_draw_of_its_own() -> None:
    """What was learned under one name is not what comes under the next."""
    campaign = practising(count=9, texts=10, practice=2, practice_pass=2)
    drawn = [start_practice(enrolment=newcomer(campaign)).tasks for _ in range(6)]
    assert len({tuple(task.answer_id for task in tasks) for tasks in drawn}) > 3


def test_near_enough_is_what_the_campaign_asks() -> None:
    enrolment = newcomer(practising(known_agreement="0.3"))
    near = {"boundaries": [1, 1, 0, 0]}
    assert go_through(enrolment, near, near, near).right == 3
    assert go_through(newcomer(practising()), near, near, near).right == 0


def test_what_is_no_answer_is_not_judged() -> None:
    enrolment = newcomer(practising())
    stands = start_practice(enrolment=enrolment)
    assert stands.open is not None
    with pytest.raises(Invalid):
        answer_practice(enrolment=enrolment, task_id=stands.open.pk, payload={"boundaries": [1]})
    stands_now = last_try(enrolment)
    assert stands_now is not None
    assert stands_now.done == 0


@pytest.mark.attack(2)
@pytest.mark.quick
def test_nobody_answers_for_somebody_else() -> None:
    campaign = practising()
    stands = start_practice(enrolment=newcomer(campaign))
    assert stands.open is not None
    with pytest.raises(NotFound):
        answer_practice(enrolment=newcomer(campaign), task_id=stands.open.pk, payload=RIGHT)


def test_practice_is_not_begun_before_its_turn() -> None:
    with pytest.raises(Conflict):
        start_practice(enrolment=enrol(practising()))


@pytest.mark.quick
def test_a_campaign_is_not_launched_with_too_little_to_practise_on() -> None:
    with pytest.raises(Conflict, match="needs 3 texts, but only 2 are available"):
        practising(count=2)


@pytest.mark.quick
def test_no_more_can_be_required_right_than_is_practised() -> None:
    with refused_at("practice_pass"):
        draft(practice=2, practice_pass=3)


def test_what_workers_need_to_practise_on_stays_once_launched() -> None:
    campaign = practising(count=4)
    one, other = campaign.known_answers.order_by("pk")[:2]
    remove_answer(answer=one, user=make_user())
    with pytest.raises(Conflict, match="practise on 3"):
        remove_answer(answer=other, user=make_user())
    with pytest.raises(Conflict, match="practise on 3"):
        change_answer(answer=other, user=make_user(), use="example", why="")


def test_the_database_keeps_an_answer_with_its_verdict() -> None:
    enrolment = newcomer(practising())
    task = start_practice(enrolment=enrolment).tasks[0]
    for change in ({"right": True}, {"vector": [1]}, {"place": 2}):
        with refused_by_database():
            PracticeTask.objects.filter(pk=task.pk).update(**change)
