"""Files of questions become two datasets; documents get their sentences once; a worker stays in a
document."""

import json
from pathlib import Path

import pytest

from annotation.models import HIT, Dataset, Item
from annotation.services.datasets.question_datasets import NewQuestion, create_questions
from annotation.services.errors import Conflict, Invalid
from annotation.services.work.claim import claim_hit
from tests.helpers.evidence import (
    PLAIN,
    QUESTION,
    SENTENCES,
    document,
    import_lines,
    question,
    sections,
)
from tests.helpers.factories import enrol, make_campaign, make_project, submit
from tests.helpers.imports import imported

SHARED = Path(__file__).parents[3] / "shared" / "data"


def test_a_file_becomes_questions_and_their_documents() -> None:
    lines = [document(sections=sections()), question(category="Retention"), document("b", ["One."])]
    dataset = import_lines(*lines, name="Study")
    assert (dataset.kind, dataset.item_count) == ("questions", 1)
    item = dataset.items.get()
    assert item.text == "house/1"
    assert item.content == {"question": QUESTION, "sentences": 5, "category": "Retention"}
    documents = Dataset.objects.get(project=dataset.project, name="Study documents")
    assert (documents.kind, documents.item_count) == ("documents", 2)
    assert item.document is not None
    assert item.document.dataset == documents
    content = item.document.content
    assert content["sentences"] == list(SENTENCES)
    assert content["outline"] == [["What we collect", 0], ["How long we keep it", 2]]
    found = [section["title"] for section in content["sections"]]
    assert found == ["What we collect", "How long we keep it"]


def test_squad_and_privacyqa_are_known_by_what_they_hold() -> None:
    squad = {
        "version": "1.1",
        "data": [
            {
                "title": "house",
                "paragraphs": [
                    {
                        "context": "We log.\nWe keep it.",
                        "qas": [
                            {
                                "id": "q1",
                                "question": "What?",
                                "answers": [{"text": "We log.", "answer_start": 0}],
                            }
                        ],
                    }
                ],
            }
        ],
    }
    project = make_project()
    first = imported("s.json", json.dumps(squad), "S", project)
    content = Item.objects.get(dataset=first).document.content  # type: ignore[union-attr]
    assert content["text"] == "We log.\nWe keep it."
    assert content["breaks"] == [1]
    table = "DocID\tQueryID\tQuery\tSegment\tAnn1\nd\tq\tWhy?\tOne.\tRelevant\n"
    commas = table.replace("\t", ",")
    tables = [(name, one) for name in ("p.csv", "p.tsv", "p") for one in (table, commas)]
    for number, (filename, one) in enumerate(tables):
        second = imported(filename, one, f"P{number}", project)
        assert Item.objects.get(dataset=second).document.text == "d"  # type: ignore[union-attr]


def test_a_release_file_with_squads_words_stays_one() -> None:
    body = {"items": 1, "annotation set": {"data paragraphs": {"1": [0]}}, "tokens": {}}
    dataset = imported("r.json", json.dumps(body | {"note": ["data", "paragraphs"]}))
    assert dataset.kind == "texts"


def test_with_any_error_nothing_is_made() -> None:
    project = make_project()
    with pytest.raises(Invalid) as refused:
        import_lines(document(), question(name="nowhere"), project=project)
    assert refused.value.details["errors"][0]["row"] == 2
    for options in ([], ["a"], ["a", "a"], ["a", 1]):
        with pytest.raises(Invalid):
            import_lines(document(), question(extra={"options": options}), project=project)
    with pytest.raises(Invalid, match="at most 110"):
        import_lines(document(), question(), project=project, name="x" * 111)
    assert not Dataset.objects.filter(project=project).exists()
    import_lines(document(), question(), project=project, name="A documents")
    with pytest.raises(Conflict, match="A documents"):
        import_lines(document(), question(), project=project, name="A")
    assert Dataset.objects.filter(project=project).count() == 2


def documents_of_sections() -> Dataset:
    policy = {
        "document": "policy",
        "sections": [
            {"title": "Data", "text": "We ask for your name. We ask for little else, e.g. a town."},
            {"title": "Logs", "paragraphs": ["They are kept.", "See Sec. 5 below! 好。好？"]},
            {"title": "End", "paragraphs": []},
        ],
    }
    return imported("p.jsonl", json.dumps(policy), "Policies")


def test_documents_of_sections_are_divided_once() -> None:
    documents = documents_of_sections()
    create_questions(
        documents=documents,
        user=None,
        name="First",
        questions=[NewQuestion("q1", "policy", {"question": "Why?"})],
    )
    content = documents.items.get().content
    assert content["sentences"] == [
        "We ask for your name.",
        "We ask for little else, e.g. a town.",
        "They are kept.",
        "See Sec. 5 below!",
        "好。",
        "好？",
    ]
    assert content["outline"] == [["Data", 0], ["Logs", 2]]
    assert content["breaks"] == [2, 3]
    divided = {**content, "sentences": ["Another division."]}
    documents.items.update(content=divided)
    second = create_questions(
        documents=documents,
        user=None,
        name="Second",
        questions=[NewQuestion("q1", "policy", {"question": "Who?"})],
    )
    assert documents.items.get().content == divided
    assert second.items.get().content["sentences"] == 1


def test_questions_need_documents_that_are_there() -> None:
    documents = documents_of_sections()
    for questions in ([], [NewQuestion("q1", "nowhere", {"question": "Why?"})]):
        with pytest.raises(Invalid):
            create_questions(documents=documents, user=None, name="Q", questions=questions)


@pytest.mark.long
def test_a_worker_stays_in_a_document_and_gets_its_questions_in_order() -> None:
    lines = []
    for n in range(6):
        lines += [document(f"d{n}")]
    for k in range(3):
        lines += [question(f"Question {k}?", f"d{n}") for n in range(6)]
    dataset = import_lines(*lines)
    campaign = make_campaign(dataset, scheme="evidence", settings=PLAIN)
    enrolment = enrol(campaign)
    served = []
    for _ in range(18):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        item = assignment.hit.item
        assert item.document is not None
        served.append((item.document.text, item.content["question"]))
        submit(enrolment, assignment, {"answerable": True, "sentences": [0]})
    order = [name for name, _ in served[::3]]
    assert served == [(name, f"Question {k}?") for name in order for k in range(3)]
    assert sorted(order) == [f"d{n}" for n in range(6)]
    campaigns = [make_campaign(dataset, scheme="evidence", settings=PLAIN) for _ in range(6)]
    firsts = {
        HIT.objects.select_related("item__document").get(campaign=one, position=1).item.document_id
        for one in campaigns
    }
    assert len(firsts) > 1


@pytest.mark.long
@pytest.mark.skipif(not SHARED.exists(), reason="the data sets are not here")
def test_the_fifteen_policies() -> None:
    body = (SHARED / "opp115" / "evidence.jsonl").read_bytes()
    dataset = imported("evidence.jsonl", body, "OPP")
    assert dataset.item_count == 135
    assert Dataset.objects.get(name="OPP documents").item_count == 15
