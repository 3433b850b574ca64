"""Known answers: when they come, what they change, and that they are never in the figures."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, AuditEvent, Campaign, Enrolment, Judgment
from annotation.services.campaigns import create_campaign, launch_campaign
from annotation.services.claim import claim_hit
from annotation.services.errors import Conflict, Invalid, NothingLeft, Stopped
from annotation.services.quality import restore_worker, stop_worker
from annotation.services.release import return_hit
from annotation.services.review import review_judgment
from annotation.services.submit import Receipt
from tests.factories import enrol, make_dataset, make_user, numbered_texts, submit
from tests.invariants import check_serving
from tests.pairs import NO, YES, answer, make_pair_campaign, make_pairs

pytestmark = pytest.mark.django_db

KNOWN = ["yes"] * 8


def make_known(pairs: int = 40, known: int = 8, **terms: Any) -> Campaign:
    defaults: dict[str, Any] = {"redundancy": 1, "known_every": 4}
    return make_pair_campaign(make_pairs(pairs, ["yes"] * known), **{**defaults, **terms})


def positions_of_known(enrolment: Enrolment, how_many: int) -> list[int]:
    """Where in her sequence known HITs stand; all are answered right."""
    found = []
    for place in range(how_many):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if HIT.objects.get(pk=assignment.hit_id).known:
            found.append(place)
        submit(enrolment, assignment, {"answer": YES})
    return found


def until_stopped(enrolment: Enrolment, index: int) -> list[Receipt]:
    receipts = []
    while True:
        try:
            receipts.append(answer(enrolment, index))
        except (Stopped, NothingLeft):
            return receipts


def test_known_pairs_stand_outside_of_the_order_and_of_the_count() -> None:
    campaign = make_known()
    assert campaign.hit_count == 32
    known = HIT.objects.filter(campaign=campaign, known=True)
    assert set(known.values_list("position", flat=True)) == set(range(33, 41))
    assert set(known.values_list("quota", "cap")) == {(0, None)}


def test_one_in_so_many_is_known_at_places_that_differ_between_workers() -> None:
    campaign = make_known(pairs=200, redundancy=3)
    places = []
    for _ in range(3):
        found = positions_of_known(enrol(campaign), 20)
        assert [place // 4 for place in found] == [0, 1, 2, 3, 4]
        places.append(found)
    assert len({tuple(found) for found in places}) > 1
    check_serving(campaign)


def test_the_places_are_the_seeds_and_the_enrolments() -> None:
    campaign = make_known(pairs=100)
    enrolment = enrol(campaign)
    found = positions_of_known(enrolment, 12)
    Judgment.objects.all().delete()
    enrolment.assignments.all().delete()
    HIT.objects.update(taken=0)
    Enrolment.objects.update(submitted=0, earning=0, position_reached=0, nothing_left_at=None)
    assert positions_of_known(enrolment, 12) == found


def test_answers_to_known_pairs_are_paid_and_not_in_the_figures() -> None:
    campaign = make_known()
    enrolment = enrol(campaign)
    receipts = [answer(enrolment, YES) for _ in range(8)]
    assert all(receipt.counts for receipt in receipts)
    known = Judgment.objects.filter(hit__known=True)
    assert set(known.values_list("took_slot", "counts")) == {(True, False)}
    assert known.count() == 2
    enrolment.refresh_from_db()
    assert (enrolment.earning, enrolment.known_done, enrolment.known_right) == (8, 2, 2)
    judgment = known[0]
    for verdict in ("rejected", ""):
        review_judgment(judgment=judgment, user=make_user(), review=verdict)
        assert not Judgment.objects.get(pk=judgment.pk).counts
    check_serving(campaign)


@pytest.mark.parametrize("told", [True, False])
def test_feedback_comes_where_the_campaign_gives_it_and_again_with_the_receipt(told: bool) -> None:
    campaign = make_known(known_feedback=told)
    enrolment = enrol(campaign)
    said = []
    for _ in range(4):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        receipt = submit(enrolment, assignment, {"answer": NO})
        again = submit(enrolment, assignment, {"answer": NO}, submission_id=receipt.submission_id)
        assert again.feedback == receipt.feedback
        said.append(receipt.feedback)
    wrong = {"right": False, "answer": "Yes, the same issue", "why": "It stands there."}
    assert [one for one in said if one] == ([wrong] if told else [])


def test_a_known_pair_that_goes_back_is_followed_by_another() -> None:
    campaign = make_known(known_every=2)
    enrolment = enrol(campaign)
    while True:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if HIT.objects.get(pk=assignment.hit_id).known:
            break
        submit(enrolment, assignment, {"answer": YES})
    return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    following = claim_hit(enrolment_id=enrolment.pk)
    assert following.hit_id != assignment.hit_id
    assert HIT.objects.get(pk=following.hit_id).known
    check_serving(campaign)


def test_when_all_known_pairs_are_done_the_others_go_on() -> None:
    campaign = make_known(pairs=12, known=2, known_every=2)
    assert len(until_stopped(enrol(campaign), YES)) == 12
    check_serving(campaign)


def test_whoever_misses_the_share_is_stopped_and_told_why_and_what_of_the_pay() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2, reward="0.05")
    enrolment = enrol(campaign)
    receipts = until_stopped(enrolment, NO)
    enrolment.refresh_from_db()
    assert (enrolment.known_done, enrolment.known_right) == (2, 0)
    assert enrolment.earning == len(receipts) < 9
    with pytest.raises(Stopped) as refusal:
        claim_hit(enrolment_id=enrolment.pk)
    assert "0 of 2 times, and 75% are needed" in refusal.value.message
    assert "You are paid for every judgment" in refusal.value.message
    assert Judgment.objects.filter(counts=True).exists()
    event = AuditEvent.objects.get(verb="worker.stopped")
    assert event.details == {"right": 0, "done": 2}


def test_a_share_that_is_met_exactly_is_enough() -> None:
    campaign = make_known(pass_share="0.5", pass_after=2)
    enrolment = enrol(campaign)
    given = 0
    while given < 4:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        known = HIT.objects.get(pk=assignment.hit_id).known
        submit(enrolment, assignment, {"answer": given % 2 if known else YES})
        given += known
    enrolment.refresh_from_db()
    assert (enrolment.known_done, enrolment.known_right, enrolment.stopped_at) == (4, 2, None)


def fail(campaign: Campaign) -> Enrolment:
    enrolment = enrol(campaign)
    until_stopped(enrolment, NO)
    enrolment.refresh_from_db()
    assert enrolment.stopped_at is not None
    return enrolment


def test_failed_work_leaves_the_figures_its_slots_open_and_both_come_back() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2, leave_out_failed=True)
    failed = fail(campaign)
    hers = Judgment.objects.filter(assignment__enrolment=failed, hit__known=False)
    assert not hers.filter(counts=True).exists()
    reopened = HIT.objects.filter(campaign=campaign, taken__lt=F("quota"), quota=2)
    assert set(reopened.values_list("pk", flat=True)) == set(hers.values_list("hit", flat=True))
    other = enrol(campaign)
    first = claim_hit(enrolment_id=other.pk)
    if not HIT.objects.get(pk=first.hit_id).known:
        assert first.hit_id in set(hers.values_list("hit", flat=True))
    restore_worker(enrolment=failed, user=make_user())
    assert not hers.filter(counts=False).exists()
    assert HIT.objects.filter(campaign=campaign, quota=2).count() <= 1
    assert claim_hit(enrolment_id=failed.pk)
    check_serving(campaign)


def test_what_she_still_holds_is_kept_and_paid_and_left_out_too() -> None:
    campaign = make_known(leave_out_failed=True, pass_share="0.75", pass_after=1)
    enrolment = enrol(campaign)
    while True:
        held = claim_hit(enrolment_id=enrolment.pk)
        if not HIT.objects.get(pk=held.hit_id).known:
            break
        submit(enrolment, held, {"answer": YES})
    stop_worker(enrolment=enrolment, user=make_user())
    receipt = submit(enrolment, held, {"answer": YES})
    assert receipt.counts
    judgment = Judgment.objects.get(pk=receipt.judgment_id)
    assert (judgment.took_slot, judgment.counts) == (True, False)
    assert HIT.objects.get(pk=held.hit_id).quota == 2
    review_judgment(judgment=judgment, user=make_user(), review="")
    judgment.refresh_from_db()
    assert not judgment.counts
    check_serving(campaign)


def test_in_an_adaptive_campaign_what_is_left_out_is_asked_again_up_to_the_cap() -> None:
    campaign = make_known(
        pairs=10,
        redundancy=1,
        most_judgments=1,
        pass_share="0.75",
        pass_after=2,
        leave_out_failed=True,
        known_every=2,
    )
    fail(campaign)
    assert not HIT.objects.filter(campaign=campaign, quota__gt=1).exists()
    check_serving(campaign)
    campaign = make_known(
        pairs=10,
        redundancy=1,
        most_judgments=2,
        pass_share="0.75",
        pass_after=2,
        leave_out_failed=True,
        known_every=2,
    )
    failed = fail(campaign)
    hers = Judgment.objects.filter(assignment__enrolment=failed, hit__known=False)
    assert HIT.objects.filter(campaign=campaign, quota=2).count() == hers.count() > 0
    check_serving(campaign)


def test_restoring_is_undone_by_stopping_and_both_are_once() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2)
    failed, user = fail(campaign), make_user()
    for _ in range(2):
        assert restore_worker(enrolment=failed, user=user).stopped_at is None
    until_stopped(failed, NO)
    failed.refresh_from_db()
    assert failed.stopped_at is None
    for _ in range(2):
        assert stop_worker(enrolment=failed, user=user).stopped_at is not None
    verbs = AuditEvent.objects.filter(verb__startswith="worker.").values_list("verb", flat=True)
    assert list(verbs).count("worker.restored") == 1
    assert list(verbs).count("worker.stopped") == 1
    assert list(verbs).count("worker.stopped_by_hand") == 1


def test_training_comes_first_with_feedback_and_a_mark_to_pass() -> None:
    campaign = make_known(training_hits=3, pass_share="0.6")
    enrolment = enrol(campaign)
    told = []
    for index in (YES, NO, YES):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        assert HIT.objects.get(pk=assignment.hit_id).known
        receipt = submit(enrolment, assignment, {"answer": index})
        assert receipt.feedback is not None
        told.append((receipt.feedback["right"], receipt.training and receipt.training.done))
    assert told == [(True, 1), (False, 2), (True, None)]
    enrolment.refresh_from_db()
    assert enrolment.trained_at is not None
    assert (enrolment.known_done, enrolment.known_right) == (0, 0)
    found = positions_of_known(enrolment, 8)
    assert [place // 4 for place in found] == [0, 1]
    check_serving(campaign)


def test_whoever_fails_the_training_never_comes_to_the_work_unless_restored() -> None:
    campaign = make_known(training_hits=2, pass_share="0.75", reward="0.05")
    enrolment = fail(campaign)
    assert Judgment.objects.filter(assignment__enrolment=enrolment).count() == 2
    with pytest.raises(Stopped, match="0 of the 2 training examples right, and 75% are needed"):
        claim_hit(enrolment_id=enrolment.pk)
    restore_worker(enrolment=enrolment, user=make_user())
    assert not HIT.objects.get(pk=claim_next_unknown(enrolment)).known
    check_serving(campaign)


def test_nobody_slips_past_the_training_by_giving_it_back() -> None:
    """Also not at the moment when another's slot comes back, for which claims look again."""
    campaign = make_known(pairs=3, known=2, known_every=None, training_hits=2)
    trained, idle = enrol(campaign), enrol(campaign)
    for _ in range(2):
        answer(trained, YES)
        lease = claim_hit(enrolment_id=idle.pk)
        return_hit(enrolment=idle, assignment_id=lease.pk)
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=idle.pk)
    lease = claim_hit(enrolment_id=trained.pk)
    Assignment.objects.filter(pk=lease.pk).update(expires_at=Now() - timedelta(seconds=1))
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=idle.pk)


