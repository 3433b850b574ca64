"""The history of one item: all its events in chronological order, as far as the reader may see
them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, Judgment, Membership
from annotation.research.items.history import WORDS
from annotation.services.decisions.decide import (
    accept_judgment,
    set_adjudicators,
    withdraw_decision,
)
from annotation.services.items import history
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments, undo_review
from annotation.services.work.skip import skip_hit
from tests.helpers.factories import enrol, make_campaign, run_out
from tests.helpers.pages import assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study, judge_all

pytestmark = pytest.mark.long
SIGNED_IN = 2
QUERIES = 10


def address(hit: HIT) -> str:
    return reverse("research:item_history", args=(hit.campaign_id, hit.pk))


def history_of(client: Client, hit: HIT, **query: str) -> list[tuple[str, str]]:
    rows = client.get(address(hit), query).context["rows"]
    return [(row["who"], row["what"]) for row in rows]


def test_what_workers_do_stands_in_the_order_of_time(study: Study, owner: Client) -> None:
    hit = HIT.objects.filter(campaign=study.flat).order_by("position")[0]
    gone, slow, holder, away = (enrol(study.flat, name) for name in ("w3", "w4", "w5", "w6"))
    lease = claim_hit(enrolment_id=gone.pk)
    assert lease.hit_id == hit.pk
    skip_hit(enrolment=gone, assignment_id=lease.pk, later=False, reason="unclear")
    lease = claim_hit(enrolment_id=slow.pk)
    run_out(lease)
    expire_overdue()
    claim_hit(enrolment_id=holder.pk)
    free_lease(enrolment=holder, user=study.owner)
    lease = claim_hit(enrolment_id=away.pk)
    return_hit(enrolment=away, assignment_id=lease.pk)
    assert history_of(owner, hit) == [
        ("worker 1", "started it"),
        ("worker 1", "judged it"),
        ("worker 2", "started it"),
        ("worker 2", "judged it"),
        ("worker 3", "started it"),
        ("worker 3", "returned it"),
        ("worker 4", "started it"),
        ("worker 4", "ran out of time"),
        ("worker 5", "started it"),
        ("olga", "took the task back from worker 5"),
        ("worker 6", "started it"),
        ("worker 6", "returned it"),
    ]
    assert "“it is not clear to me”" in owner.get(address(hit)).content.decode()


def test_what_researchers_do_stands_in_the_order_of_time(study: Study, owner: Client) -> None:
    hit = study.hit
    before = len(history_of(owner, hit))
    rows = Judgment.objects.select_related("campaign", "assignment__enrolment__campaign")
    judgment = rows.filter(hit=hit).order_by("pk")[0]
    mine = judgment.assignment.enrolment
    review_judgment(judgment=judgment, user=study.owner, review="rejected", reason="in haste")
    review_judgment(judgment=judgment, user=study.owner, review="")
    act = review_judgments(
        campaign=study.flat, user=study.teammate, review="accepted", chosen=Chosen(hit=hit.pk)
    )
    undo_review(act=act, user=study.owner)
    exclude_worker(enrolment=mine, user=study.owner, reason="a robot")
    include_worker(enrolment=mine, user=study.owner)
    decision = accept_judgment(judgment=judgment, user=study.owner, note="As in the book.")
    withdraw_decision(decision=decision, user=study.teammate)
    assert history_of(owner, hit)[before:] == [
        ("olga", "rejected the judgment of worker 1"),
        ("olga", "withdrew the review of the judgment of worker 1"),
        *(("tara", f"accepted the judgment of worker {n}, among others") for n in (1, 2)),
        *(("olga", f"undid a bulk review, including the judgment of worker {n}") for n in (1, 2)),
        ("olga", "excluded worker 1"),
        ("olga", "included worker 1 again"),
        ("olga", "decided: accepted an answer"),
        ("tara", "withdrew a decision"),
    ]
    page = owner.get(address(hit)).content.decode()
    assert all(f"“{why}”" in page for why in ("in haste", "a robot", "As in the book."))


def test_of_another_item_nothing_is_reported(study: Study, owner: Client) -> None:
    hit, other = HIT.objects.filter(campaign=study.flat).order_by("position")[:2]
    before = history_of(owner, hit)
    judgment = Judgment.objects.select_related("campaign").filter(hit=other)[0]
    review_judgment(judgment=judgment, user=study.owner, review="accepted")
    accept_judgment(judgment=judgment, user=study.owner)
    assert history_of(owner, hit) == before
    elsewhere = HIT.objects.filter(campaign=study.nested)[0]
    wrong = reverse("research:item_history", args=(study.flat.pk, elsewhere.pk))
    assert owner.get(wrong).status_code == 404


@pytest.mark.quick
def test_who_sees_no_workers_reads_less(study: Study, owner: Client, teammate: Client) -> None:
    judgment = Judgment.objects.select_related("campaign").filter(hit=study.hit)[0]
    reason = "worker 1 cut at random"
    review_judgment(judgment=judgment, user=study.owner, review="rejected", reason=reason)
    assert reason in owner.get(address(study.hit)).content.decode()
    Membership.objects.filter(user=study.teammate).update(role="viewer", blind=True)
    for page in (teammate.get(address(study.hit)), owner.get(address(study.hit), {"blind": "1"})):
        text = page.content.decode()
        assert page.status_code == 200
        assert "rejected the judgment of a worker" in text
        assert not re.search(r"worker \d", text)
    Membership.objects.filter(user=study.teammate).update(role="auditor", blind=False)
    assert teammate.get(address(study.hit)).status_code == 403


@pytest.mark.quick
def test_separate_decisions_stay_separate(study: Study, owner: Client, teammate: Client) -> None:
    set_adjudicators(campaign=study.flat, user=study.owner, number=2)
    first, second = Judgment.objects.select_related("campaign").filter(hit=study.hit)[:2]
    accept_judgment(judgment=first, user=study.owner)
    decided = ("olga", "decided: accepted an answer")
    assert decided in history_of(owner, study.hit)
    assert decided not in history_of(teammate, study.hit)
    accept_judgment(judgment=second, user=study.teammate)
    assert decided in history_of(teammate, study.hit)


def test_it_costs_the_same_whatever_happened(study: Study, owner: Client) -> None:
    for worker in ("", "w3", "w4"):
        if worker:
            judge_all(study.flat, worker, 1)
            for judgment in Judgment.objects.select_related("campaign").filter(hit=study.hit):
                review_judgment(judgment=judgment, user=study.owner, review="accepted")
        with assert_queries(SIGNED_IN + QUERIES):
            owner.get(address(study.hit))


def test_pages_hold_every_event_once(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = history_of(owner, study.hit)
    monkeypatch.setattr("annotation.research.items.history.EVENTS_PER_PAGE", 3)
    seen: list[tuple[str, str]] = []
    for after in (0, 3):
        page = owner.get(address(study.hit), {"after": str(after)})
        seen += [(row["who"], row["what"]) for row in page.context["rows"]]
        assert page.context["next"] == (None if after else 3)
    assert seen == whole
    assert len(seen) == 4
    assert "No more events." in text_of(owner.get(address(study.hit), {"after": "9" * 18}))
    assert owner.get(address(study.hit), {"after": "x"}).status_code == 404


def test_a_part_is_reported_where_all_would_cost_too_much(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    judgment = Judgment.objects.select_related("campaign").filter(hit=study.hit)[0]
    review_judgment(judgment=judgment, user=study.owner, review="accepted")
    monkeypatch.setattr(history, "MAX_SEARCHED", 0)
    monkeypatch.setattr(history, "MAX_LEASES", 1)
    assert history_of(owner, study.hit) == [("worker 2", "started it"), ("worker 2", "judged it")]
    assert_shows(read(owner, address(study.hit)), ">audit log</a> instead", "only the last")


def test_an_item_that_nobody_had_says_so(study: Study, owner: Client) -> None:
    hit = make_campaign(study.dataset, name="Empty round").hits.order_by("position")[0]
    assert "No events yet." in owner.get(address(hit)).content.decode()


@pytest.mark.quick
def test_every_event_has_its_words() -> None:
    reviews = {verb.partition(".")[2] for verb in history.REVIEWS}
    workers = {verb.partition(".")[2] for verb in history.OF_WORKERS}
    assert {*reviews, *workers, *(f"{one}_with_others" for one in reviews)} <= set(WORDS)
