"""The pages that exclude a worker and reject a judgment show the effect before anything is done.

They show what happens to figures, slots and pay; both can be undone.
"""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, Campaign, Enrolment, Judgment
from annotation.research.people.consequences import of_excluding, of_reviewing_one
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.quality import stop_worker
from tasks.fold import fold_all
from tests.helpers.factories import enrol, join_form, judge_next, make_campaign
from tests.helpers.invariants import check_serving
from tests.helpers.pages import assert_hides, assert_shows, text_of
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def paid(study: Study) -> Campaign:
    """Make three texts of two judgments each, at five cents."""
    campaign = make_campaign(study.dataset, name="Paid", redundancy=2, reward="0.05")
    for worker in ("w1", "w2"):
        for _ in range(3):
            judge_next(enrol(campaign, worker))
    return campaign


def worker_of(campaign: Campaign) -> Enrolment:
    return campaign.enrolments.earliest("pk")


def address(name: str, enrolment: Enrolment) -> str:
    return reverse(f"research:{name}", args=(enrolment.campaign_id, enrolment.pk))


def test_the_page_says_what_it_does_before_it_is_done(paid: Campaign, owner: Client) -> None:
    page = owner.get(address("exclude_worker", worker_of(paid))).content.decode()
    assert "3 judgments of theirs leave the figures but stay stored." in page
    assert (
        "3 texts are assigned again, once each, because they have too few judgments without them."
        in page
    )
    assert (
        "That costs USD 0.15 in rewards: USD 0.45 in total, of which USD 0.30 has been earned so "
        "far." in page
    )
    assert "The worker keeps the pay for what they submitted in time." in page
    assert "You can include them again" in page
    assert Judgment.objects.counting().filter(campaign=paid).count() == 6


def test_excluding_and_including_again(paid: Campaign, owner: Client) -> None:
    worker = worker_of(paid)
    done = owner.post(
        address("exclude_worker", worker), {"reason": "cuts <b>everywhere</b>"}, follow=True
    )
    page = done.content.decode()
    assert "is excluded; 3 judgments will leave the figures in a moment." in page
    assert "cuts &lt;b&gt;everywhere&lt;/b&gt;" in page
    assert f'href="{address("include_worker", worker)}"' in page
    assert f'href="{address("exclude_worker", worker)}"' not in page
    check_serving(paid)
    again = owner.get(address("exclude_worker", worker), follow=True).content.decode()
    assert "is excluded already" in again
    first = owner.get(address("include_worker", worker)).content.decode()
    assert "3 judgments of theirs return to the figures." in first
    back = owner.post(address("include_worker", worker), follow=True).content.decode()
    assert "included again; 3 judgments will return to the figures" in back
    assert f'href="{address("exclude_worker", worker)}"' in back
    check_serving(paid)


def test_without_a_reason_nothing_happens_or_is_lost(paid: Campaign, owner: Client) -> None:
    worker = worker_of(paid)
    for reason in ("", "   "):
        refused = owner.post(address("exclude_worker", worker), {"reason": reason})
        assert "Enter a reason for the record." in text_of(refused, 400)
    hidden = owner.post(address("exclude_worker", worker), {"reason": "spam\x07 again"})
    assert "spam" in text_of(hidden, 400)
    worker.refresh_from_db()
    assert worker.excluded_at is None


def test_teammates_may_strangers_not(paid: Campaign, teammate: Client, stranger: Client) -> None:
    worker = worker_of(paid)
    for name in ("exclude_worker", "include_worker"):
        assert stranger.post(address(name, worker), {"reason": "spam"}).status_code == 404
    assert teammate.get(address("include_worker", worker)).status_code == 302
    assert teammate.post(address("exclude_worker", worker), {"reason": "spam"}).status_code == 302


def test_nobody_elsewhere_is_excluded(paid: Campaign, study: Study, owner: Client) -> None:
    other = worker_of(study.flat)
    elsewhere = reverse("research:exclude_worker", args=(paid.pk, other.pk))
    assert owner.post(elsewhere, {"reason": "spam"}).status_code == 404
    other.refresh_from_db()
    assert other.excluded_at is None


def test_the_table_separates_them_and_so_does_the_csv(
    paid: Campaign, study: Study, owner: Client
) -> None:
    exclude_worker(enrolment=worker_of(paid), user=study.owner, reason="not reading")
    workers = reverse("research:workers", args=(paid.pk,))
    with assert_queries(8):
        page = owner.get(f"{workers}?only=excluded").content.decode()
    assert "not reading" in page
    assert page.count('<th scope="row">') == 1
    body = owner.get(reverse("research:workers_csv", args=(paid.pk,))).content.decode()
    rows = list(csv.DictReader(StringIO(body)))
    assert [row["standing"] for row in rows] == ["excluded", "at work"]
    assert [row["exclusion_reason"] for row in rows] == ["not reading", ""]
    assert rows[0]["excluded_at"]
    assert rows[0]["earning"] == "3"


@pytest.mark.quick
def test_formulas_are_prefixed_in_the_file(paid: Campaign, study: Study, owner: Client) -> None:
    exclude_worker(enrolment=worker_of(paid), user=study.owner, reason="=cmd()")
    body = owner.get(reverse("research:workers_csv", args=(paid.pk,))).content.decode()
    assert next(csv.DictReader(StringIO(body)))["exclusion_reason"] == "'=cmd()"