def claim_next_unknown(enrolment: Enrolment) -> int:
    for _ in range(4):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if not HIT.objects.get(pk=assignment.hit_id).known:
            return assignment.hit_id
        submit(enrolment, assignment, {"answer": YES})
    raise AssertionError("four known pairs in a row")


def test_gold_without_known_answers_asked_is_an_ordinary_pair() -> None:
    campaign = make_pair_campaign(make_pairs(4, KNOWN[:2]))
    assert campaign.hit_count == 4
    assert not HIT.objects.filter(campaign=campaign, known=True).exists()


@pytest.mark.parametrize(
    ("golds", "pairs", "why"),
    [
        (["yes"], 5, "at least 4 items with a known answer, and the dataset has 1"),
        (["yes"] * 5, 5, "Every item has a known answer"),
        (["yes"] * 4 + ["perhaps"], 9, "“perhaps” is none of this campaign’s answers"),
    ],
)
def test_a_launch_says_which_known_answers_are_missing(
    golds: list[str], pairs: int, why: str
) -> None:
    draft = make_pair_campaign(
        make_pairs(pairs, golds), launch=False, known_every=5, training_hits=3
    )
    with pytest.raises(Conflict, match=why):
        launch_campaign(campaign=draft, user=None)


@pytest.mark.parametrize("field", ["known_every", "training_hits"])
def test_segmentation_has_no_known_answers(field: str) -> None:
    with pytest.raises(Invalid, match="no single right answer") as refusal:
        create_campaign(
            dataset=make_dataset(numbered_texts(2)),
            scheme="flat",
            user=None,
            name="Traps",
            **{field: 5},
        )
    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"pass_share": "0.8"}, "pass_share"),
        ({"known_every": 5, "leave_out_failed": True}, "leave_out_failed"),
        ({"known_every": 1}, "known_every"),
        ({"known_every": 5, "pass_share": "1.2"}, "pass_share"),
    ],
)
def test_terms_that_make_no_sense_are_refused_at_their_field(
    terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        make_pair_campaign(make_pairs(5, KNOWN[:3]), **terms)
    assert refusal.value.field == field
