"""Span files of other programs, round trips: exported from a campaign, imported into a dataset and
a set, and scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from analysis.exports.export_registry import export_file
from analysis.exports.spans import settled_in
from annotation.models import Campaign, Dataset, Item, Judgment, Snapshot
from annotation.schemes import SCHEMES
from annotation.services.datasets.datasets import import_dataset
from annotation.services.decisions.decide import decide
from annotation.services.errors import Conflict, Invalid
from annotation.services.snapshots.snapshots import ask_for_snapshot
from annotation.services.work.claim import claim_hit
from midpath.schemes.base import InvalidAnswer
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.gold_answers import known_vector
from tasks.run_job import run_job
from tests.commands.running import run, write
from tests.helpers.factories import enrol, make_campaign, make_project, make_user, submit
from tests.helpers.sets import make_set, of_set
from tests.helpers.spans import ADA, campaign_of_spans, document_to_mark, judge_spans, settings_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
FILES = {
    "conll": "a.conll",
    "spacy": "a.jsonl",
    "label-studio": "a.json",
    "brat": "a.zip",
    "web-annotation": "a.jsonld",
}
# Forms that contain each judgment.
EVERY = {"label-studio", "web-annotation"}
GOLD: dict[str, list[list[int | str]]] = {ADA: [[0, 2, "Person"], [6, 7, "Place"]]}


@pytest.fixture
def campaign() -> Campaign:
    campaign = campaign_of_spans(gold=GOLD, redundancy=3)
    judge_spans(campaign, workers=2, seed=4)
    enrolment = enrol(campaign)
    for _ in range(campaign.hit_count):  # the third repeats the first, so some are settled
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, assignment, assignment.hit.judgments.earliest("pk").payload)
    return campaign


def settled(campaign: Campaign) -> dict[str, list[Any]]:
    """Return the settled spans of each text, in characters."""
    return {one.item.reading.text: [list(s) for s in one.spans] for one in settled_in(campaign)}


def imported(filename: str, body: bytes, name: str = "Again") -> Dataset:
    return import_dataset(
        project=make_project(make_user()), user=None, name=name, filename=filename, body=body
    )


def known_of(dataset: Dataset, settings: dict[str, Any]) -> dict[str, list[Any] | None]:
    found: dict[str, list[Any] | None] = {}
    for item in dataset.items.all():
        known = known_vector(item, settings)
        spans = None if known is None else named_spans(known, settings)
        found[item.text] = None if spans is None else [list(span) for span in spans]
    return found


@pytest.mark.parametrize("name", ["conll", "spacy", "brat"])
def test_what_is_settled_comes_back_as_known_answers(campaign: Campaign, name: str) -> None:
    wanted = settled(campaign)
    assert any(wanted.values())
    body = export_file(campaign.pk, name).body
    again = imported(FILES[name], body)
    assert known_of(again, settings_of(unit="characters")) == wanted
    assert Dataset.objects.filter(pk=again.pk, kind="texts").exists()


def test_label_studio_has_every_judgment_and_what_is_known(campaign: Campaign) -> None:
    body = export_file(campaign.pk, "label-studio").body
    again = imported("a.json", body)
    known = known_of(again, settings_of())
    assert known == {text: GOLD.get(text) for text in known}
    own = make_set(campaign.dataset, "spans", body, filename="a.json", like=campaign)
    vectors = sorted(Judgment.objects.values_list("hit__item__text", "vector"))
    assert sorted((text, vector) for (text, _), vector in of_set(own).items()) == vectors


def test_what_was_decided_stands_before_the_votes(campaign: Campaign) -> None:
    hit = campaign.hits.get(item__text=ADA)
    owner = campaign.dataset.project.memberships.get().user
    decide(hit=hit, payload={"spans": [[6, 7, "Place"]]}, user=owner)
    assert settled(campaign)[ADA] == [[31, 39, "Place"]]
    assert b"Lindholm -X- _ B-Place" in export_file(campaign.pk, "conll").body


@pytest.mark.parametrize("name", list(FILES))
def test_each_file_is_a_set_of_annotations(campaign: Campaign, name: str) -> None:
    body = export_file(campaign.pk, name).body
    own = make_set(campaign.dataset, "spans", body, filename=FILES[name])
    assert own.settings["unit"] == ("words" if name == "conll" else "characters")
    assert own.item_count == campaign.hit_count
    like = make_set(
        campaign.dataset, "spans", body, filename=FILES[name], like=campaign, name="In words"
    )
    assert like.settings["unit"] == "words"
    assert like.annotation_count == (3 if name in EVERY else 1) * campaign.hit_count


def test_the_exported_judgments_are_a_set_and_so_is_their_gold(campaign: Campaign) -> None:
    body = export_file(campaign.pk, "judgments-csv").body
    own = make_set(campaign.dataset, "spans", body, filename="a.csv", like=campaign)
    assert own.annotation_count == Judgment.objects.count()
    gold = make_set(
        campaign.dataset, "spans", body, filename="a.csv", like=campaign, take="gold", name="Gold"
    )
    assert of_set(gold) == {(ADA, 1): [len(ADA.split()), 0, 2, 0, 6, 7, 1]}


def test_score_reads_each_form(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    run("export_gold", str(campaign.pk), "--as", "label-studio", "-o", str(path))
    found = json.loads(run("score", "--spans", str(path), "--json"))
    judged = tmp_path / "judged.csv"
    run("export_gold", str(campaign.pk), "--as", "judgments-csv", "-o", str(judged))
    wanted = json.loads(run("score", "--spans", str(judged), "--json"))
    # Positions are characters there and words here; figures that do not depend on the unit are
    # equal.
    for figure in ("exact", "partial", "pairwise", "given", "judgments"):
        assert found[figure] == wanted[figure]
    conll = tmp_path / "a.conll"
    run("export_gold", str(campaign.pk), "--as", "conll", "-o", str(conll))
    assert json.loads(run("score", "--spans", str(conll), "--json"))["one_judgment"] == 2


@pytest.mark.quick
def test_the_command_imports_them(tmp_path: Path) -> None:
    project = make_project(make_user())
    path = write(tmp_path / "a.conll", "Ada B-PER\nleft O\n")
    run("import_dataset", str(path), "--project", str(project.pk), "--name", "Shared task")
    assert Item.objects.get(dataset__name="Shared task").words == ["Ada", "left"]
    path.write_text("Ada B-PER\nleft E-PER\n")
    with pytest.raises(CommandError, match="has errors"):
        run("import_dataset", str(path), "--project", str(project.pk), "--name", "Other")


# What a form cannot express


def test_overlapping_spans_are_no_conll_and_no_entities(tmp_path: Path) -> None:
    campaign = campaign_of_spans(ADA, settings={"overlap": "nested"}, redundancy=1)
    enrolment = enrol(campaign)
    spans = {"spans": [[0, 2, "Person"], [1, 2, "Place"]]}
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk), spans)
    with pytest.raises(Conflict, match="overlaps another"):
        export_file(campaign.pk, "conll")
    with pytest.raises(CommandError, match="Use brat"):
        run("export_gold", str(campaign.pk), "--as", "conll", "-o", str(tmp_path / "a"))
    line = json.loads(export_file(campaign.pk, "spacy").body)
    assert line["spans"] == {"sc": [[0, 10, "Person"], [4, 10, "Place"]]}
    own = make_set(campaign.dataset, "spans", json.dumps(line), filename="a.jsonl")
    assert own.settings["overlap"] == "nested"


def test_a_snapshot_says_which_file_it_cannot_hold() -> None:
    campaign = campaign_of_spans(ADA, settings={"unit": "characters"}, redundancy=1)
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"spans": [[0, 2, "Person"]]})
    with pytest.raises(Invalid, match="has no file 'conll'"):
        ask_for_snapshot(campaign=campaign, user=make_user(), files=["conll"])
    wanted = ask_for_snapshot(campaign=campaign, user=make_user())
    Snapshot.objects.filter(pk=wanted.pk).update(wanted=["conll"])
    run_job("snapshot", wanted.pk)
    wanted.refresh_from_db()
    assert wanted.status == Snapshot.Status.FAILED
    assert "begins or ends within a word" in wanted.problem
    brat = ask_for_snapshot(campaign=campaign, user=make_user(), files=["brat"])
    run_job("snapshot", brat.pk)
    brat.refresh_from_db()
    assert brat.status == Snapshot.Status.READY


@pytest.mark.quick
def test_a_known_span_within_a_word_is_none_where_words_are_marked() -> None:
    body = json.dumps({"text": "Ada left Lindholm.", "entities": [[9, 17, "Place"]]}).encode()
    item = imported("a.jsonl", body).items.get()
    assert known_vector(item, settings_of(unit="characters")) == (18, 9, 17, 1)
    with pytest.raises(InvalidAnswer, match="starts or ends within a word"):
        known_vector(item, settings_of())


def test_a_set_of_spans_within_words_needs_characters() -> None:
    campaign = campaign_of_spans("Ada left Lindholm.")
    body = json.dumps({"text": "Ada left  Lindholm.", "entities": [[10, 18, "PLACE"]]})
    with pytest.raises(Invalid) as caught:
        make_set(campaign.dataset, "spans", body, filename="a.jsonl", like=campaign)
    assert "within a word" in caught.value.details["errors"][0]["message"]
    own = make_set(campaign.dataset, "spans", body, filename="a.jsonl")
    assert of_set(own) == {("Ada left Lindholm.", 1): [18, 9, 17, 0]}


@pytest.mark.quick
def test_places_of_another_text_are_refused() -> None:
    campaign = campaign_of_spans(ADA)
    rows = "worker,item,length,spans,unit\n1,{},5,[],words\n"
    with pytest.raises(Invalid) as caught:
        make_set(campaign.dataset, "spans", rows.format(ADA), like=campaign)
    assert "counts 5 words" in caught.value.details["errors"][0]["message"]


# Long texts


def test_long_texts_become_documents_and_documents_come_back() -> None:
    campaign = make_campaign(document_to_mark(), scheme="spans", redundancy=1)
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"spans": [[0, 3, 0], [9, 10, 1]]})
    text, spans = next(iter(settled(campaign).items()))
    for name, file in FILES.items():
        if name in EVERY:
            continue
        body = export_file(campaign.pk, name).body
        again = imported(file, body, name)
        assert again.kind == "documents"
        reading = SCHEMES["spans"].shown(again.items.get(), settings_of())["text"]
        assert "".join(reading.split()) == "".join(text.split())
        (known,) = known_of(again, settings_of()).values()
        words = known_vector(again.items.get(), settings_of())
        assert words is not None
        assert words[1:] == (0, 3, 0, 9, 10, 1)
        assert known is not None
        assert len(known) == len(spans)
        own = make_set(campaign.dataset, "spans", body, filename=file, name=name)
        assert own.annotation_count == 1


@pytest.mark.quick
def test_sentences_of_one_word_are_taken() -> None:
    body = b"Ada B-PER\nleft O\n\nLONDON B-LOC\n"
    dataset = import_dataset(
        project=make_project(), user=None, name="All", filename="a.conll", body=body
    )
    assert list(dataset.items.values_list("text", flat=True)) == ["Ada left", "LONDON"]
