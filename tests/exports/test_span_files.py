"""Files of spans, questions and versions: streamed, with the same bytes as when built all at
once."""

import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.exports.export_registry import export_file
from analysis.reading import batches
from analysis.reading.span_material import SpanMaterial
from analysis.schemes import document
from annotation.models import AuditEvent, Campaign, Decision, Item, Snapshot
from annotation.services.campaigns import elicitation
from annotation.services.decisions.decide import accept_judgment, decide, withdraw_decision
from annotation.services.errors import Conflict
from annotation.services.snapshots.snapshots import ask_for_snapshot
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from midpath.exchange.zips import zip_stream
from tasks.run_job import run_job
from tests.commands.running import run
from tests.exports import slow_listed, slow_span_files
from tests.helpers.apps import answer_with_questions, make_apps, question_campaign
from tests.helpers.factories import enrol, make_campaign, make_user, numbered_texts, submit
from tests.helpers.measured import gold_to_nowhere, growth, judged_by_rows, peak_of
from tests.helpers.sites import collect, collection, make_sites, version
from tests.helpers.spans import ADA, BANK, campaign_of_spans, judge_spans
from tests.helpers.tiers import by_tier, long_only

pytestmark = pytest.mark.django_db(transaction=True)
SLOW: dict[str, Callable[..., bytes]] = {
    "conll": slow_span_files.in_conll,
    "brat": slow_span_files.in_brat,
    "web-annotation": slow_span_files.in_web_annotation,
}
SPANS = ("spans-csv", *SLOW)
NAMES = ("～ the last but one", "👩‍👩‍👧 the last", "-DOCSTART- Ä b", "z", "a|b", "\\n")
WORKERS = 5


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 3)
    monkeypatch.setattr(elicitation, "FETCH_SIZE", 3)
    monkeypatch.setattr(document, "AT_ONCE", 3)
    monkeypatch.setattr(zip_stream, "MEMORY_BYTES", 100)
    monkeypatch.setattr(zip_stream, "AT_ONCE", 100)


def made(campaign: Campaign, name: str) -> bytes:
    return export_file(campaign.pk, name).body


def slow(campaign: Campaign, name: str) -> bytes:
    if name == "spans-csv":
        return slow_span_files.spans_csv(SpanMaterial(campaign))
    return SLOW[name](slow_span_files.settled_in(campaign), campaign.settings)


def some_spans(texts: int = 14, **terms: Any) -> Campaign:
    """Return texts that are not sorted by name, some with gold spans."""
    names = [*NAMES, *(f"{ADA} {number}" for number in range(texts - len(NAMES)))]
    known: list[list[int | str]] = [[0, 2, "Person"]]
    campaign = campaign_of_spans(*names, gold=dict.fromkeys(names[::3], known), **terms)
    for item in Item.objects.filter(dataset=campaign.dataset_id, text__in=NAMES):
        item.content["tokens"] = item.text.split()
        item.save()
    return campaign


def touched(campaign: Campaign) -> None:
    """Add an exclusion, a text without counting judgments, one whose first judgment was set aside,
    and decisions, one of them withdrawn."""
    user = make_user()
    exclude_worker(enrolment=campaign.enrolments.order_by("pk")[0], user=user, reason="a habit")
    counting = [*campaign.judgments.counting().order_by("pk")]
    without, begun = counting[5].hit, counting[0]
    for judgment in [one for one in counting if one.hit_id == without.pk] + [begun]:
        review_judgment(judgment=judgment, user=user, review="set_aside", reason="in haste")
    decide(hit=without, payload={"spans": [[0, 1, "Place"]]}, user=user)
    accept_judgment(judgment=campaign.judgments.counting().order_by("-pk")[0], user=user)
    other = campaign.hits.exclude(decisions__final=True).earliest("pk")
    decided = decide(hit=other, payload={"spans": [[0, 1, "Place"]]}, user=user)
    withdraw_decision(decision=decided, user=user)


