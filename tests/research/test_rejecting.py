"""Researchers reject with a sufficiently long reason, find objections, and compensate workers."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Enrolment, Judgment, LedgerEntry, Rejection, Worker
from annotation.services.people.join import join_campaign
from annotation.services.work.rejections import object_to_rejections
from tests.helpers.factories import enrol, judge_many, judge_next, make_campaign, make_dataset
from tests.helpers.pages import assert_hides, assert_shows, read, text_of
from tests.research.study import Study
from tests.services.test_rejections import judgments_of, reject

pytestmark = pytest.mark.django_db
SHORT, LONG = "Too short a reason, " + "x" * 29, "x" * 100


@pytest.fixture
def paid(study: Study) -> Campaign:
    dataset = make_dataset(3, project=study.project)
    return make_campaign(dataset, redundancy=2, reward="0.05", currency="USD")


@pytest.fixture
def from_prolific(paid: Campaign) -> Judgment:
    worker = join_campaign(campaign=paid, source=Worker.Source.PROLIFIC, external_id="p1")
    return Judgment.objects.get(pk=judge_next(worker).judgment_id)


def address(name: str, *args: object) -> str:
    return reverse(f"research:{name}", args=args)


class TestTheReason:
    def test_for_one_what_was_typed_stays(self, owner: Client, from_prolific: Judgment) -> None:
        item = address("item", from_prolific.campaign_id, from_prolific.hit_id)
        assert 'data-least="100"' in owner.get(item).content.decode()
        where = address("review_judgment", from_prolific.pk)
        answer = owner.post(where, {"review": "rejected", "reason": SHORT})
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "at least 100 characters for the reason of a rejection; this one has 49." in page
        assert f">\n{SHORT}</textarea>" in page.replace("  ", "")
        assert owner.post(where, {"review": "rejected", "reason": LONG}).status_code == 302
        assert LONG in owner.get(item).content.decode()

    def test_for_many_it_is_counted_and_kept(self, owner: Client, from_prolific: Judgment) -> None:
        where = address("review_judgments", from_prolific.campaign_id, "rejected")
        assert_shows(read(owner, where), 'data-least="100"', "js/research/reason")
        answer = text_of(owner.post(where, {"reason": SHORT}), 400)
        assert_shows(answer, "this one has 49.", SHORT)
        assert owner.post(where, {"reason": LONG}).status_code == 302
        setting_aside = address("review_judgments", from_prolific.campaign_id, "set_aside")
        assert "data-least" not in owner.get(setting_aside).content.decode()

    def test_other_work_needs_only_some_reason(self, owner: Client, paid: Campaign) -> None:
        judged = judge_next(enrol(paid))
        where = address("review_judgments", paid.pk, "rejected")
        assert "data-least" not in owner.get(where).content.decode()
        one = address("review_judgment", judged.judgment_id)
        assert owner.post(one, {"review": "rejected", "reason": ""}).status_code == 400
        assert owner.post(one, {"review": "rejected", "reason": "blank"}).status_code == 302


def test_an_objection_is_found_and_answered_by_one_press(owner: Client, paid: Campaign) -> None:
    worker = enrol(paid)
    judge_many(worker, 2)
    reject(worker, "not <cut>")
    object_to_rejections(enrolment=worker)
    tab = 'id="tab-waiting-questions" class="waiting">1<'
    assert tab in owner.get(address("questions", paid.pk)).content.decode()
    thread = address("question_thread", paid.pk, worker.pk)
    first, second = judgments_of(worker)
    page = owner.get(thread).content.decode()
    assert "</strong> to 2 rejections.\nAccept the work" in page
    for judgment in (first, second):
        assert judgment.hit.item.text in page
        assert f"{address('item', paid.pk, judgment.hit_id)}#judgment-{judgment.pk}" in page
    assert "not &lt;cut&gt;" in page
    shown = owner.get(address("item", paid.pk, first.hit_id)).content.decode()
    assert "the worker objects" in shown
    press = {"thread": worker.pk, "review": "accepted"}
    for judgment, left in ((first, 1), (second, 0)):
        done = owner.post(address("review_judgment", judgment.pk), press)
        assert done.headers["Location"] == thread
        assert Rejection.objects.in_force().count() == left
    page = owner.get(thread).content.decode()
    assert page.count("Now\naccepted, since") == 2
    assert_hides(page, "unanswered", "Accept the work", tab)
    worker.refresh_from_db()
    assert worker.earning == 2


class TestCompensation:
    def screened(self, paid: Campaign) -> Enrolment:
        """Return a worker who failed a campaign's practice."""
        Campaign.objects.filter(pk=paid.pk).update(practice=0)
        worker = enrol(paid)
        Enrolment.objects.filter(pk=worker.pk).update(stopped_at=worker.joined_at)
        worker.quiz_tries.create(number=1, answers=[[0]], right=0, of=1, passed=False)
        return worker

    def test_it_is_given_to_the_chosen_once(self, owner: Client, paid: Campaign) -> None:
        worker, other = self.screened(paid), self.screened(paid)
        where = address("compensate", paid.pk)
        assert where in owner.get(address("pay", paid.pk)).content.decode()
        assert where in owner.get(address("workers", paid.pk)).content.decode()
        page = owner.get(where).content.decode()
        assert page.count('name="worker"') == 2
        assert " checked>" not in page
        form = {"amount": "0.50", "reason": "for your practice", "worker": [worker.pk]}
        sure = form | {"confirmed": "1 × 0.50"}
        assert "1 worker is given USD 0.50 each." in text_of(owner.post(where, sure, follow=True))
        again = owner.post(where, sure)
        assert "All of them have been given a compensation already." in text_of(again, 400)
        entry = LedgerEntry.objects.get()
        assert (entry.enrolment, entry.amount) == (worker, Decimal("0.50"))
        page = owner.get(where).content.decode()
        assert f'value="{other.pk}">' in page
        assert f'value="{worker.pk}"' not in page
        assert "0.50 to 1 worker" in owner.get(address("pay", paid.pk)).content.decode()
        csv = owner.get(address("pay_csv", paid.pk)).content.decode()
        assert "compensation" in csv.partition("\n")[0]

    def test_nothing_is_given_before_the_sum_was_read(self, owner: Client, paid: Campaign) -> None:
        Campaign.objects.filter(pk=paid.pk).update(fee_percent=20)
        workers = [self.screened(paid) for _ in range(3)]
        where = address("compensate", paid.pk)
        form = {"amount": "0.50", "reason": "for your practice"}
        chosen = {"worker": [one.pk for one in workers]}
        for confirmed in ("", "2 × 0.50", "3 × 0.05"):
            page = " ".join(
                owner.post(where, form | chosen | {"confirmed": confirmed}).content.decode().split()
            )
            assert "3 workers × USD 0.50 = <strong>USD 1.50</strong>, and USD 1.80 with" in page
            assert 'name="confirmed" value="3 × 0.50">Give USD 1.50 to 3 workers</button>' in page
            assert not LedgerEntry.objects.exists()
        owner.post(where, form | chosen | {"confirmed": "3 × 0.50"})
        assert LedgerEntry.objects.count() == 3

    def test_it_is_taken_back_until_it_is_sent(self, owner: Client, paid: Campaign) -> None:
        worker, other = self.screened(paid), self.screened(paid)
        where, back = address("compensate", paid.pk), address("take_back_compensations", paid.pk)
        sure = {"amount": "0.50", "reason": "for you", "confirmed": "2 × 0.50"}
        response = owner.post(where, sure | {"worker": [worker.pk, other.pk]}, follow=True)
        page = response.content.decode()
        assert response.redirect_chain == [(f"{where}?who=given", 302)]
        assert f'value="{worker.pk}">' in page
        assert "Choose at least one worker." in owner.post(back, follow=True).content.decode()
        page = owner.post(back, {"worker": [worker.pk]}, follow=True).content.decode()
        assert "USD 0.50 was taken back from 1 worker." in page
        assert f'value="{worker.pk}">' not in page
        assert f'value="{worker.pk}">' in owner.get(where).content.decode()
        owner.post(address("make_payments", paid.pk, "link"))
        assert f'value="{other.pk}">' not in owner.get(f"{where}?who=given").content.decode()
        page = owner.post(back, {"worker": [other.pk]}, follow=True).content.decode()
        assert "Nothing was taken back." in page
        assert LedgerEntry.objects.filter(kind="compensation").count() == 3

    def test_what_is_refused_loses_nothing(self, owner: Client, paid: Campaign) -> None:
        worker, other = self.screened(paid), self.screened(paid)
        where = address("compensate", paid.pk)
        good = {"amount": "0.50", "reason": "for your practice", "worker": [worker.pk]}
        for change, message in (
            ({"worker": []}, "Choose at least one worker."),
            ({"amount": "0"}, "A compensation is more than nothing."),
            ({"amount": "ten"}, "Enter a number."),
            ({"reason": ""}, "Enter a reason. The workers will see it."),
        ):
            answer = owner.post(where, good | change)
            page = answer.content.decode()
            assert answer.status_code == 400
            assert message in page
        page = owner.post(where, good | {"reason": ""}).content.decode()
        assert_shows(page, f'value="{worker.pk}" checked>', f'value="{other.pk}">', 'value="0.50"')
        assert owner.post(where, good | {"worker": ["x", "9" * 40]}).status_code == 400
        assert owner.get(f"{where}?who=nobody").status_code == 404
        assert not LedgerEntry.objects.exists()

    def test_a_worker_is_given_it_on_their_page_of_pay(self, owner: Client, paid: Campaign) -> None:
        worker = enrol(paid)
        where = address("pay_worker", paid.pk, worker.pk)
        form = {"kind": "compensation", "amount": "0.50", "reason": "for your time"}
        assert "<td>compensation</td>" in text_of(owner.post(where, form, follow=True))
        again = owner.post(where, form)
        assert "has been given a compensation in this campaign already" in text_of(again, 400)
        assert LedgerEntry.objects.count() == 1

    def test_unpaid_work_has_a_pay_page_once_compensated(self, owner: Client, study: Study) -> None:
        dataset = make_dataset(3, project=study.project)
        unpaid = make_campaign(dataset, redundancy=2, reward="0", currency="USD")
        worker = enrol(unpaid)
        judge_next(worker)
        tab = f'href="{address("pay", unpaid.pk)}"'
        assert tab not in owner.get(address("workers", unpaid.pk)).content.decode()
        where = f"{address('compensate', unpaid.pk)}?who=by-hand"
        sure = {"amount": "2", "reason": "as agreed", "confirmed": "1 × 2"}
        owner.post(where, sure | {"worker": [worker.pk]})
        assert tab in owner.get(address("workers", unpaid.pk)).content.decode()
        assert "2.00 to 1 worker" in owner.get(address("pay", unpaid.pk)).content.decode()
