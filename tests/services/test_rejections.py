"""A rejection names its judgment and its reason, and its worker can object to it once. A reversed
decision pays once."""

from decimal import Decimal
from functools import partial
from uuid import uuid4 as key

import pytest

from annotation.models import (
    AuditEvent,
    Campaign,
    Enrolment,
    Judgment,
    LedgerEntry,
    Message,
    Rejection,
    Worker,
)
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.pay.balance import balance_of
from annotation.services.pay.batches import make_batch, payable_by_source, settle_all
from annotation.services.pay.payment_lists import bonus_list
from annotation.services.people.join import join_campaign
from annotation.services.people.questions import (
    MAX_PER_HOUR,
    answer_question,
    ask_question,
    thread_of,
)
from annotation.services.people.sessions import keep_session
from annotation.services.work.choosing import Chosen
from annotation.services.work.rejections import count_rejected, object_to_rejections
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments, undo_review
from tests.helpers.factories import at_once, enrol, judge_many, judge_next, make_user
from tests.helpers.refusals import refused_at, refused_by_database
from tests.services.paying import CENTS, check_pay, make_paid, reject_all

WHY = "The text was not cut at all, although it has two parts."
LONG = "x" * 100
NOTHING = Decimal(0)
APPENDED = ("judgment", "enrolment", "entry", "reason", "ended_at", "objected_at")


@pytest.fixture
def campaign() -> Campaign:
    return make_paid()


def worked(campaign: Campaign, tasks: int = 1) -> Enrolment:
    worker = enrol(campaign)
    judge_many(worker, tasks)
    worker.refresh_from_db()
    return worker


def judgments_of(worker: Enrolment) -> list[Judgment]:
    return list(Judgment.objects.filter(assignment__enrolment=worker).order_by("pk"))


def reject(worker: Enrolment, reason: str = WHY) -> None:
    for judgment in judgments_of(worker):
        review_judgment(judgment=judgment, user=make_user(), review="rejected", reason=reason)
    worker.refresh_from_db()


def accept(judgment: Judgment) -> None:
    review_judgment(judgment=judgment, user=make_user(), review="accepted")


class TestTheReason:
    def test_without_one_nothing_is_rejected(self, campaign: Campaign) -> None:
        worker = worked(campaign)
        for none in ("", " \n"):
            with pytest.raises(Invalid, match="Say why"):
                reject(worker, none)
            with pytest.raises(Invalid, match="Say why"):
                reject_all(campaign, none)
        assert not LedgerEntry.objects.exists()

    def test_prolific_requires_a_hundred_characters(self, campaign: Campaign) -> None:
        for name in ("p1", "p2"):
            worker = join_campaign(
                campaign=campaign, source=Worker.Source.PROLIFIC, external_id=name
            )
            judge_next(worker)
        other = worked(campaign)
        reject(other, "blank")
        rejecting = partial(
            review_judgments,
            campaign=campaign,
            user=make_user(),
            review="rejected",
            chosen=Chosen(),
        )
        for short in (f"  {LONG[1:]}  ", f"{'x' * 49}   {'x' * 49}"):
            with refused_at("reason", match=r"at least 100 .* this one has 99"):
                reject(worker, short)
            with pytest.raises(Invalid, match=r"at least 100 .* this one has 99"):
                rejecting(reason=short)
        reject(worker, LONG)
        rejecting(reason=LONG)
        assert Judgment.objects.filter(review="rejected").count() == 3
        # Accepting work needs no long reason.
        accept(judgments_of(worker)[0])


class TestTheRow:
    def test_it_names_the_judgment_and_ends_with_another_review(self, campaign: Campaign) -> None:
        worker = worked(campaign, 2)
        act = reject_all(campaign, WHY)
        rows = Rejection.objects.order_by("pk")
        assert [one.judgment for one in rows] == judgments_of(worker)
        found = {(one.reason, one.enrolment_id, one.ended_at) for one in rows}
        assert found == {(WHY, worker.pk, None)}
        assert {one.entry_id for one in rows} == {worker.ledger.get().pk}
        worker.refresh_from_db()
        assert count_rejected(worker) == 2
        undo_review(act=act, user=make_user())
        assert not Rejection.objects.in_force().exists()

    def test_an_undo_that_rejects_again_gives_the_first_reason(self, campaign: Campaign) -> None:
        worker = worked(campaign)
        reject(worker)
        user = make_user()
        anything = Chosen(reviews=tuple(Judgment.Review.values))
        act = review_judgments(campaign=campaign, user=user, review="accepted", chosen=anything)
        undo_review(act=act, user=user)
        assert Rejection.objects.in_force().get().reason == WHY
        assert Rejection.objects.count() == 2

    def test_the_database_keeps_one_that_stands(self, campaign: Campaign) -> None:
        reject(worked(campaign))
        row = Rejection.objects.get()
        row.pk, row._state.adding = None, True
        with refused_by_database("one_standing_rejection_per_judgment"):
            row.save(force_insert=True)

    def test_programs_have_none(self, campaign: Campaign) -> None:
        program = join_campaign(campaign=campaign, source=Worker.Source.SIMULATED, external_id="s1")
        judge_next(program)
        reject(program)
        assert not Rejection.objects.exists()