@pytest.mark.parametrize("name", ["conll", *long_only("spans-csv", "brat", "web-annotation")])
def test_of_spans_it_is_what_all_at_once_gives(name: str) -> None:
    campaign = some_spans(redundancy=12)
    assert made(campaign, name) == slow(campaign, name)
    judge_spans(campaign, 12, 7)
    assert made(campaign, name) == slow(campaign, name)
    touched(campaign)
    assert made(campaign, name) == slow(campaign, name)
    assert made(campaign, name) == made(campaign, name)


def test_the_table_of_spans_is_in_the_order_of_the_first_judgments() -> None:
    """This order is neither the dataset's nor alphabetical."""
    campaign = some_spans(redundancy=12)
    judge_spans(campaign, 12, 7)
    touched(campaign)
    rows = csv.DictReader(io.StringIO(made(campaign, "spans-csv").decode()))
    names = list(dict.fromkeys(row["item"].removeprefix("'") for row in rows))
    judged = campaign.judgments.counting().order_by("pk").values_list("hit__item__text", flat=True)
    assert names == [name for name in dict.fromkeys(judged) if name in names]
    places = {item.text: item.position for item in campaign.dataset.items.all()}
    assert names not in (sorted(names), sorted(names, key=places.__getitem__))


@pytest.mark.long
def test_of_questions_it_is_what_all_at_once_gives() -> None:
    campaign = some_questions()
    assert made(campaign, "questions") == slow_listed.questions_jsonl(campaign) == b""
    answer_with_questions(
        campaign,
        ["Who reads it?", "Is it sold?"],
        ["=Is it a? ü", "Are my\u00a0notes sold?"],
        ["Why?", "Who?"],
    )
    exclude_worker(enrolment=campaign.enrolments.order_by("pk")[1], user=make_user(), reason="a")
    body = made(campaign, "questions")
    assert body == slow_listed.questions_jsonl(campaign)
    assert body.count(b"\n") == 2 * 2 * campaign.hit_count


@pytest.mark.long
def test_of_versions_it_is_what_all_at_once_gives() -> None:
    campaign = some_sites()
    assert made(campaign, "versions") == slow_listed.versions_jsonl(campaign) == b""
    collect(
        campaign, version(), version("Privacy ü\nCookies\nNone.", ["cookies"]), version(), version()
    )
    exclude_worker(enrolment=campaign.enrolments.order_by("pk")[1], user=make_user(), reason="a")
    accept_judgment(judgment=campaign.judgments.counting().latest("pk"), user=make_user())
    body = made(campaign, "versions")
    assert body == slow_listed.versions_jsonl(campaign)
    assert body.count(b"\n") == 3 * campaign.hit_count


def some_questions(apps: int = 5) -> Campaign:
    named = tuple((f"App {number}", "It keeps notes.") for number in range(apps, 0, -1))
    return question_campaign(make_apps(None, named), redundancy=4)


def some_sites(sites: int = 5) -> Campaign:
    names = [f"shop-{number}.example" for number in range(sites, 0, -1)]
    return collection(make_sites(None, *names), redundancy=4)


# Database queries


@pytest.mark.long
@pytest.mark.parametrize("name", SPANS)
def test_one_query_is_sent_for_some_texts_at_a_time(name: str) -> None:
    """It reads the decisions on a batch of texts or, in the order of the first judgments, the
    texts."""
    few, many = (
        queries_when_judged(campaign_of_spans(*numbered_texts(texts), redundancy=2), name)
        for texts in (3, 12)
    )
    assert many - few == (12 - 3) / batches.ITEMS_AT_ONCE


def queries_when_judged(campaign: Campaign, name: str) -> int:
    """Return how many queries a file takes, once the texts are judged."""
    judge_spans(campaign, 2, 3)
    return queries_of(campaign, name)


def queries_of(campaign: Campaign, name: str) -> int:
    made(campaign, name)
    with CaptureQueriesContext(connection) as captured:
        made(campaign, name)
    return len(captured)


@pytest.mark.long
@pytest.mark.parametrize("name", ["questions", "versions"])
def test_one_query_reads_what_was_requested_or_collected(name: str) -> None:
    """The campaign, its dataset and the transaction take further queries."""
    counted = []
    for many in (2, 8):
        if name == "questions":
            campaign = some_questions(many)
            answer_with_questions(campaign, ["Who reads it?", "Is it sold?"], ["Why?", "Who?"])
        else:
            campaign = some_sites(many)
            collect(campaign, version(), version())
        counted.append(queries_of(campaign, name))
    assert counted[0] == counted[1] == queries_of(campaign_without(name), name)


