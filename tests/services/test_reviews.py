"""Reviews of many judgments at once: their effect and forecast, and undoing them."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from annotation.models import HIT, AuditEvent, Campaign, Enrolment, Judgment, ReviewAct
from annotation.services.errors import Conflict, Invalid
from annotation.services.work import reviews
from annotation.services.work.choosing import Chosen, foresee_review
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import go_on_with_reviews, review_judgments, undo_review
from tests.helpers.factories import enrol, make_user
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import refused_at, refused_by_database
from tests.services.paying import reject_all
from tests.services.test_exclusion import make_full as make_full_of

pytestmark = pytest.mark.long
ANY = tuple(Judgment.Review.values)
make_full = partial(make_full_of, reward=Decimal("0.05"))


def of(worker: Enrolment, **more: Any) -> Chosen:
    return Chosen(worker=worker.worker.number, **more)


def review(campaign: Campaign, chosen: Chosen, value: str) -> ReviewAct:
    return review_judgments(
        campaign=campaign, user=make_user(), review=value, chosen=chosen, reason="why"
    )


def reviews_of(worker: Enrolment) -> list[str]:
    theirs = Judgment.objects.filter(assignment__enrolment=worker).order_by("pk")
    return list(theirs.values_list("review", flat=True))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("value", "earning", "requested_again"),
    [("accepted", 3, 0), ("set_aside", 3, 3), ("rejected", 0, 3)],
)
def test_reviews_change_pay_and_figures(value: str, earning: int, requested_again: int) -> None:
    campaign, (worker, other) = make_full()
    foreseen = foresee_review(campaign, of(worker), value)
    act = review(campaign, of(worker), value)
    worker.refresh_from_db()
    assert reviews_of(worker) == [value] * 3
    assert reviews_of(other) == [""] * 3
    assert (worker.earning, worker.submitted) == (earning, 3)
    assert (act.status, act.judgments, act.asked_again) == ("done", 3, requested_again)
    assert (foreseen.judgments, foreseen.asked_again) == (3, requested_again)
    assert foreseen.paid == (earning - 3) * campaign.reward
    assert Judgment.objects.filter(counts=True).count() == 6 - requested_again
    check_serving(campaign)


@pytest.mark.quick
def test_undo_gives_each_judgment_the_review_that_it_had() -> None:
    campaign, (worker, _) = make_full(hits=4)
    theirs = list(Judgment.objects.filter(assignment__enrolment=worker).order_by("pk"))
    for judgment, before in zip(theirs, ("accepted", "set_aside", "", "rejected"), strict=True):
        if before:
            review_judgment(judgment=judgment, user=make_user(), review=before, reason="blank")
    stood = before_of(campaign)
    act = review(campaign, of(worker, reviews=ANY), "rejected")
    assert act.judgments == 3
    act = undo_review(act=act, user=make_user())
    assert (act.status, act.kept) == ("undone", 0)
    assert reviews_of(worker) == ["accepted", "set_aside", "", "rejected"]
    assert before_of(campaign) == stood
    check_serving(campaign)
    assert undo_review(act=act, user=make_user()).status == "undone"


def before_of(campaign: Campaign) -> list[Any]:
    judgments = Judgment.objects.filter(campaign=campaign).order_by("pk")
    hits = HIT.objects.filter(campaign=campaign).order_by("pk")
    earning = campaign.enrolments.order_by("pk").values_list("earning", flat=True)
    return [
        list(judgments.values_list("review", "counts")),
        list(hits.values_list("taken", "quota")),
        list(earning),
    ]


@pytest.mark.quick
def test_undo_leaves_what_was_reviewed_otherwise_since() -> None:
    campaign, (worker, _) = make_full()
    act = review(campaign, of(worker), "rejected")
    judgment = Judgment.objects.filter(assignment__enrolment=worker).earliest("pk")
    review_judgment(judgment=judgment, user=make_user(), review="accepted")
    act = undo_review(act=act, user=make_user())
    assert act.kept == 1
    assert reviews_of(worker) == ["accepted", "", ""]
    check_serving(campaign)


def test_it_is_one_act_in_the_audit_with_its_list() -> None:
    campaign, (worker, _) = make_full()
    act = review(campaign, of(worker), "rejected")
    undo_review(act=act, user=make_user())
    done, undone = AuditEvent.objects.filter(verb__startswith="judgments.").order_by("pk")
    assert (done.object_id, done.details["judgments"], done.details["reason"]) == (act.pk, 3, "why")
    assert (undone.verb, undone.object_id) == ("judgments.review_undone", act.pk)
    [chunk] = act.chunks.all()
    assert chunk.judgments == sorted(
        Judgment.objects.filter(assignment__enrolment=worker).values_list("pk", flat=True)
    )
    assert chunk.before == [""] * 3


def test_each_filter_chooses_its_judgments() -> None:
    campaign, (worker, other) = make_full()
    oldest = Judgment.objects.earliest("pk")
    Judgment.objects.filter(pk=oldest.pk).update(submitted_at=Now() - timedelta(days=9))
    oldest.refresh_from_db()
    Enrolment.objects.filter(pk=other.pk).update(known_done=3, known_right=2)
    week = oldest.submitted_at + timedelta(days=2)
    for chosen, number in (
        (Chosen(), 6),
        (of(worker), 3),
        (Chosen(hit=oldest.hit_id), 2),
        (Chosen(until=week), 1),
        (Chosen(since=week), 5),
        (Chosen(known_below=Decimal("0.667")), 3),
        (Chosen(known_below=Decimal("0.666")), 0),
        (Chosen(judgments=(oldest.pk,)), 1),
        (Chosen(reviews=("accepted",)), 0),
        (of(worker, until=week, hit=oldest.hit_id), 1),
    ):
        assert chosen.rows(campaign).count() == number, chosen
        assert Chosen.read(chosen.written()) == chosen


def test_a_late_judgment_without_a_slot_is_in_no_review() -> None:
    campaign, (worker, _) = make_full()
    late = Judgment.objects.filter(assignment__enrolment=worker).earliest("pk")
    Judgment.objects.filter(pk=late.pk).update(took_slot=False, counts=False)
    assert foresee_review(campaign, of(worker), "accepted").judgments == 2
    with pytest.raises(Conflict):
        review_judgment(judgment=late, user=make_user(), review="accepted")
    assert review(campaign, of(worker), "accepted").judgments == 2


def test_what_leaves_the_figures_needs_a_reason_and_something_to_change() -> None:
    campaign, (worker, _) = make_full()
    for wrong in ("", "x" * 501, "a\0b"):
        with refused_at("reason"):
            reject_all(campaign, wrong, of(worker))
    with pytest.raises(Conflict):
        review(campaign, of(worker, reviews=("accepted",)), "rejected")
    with pytest.raises(Invalid):
        review(campaign, of(worker), "burnt")
    assert not ReviewAct.objects.exists()


def test_the_work_of_an_excluded_worker_stays_out_when_it_is_accepted() -> None:
    campaign, (worker, _) = make_full()
    exclude_worker(enrolment=worker, user=make_user(), reason="spam")
    assert review(campaign, of(worker), "rejected").asked_again == 0
    assert foresee_review(campaign, of(worker, reviews=ANY), "accepted").coming == 0
    review(campaign, of(worker, reviews=ANY), "accepted")
    assert not Judgment.objects.filter(assignment__enrolment=worker, counts=True).exists()
    check_serving(campaign)


def test_where_items_are_judged_until_workers_agree_the_most_is_foreseen() -> None:
    campaign = make_pair_campaign(make_pairs(2), redundancy=3, most_judgments=5)
    for vote in (YES, YES, NO):
        worker = enrol(campaign)
        answer(worker, vote)
        answer(worker, vote)
    foreseen = foresee_review(campaign, of(worker), "set_aside")
    assert (foreseen.judgments, foreseen.asked_again, foreseen.at_most) == (2, 2, True)
    assert review(campaign, of(worker), "set_aside").asked_again <= 2
    check_serving(campaign)


@pytest.mark.quick
def test_reviews_are_done_in_chunks_and_swept_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chunk locks separately, so a process that dies leaves whole chunks."""
    monkeypatch.setattr(reviews, "CHUNK", 2)
    monkeypatch.setattr(reviews, "SECONDS_AT_ONCE", 0)
    campaign, (worker, _) = make_full(hits=5)
    act = review(campaign, of(worker), "rejected")
    assert (act.status, act.judgments) == ("running", 2)
    with pytest.raises(Conflict):
        undo_review(act=act, user=make_user())
    go_on_with_reviews()
    act.refresh_from_db()
    assert (act.status, act.judgments, act.asked_again) == ("done", 5, 5)
    check_serving(campaign)
    assert undo_review(act=act, user=make_user()).status == "undoing"
    assert reviews_of(worker).count("rejected") == 4
    go_on_with_reviews()
    assert reviews_of(worker) == [""] * 5
    assert AuditEvent.objects.filter(verb="judgments.reviewed").count() == 1
    check_serving(campaign)


@pytest.mark.quick
def test_a_sweep_goes_on_for_some_seconds_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "CHUNK", 1)
    monkeypatch.setattr(reviews, "SECONDS_AT_ONCE", 0)
    both = [review(one, Chosen(), "accepted") for one in (make_full()[0] for _ in range(2))]
    clock = count()
    monkeypatch.setattr(reviews, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    go_on_with_reviews(seconds=4)
    first, second = ReviewAct.objects.order_by("pk")
    assert first.judgments > both[0].judgments
    assert second.judgments == both[1].judgments


def test_a_chunk_costs_the_same_statements_however_many_workers_it_is_of() -> None:
    counts = []
    for redundancy in (2, 6):
        campaign, _ = make_full(redundancy=redundancy)
        with CaptureQueriesContext(connection) as captured:
            review(campaign, Chosen(), "rejected")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_database_refuses_what_is_in_the_figures_in_spite_of_its_review() -> None:
    make_full(hits=1)
    for out in ("rejected", "set_aside"):
        with refused_by_database("what_is_rejected_or_set_aside_is_in_no_fig"):
            Judgment.objects.update(review=out)
