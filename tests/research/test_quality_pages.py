"""The terms for more judgments and gold answers, and the page of workers."""

import csv
from contextlib import suppress
from decimal import Decimal
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Enrolment, Judgment, User
from annotation.services.accounts.members import add_member
from annotation.services.errors import Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import stop_worker
from tests.helpers.factories import enrol, join_form, make_user
from tests.helpers.pages import assert_shows, read, read_words, text_of
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]

TERMS = {
    "name": "Until they agree",
    "scheme": "pair",
    "redundancy": "3",
    "reward": "0.03",
    "currency": "USD",
    "minutes": "10",
    "most_judgments": "15",
    "majority_of": "yes_no",
    "known_every": "8",
    "known_feedback": "on",
    "training_hits": "4",
    "most_workers": "20",
    "pass_share": "75",
    "pass_after": "6",
    "leave_out_failed": "on",
}


@pytest.fixture
def campaign(member: User) -> Campaign:
    dataset = make_pairs(12, ["yes"] * 4)
    owner = dataset.project.memberships.get().user
    add_member(project=dataset.project, by=owner, username=member.username)
    return make_pair_campaign(
        dataset,
        redundancy=2,
        known_every=2,
        most_workers=99,
        pass_share="0.75",
        pass_after=2,
        reward="0.05",
    )


def pair_settings() -> dict[str, str]:
    """Return the fields of the scheme's own form, as the page first shows them."""
    filled = {
        "preset": "three-way",
        "question": "Same topic?",
        "label_1": "Same message",
        "key_1": "1",
        "yes_1": "on",
        "label_2": "Same topic",
        "key_2": "2",
        "yes_2": "on",
        "label_3": "Different",
        "key_3": "3",
    }
    return {f"pair-{name}": value for name, value in filled.items()}


def test_all_terms_are_saved_and_shown_again(campaign: Campaign, mine: Client) -> None:
    address = reverse("research:new_campaign", args=(campaign.dataset_id,))
    assert "Adaptive number of judgments" in read(mine, address)
    assert mine.post(address, TERMS | pair_settings()).status_code == 302
    draft = Campaign.objects.get(name="Until they agree")
    assert (draft.most_judgments, draft.majority_of, draft.known_every) == (15, "yes_no", 8)
    assert (draft.training_hits, draft.pass_share, draft.pass_after) == (4, Decimal("0.75"), 6)
    assert draft.known_feedback
    assert draft.leave_out_failed
    again = mine.get(reverse("research:edit_campaign", args=(draft.pk,))).content.decode()
    for shown in ('value="15"', 'value="10"', 'value="75"', 'value="8"'):
        assert shown in again
    shown = read_words(mine, reverse("research:campaign", args=(draft.pk,)))
    assert "then more until they agree, up to 15" in shown
    assert "Workers with less than 75%" in shown


def test_a_campaign_that_settles_by_posterior_says_so(campaign: Campaign, mine: Client) -> None:
    address = reverse("research:new_campaign", args=(campaign.dataset_id,))
    by_posterior = {"majority_of": "answers", "settle_by": "posterior", "min_posterior": "92.5"}
    assert mine.post(address, TERMS | pair_settings() | by_posterior).status_code == 302
    draft = Campaign.objects.get(name="Until they agree")
    assert (draft.settle_by, draft.min_posterior) == ("posterior", Decimal("0.925"))
    again = mine.get(reverse("research:edit_campaign", args=(draft.pk,))).content.decode()
    assert_shows(again, 'value="92.5"', '<option value="posterior" selected>')
    until = "more until the posterior of an answer is at least 92.5%"
    assert until in read_words(mine, reverse("research:campaign", args=(draft.pk,)))
    assert f"by {until} (up to 15)" in read_words(
        mine, reverse("research:move_campaign", args=(draft.pk, "launch"))
    )
    assert until in read_words(mine, reverse("research:planner", args=(draft.pk,)))


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"most_judgments": "2"}, "most_judgments", "starts with 3 judgments"),
        ({"settle_by": "posterior"}, "majority_of", "A posterior is of each answer by itself"),
        ({"min_posterior": "100"}, "min_posterior", "less than or equal to 99.9"),
        ({"known_every": "", "training_hits": ""}, "pass_share", "needs gold answers"),
        ({"pass_share": ""}, "leave_out_failed", "share of gold answers they must get right"),
        ({"pass_share": "101"}, "pass_share", "less than or equal to 100"),
    ],
)
def test_errors_are_shown_at_their_fields_and_nothing_is_lost(
    campaign: Campaign, mine: Client, wrong: dict[str, str], field: str, says: str
) -> None:
    address = reverse("research:new_campaign", args=(campaign.dataset_id,))
    page = text_of(mine.post(address, TERMS | pair_settings() | wrong), 400)
    assert_shows(page, f'id="id_{field}_error"', says, 'value="Until they agree"')


def test_segmentation_has_none_of_it(study: Study, owner: Client) -> None:
    address = reverse("research:new_campaign", args=(study.dataset.pk,))
    part = read_words(owner, address).partition("Adaptive number of judgments")[0]
    assert part.rstrip().endswith("<legend>")
    assert '<div data-schemes="label"><fieldset class="terms-part">' in part
    assert owner.post(address, {**TERMS, "scheme": "flat"}).status_code == 302
    made = Campaign.objects.get(name="Until they agree")
    assert (made.most_judgments, made.known_every, made.training_hits) == (None, None, 0)