def campaign_without(name: str) -> Campaign:
    """Return a campaign without judgments."""
    return some_questions() if name == "questions" else some_sites()


# Memory


def test_of_spans_some_texts_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text with its judgments and its decision takes some thousand bytes."""
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 10)
    few, many = 50, by_tier(quick=150, long=400)
    small, large = _marked(few), _marked(many)
    for name in ("conll", "spans-csv", "web-annotation", *long_only("brat")):
        one, other = (peak_of(partial(gold_to_nowhere, each, name)) for each in (small, large))
        assert (other - one) / (many - few) < 300, (name, (other - one) / (many - few))


def _marked(texts: int) -> Campaign:
    campaign = make_campaign(texts=texts, scheme="spans")
    judged_by_rows(campaign, workers=WORKERS, vector=lambda luck: [4, luck.randrange(3), 3, 0])
    Decision.objects.bulk_create(
        Decision(
            campaign=campaign,
            hit=hit,
            adjudicator=1,
            how="written",
            payload={},
            final=True,
            vector=[4, 0, 2, 1],
        )
        for hit in campaign.hits.all()
    )
    return campaign


@pytest.mark.parametrize("name", ["questions", "versions"])
def test_some_questions_and_versions_are_in_memory(name: str) -> None:
    def answered(texts: int) -> Campaign:
        campaign = some_questions(texts) if name == "questions" else some_sites(texts)
        _answered(campaign, name)
        return campaign

    assert growth(answered, 10, by_tier(quick=20, long=110), name) / WORKERS < 300


def _answered(campaign: Campaign, name: str) -> None:
    """Return answers of two thousand characters."""
    question = "Who reads it? " * 140
    payload = {} if name == "questions" else version(question)
    vector = [len(question), *map(ord, question)] if name == "questions" else [1]
    judged_by_rows(campaign, workers=WORKERS, vector=lambda luck: vector)
    campaign.judgments.update(payload=payload)


# What CoNLL cannot express about a later text


@pytest.fixture
def across() -> Campaign:
    """Give the last of some texts overlapping spans."""
    texts = (BANK, f"{BANK} 2", f"{BANK} 3", f"{BANK} 4", ADA)
    campaign = campaign_of_spans(*texts, settings={"overlap": "nested"}, redundancy=1)
    enrolment = enrol(campaign)
    for _ in texts:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        overlapping = [[0, 2, "Person"], [1, 2, "Place"]] if assignment.hit.item.text == ADA else []
        submit(enrolment, assignment, {"spans": overlapping})
    return campaign


def test_conll_is_refused_whole(across: Campaign, client: Client, tmp_path: Path) -> None:
    with pytest.raises(Conflict, match=r"Brandt” \[Place\] overlaps another"):
        export_file(across.pk, "conll")
    path = tmp_path / "a.conll"
    with pytest.raises(CommandError, match="Use brat"):
        run("export_gold", str(across.pk), "--as", "conll", "-o", str(path))
    assert not path.exists()
    client.force_login(across.dataset.project.memberships.get().user)
    page = client.get(reverse("export_file", args=(across.pk, "conll")))
    answer = client.get(f"/api/v1/campaigns/{across.pk}/files/conll")
    for refused in (page, answer):
        assert (refused.status_code, "ETag" in refused.headers) == (409, False)
        assert "overlaps another" in refused.content.decode()
    assert not AuditEvent.objects.filter(verb="file.taken").exists()


@pytest.mark.long
def test_a_snapshot_without_conll_says_why(across: Campaign) -> None:
    snapshot = ask_for_snapshot(campaign=across, user=make_user())
    Snapshot.objects.filter(pk=snapshot.pk).update(wanted=["conll"])
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.status == Snapshot.Status.FAILED
    assert "overlaps another" in snapshot.problem
    assert "Use brat" in snapshot.problem
    assert not snapshot.files.get(name="spans.conll").digest
