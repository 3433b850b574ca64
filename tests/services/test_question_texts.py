"""Questions become texts of their own, which campaigns label and mark."""

import csv
import io
import json
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from analysis.reading.item_columns import read_facts
from analysis.reading.material import read_material
from analysis.reports.breakdowns import breakdowns_of
from analysis.schemes import analysis_of
from annotation.models import Campaign, Dataset, Item
from annotation.schemes import scheme_of
from annotation.services.campaigns.elicitation import ask_for_evidence
from annotation.services.datasets.question_texts import make_question_texts
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.deletion import delete
from annotation.services.people.erasure import erase_worker
from midpath.schemes.label.gold_answers import known_answer
from tasks.fold import fold_all
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.evidence import (
    SENTENCES,
    document,
    evidence_campaign,
    import_lines,
    judge_all,
    question,
    sections,
)
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.stored_snapshots import stored_snapshot

KEPT, SOLD = "How long do you keep logs?", "Do you sell my address?"
LINES = (
    document(sections=sections()),
    document("shop", ["We sell it.", "We log."]),
    question(KEPT, id="q1", category="Retention", extra={"Split": "train", "gold": "Neutral"}),
    question(SOLD, id="q2", extra={"Split": "test", "year": 2019, "nested": {"a": 1}}),
    question(SOLD, "shop", id="q3", extra={"Split": "test"}),
)


def texts_of_questions(questions: Dataset | None = None, **more: Any) -> Dataset:
    questions = questions or import_lines(*LINES, name="NQ")
    return make_question_texts(questions=questions, user=None, name="NQ texts", **more)


def labels(dataset: Dataset, *texts: str, **terms: Any) -> Campaign:
    settings = {"kind": "one", **({"texts": texts} if texts else {})}
    return make_campaign(dataset, scheme="label", settings=settings, **terms)


def shown(campaign: Campaign, name: str) -> list[dict[str, Any]]:
    item = campaign.dataset.items.get(text=name)
    found: list[dict[str, Any]] = scheme_of(campaign).shown(item, campaign.settings)["texts"]
    return found


def test_each_question_is_an_item_with_its_columns_and_its_document() -> None:
    made = texts_of_questions()
    found = {item.text: item for item in made.items.select_related("document")}
    assert list(found) == ["q1", "q2", "q3"]
    assert found["q1"].content["columns"] == {
        "category": "Retention",
        "Split": "train",
        "gold": "Neutral",
        "document": "house",
    }
    columns = found["q2"].content["columns"]
    assert columns == {"Split": "test", "year": 2019, "document": "house"}
    assert [one.document and one.document.text for one in found.values()] == [
        *("house", "house", "shop")
    ]


def test_a_label_campaign_shows_the_question_and_if_wanted_its_document() -> None:
    made = texts_of_questions()
    assert [one["text"] for one in shown(labels(made), "q3")] == [SOLD]
    campaign = labels(made, "text", "document text", "Split")
    asked, whole, split = shown(campaign, "q1")
    assert (asked["text"], split["text"]) == (KEPT, "train")
    assert whole["name"] == "document text"
    assert SENTENCES[0] in whole["text"]
    headings = [whole["text"][begin:end] for begin, end in whole["headings"]]
    assert headings == ["What we collect", "How long we keep it"]
    with pytest.raises(Invalid, match="no column document text"):
        labels(made.items.get(text="q1").document.dataset, "document text")  # type: ignore[union-attr]


def test_the_sentences_that_anyone_marked_are_a_column() -> None:
    campaign = evidence_campaign(*LINES)
    judge_all(campaign, 2, marked={"q1": [[3, 2], [2]], "q2": [[1], []], "q3": [[], []]})
    made = texts_of_questions(campaign.dataset, evidence=campaign)
    assert made.items.get(text="q1").content["columns"]["evidence"] == "\n".join(SENTENCES[2:4])
    named = [one["name"] for one in shown(labels(made, "text", "evidence"), "q3")]
    assert named == ["text"]
    with pytest.raises(Invalid, match="no evidence for these questions"):
        texts_of_questions(evidence=campaign)


def test_gold_breakdowns_and_exports_have_the_columns() -> None:
    campaign = labels(texts_of_questions(), redundancy=2)
    items = campaign.dataset.items.order_by("position")
    assert [known_answer(item, campaign.settings) for item in items] == [1, None, None]
    for answer in (0, 1):
        worker = enrol(campaign)
        for _ in range(3):
            judge_next(worker, {"answer": answer})
    fold_all(campaign.pk)
    rows = csv.DictReader(io.StringIO(export_file(campaign.pk, "judgments-csv").body.decode()))
    assert {(row["item"], row["document"], row["gold"]) for row in rows} == {
        ("q1", "house", "Neutral"),
        ("q2", "house", ""),
        ("q3", "shop", ""),
    }
    facts = read_facts([item.pk for item in items])
    lengths = [facts[item.pk].length for item in items]
    assert lengths == [len(text.split()) for text in (KEPT, SOLD, SOLD)]
    found = breakdowns_of(read_material(campaign, analysis_of(campaign)))["breakdowns"]
    by = {one["by"]: [group["value"] for group in one["groups"]] for one in found}
    assert (by["Split"], by["document"]) == (["test", "train"], ["house", "shop"])
    gold = json.loads(export_file(campaign.pk, "gold").body)
    assert gold["items"]["q3"]["texts"] == [{"headings": [], "name": "text", "text": SOLD}]


def test_spans_can_be_marked_in_questions() -> None:
    campaign = make_campaign(texts_of_questions(), scheme="spans")
    item = campaign.dataset.items.get(text="q1")
    assert KEPT in str(scheme_of(campaign).shown(item, campaign.settings))


def test_of_an_erased_worker_no_words_stay() -> None:
    elicited = question_campaign(make_apps(), settings={"questions": 1})
    project = elicited.dataset.project
    worker = enrol(elicited)
    judge_next(worker, {"questions": ["Does quokka see me?"]})
    app = Item.objects.get(hits__assignments__enrolment=worker)
    documents = import_lines(document(app.text), question("Why?", app.text), project=project)
    policies = Dataset.objects.get(pk=documents.details["documents"])
    drafted, _ = ask_for_evidence(
        campaign=elicited, documents=policies, user=project.memberships.get().user, name="Asked"
    )
    made = texts_of_questions(drafted.dataset)
    stored = stored_snapshot(labels(made), gold=b"quokka")
    erase_worker(worker=worker.worker)
    assert [item.content["sections"][0]["paragraphs"] for item in made.items.all()] == [
        ["(erased)"]
    ]
    assert not stored.files.exists()


def test_the_questions_stay_while_their_texts_are_there() -> None:
    made = texts_of_questions()
    questions = Dataset.objects.get(name="NQ")
    owner = questions.project.memberships.get().user
    with pytest.raises(Conflict, match="“NQ texts” is made from this one"):
        delete(thing=questions, user=owner)
    delete(thing=made, user=owner)
    delete(thing=questions, user=owner)


def test_only_questions_become_texts_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    made = texts_of_questions()
    with pytest.raises(Invalid, match="Choose a dataset of questions"):
        texts_of_questions(made)
    with pytest.raises(Conflict, match="already has a dataset named NQ texts"):
        texts_of_questions(Dataset.objects.get(name="NQ"))
    monkeypatch.setattr("annotation.services.datasets.question_texts.MAX_PARTS", 2)
    with pytest.raises(Invalid, match="more than 2 questions"):
        texts_of_questions()
