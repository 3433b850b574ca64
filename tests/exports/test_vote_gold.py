"""Gold of labels, pairs, spans and evidence, and the consensus of labels and pairs as a table:
streamed, with the same bytes as when built all at once."""

import json

import pytest

from analysis.exports import evidence_gold as evidence_parts
from analysis.exports import json_parts
from analysis.exports.export_registry import export_file
from analysis.reading import batches, binary_rows
from annotation.models import Campaign, Item
from annotation.services.decisions.decide import accept_judgment
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.exports.slow_vote_consensus import label_consensus, pair_consensus
from tests.exports.slow_vote_gold import evidence_gold, label_gold, pair_gold, span_gold
from tests.helpers.evidence import (
    SENTENCES,
    document,
    evidence_campaign,
    judge_all,
    question,
    sections,
)
from tests.helpers.factories import make_campaign, make_dataset, make_user
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.measured import growth, judged_by_rows
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.spans import ADA, campaign_of_spans, judge_spans
from tests.helpers.tiers import by_tier, long_only

pytestmark = pytest.mark.django_db(transaction=True)

# By code point the second sorts after the first; in UTF-16 before it.
WORKERS = 5
NAMES = ("～ the last but one", "👩‍👩‍👧 the last", "Ä b", "z", "a|b", "\\n")


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE", "JUDGMENTS_AT_ONCE"):
        monkeypatch.setattr(batches, name, 3)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 3)
    monkeypatch.setattr(json_parts, "MAX_IN_MEMORY", 100)
    monkeypatch.setattr(json_parts, "AT_ONCE", 1000)


def made(campaign: Campaign) -> bytes:
    return export_file(campaign.pk, "gold").body


def renamed(campaign: Campaign) -> Campaign:
    """Use unsorted names, as the file contains none of the dataset's."""
    for name, item in zip(NAMES, Item.objects.filter(dataset=campaign.dataset_id), strict=False):
        item.text = name
        item.save()
    return campaign


def touched(campaign: Campaign) -> None:
    """Add an exclusion, judgments set aside, a text without counting ones, and decisions."""
    user = make_user()
    exclude_worker(enrolment=campaign.enrolments.order_by("pk")[0], user=user, reason="a habit")
    counting = [*campaign.judgments.counting().order_by("pk")]
    for judgment in campaign.judgments.filter(counts=True, hit__item=counting[5].hit.item_id):
        review_judgment(judgment=judgment, user=user, review="set_aside", reason="in haste")
    accept_judgment(judgment=campaign.judgments.counting().order_by("pk")[0], user=user)
    accept_judgment(judgment=campaign.judgments.counting().order_by("-pk")[0], user=user)


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_of_labels_it_is_what_all_at_once_gives(kind: str) -> None:
    campaign = renamed(make_labels(kind, texts=14, redundancy=12))
    assert made(campaign) == label_gold(campaign)
    judge_labels(campaign, 12, 7)
    touched(campaign)
    assert made(campaign) == label_gold(campaign)
    fold_all(campaign.pk)
    gold = made(campaign)
    assert gold == label_gold(campaign)
    assert b'"differences": [\n' in gold
    assert b'"decisions": {\n' in gold


def test_of_pairs_it_is_what_all_at_once_gives() -> None:
    campaign = renamed(make_three_way(pairs=14, redundancy=12))
    assert made(campaign) == pair_gold(campaign)
    judge(campaign, 12, 7)
    touched(campaign)
    fold_all(campaign.pk)
    gold = made(campaign)
    assert gold == pair_gold(campaign)
    assert b'"differences": [\n' in gold


def test_of_spans_it_is_what_all_at_once_gives() -> None:
    texts = [f"{ADA} {number}" for number in range(14)]
    known: list[list[int | str]] = [[0, 2, "Person"]]
    gold = dict.fromkeys(texts[::3], known)
    campaign = renamed(campaign_of_spans(*texts, gold=gold, redundancy=12))
    assert made(campaign) == span_gold(campaign)
    judge_spans(campaign, 12, 7)
    touched(campaign)
    assert made(campaign) == span_gold(campaign)
    fold_all(campaign.pk)
    gold_file = made(campaign)
    assert gold_file == span_gold(campaign)
    assert b'"decisions": {\n' in gold_file
    assert json.loads(gold_file)["figures"]["ways"]["votes"]["gold"]


def test_of_evidence_it_is_what_all_at_once_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.exports.evidence_gold.DOCUMENTS_AT_ONCE", 1)
    lines = [document(name, sections=sections()) for name in ("z", "～ last", "👩‍👩‍👧", "unasked")]
    lines += [
        question(f"How long is log {number} kept?", name)
        for number in range(5)
        for name in ("👩‍👩‍👧", "z", "～ last")
    ]
    campaign = evidence_campaign(*lines, redundancy=6)
    assert made(campaign) == evidence_gold(campaign)
    judge_all(campaign, 6)
    touched(campaign)
    assert made(campaign) == evidence_gold(campaign)
    fold_all(campaign.pk)
    gold = made(campaign)
    assert gold == evidence_gold(campaign)
    content = json.loads(gold)["figures"]["agreement"]
    for cases in (
        content["disagreement"]["cases"],
        content["disagreement"]["one_apart_cases"],
        content["minority_abstains"]["cases"],
    ):
        assert len(cases) > 1
    assert content["documents"] == 4


