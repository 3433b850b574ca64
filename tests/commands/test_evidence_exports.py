"""Files of a campaign of evidence: every form, the same bytes, and round trips with `replay`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from analysis.exports.export_registry import export_file
from analysis.schemes import ANALYSES
from annotation.models import AgreementState, Campaign, Dataset, Enrolment, Item
from annotation.services.datasets.datasets import import_dataset
from annotation.services.errors import Invalid
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.evidence.evidence_files import read_evidence, write_evidence
from tasks.fold import fold_all
from tests.commands.running import SHARED, run
from tests.helpers.evidence import document, evidence_campaign, judge_all, question, sections
from tests.helpers.factories import enrol, make_campaign, make_project, submit
from tests.helpers.sets import make_set, of_set
from tests.helpers.statistics import analyze_tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
OPP_115 = SHARED / "data" / "opp115" / "evidence.jsonl"
OPTIONS = ["Ten days", "For ever"]
LINES = (
    document(sections=sections()),
    question(category="Data Retention", extra={"options": OPTIONS}),
    question("Who reads it?", id="readers"),
    document("garden", ["We grow roses.", "Ask at the gate."]),
    question("Who sees the roses?", "garden"),
)
SPANS: dict[str, Any] = {"preset": "plain", "unit": "characters"}


def file_of(campaign: Campaign, name: str) -> bytes:
    return export_file(campaign.pk, name).body


def replayed(path: Path, **terms: Any) -> Campaign:
    """Replay each annotator of the file as a worker who gives their answers."""
    dataset = import_dataset(
        project=make_project(),
        user=None,
        name="Policies",
        filename=path.name,
        body=path.read_bytes(),
    )
    campaign = make_campaign(
        dataset, scheme="evidence", **{"settings": {"preset": "privacyqa"}, **terms}
    )
    run("replay", str(path), "--campaign", str(campaign.pk))
    analyze_tables()
    return campaign


def named(campaign: Campaign, evidence: Evidence) -> Evidence:
    """Replace the workers' numbers with the annotators' names, and restore their order."""
    enrolments = Enrolment.objects.filter(campaign=campaign).order_by("pk")
    ids = enrolments.values_list("worker__external_id", flat=True)
    name_of = {str(number): name for number, name in enumerate(ids, 1)}
    questions = [
        replace(
            one, answers=dict(sorted((name_of[who], given) for who, given in one.answers.items()))
        )
        for one in evidence.questions
    ]
    return replace(evidence, questions=questions)


@pytest.mark.skipif(not OPP_115.exists(), reason="the shared data is not here")
def test_opp_115_comes_back_byte_for_byte(tmp_path: Path) -> None:
    campaign = replayed(OPP_115, settings={"preset": "plain"}, redundancy=3)
    exported = read_evidence("evidence.jsonl", file_of(campaign, "evidence-jsonl"))
    written, lost = write_evidence("evidence.jsonl", named(campaign, exported))
    assert written == OPP_115.read_bytes()
    assert not lost
    fold_all(campaign.pk)
    live = AgreementState.objects.get(campaign=campaign).figures
    scored = json.loads(run("score", "--evidence", str(OPP_115), "--json"))
    assert (scored["documents"], live["questions"]) == (15, 135)
    for name in ("pooled", "per_document"):
        assert live["alpha"][name] == scored["alpha"][name]
    for name in live.keys() - {"alpha"}:
        found = scored[name]
        if isinstance(found, dict):
            found = {key: value for key, value in found.items() if key in live[name]}
        assert live[name] == found, name


@pytest.fixture
def campaign() -> Campaign:
    campaign = evidence_campaign(*LINES, settings={"preset": "plain"}, redundancy=3)
    for number, marked in enumerate(([2], [0, 2], [])):
        enrolment = join_campaign(campaign=campaign, source="replay", external_id=f"e{number}")
        enrolment.campaign = campaign
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            fits = [n for n in marked if n < assignment.hit.item.content["sentences"]]
            payload: dict[str, Any] = {"answerable": bool(fits), "sentences": fits}
            if fits and assignment.hit.item.content.get("options"):
                payload["choice"] = 0
            submit(enrolment, assignment, payload)
    return campaign


def test_every_form_is_made_the_same_twice_and_can_be_read(campaign: Campaign) -> None:
    for name, export in ANALYSES["evidence"].exports.items():
        assert file_of(campaign, name) == file_of(campaign, name)
        assert export_file(campaign.pk, name).name.endswith(export.ending)
    marks = {
        (one.id, who): answer.sentences
        for one in read_evidence("e.jsonl", file_of(campaign, "evidence-jsonl")).questions
        for who, answer in one.answers.items()
    }
    assert marks["house/1", "2"] == (0, 2)
    assert marks["readers", "3"] == ()
    assert len(marks) == 9
    squad = read_evidence("squad.json", file_of(campaign, "squad"))
    assert {one.id for one in squad.questions} == {"house/1", "readers", "garden/1"}
    table = read_evidence("qa.tsv", file_of(campaign, "privacyqa"))
    assert read_evidence("qa.csv", file_of(campaign, "privacyqa-csv")) == table
    again = {
        (one.id, who): answer.sentences
        for one in table.questions
        for who, answer in one.answers.items()
    }
    assert again == marks
    web = json.loads(file_of(campaign, "web-annotation"))
    assert len(web["items"]) == 9
    kinds = {one["type"] for one in web["items"][0]["target"][0]["selector"]}
    assert kinds == {"TextPositionSelector", "TextQuoteSelector"}


def test_options_and_what_was_chosen_come_along(campaign: Campaign) -> None:
    first = read_evidence("e.jsonl", file_of(campaign, "evidence-jsonl")).questions[0]
    assert first.extra == {"options": OPTIONS}
    assert [one.meta for one in first.answers.values()] == [
        *({"choice": "Ten days"}, {"choice": "Ten days"}, {})
    ]


def test_what_was_chosen_is_replayed_and_comes_back(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "evidence.jsonl"
    path.write_bytes(file_of(campaign, "evidence-jsonl"))
    again = replayed(path, settings={"preset": "plain"}, redundancy=3)
    vectors = again.judgments.filter(hit__item__text="house/1").values_list("vector", flat=True)
    assert sorted(vector[2] for vector in vectors) == [0, 1, 1]
    exported = read_evidence(path.name, file_of(again, "evidence-jsonl"))
    written, lost = write_evidence(path.name, named(again, exported))
    assert written == path.read_bytes()
    assert not lost


def test_answer_sets_are_the_sections_of_anybody_s_evidence(campaign: Campaign) -> None:
    found = {
        one["question"]: one for one in json.loads(file_of(campaign, "answer-sets"))["questions"]
    }
    assert [one["title"] for one in found["house/1"]["sections"]] == [
        *("What we collect", "How long we keep it")
    ]
    assert [one["section"] for one in found["house/1"]["sections"]] == [0, 1]
    assert found["house/1"]["sentences"] == [0, 2]
    assert (found["house/1"]["answers"], found["house/1"]["answering"]) == (3, 2)
    assert [one["section"] for one in found["garden/1"]["sections"]] == [0]


def test_gold_holds_the_figures_of_its_answers(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    gold = json.loads(file_of(campaign, "gold"))
    live = AgreementState.objects.get(campaign=campaign).figures
    assert gold["figures"]["agreement"]["alpha"]["pooled"] == live["alpha"]["pooled"]
    assert gold["figures"]["judgments"] == 9
    assert gold["consensus"]["readers"]["majority"] == [2]
    assert set(gold["workers"].values()) == {"replay"}
    path = tmp_path / "answer-sets.json"
    printed = run("export_gold", str(campaign.pk), "--as", "answer-sets", "-o", str(path))
    assert "SHA-256" in printed
    assert path.read_bytes() == file_of(campaign, "answer-sets")


@pytest.mark.quick
def test_spans_are_exact_to_the_character() -> None:
    campaign = evidence_campaign(*LINES, settings=SPANS, redundancy=1)
    enrolment = join_campaign(campaign=campaign, source="replay", external_id="e1")
    enrolment.campaign = campaign
    hit = campaign.hits.get(item__text="readers")
    assignment = claim_hit(enrolment_id=enrolment.pk, hit_id=hit.pk)
    submit(enrolment, assignment, {"answerable": True, "spans": [[3, 15]]})
    exported = read_evidence("e.jsonl", file_of(campaign, "evidence-jsonl"))
    answer = next(one for one in exported.questions if one.id == "readers").answers["1"]
    assert (answer.sentences, answer.spans) == ((0,), ((3, 15),))


def test_extra_answers_come_along_with_the_evidence() -> None:
    campaign = evidence_campaign(*LINES, settings={"preset": "privacyqa"})
    Item.objects.filter(dataset=campaign.dataset, text="house/1").update(
        content={"question": "How long?", "sentences": 5}
    )
    judge_all(campaign, workers=1, seed=3)
    exported = read_evidence("e.jsonl", file_of(campaign, "evidence-jsonl"))
    for one in exported.questions:
        for answer in one.answers.values():
            assert answer.meta.keys() <= {
                *("relevance", "subjectivity", "categories", "likelihood", "cause")
            }
            assert answer.meta


def test_before_anybody_answered_there_are_the_questions(campaign: Campaign) -> None:
    dataset = Dataset.objects.get(pk=campaign.dataset_id)
    fresh = make_campaign(dataset, scheme="evidence", settings={"preset": "privacyqa"})
    for name in ANALYSES["evidence"].exports:
        assert file_of(fresh, name), name
    assert json.loads(file_of(fresh, "gold"))["figures"]["judgments"] == 0
    with pytest.raises(CommandError, match=r"no such file\. Its files are: gold, evidence-jsonl"):
        run("export_gold", str(fresh.pk), "--as", "crowd-kit")


@pytest.mark.parametrize("preset", ["plain", "privacyqa"])
def test_web_annotations_come_back_as_a_set(preset: str) -> None:
    campaign = evidence_campaign(LINES[0], *LINES[2:], settings={"preset": preset}, redundancy=3)
    judge_all(campaign, 3)
    body = file_of(campaign, "web-annotation")
    own = make_set(campaign.dataset, "evidence", body, filename="a.jsonld", like=campaign)
    given = own.annotations.values_list("item__text", "annotator", "vector")
    worker = "assignment__enrolment__worker__number"
    judged = campaign.judgments.values_list("hit__item__text", worker, "vector")
    assert sorted(given) == sorted(judged)


def test_characters_that_were_marked_come_back_as_a_set() -> None:
    campaign = evidence_campaign(*LINES[:2], settings=SPANS | {"snap": False}, redundancy=2)
    for spans in ([[0, 6]], [[7, 10], [60, 70]]):
        enrolment = enrol(campaign)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, assignment, {"answerable": True, "spans": spans, "choice": 1})
    body = file_of(campaign, "web-annotation")
    own = make_set(campaign.dataset, "evidence", body, filename="a.jsonld", like=campaign)
    assert [one.payload["spans"] for one in own.annotations.order_by("annotator")] == [
        [[0, 6]],
        [[7, 10], [60, 70]],
    ]
    moved = json.loads(body)
    for target in (one for item in moved["items"] for one in item["target"]):
        target["selector"] = target["selector"][1:]
    quoted = json.dumps(moved)
    again = make_set(
        campaign.dataset, "evidence", quoted, name="Q", filename="q.jsonld", like=campaign
    )
    assert of_set(again) == of_set(own)
    moved["items"][0]["target"][0]["selector"][0]["exact"] = "not there"
    with pytest.raises(Invalid) as refused:
        make_set(campaign.dataset, "evidence", json.dumps(moved), name="W", filename="w.jsonld")
    assert refused.value.details["count"] == 1
