"""Repeated HITs: when they are served, and that they change nothing else."""

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.budget import budget_of, spent_by
from annotation.services.errors import NothingLeft
from annotation.services.pay.forecast import courses_of
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, foresee_exclusion, include_worker
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import skip_hit
from annotation.services.work.worker_state import lock_worker_state
from tasks.fold import fold_all
from tests.helpers.factories import enrol, make_campaign, make_user, submit
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.refusals import check_not_served, refused_by_database
from tests.services.known import make_known

pytestmark = pytest.mark.long
ANSWER = {"boundaries": [1, 0, 0, 1]}


def make_repeating(texts: int = 40, **terms: Any) -> Campaign:
    usual: dict[str, Any] = {"redundancy": 2, "repeat_every": 4, "repeat_after": 3}
    return make_campaign(texts=texts, **{**usual, **terms})


def work(enrolment: Enrolment, how_many: int = 1000) -> list[Assignment]:
    """Answer this many HITs, or all there are, and return them in order."""
    done: list[Assignment] = []
    while len(done) < how_many:
        try:
            done.append(claim_hit(enrolment_id=enrolment.pk))
        except NothingLeft:
            break
        submit(enrolment, done[-1], ANSWER)
    return list(Assignment.objects.filter(pk__in=[one.pk for one in done]).order_by("pk"))


def come_to_a_repeat(enrolment: Enrolment) -> Assignment:
    for _ in range(50):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if Assignment.objects.get(pk=assignment.pk).repeat:
            return assignment
        submit(enrolment, assignment, ANSWER)
    raise AssertionError("no repeat came")


def test_one_of_so_many_is_given_again_and_lies_so_far_back() -> None:
    campaign = make_repeating()
    done = work(enrol(campaign))
    places = [place for place, one in enumerate(done) if one.repeat]
    runs = [place // 4 for place in places]
    assert runs[: len(done) // 4 - 1] == list(range(1, len(done) // 4))
    assert len(set(runs)) == len(runs)
    hits = [one.hit_id for one in done]
    apart = [place - hits.index(hits[place]) - 1 for place in places]
    assert min(apart) >= 3
    assert len(set(apart)) > 1
    assert len({hits[place] for place in places}) == len(places)
    check_serving(campaign)


def test_nobody_can_tell_where_the_repeats_come() -> None:
    campaign = make_repeating(redundancy=6)
    places = {
        tuple(place for place, one in enumerate(work(enrol(campaign), 30)) if one.repeat)
        for _ in range(4)
    }
    assert len(places) > 1


def test_a_campaign_that_asks_for_none_repeats_nothing() -> None:
    campaign = make_repeating(12, repeat_every=None)
    assert not any(one.repeat for one in work(enrol(campaign)))


@pytest.mark.quick
def test_a_repeat_is_paid_and_changes_neither_figures_nor_slots() -> None:
    campaign = make_repeating(12)
    ada, bob = enrol(campaign, "ada"), enrol(campaign, "bob")
    for enrolment in (ada, bob):
        work(enrolment)
    fold_all(campaign.pk)
    check_serving(campaign)
    check_figures(campaign)
    again = Judgment.objects.filter(campaign=campaign, repeat=True)
    assert set(again.values_list("took_slot", "counts", "folded")) == {(True, False, False)}
    ada.refresh_from_db()
    assert ada.repeated == again.filter(assignment__enrolment=ada).count() > 0
    assert ada.earning == ada.submitted == 12 + ada.repeated
    assert not HIT.objects.filter(campaign=campaign).exclude(taken=2, quota=2).exists()


def test_known_hits_are_never_repeated_and_come_as_often_as_without() -> None:
    campaign = make_known(pairs=60, known=10, repeat_every=3, repeat_after=1)
    enrolment = enrol(campaign)
    for _ in range(40):
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"answer": 0})
    enrolment.refresh_from_db()
    assert enrolment.known_done == 10
    assert enrolment.repeated > 0
    check_serving(campaign)


@pytest.mark.quick
@pytest.mark.parametrize("verdict", ["rejected", "set_aside", "accepted", ""])
def test_a_review_of_a_repeat_asks_nobody_again(verdict: str) -> None:
    campaign = make_repeating(12, redundancy=1)
    work(enrol(campaign))
    judgment = Judgment.objects.filter(repeat=True)[0]
    user = make_user()
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    review_judgment(judgment=judgment, user=user, review=verdict, reason="blank")
    check_serving(campaign)


@pytest.mark.quick
def test_excluding_who_repeated_asks_for_each_hit_once() -> None:
    campaign = make_repeating(12, redundancy=1)
    enrolment, user = enrol(campaign), make_user()
    work(enrolment)
    assert Judgment.objects.filter(repeat=True).exists()
    assert foresee_exclusion(campaign, [enrolment]).asked_again == 12
    assert exclude_worker(enrolment=enrolment, user=user, reason="habit").asked_again == 12
    check_serving(campaign)
    enrolment.refresh_from_db()
    include_worker(enrolment=enrolment, user=user)
    check_serving(campaign)
    fold_all(campaign.pk)
    check_figures(campaign)