class TestAnObjection:
    def test_it_is_recorded_once_and_waits_for_an_answer(self, campaign: Campaign) -> None:
        worker = worked(campaign, 2)
        reject(worker)
        first, second = judgments_of(worker)
        assert object_to_rejections(enrolment=worker, judgment_id=first.pk) == 1
        assert object_to_rejections(enrolment=worker, judgment_id=first.pk) == 0
        message = Message.objects.get()
        found = (message.sender, message.hit_id, message.settled_at)
        assert found == ("worker", first.hit_id, None)
        row = Rejection.objects.get(judgment=first)
        assert (row.objection, row.objected_at is not None) == (message, True)
        assert Rejection.objects.get(judgment=second).objected_at is None
        event = AuditEvent.objects.get(verb="rejection.objected")
        assert (event.worker_id, event.details) == (worker.worker_id, {"judgments": 1})
        [said] = thread_of(worker)
        assert said == message
        answer_question(enrolment=worker, user=make_user(), text="It has two parts.", key=key())
        message.refresh_from_db()
        assert message.settled_at is not None

    def test_one_press_objects_to_a_decision_or_to_all(self, campaign: Campaign) -> None:
        worker = worked(campaign, 3)
        one, *_ = judgments_of(worker)
        review_judgment(judgment=one, user=make_user(), review="rejected", reason=WHY)
        reject_all(campaign, WHY)
        later = worker.ledger.latest("pk")
        assert object_to_rejections(enrolment=worker, entry_id=later.pk) == 2
        assert object_to_rejections(enrolment=worker) == 1
        assert object_to_rejections(enrolment=worker) == 0
        assert [message.rejections.count() for message in Message.objects.order_by("pk")] == [2, 1]

    def test_nobody_objects_for_another(self, campaign: Campaign) -> None:
        worker, other = worked(campaign), worked(campaign)
        reject(worker)
        [judgment] = judgments_of(worker)
        entry = worker.ledger.get()
        for which in ({"judgment_id": judgment.pk}, {"entry_id": entry.pk}, {}):
            with pytest.raises(NotFound):
                object_to_rejections(enrolment=other, **which)
        assert not Message.objects.exists()

    def test_what_was_accepted_meanwhile_needs_none(self, campaign: Campaign) -> None:
        worker = worked(campaign)
        reject(worker)
        [judgment] = judgments_of(worker)
        accept(judgment)
        assert object_to_rejections(enrolment=worker, judgment_id=judgment.pk) == 0

    def test_questions_can_still_be_written(self, campaign: Campaign) -> None:
        worker = worked(campaign, MAX_PER_HOUR // 2)
        for _ in range(2):
            for judgment in judgments_of(worker):
                review_judgment(judgment=judgment, user=make_user(), review="rejected", reason=WHY)
                object_to_rejections(enrolment=worker, judgment_id=judgment.pk)
                accept(judgment)
        assert Message.objects.count() == MAX_PER_HOUR - MAX_PER_HOUR % 2
        ask_question(enrolment=worker, text="Where is the second part?", key=key())

    def test_it_waits_until_nothing_that_it_names_stands(self, campaign: Campaign) -> None:
        worker = worked(campaign, 2)
        reject(worker)
        object_to_rejections(enrolment=worker)
        for judgment, waits in zip(judgments_of(worker), (True, False), strict=True):
            accept(judgment)
            assert (Message.objects.get().settled_at is None) is waits


class TestAReversedDecision:
    def test_it_pays_once(self, campaign: Campaign) -> None:
        worker = worked(campaign)
        reject(worker)
        object_to_rejections(enrolment=worker)
        [judgment] = judgments_of(worker)
        for _ in range(2):
            accept(judgment)
        worker.refresh_from_db()
        assert balance_of(worker).payable == CENTS
        batch = make_batch(campaign=campaign, user=make_user(), source="link")
        assert bonus_list(batch).count("\n") == 1
        settle_all(batch=batch, user=make_user(), paid=True)
        with pytest.raises(Conflict, match="no approved pay to send"):
            make_batch(campaign=campaign, user=make_user(), source="link")
        with pytest.raises(Conflict, match="is paid"):
            reject(worker)
        check_pay(campaign)

    def test_a_place_and_what_came_back_to_it_are_paid_once(self) -> None:
        """Prolific pays 0.41 for the submission; the work rejected first is a part of that."""
        campaign = make_paid(reward="0.135", place_hits=3, completion_code="DONE42")
        worker = join_campaign(campaign=campaign, source=Worker.Source.PROLIFIC, external_id="p1")
        keep_session(enrolment=worker, study="", session="s1")
        judge_many(worker, 3)
        first, *others = judgments_of(worker)
        review_judgment(judgment=first, user=make_user(), review="rejected", reason=LONG)
        for judgment in others:
            accept(judgment)
        batch = make_batch(campaign=campaign, user=make_user(), source="prolific")
        settle_all(batch=batch, user=make_user(), paid=True)
        object_to_rejections(enrolment=worker)
        accept(first)
        [found] = payable_by_source(campaign)
        assert (found.places, found.listed, found.remainder) == (Decimal("0.135"), NOTHING, NOTHING)
        batch = make_batch(campaign=campaign, user=make_user(), source="prolific")
        settle_all(batch=batch, user=make_user(), paid=True)
        worker.refresh_from_db()
        balance = balance_of(worker)
        assert (balance.paid, balance.owed) == (Decimal("0.405"), NOTHING)
        check_pay(campaign)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_who_accept_at_once_and_two_presses_count_once() -> None:
    campaign = make_paid()
    worker = worked(campaign)
    reject(worker)
    [judgment] = judgments_of(worker)
    object_to = partial(object_to_rejections, enrolment=worker, judgment_id=judgment.pk)
    assert sorted(at_once([object_to] * 4, threads=4), key=str) == [0, 0, 0, 1]
    user = make_user()
    accepting = partial(review_judgment, judgment=judgment, user=user, review="accepted")
    at_once([accepting] * 4, threads=4)
    worker.refresh_from_db()
    assert worker.ledger.filter(kind="approved").count() == 1
    assert balance_of(worker).payable == CENTS
    check_pay(campaign)