def judge(campaign: Campaign, index: int, how_many: int) -> Enrolment:
    """Submit this many judgments, or until the worker is stopped."""
    enrolment = enrol(campaign)
    with suppress(Stopped):
        for _ in range(how_many):
            answer(enrolment, index)
    enrolment.refresh_from_db()
    return enrolment


def test_workers_stand_in_a_table_with_what_was_known(campaign: Campaign, mine: Client) -> None:
    good, failed = judge(campaign, YES, 6), judge(campaign, NO, 4)
    page = mine.get(reverse("research:workers", args=(campaign.pk,))).content.decode()
    assert_shows(page, f"worker {good.worker.number}</th>", "3 of 3", "0 of 2")
    assert good.worker.external_id not in page
    only = mine.get(reverse("research:workers", args=(campaign.pk,)) + "?only=stopped")
    assert f"worker {good.worker.number}</th>" not in only.content.decode()
    assert f"worker {failed.worker.number}</th>" in only.content.decode()
    nowhere = reverse("research:workers", args=(campaign.pk,)) + "?only=others"
    assert mine.get(nowhere).status_code == 404


def test_the_table_costs_the_same_for_one_worker_and_for_many(
    campaign: Campaign, mine: Client
) -> None:
    address = reverse("research:workers", args=(campaign.pk,))
    judge(campaign, YES, 1)
    for more in (0, 60):
        for _ in range(more):
            enrol(campaign)
        with assert_queries(8):
            page = mine.get(address).content.decode()
    assert "Next page" in page
    last = page.rpartition("?after=")[2].partition('"')[0]
    assert mine.get(f"{address}?after={last}").status_code == 200


def test_each_worker_has_their_median_active_time(campaign: Campaign, mine: Client) -> None:
    timed, untimed = judge(campaign, YES, 3), judge(campaign, YES, 1)
    own = Judgment.objects.filter(assignment__enrolment=timed).order_by("pk")
    for judgment, active_ms in zip(own, (61_000, 90_000, None), strict=True):
        Judgment.objects.filter(pk=judgment.pk).update(active_ms=active_ms)
    page = mine.get(reverse("research:workers", args=(campaign.pk,)))
    assert [str(line.active) for line in page.context["lines"]] == ["0:01:15.500000", "None"]
    assert "1 min 16 s</td>" in page.content.decode()
    body = mine.get(reverse("research:workers_csv", args=(campaign.pk,))).content.decode()
    rows = list(csv.DictReader(StringIO(body)))
    assert [row["median_active_seconds"] for row in rows] == ["75.500", ""]
    assert untimed.submitted == 1


def test_the_csv_holds_everyone(campaign: Campaign, mine: Client) -> None:
    judge(campaign, NO, 4)
    enrol(campaign)
    body = mine.get(reverse("research:workers_csv", args=(campaign.pk,))).content.decode()
    rows = list(csv.DictReader(StringIO(body)))
    assert [row["standing"] for row in rows] == ["stopped", "at work"]
    found = (rows[0]["known_right"], rows[0]["known_done"], rows[0]["judgments"])
    assert found == ("0", "2", rows[0]["earning"])


def test_restoring_and_stopping_undo_each_other(campaign: Campaign, mine: Client) -> None:
    failed = judge(campaign, NO, 4)
    page = reverse("research:workers", args=(campaign.pk,))
    restore = reverse("research:restore_worker", args=(campaign.pk, failed.pk))
    stop = reverse("research:stop_worker", args=(campaign.pk, failed.pk))
    answered = mine.post(restore, follow=True)
    assert "can continue" in answered.content.decode()
    assert f'action="{stop}"' in answered.content.decode()
    assert claim_hit(enrolment_id=failed.pk)
    assert "is stopped" in text_of(mine.post(stop, follow=True))
    failed.refresh_from_db()
    assert failed.stopped_at is not None
    assert mine.get(page).status_code == 200


@pytest.mark.quick
def test_nobody_elsewhere_is_changed(campaign: Campaign, mine: Client, study: Study) -> None:
    other = enrol(study.flat)
    for name in ("stop_worker", "restore_worker"):
        address = reverse(f"research:{name}", args=(campaign.pk, other.pk))
        assert mine.post(address).status_code == 404
    other.refresh_from_db()
    assert other.stopped_at is None


def test_an_empty_table_says_what_to_do(campaign: Campaign, mine: Client) -> None:
    page = mine.get(reverse("research:workers", args=(campaign.pk,))).content.decode()
    assert "No workers have joined yet" in page


def test_a_stopped_worker_reads_why_at_their_own_page(campaign: Campaign) -> None:
    failed = judge(campaign, NO, 4)
    client = Client()
    client.post(f"/w/{campaign.code}/", join_form(failed.worker))
    page = client.get(f"/w/{campaign.code}/done/").content.decode()
    assert "Your work here has ended" in page
    assert "You are paid for everything you submitted in time" in page
    assert "Next task" not in page
    stop_worker(enrolment=failed, user=make_user())