@pytest.mark.quick
def test_a_repeat_that_goes_back_frees_no_slot() -> None:
    campaign = make_repeating()
    enrolment = enrol(campaign)
    first = come_to_a_repeat(enrolment)
    return_hit(enrolment=enrolment, assignment_id=first.pk)
    check_serving(campaign)
    second = come_to_a_repeat(enrolment)
    assert second.hit_id != first.hit_id
    skip_hit(enrolment=enrolment, assignment_id=second.pk, later=True)
    assert not Assignment.objects.get(pk=second.pk).later
    third = come_to_a_repeat(enrolment)
    Assignment.objects.filter(pk=third.pk).update(expires_at=F("claimed_at"))
    assert expire_overdue() == 1
    check_serving(campaign)
    assert submit(enrolment, third, ANSWER).counts
    check_serving(campaign)


def test_a_repeat_answered_late_is_not_paid_once_another_hit_was_given() -> None:
    campaign = make_repeating()
    enrolment = enrol(campaign)
    late = come_to_a_repeat(enrolment)
    Assignment.objects.filter(pk=late.pk).update(status="expired", ended_at=Now())
    claim_hit(enrolment_id=enrolment.pk)
    assert not submit(enrolment, late, ANSWER).counts
    enrolment.refresh_from_db()
    assert enrolment.repeated == 0
    assert not Judgment.objects.get(assignment=late).counts


@pytest.mark.parametrize("every", [2, 3, 7])
def test_repeats_cost_no_more_than_was_reported(every: int) -> None:
    campaign = make_repeating(15, redundancy=3, repeat_every=every, repeat_after=1)
    most = budget_of(campaign).repeats
    assert most == 45 // (every - 1)
    for _ in range(3):
        work(enrol(campaign))
    spent = spent_by(campaign)
    assert 0 < spent.repeats <= most
    assert spent.judgments == 45 + spent.repeats
    judgment = Judgment.objects.filter(repeat=True)[0]
    review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")
    assert spent_by(campaign).repeats == spent.repeats - 1


def test_what_is_still_to_be_paid_has_the_repeats_in_it() -> None:
    campaign = make_repeating(12)
    assert courses_of([campaign], {})[0].coming == 24 + 24 // 3
    work(enrol(campaign))
    work(enrol(campaign))
    assert courses_of([campaign], {campaign.pk: spent_by(campaign).judgments})[0].coming == 0


def test_repeats_count_to_the_most_that_one_worker_may_do() -> None:
    campaign = make_repeating(repeat_every=2, repeat_after=1, most_hits_per_worker=9)
    enrolment = enrol(campaign)
    for _ in range(9):
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), ANSWER)
    enrolment.refresh_from_db()
    assert enrolment.repeated > 0
    check_not_served(enrolment)


def test_the_database_keeps_repeats_out_of_the_figures() -> None:
    campaign = make_repeating(12)
    work(enrol(campaign))
    for rows, name, change in (
        (Judgment.objects.filter(repeat=True), "no_repeat_is_in_a_figure", {"counts": True}),
        (
            Assignment.objects.filter(repeat=True)[:1],
            "no_repeat_comes_again_later",
            {"later": True, "status": "returned"},
        ),
        (Campaign.objects.all(), "not_every_hit_is_a_repeat", {"repeat_every": 1}),
        (Campaign.objects.all(), "a_repeat_does_not_follow_at_once", {"repeat_after": 0}),
    ):
        keys = list(rows.values_list("pk", flat=True))
        with refused_by_database(name):
            rows.model.objects.filter(pk__in=keys).update(**change)
    again = Assignment.objects.filter(repeat=True)[0]
    again.pk, again._state.adding = None, True
    one = "one_assignment_per_worker_and_hit_and_one_repeat"
    with refused_by_database(one):
        again.save(force_insert=True)


@pytest.mark.quick
def test_repeats_wait_for_paid_work() -> None:
    """Late answers that are not paid bring no repeat: no bound of the cost includes them."""
    enrolment = enrol(make_repeating(repeat_every=2, repeat_after=1))

    def due(submitted: int, earning: int) -> bool:
        rows = Enrolment.objects.filter(pk=enrolment.pk)
        rows.update(submitted=submitted, earning=earning)
        with transaction.atomic():
            return lock_worker_state(enrolment.pk).repeat_is_next

    assert [due(2, 2), due(3, 3)].count(True) == 1
    assert not any(due(submitted, 0) for submitted in range(2, 10))