@pytest.mark.long
def test_it_holds_a_few_numbers_a_judgment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most memory is used while all are weighted together; the file has 700 bytes per judgment."""
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE", "JUDGMENTS_AT_ONCE"):
        monkeypatch.setattr(batches, name, 20)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 20)
    few, many = by_tier(quick=(50, 300), long=(100, 1_000))
    assert growth(judged_labels, few, many) / WORKERS < 300


def test_of_spans_it_holds_a_few_numbers_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has 700 bytes per judgment, and 300 more per text."""
    for name in ("ITEMS_AT_ONCE", "JUDGMENTS_AT_ONCE"):
        monkeypatch.setattr(batches, name, 20)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 20)
    few, many = by_tier(quick=(40, 120), long=(50, 400))
    assert growth(_marked, few, many) < 500


@pytest.mark.long
def test_of_evidence_it_holds_a_few_numbers_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has a further 10,000 bytes per document."""
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 5)
    monkeypatch.setattr(evidence_parts, "DOCUMENTS_AT_ONCE", 1)
    assert growth(_with_documents, 5, 45) < 5000


@pytest.mark.parametrize(
    "name", ["judgments-csv", *long_only("judgments-jsonl", "crowd-kit", "label-studio")]
)
def test_files_of_judgments_hold_some_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judgment in memory takes more than a thousand bytes."""
    for constant in ("ITEMS_AT_ONCE", "JUDGMENTS_AT_ONCE"):
        monkeypatch.setattr(batches, constant, 10)
    few, many = by_tier(quick=(40, 100), long=(120, 320))
    assert growth(judged_labels, few, many, name) / WORKERS < 300


def _with_documents(documents: int) -> Campaign:
    long = [f"{sentence} {number}" for number in range(40) for sentence in SENTENCES]
    names = [f"document {number}" for number in range(documents)]
    questions = [question(f"How long, {name}?", name) for name in names]
    campaign = evidence_campaign(*(document(name, long) for name in names), *questions)
    return judged_by_rows(
        campaign, workers=WORKERS, vector=lambda luck: [1, *[0] * 6, luck.randrange(9)]
    )


def _marked(texts: int) -> Campaign:
    campaign = make_campaign(texts=texts, scheme="spans")
    return judged_by_rows(
        campaign, workers=WORKERS, vector=lambda luck: [4, luck.randrange(3), 3, 0]
    )


def judged_labels(texts: int) -> Campaign:
    dataset = make_dataset(texts)
    campaign = make_campaign(dataset, scheme="label", settings={"kind": "one"})
    return judged_by_rows(campaign, workers=WORKERS, vector=lambda luck: [luck.randrange(3)])


def judged_unequally(campaign: Campaign) -> None:
    """Set some judgments aside, different ones for each item."""
    for number, item in enumerate(Item.objects.filter(dataset=campaign.dataset_id)):
        given = campaign.judgments.counting().filter(hit__item=item).order_by("-pk")
        some = [*given.values_list("pk", flat=True)[: number % 4]]
        campaign.judgments.filter(pk__in=some).update(counts=False, review="set_aside")


def made_table(campaign: Campaign) -> bytes:
    return export_file(campaign.pk, "consensus-csv").body


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_labels_is_what_all_at_once_gives(kind: str) -> None:
    campaign = renamed(make_labels(kind, texts=14, redundancy=12))
    assert made_table(campaign) == label_consensus(campaign)
    assert made_table(campaign).count(b"\n") == 1
    judge_labels(campaign, 12, 7)
    assert made_table(campaign) == label_consensus(campaign)
    touched(campaign)
    judged_unequally(campaign)
    table = made_table(campaign)
    assert table == label_consensus(campaign)
    assert table.count(b"\n") == 14  # the header, and no row of the text without a judgment
    assert sum(line.endswith(b",1") for line in table.splitlines()) == 2  # the adjudicator


@pytest.mark.few(1)
@pytest.mark.parametrize("three_way", [True, False])
def test_the_table_of_pairs_is_what_all_at_once_gives(three_way: bool) -> None:
    if three_way:
        campaign = renamed(make_three_way(pairs=14, redundancy=12))
        assert Item.objects.filter(content__similarity=None).count() == 0
    else:
        campaign = renamed(make_pair_campaign(make_pairs(14, ["yes", "no"]), redundancy=12))
    assert made_table(campaign) == pair_consensus(campaign)
    judge(campaign, 12, 7)
    assert made_table(campaign) == pair_consensus(campaign)
    touched(campaign)
    judged_unequally(campaign)
    table = made_table(campaign)
    assert table == pair_consensus(campaign)
    assert sum(line.endswith(b",1") for line in table.splitlines()) == 2


@pytest.mark.long
def test_where_nobody_counts_there_are_no_rows() -> None:
    campaign = make_labels("one", texts=2)
    judge_labels(campaign, 1, 7)
    exclude_worker(enrolment=campaign.enrolments.get(), user=make_user(), reason="a habit")
    assert made_table(campaign) == label_consensus(campaign)
    assert made_table(campaign).count(b"\n") == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", ["label", "pair"])
def test_the_table_holds_few_numbers(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judgment in memory takes more than a thousand bytes, and so does a row."""
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE"):
        monkeypatch.setattr(batches, name, 20)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 20)
    make = judged_labels if scheme == "label" else _judged_pairs
    few, many = by_tier(quick=(30, 90), long=(100, 1_000))
    assert growth(make, few, many, "consensus-csv") / WORKERS < 170


def _judged_pairs(pairs: int) -> Campaign:
    campaign = make_campaign(make_pairs(pairs), scheme="pair", settings={"preset": "binary"})
    return judged_by_rows(campaign, workers=WORKERS, vector=lambda luck: [luck.randrange(2)])
