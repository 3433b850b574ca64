"""Files of evidence: streamed, with the same bytes as when built all at once, in constant
memory."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analysis.exports import json_parts
from analysis.exports.export_registry import export_file
from analysis.reading import evidence_source
from annotation.models import Campaign
from annotation.services.work.review import review_judgment
from tests.exports.slow_evidence_forms import NAMES, at_once
from tests.helpers.evidence import (
    CHARACTERS,
    SENTENCES,
    answer_in_characters,
    document,
    evidence_campaign,
    judge_all,
    question,
    sections,
)
from tests.helpers.factories import make_user
from tests.helpers.measured import gold_to_nowhere, judged_by_rows, peak_of
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)

PAPER: dict[str, Any] = {"preset": "privacyqa"}

# Titles shared by adjacent and by distant documents, names in place of a title, reserved words of
# the forms, and documents without questions.
DOCUMENTS = (
    document("house", sections=sections()),
    document("Law/1", title="Law"),
    document("Law/2", title="Law", extra={"Folder": "=law", "qas": "its own", "context": 1}),
    document("between", text="\n".join(SENTENCES)),
    document("Law/3", title="Law", extra={"document": "its own"}),
    document("Law/7", title="Law"),
    document("/1"),
    document("Law"),
    document("Law/6", title="Law"),
    document("～ nobody asks"),
)
DOCUMENTS_OF_QUESTIONS = (
    "Law",
    "house",
    "Law/2",
    "Law/2",
    "between",
    "house",
    "/1",
    "Law/7",
    "Law/3",
    "Law/1",
)


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence_source, "DOCUMENTS_AT_ONCE", 2)
    monkeypatch.setattr(evidence_source, "QUESTIONS_AT_ONCE", 3)
    monkeypatch.setattr(json_parts, "MAX_IN_MEMORY", 100)


def questions() -> list[str]:
    """Make questions on documents in turn, some with an id and additional columns."""
    lines = [
        question(f"=How long, {n}, “Ann”?", name) for n, name in enumerate(DOCUMENTS_OF_QUESTIONS)
    ]
    lines += [
        question(f"Is it {name}?", name, category="First") for name in DOCUMENTS_OF_QUESTIONS[:4]
    ]
    extra = {"Split": "-test", "question": "another", "id": 7}
    return [*lines, question("Whose?", "/1", id="own", extra=extra), question("And?", "/1")]


def made(campaign: Campaign, name: str) -> bytes:
    return export_file(campaign.pk, name).body


def same(campaign: Campaign) -> None:
    for name in NAMES:
        assert made(campaign, name) == at_once(campaign, name), name


@pytest.mark.parametrize(
    ("settings", "judge"),
    [(PAPER, judge_all), (CHARACTERS, answer_in_characters)],
    ids=["sentences", "characters"],
)
def test_they_equal_twins(settings: dict[str, Any], judge: Callable[[Campaign, int], None]) -> None:
    campaign = evidence_campaign(*DOCUMENTS, *questions(), settings=settings, redundancy=4)
    same(campaign)
    judge(campaign, 4)
    first = campaign.judgments.filter(hit__item__position=1).order_by("pk")[0]
    review_judgment(judgment=first, user=make_user(), review="set_aside", reason="in haste")
    for judgment in campaign.judgments.filter(hit__item__position=2):
        review_judgment(judgment=judgment, user=make_user(), review="set_aside", reason="idle")
    same(campaign)
    assert made(campaign, "privacyqa").splitlines()[0].split()[-4:] == b"2 3 4 1".split()
    assert b'"version": "v2.0"' in made(campaign, "squad")
    assert b'"document": "Law/7"' in made(campaign, "squad")
    assert b'"document": "Law/2"' not in made(campaign, "squad")


def test_they_are_the_same_where_everybody_finds_an_answer() -> None:
    campaign = evidence_campaign(*DOCUMENTS, *questions(), redundancy=2)
    marked = {hit.item.text: [[2, 4], [0]] for hit in campaign.hits.select_related("item")}
    judge_all(campaign, 2, marked=marked)
    same(campaign)
    assert made(campaign, "squad").startswith(b'{"version": "1.1"')


def test_they_hold_few_documents_and_questions_at_a_time() -> None:
    """Built all at once, each form takes at least 50,000 bytes per document."""
    few, many = by_tier(quick=(3, 7), long=(5, 25))
    for name, grown in _growth(_with_documents(few), _with_documents(many)):
        assert grown / (many - few) < 8_000, name


def test_a_document_with_all_questions_is_read_as_others_are() -> None:
    """Built all at once, each form takes at least 4,000 bytes per question."""
    few, many = by_tier(quick=(10, 25), long=(40, 160))
    for name, grown in _growth(_on_one(few), _on_one(many)):
        assert grown / (many - few) < 1500, name


@pytest.mark.long
def test_they_take_two_queries_for_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence_source, "DOCUMENTS_AT_ONCE", 5)
    monkeypatch.setattr(evidence_source, "QUESTIONS_AT_ONCE", 10)
    small, large = _with_documents(5), _with_documents(15)  # one batch, and three batches
    for name in NAMES:
        passes = 2 if name == "privacyqa-answered" else 1  # it reads who still has answers first
        assert _queries(large, name) - _queries(small, name) <= 2 * 2 * passes, name


def _growth(small: Campaign, large: Campaign) -> Iterator[tuple[str, int]]:
    """Yield how much more memory each form takes for the larger campaign."""
    for name in by_tier(quick=("squad", "privacyqa-csv"), long=NAMES):
        one, other = (peak_of(partial(gold_to_nowhere, each, name)) for each in (small, large))
        yield name, other - one


def _queries(campaign: Campaign, name: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        gold_to_nowhere(campaign, name)
    return len(queries)


def _with_documents(documents: int) -> Campaign:
    long = [f"{sentence} {number}" for number in range(40) for sentence in SENTENCES]
    names = [f"document {number}" for number in range(documents)]
    questions = [question(f"How long, {n}, {name}?", name) for name in names for n in range(2)]
    return _judged(evidence_campaign(*(document(name, long) for name in names), *questions))


def _on_one(questions: int) -> Campaign:
    return _judged(
        evidence_campaign(document(), *(question(f"Why {n}?") for n in range(questions)))
    )


def _judged(campaign: Campaign) -> Campaign:
    return judged_by_rows(campaign, workers=5, vector=lambda luck: [1, *[0] * 6, luck.randrange(5)])
