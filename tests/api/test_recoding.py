"""Labels on sections of documents, as in OPP-115, and on questions, from upload to export."""

import csv
import io
import json
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import Campaign, Dataset
from annotation.services.datasets.datasets import import_dataset
from tasks.fold import fold_all
from tests.api.studies import API, Study
from tests.commands.running import SHARED
from tests.helpers.evidence import import_lines
from tests.helpers.factories import enrol, judge_next

OPP115 = SHARED / "data" / "opp115"
CATEGORIES = ["First Party Collection", "Data Security", "Other"]
LONG = "We encrypt what you send us. " * 20
POLICIES = [
    {
        "document": "one.example",
        "sections": [
            {"text": "Privacy statement", "gold": "Other", "votes": {"Other": 3}},
            {"text": LONG, "gold": "Data Security | Other"},
        ],
    }
]
QUESTIONS = [
    {"type": "document", "document": "one.example", "sentences": ["We log.", "We sell it."]},
    *(
        {"type": "question", "document": "one.example", "question": text, "answers": {}}
        for text in ("Do you sell it?", "Can I sue?")
    ),
]


def of_any(*texts: str) -> dict[str, Any]:
    labels = [{"label": name, "key": name[0].lower()} for name in CATEGORIES]
    return {"kind": "any", "labels": labels, "texts": texts or ["text"]}


def post(api: API, path: str, body: Any = None, status: int = 201) -> dict[str, Any]:
    answer = api.post(path, body)
    assert answer.status_code == status, answer.json()
    found: dict[str, Any] = answer.json()
    return found


def judged_rows(campaign_id: int, answers: list[list[int]]) -> list[dict[str, str]]:
    worker = enrol(Campaign.objects.get(pk=campaign_id))
    for answer in answers:
        judge_next(worker, {"answer": answer})
    fold_all(campaign_id)
    body = export_file(campaign_id, "judgments-csv").body.decode()
    return sorted(csv.DictReader(io.StringIO(body)), key=lambda row: row["item"])


def test_sections_of_any_length_are_labelled(study: Study) -> None:
    api, asked = study.researcher, {"scheme": "label", "name": "Categories", "redundancy": 1}
    rows = {"project": study.project.pk, "name": "Policies", "rows": POLICIES}
    documents = post(api, "datasets", rows)["id"]
    drafted = post(
        api,
        "campaigns",
        asked | {"dataset": documents, "parts": "sections", "settings": of_any()},
    )
    assert drafted["left_out"] == 0
    launched = post(api, f"campaigns/{drafted['id']}/launch", status=200)
    assert launched["hits"] == 2
    found = judged_rows(drafted["id"], [[1], [1]])
    assert [(row["document"], row["section"], row["gold"]) for row in found] == [
        ("one.example", "1", "Other"),
        ("one.example", "2", "Data Security|Other"),
    ]


def test_questions_are_labelled_next_to_their_evidence(study: Study) -> None:
    api = study.researcher
    rows = {"project": study.project.pk, "name": "NQ", "rows": QUESTIONS}
    questions = post(api, "datasets", rows)["id"]
    item = api.get(f"datasets/{questions}/items").json()["results"][0]["id"]
    marked = {"answerable": True, "sentences": [1]}
    rows = {
        "dataset": questions,
        "name": "Experts",
        "scheme": "evidence",
        "rows": [{"item": item, "annotator": "a", "payload": marked}],
    }
    evidence = post(api, "sets/bulk", rows)["set"]["id"]
    asked = {"name": "NQ texts", "evidence_set": evidence}
    path = f"datasets/{questions}/texts"
    assert "not both" in str(post(api, path, asked | {"evidence_campaign": 1}, status=400))
    texts = post(api, path, asked)
    assert (texts["kind"], texts["items"]) == ("documents", 2)
    settings = of_any("text", "evidence")
    drafted = post(
        api,
        "campaigns",
        {"dataset": texts["id"], "scheme": "label", "name": "Recoded", "settings": settings},
    )
    post(api, f"campaigns/{drafted['id']}/launch", status=200)
    found = judged_rows(drafted["id"], [[], []])
    assert [(row["item"], row["document"]) for row in found] == [
        ("one.example/1", "one.example"),
        ("one.example/2", "one.example"),
    ]
    gold = json.loads(export_file(drafted["id"], "gold").body)
    shown = {one["name"]: one["text"] for one in gold["items"]["one.example/1"]["texts"]}
    assert shown == {"text": "Do you sell it?", "evidence": "We sell it."}
    assert post(api, f"datasets/{texts['id']}/texts", {"name": "Again"}, status=400)


@pytest.mark.long
@pytest.mark.skipif(not OPP115.exists(), reason="the policies of OPP-115 are not here")
def test_the_sections_and_questions_of_opp_115_are_labelled(study: Study) -> None:
    api, project = study.researcher, study.project
    documents = import_dataset(
        project=project,
        user=study.owner,
        name="OPP-115",
        filename="policies.jsonl",
        body=(OPP115 / "policies.jsonl").read_bytes(),
    )
    asked = {"scheme": "label", "name": "Categories", "settings": of_any()}
    drafted = post(api, "campaigns", asked | {"dataset": documents.pk, "parts": "sections"})
    sections = Dataset.objects.get(pk=drafted["dataset"])
    lengths = [len(one["sections"][0]["paragraphs"]) for one in _contents(sections)]
    assert (sections.item_count, drafted["left_out"]) == (len(lengths), 0)
    lines = (OPP115 / "evidence.jsonl").read_text().splitlines()
    questions = import_lines(*lines, project=project, name="Questions")
    texts = post(api, f"datasets/{questions.pk}/texts", {"name": "Questions as texts"})
    assert texts["items"] == sum(json.loads(line)["type"] == "question" for line in lines)
    settings = of_any("text", "category", "document text")
    post(api, "campaigns", asked | {"dataset": texts["id"], "settings": settings})


def _contents(dataset: Dataset) -> list[dict[str, Any]]:
    return list(dataset.items.values_list("content", flat=True))