def test_the_audit_reports_who_whom_and_why(paid: Campaign, study: Study, owner: Client) -> None:
    worker = worker_of(paid)
    exclude_worker(enrolment=worker, user=study.owner, reason="not reading")
    page = owner.get(reverse("research:audit", args=(study.project.pk,))).content.decode()
    number = worker.worker.number
    excluded = f"excluded worker {number} (3 judgments removed from the figures"
    assert_shows(page, f"{excluded}, 3 requested again) in", "“not reading”")


def test_an_item_explains_what_rejecting_does(paid: Campaign, study: Study, owner: Client) -> None:
    hit = HIT.objects.filter(campaign=paid).earliest("pk")
    item = reverse("research:item", args=(paid.pk, hit.pk))
    page = owner.get(item).content.decode()
    assert "2 of 2 judgments</p>" in page
    assert (
        "Set aside: it stays stored but no longer counts, and another worker replaces it. That "
        "costs USD 0.05 more. The worker is still paid for it.</li>"
    ) in page
    assert "Reject: the same, and the worker earns nothing for it.</li>" in page
    review = reverse("research:review_judgment", args=(hit.judgments.earliest("pk").pk,))
    done = owner.post(
        review, {"review": "rejected", "reason": "blank"}, follow=True
    ).content.decode()
    assert "1 of 2 judgments, and 1 that does not count</p>" in done
    hit.refresh_from_db()
    assert (hit.taken, hit.quota) == (2, 3)
    other = hit.judgments.latest("pk").assignment.enrolment
    exclude_worker(enrolment=other, user=study.owner, reason="spam")
    page = owner.get(item).content.decode()
    assert_shows(page, "worker excluded", "0 of 2 judgments, and 2 that do not count</p>")


@pytest.mark.parametrize(("end", "says"), [(pause_campaign, "once"), (close_campaign, "closed")])
def test_a_campaign_that_does_not_serve_says_when_it_asks(
    paid: Campaign, study: Study, end: object, says: str
) -> None:
    assert callable(end)
    campaign = end(campaign=paid, user=study.owner)
    found = " ".join(of_reviewing_one(campaign, HIT(campaign=campaign)))
    assert "once the campaign is resumed" in found
    text = " ".join(of_excluding(campaign, [worker_of(campaign)]))
    assert_shows(text, "once the campaign is resumed", says)


@pytest.mark.quick
def test_where_nothing_is_paid_nothing_is_said_of_pay(study: Study) -> None:
    said = " ".join(of_reviewing_one(study.flat, HIT(campaign=study.flat)))
    said += " ".join(of_excluding(study.flat, [worker_of(study.flat)]))
    assert_hides(said, "cost", "the pay for")
    known = " ".join(of_reviewing_one(study.flat, HIT(campaign=study.flat, known=True, quota=0)))
    assert "no replacement is needed" in known


def test_where_items_are_judged_until_workers_agree_it_says_which_do_not() -> None:
    campaign = make_pair_campaign(
        make_pairs(2), redundancy=2, most_judgments=3, reward="0.1", fee_percent=50
    )
    worker, other, third = (enrol(campaign) for _ in range(3))
    for one, given in ((worker, (NO, YES)), (other, (YES, YES)), (third, (YES,))):
        for index in given:
            answer(one, index)
    text = " ".join(of_excluding(campaign, [worker]))
    assert (
        "1 pair is assigned again, once each, because its remaining judgments do not settle it"
    ) in text
    assert "That costs USD 0.10 in rewards, USD 0.15 with the platform’s fee" in text
    found = " ".join(of_reviewing_one(campaign, HIT(campaign=campaign)))
    assert "unless the remaining judgments settle the item" in found


def test_workers_read_that_their_work_has_ended_and_is_paid(paid: Campaign, study: Study) -> None:
    worker = worker_of(paid)
    client = Client()
    client.post(f"/w/{paid.code}/", join_form(worker.worker))
    exclude_worker(enrolment=worker, user=study.owner, reason="a secret")
    page = client.get(f"/w/{paid.code}/done/").content.decode()
    assert "Your work here has ended" in page
    assert "You are paid for everything you submitted in time" in page
    assert_hides(page, "Next task", "a secret", "Look again")


def test_leases_of_an_excluded_worker_are_not_offered_back(study: Study, owner: Client) -> None:
    """A stopped worker may still submit it."""
    campaign = make_campaign(study.dataset, name="Held", redundancy=1)
    for name, offered in (("stopped", True), ("excluded", False)):
        worker, client = enrol(campaign, name), Client()
        claim_hit(enrolment_id=worker.pk)
        client.post(f"/w/{campaign.code}/", join_form(worker.worker))
        if offered:
            stop_worker(enrolment=worker, user=study.owner)
        else:
            exclude_worker(enrolment=worker, user=study.owner, reason="spam")
        page = client.get(f"/w/{campaign.code}/done/").content.decode()
        assert ("Return to this task" in page) is offered
    fold_all(campaign.pk)
    check_serving(campaign)
