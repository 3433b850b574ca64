"""Events sent to a webhook, when, and how often; and that nothing else is sent."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.payloads import queue_if_complete
from addons.webhooks.subscribers import agreed
from addons.webhooks.tests.factories import make_webhook
from annotation.events import WorkFailed, emit
from annotation.models import Campaign, Job, Project, SetImport, Snapshot, User
from annotation.services.campaigns.campaigns import close_campaign, extend_redundancy
from annotation.services.jobs.kinds import kind_of
from annotation.services.pay.budgets import set_budget
from annotation.services.work.quality import stop_enrolment
from midpath.progress import Failed, Progress
from tasks.fold import fold_all
from tasks.jobs import begin, perform
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset
from tests.helpers.jobs import begun

pytestmark = [pytest.mark.django_db, pytest.mark.long]
CUT, WHOLE = {"boundaries": [1, 0]}, {"boundaries": [0, 0]}


@pytest.fixture
def hook(project: Project, owner: User) -> Webhook:
    return make_webhook(project, owner)[0]


@pytest.fixture
def campaign(project: Project, hook: Webhook) -> Campaign:
    return make_campaign(make_dataset(["one two three", "four five six"], project), redundancy=2)


def messages(event: str) -> list[dict[str, Any]]:
    """Return the messages about an event, the oldest first."""
    rows = Delivery.objects.filter(event=event).order_by("pk")
    return [json.loads(one.body)["data"] for one in rows]


def judge(campaign: Campaign, *answers: dict[str, Any]) -> None:
    worker = enrol(campaign)
    for answer in answers:
        judge_next(worker, answer)
    fold_all(campaign.pk)


def test_a_campaign_is_finished_when_its_last_judgment_is_in(
    campaign: Campaign, owner: User
) -> None:
    judge(campaign, CUT, CUT)
    judge(campaign, CUT)
    assert messages("campaign.finished") == []
    judge(campaign, CUT)
    [told] = messages("campaign.finished")
    assert (told["campaign"], told["reason"], told["judgments"]) == (campaign.pk, "complete", 4)
    extend_redundancy(campaign=campaign, user=owner, redundancy=3)
    judge(campaign, CUT, CUT)
    assert [one["judgments"] for one in messages("campaign.finished")] == [4, 6]
    close_campaign(campaign=campaign, user=owner)
    assert messages("campaign.finished")[-1]["reason"] == "closed"


@pytest.mark.quick
def test_a_campaign_is_not_finished_while_a_judgment_is_in_no_figure(campaign: Campaign) -> None:
    judge(campaign, CUT, CUT)
    last = enrol(campaign)
    judge_next(last, CUT)
    judge_next(last, CUT)
    queue_if_complete(campaign)
    assert messages("campaign.finished") == []
    fold_all(campaign.pk)
    [told] = messages("campaign.finished")
    assert told["judgments"] == 4


def test_items_are_told_of_by_fold_when_workers_begin_to_agree(campaign: Campaign) -> None:
    judge(campaign, CUT, CUT)
    assert messages("items.agreed") == []
    judge(campaign, CUT, WHOLE)
    [told] = messages("items.agreed")
    assert set(told) == {"project", "campaign", "items"}
    assert len(told["items"]) == 1
    extend_redundancy(campaign=campaign, user=None, redundancy=3)
    judge(campaign, CUT, CUT)
    both = set(campaign.hits.values_list("item", flat=True))
    assert [set(one["items"]) for one in messages("items.agreed")[1:]] == [both]
    judge(campaign)
    assert len(messages("items.agreed")) == 2


@pytest.mark.quick
@pytest.mark.parametrize(
    ("answers", "least", "agree"),
    [
        ("", 0, False),
        ("a", 1, True),
        ("a", 2, False),
        ("ab", 2, False),
        ("aab", 3, True),
        ("aabb", 3, False),
        ("abcaa", 3, True),
        ("abcab", 3, False),
        ("bcaaa", 5, True),
    ],
)
def test_more_than_half_agree(answers: str, least: int, agree: bool) -> None:
    vectors = [(ord(one),) for one in answers]
    slowly = any(2 * vectors.count(one) > len(vectors) for one in vectors)
    assert agreed(vectors, lambda one, other: one == other, least) is agree
    assert agree is (slowly and len(vectors) >= least)


def test_each_budget_is_told_of_once(project: Project, owner: User, hook: Webhook) -> None:
    dataset = make_dataset([f"one two {number}" for number in range(10)], project)
    campaign = make_campaign(dataset, redundancy=1, reward=Decimal("0.10"), currency="USD")
    set_budget(campaign=campaign, user=owner, budget=Decimal("0.40"))
    judge(campaign, CUT)
    assert messages("budget.near") == []
    judge(campaign, CUT, CUT, CUT)
    judge_again = [one["left"] for one in messages("budget.near")]
    [told] = messages("budget.near")
    assert Decimal(judge_again[0]) == 0
    assert (told["campaign"], told["budget"], told["currency"]) == (campaign.pk, "0.40", "USD")
    set_budget(campaign=campaign, user=owner, budget=Decimal("0.50"))
    judge(campaign, CUT)
    assert [one["budget"] for one in messages("budget.near")] == ["0.40", "0.50"]


def make_job(campaign: Campaign, model: type[Job]) -> Job:
    if model is Snapshot:
        return Snapshot.objects.create(dataset=campaign.dataset, campaign=campaign)
    return SetImport.objects.create(dataset=campaign.dataset, digest="0" * 64)


@pytest.mark.parametrize("model", [Snapshot, SetImport])
def test_a_job_that_fails_is_told_of_and_a_snapshot_that_is_ready(
    campaign: Campaign, model: type[Job]
) -> None:
    job = make_job(campaign, model)
    kind = kind_of(model)

    def fail(_: Any, progress: Progress) -> Any:
        raise Failed("no words")

    def succeed(_: Any, progress: Progress) -> Any:
        progress(1, 1)
        return {"results": {"made": True}}

    perform(job, begun(job), fail)
    [told] = messages("job.failed")
    assert (told["kind"], told["job"]) == (kind.name, job.pk)
    assert "no words" not in Delivery.objects.get().body
    model._default_manager.filter(pk=job.pk).update(status="waiting", problem="")
    perform(job, begun(job), succeed)
    ready = [one["snapshot"] for one in messages("export.ready")]
    assert ready == ([job.pk] if model is Snapshot else [])


@pytest.mark.quick
def test_a_job_that_is_given_up_is_told_of(campaign: Campaign) -> None:
    job = make_job(campaign, Snapshot)
    for _ in range(3):
        assert begin(kind_of(Snapshot), job.pk)
        Snapshot.objects.filter(pk=job.pk).update(beat_at="2020-01-01T00:00:00Z")
    assert begin(kind_of(Snapshot), job.pk) is None
    assert [one["job"] for one in messages("job.failed")] == [job.pk]


@pytest.mark.quick
def test_other_work_that_ends_early_is_told_of(campaign: Campaign) -> None:
    emit(WorkFailed(campaign, kind="model_run", number=7))
    assert [(one["kind"], one["job"]) for one in messages("job.failed")] == [("model_run", 7)]


@pytest.mark.quick
def test_a_worker_is_flagged_by_number_and_once(campaign: Campaign) -> None:
    worker = enrol(campaign, "platform-id-7")
    for _ in range(2):
        stop_enrolment(campaign, worker, None)
    [told] = messages("worker.flagged")
    assert (told["worker"], told["reason"]) == (worker.worker.number, "known_answers")
    assert "platform-id-7" not in Delivery.objects.get().body


def test_messages_hold_numbers_and_words_of_midpath_alone(campaign: Campaign, owner: User) -> None:
    """Check that there is no text, no answer and no name."""
    judge(campaign, CUT, CUT)
    judge(campaign, CUT, CUT)
    stop_enrolment(campaign, enrol(campaign), None)
    close_campaign(campaign=campaign, user=owner)
    bodies = " ".join(Delivery.objects.values_list("body", flat=True))
    for private in ("one", "four", campaign.name, owner.username, campaign.dataset.name):
        assert f'"{private}' not in bodies


def test_without_a_listener_a_fold_asks_one_query_more(project: Project) -> None:
    campaign = make_campaign(make_dataset(["one two three"], project), redundancy=1)
    judge_next(enrol(campaign), CUT)
    with CaptureQueriesContext(connection) as asked:
        fold_all(campaign.pk)
    assert sum("annotation_webhook" in one["sql"] for one in asked) == 1
