"""Files of annotations become sets: completely, with each annotation validated like an answer, or
not at all."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Annotation, AnnotationSet, AuditEvent, Dataset
from annotation.services.errors import Archived, Conflict, Invalid, TooLarge
from annotation.services.lifecycle.archive import archive
from annotation.services.sets import reading, sets
from midpath.exchange.wanted import GOLD
from tests.helpers.evidence import document as document_line
from tests.helpers.evidence import evidence_campaign, import_lines, question
from tests.helpers.factories import make_campaign, make_dataset, make_project, make_user
from tests.helpers.labels import texts_to_label
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.refusals import refused_by_database
from tests.helpers.sets import make_set, of_set

WEBIS = Path(__file__).resolve().parents[4] / "shared" / "data" / "webis" / "webis_flat.json"
TEXTS = ["first aid course", "on line", "cheap red shoes"]
FLAT = """item,worker,annotation
first aid course,ann,first aid | course
first aid course,bob,first | aid course
on line,ann,on line
"""


@pytest.fixture
def texts(db: None) -> Dataset:
    return make_dataset(TEXTS)


def refused(*args: object, **kwargs: object) -> Invalid:
    """Return the refusal of a set, and check that nothing of it is left."""
    with pytest.raises(Invalid) as caught:
        make_set(*args, **kwargs)  # type: ignore[arg-type]
    assert not AnnotationSet.everything.exists()
    assert not Annotation.objects.exists()
    return caught.value


def test_a_table_of_flats_is_a_set(texts: Dataset) -> None:
    user = make_user()
    origin: dict[str, Any] = {"source": "A paper", "licence": "CC", "version": "2"}
    own = make_set(texts, "flat", FLAT, user=user, made_by="people", **origin)
    assert of_set(own) == {
        ("first aid course", 1): [0, 1],
        ("first aid course", 2): [1, 0],
        ("on line", 1): [0],
    }
    assert (own.annotation_count, own.annotator_count, own.item_count) == (3, 2, 2)
    assert own.named
    assert own.digest == hashlib.sha256(FLAT.encode()).hexdigest()
    assert (own.made_by, own.source, own.licence, own.version) == ("people", "A paper", "CC", "2")
    event = AuditEvent.objects.get(verb="set.uploaded")
    assert (event.object_id, event.user) == (own.pk, user)
    assert event.details["annotations"] == 3


def test_no_name_of_an_annotator_is_stored(texts: Dataset) -> None:
    own = make_set(texts, "flat", FLAT.replace(",ann,", ",A3JGXZ,"))
    stored = json.dumps(list(own.annotations.values("annotator", "payload", "vector")))
    assert "A3JGXZ" not in stored
    assert "A3JGXZ" not in json.dumps(AuditEvent.objects.get(verb="set.uploaded").details)


def test_a_release_of_trees_is_a_set_without_names(texts: Dataset) -> None:
    trees = {"first  aid course": {"1": "((first aid) course)", "3": "(first (aid course))"}}
    body = json.dumps({"items": 1, "annotation set": trees})
    own = make_set(texts, "nested", body, filename="trees.json")
    assert of_set(own) == {("first aid course", 1): [0, 1], ("first aid course", 3): [1, 0]}
    assert not own.named


def test_a_table_may_name_texts_otherwise(texts: Dataset) -> None:
    body = "item,text,worker,annotation\nq7,first aid course,1,first aid course\n"
    assert of_set(make_set(texts, "flat", body)) == {("first aid course", 1): [0, 0]}


def test_what_fits_nothing_is_reported_by_row_and_imports_nothing(texts: Dataset) -> None:
    body = FLAT + "no such text,ann,no such | text\non line,bob,on | lime\n"
    error = refused(texts, "flat", body)
    errors = error.details["errors"]
    assert [(one["row"], one["column"]) for one in errors] == [(5, "annotation"), (6, "annotation")]
    assert "lime" in errors[1]["message"]
    assert errors[0]["message"].startswith("The dataset has no text “no such text”. Correct it")
    assert (error.details["count"], error.details["sound"]) == (2, 3)


def test_what_was_seen_may_be_left_out(texts: Dataset) -> None:
    body = FLAT + "no such text,ann,no such | text\non line,bob,on | lime\n"
    refused(texts, "flat", body, leave_out=1)
    own = make_set(texts, "flat", body, leave_out=2)
    assert own.annotation_count == 3
    assert own.left_out == {reading.UNKNOWN: 1, reading.UNFIT: 1}


def test_a_file_of_nothing_that_fits_is_no_set(texts: Dataset) -> None:
    error = refused(texts, "flat", "item,worker,annotation\nelse,1,else\n", leave_out=1)
    assert error.message == "No annotation of the file can be taken."


def test_other_words_of_the_same_text_are_reported(texts: Dataset) -> None:
    annotated, tokens = {"on line": {"1": [0, 0]}}, {"on line": ["on", "li", "ne"]}
    body = json.dumps({"items": 1, "annotation set": annotated, "tokens": tokens})
    [error] = refused(texts, "flat", body, filename="flat.json").details["errors"]
    assert "divides this text into different words (2; the file has 3)" in error["message"]


def test_one_annotator_annotates_an_item_once(texts: Dataset) -> None:
    body = "item,text,worker,annotation\na,on line,1,on line\nb,on line,1,on | line\n"
    error = refused(texts, "flat", body)
    assert error.details["errors"][0]["row"] == 3
    assert "a second time" in error.details["errors"][0]["message"]


@pytest.mark.parametrize(
    ("filename", "body", "row", "column"),
    [
        ("a.csv", "item,worker\non line,1\n", 1, ""),
        ("a.csv", "item,worker,annotation\non line,,on line\n", 2, "worker"),
        ("a.csv", "", 0, ""),
        ("a.json", '{"annotation set": {"on line": [1]}}', 0, ""),
        ("a.json", '{"annotation set": \n{"on line": }}', 2, ""),
    ],
)
def test_a_broken_file_says_where(
    texts: Dataset, filename: str, body: str, row: int, column: str
) -> None:
    error = refused(texts, "flat", body, filename=filename)
    fault = error.details["errors"][0]
    assert (fault["row"], fault["column"]) == (row, column)
    assert not error.details["sound"]


def test_pairs_are_read_with_the_answers_of_the_file() -> None:
    dataset = make_pairs(2)
    first, second = dataset.items.values_list("text", flat=True)
    body = f"worker,pair,answer,gold\nw1,{first},yes,no\nw2,{first},no,no\nw1,{second},no,\n"
    own = make_set(dataset, "pair", body)
    answers = [(one["label"], one["yes"]) for one in own.settings["answers"]]
    assert answers == [("no", False), ("yes", True)]
    assert of_set(own) == {(first, 1): [1], (first, 2): [0], (second, 1): [0]}
    known = make_set(dataset, "pair", body, name="Gold", take=GOLD)
    assert of_set(known) == {(first, 1): [0]}
    assert [one["label"] for one in known.settings["answers"]] == ["no", "yes"]


@pytest.mark.long
def test_pairs_are_read_with_the_answers_of_a_campaign() -> None:
    dataset = make_pairs(1)
    campaign = make_pair_campaign(dataset)
    item = dataset.items.get()
    label = campaign.settings["answers"][0]["label"]
    own = make_set(dataset, "pair", f'worker,pair,answer\nw,{item.text},"{label}"\n', like=campaign)
    assert own.settings["answers"] == campaign.settings["answers"]
    body = f"worker,pair,answer\nw,{item.text},?\n"
    with pytest.raises(Invalid) as caught:
        make_set(dataset, "pair", body, name="B", like=campaign)
    error = caught.value.details["errors"][0]
    assert (error["row"], error["column"]) == (2, "answer")
    elsewhere = make_pair_campaign(make_pairs(1, project=make_project()))
    with pytest.raises(Invalid, match="in this project"):
        make_set(dataset, "pair", body, name="C", like=elsewhere)


def test_more_answers_than_a_scheme_has_ask_for_a_campaign() -> None:
    dataset = make_pairs(1)
    item = dataset.items.get()
    rows = "".join(f"w{number},{item.text},answer {number}\n" for number in range(7))
    error = refused(dataset, "pair", f"worker,pair,answer\n{rows}")
    assert error.field == "like"
    assert "Choose a campaign whose answers they are." in error.message


def test_labels_of_each_kind_are_read() -> None:
    dataset = texts_to_label("the train was late", "a new bridge")
    one, other = dataset.items.values_list("text", flat=True)[:2]
    body = f"worker,item,label\nw,{one},joy\nv,{one},fear\nw,{other},joy\n"
    single = make_set(dataset, "label", body)
    assert of_set(single) == {(one, 1): [1], (one, 2): [0], (other, 1): [1]}
    many = make_set(dataset, "label", f"worker,item,label\nw,{one},a|c\nw,{other},|\n", name="Any")
    assert of_set(many) == {(one, 1): [3], (other, 1): [0]}
    body = "\n".join(
        json.dumps({"worker": "w", "item": item, "label": label, "kind": "ordinal"})
        for item, label in ((one, 2), (other, 4))
    )
    scale = make_set(dataset, "label", body, filename="l.jsonl", name="Scale")
    assert [label["label"] for label in scale.settings["labels"]] == ["2", "3", "4"]
    assert of_set(scale) == {(one, 1): [0], (other, 1): [2]}


def test_evidence_is_read_with_its_documents_or_as_a_systems_answers() -> None:
    lines = (document_line(), question(id="q1"), question("Else?", id="q2"))
    campaign = evidence_campaign(*lines)
    dataset = campaign.dataset
    item = question(id="q1", answers={"e1": [0, 2], "e2": []})
    own = make_set(dataset, "evidence", f"{document_line()}\n{item}\n", filename="e.jsonl")
    vectors = of_set(own)
    assert vectors["q1", 1][7:] == [0, 2]
    assert vectors["q1", 2][0] == 0
    answers = '{"question": "q1", "sentences": [1, 0]}\n{"question": "q2", "sentences": []}\n'
    made: dict[str, Any] = {"made_by": "model", "facts": {"model": "word count", "seed": "7"}}
    system = make_set(dataset, "evidence", answers, filename="s.jsonl", name="System", **made)
    assert of_set(system)["q1", 1][7:] == [0, 1]
    assert system.facts == {"model": "word count", "seed": "7"}
    wrong = '{"question": "q1", "sentences": [99]}'
    with pytest.raises(Invalid) as caught:
        make_set(dataset, "evidence", wrong, filename="s.jsonl", name="C")
    fault = caught.value.details["errors"][0]
    assert (fault["row"], fault["column"]) == (1, "sentences")


def test_evidence_on_other_sentences_is_refused() -> None:
    dataset = import_lines(document_line(), question(id="q1"))
    other = document_line(sentences=["Only one."])
    body = f"{other}\n{question(id='q1', answers={'e': [0]})}\n"
    error = refused(dataset, "evidence", body, filename="e.jsonl")
    assert "different sentences" in error.details["errors"][0]["message"]


def test_a_set_is_bounded(texts: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_ANNOTATIONS", 2)
    with pytest.raises(TooLarge, match="contains 3 annotations; a set has at most 2"):
        make_set(texts, "flat", FLAT)
    monkeypatch.setattr(reading, "MAX_ANNOTATIONS", 100)
    monkeypatch.setattr(reading, "MAX_NUMBERS", 4)
    with pytest.raises(TooLarge, match="more than a set can contain"):
        make_set(texts, "flat", FLAT)
    monkeypatch.setattr(reading, "MAX_NUMBERS", 100)
    monkeypatch.setattr(reading, "MAX_FAULTS", 1)
    with pytest.raises(TooLarge, match="fit nothing in this dataset"):
        make_set(texts, "flat", "item,worker,annotation\na,1,a\nb,1,b\n")
    assert not Annotation.objects.exists()
    monkeypatch.setattr(sets, "MAX_SETS", 0)
    with pytest.raises(Conflict, match="0 sets at most"):
        make_set(texts, "flat", FLAT)


def test_a_name_is_had_by_one_set(texts: Dataset) -> None:
    make_set(texts, "flat", FLAT)
    with pytest.raises(Conflict, match="a set named Others already"):
        make_set(texts, "flat", FLAT)
    assert AnnotationSet.objects.count() == 1


def test_only_models_have_facts_of_models(texts: Dataset) -> None:
    assert refused(texts, "flat", FLAT, made_by="people", facts={"seed": 1}).field == "made_by"
    assert refused(texts, "flat", FLAT, made_by="model", facts={"a": 1}).field == "facts.a"
    assert refused(texts, "flat", FLAT, made_by="robots").field == "made_by"
    assert refused(texts, "flat", FLAT, source="x" * 501).field == "source"
    assert refused(texts, "pair", FLAT).field == "scheme"
    assert refused(texts, "flat", FLAT, take=GOLD).field == "take"


def test_nothing_is_added_to_what_is_archived(texts: Dataset) -> None:
    user = make_user()
    texts.project.memberships.create(user=user, role="owner")
    archive(thing=texts, user=user)
    texts.refresh_from_db()
    with pytest.raises(Archived):
        make_set(texts, "flat", FLAT)


def test_the_database_keeps_sets_whole(texts: Dataset) -> None:
    own = make_set(texts, "flat", FLAT)
    first = own.annotations.earliest("pk")
    for wrong, rule in (
        ({"annotator": 0}, "annotators_of_a_set_count_from_one"),
        ({}, "one_annotation_per_annotator_and_item"),
    ):
        row = Annotation(
            set=own, item=first.item, annotator=first.annotator, payload={}, vector=[0]
        )
        for name, value in wrong.items():
            setattr(row, name, value)
        with refused_by_database(rule):
            row.save()
    rows = AnnotationSet.objects.filter(pk=own.pk)
    with refused_by_database("only_a_model_has"):
        rows.update(facts={"seed": "1"})
    with refused_by_database("a_set_knows_its_file"):
        rows.update(digest="?")


def test_a_set_is_in_no_campaigns_figures(texts: Dataset) -> None:
    campaign = make_campaign(texts)
    make_set(texts, "flat", FLAT)
    campaign.agreement.refresh_from_db()
    assert campaign.agreement.judgments == 0


@pytest.mark.long
@pytest.mark.skipif(not WEBIS.exists(), reason="the shared Webis data are not here")
def test_a_half_of_webis_is_a_set() -> None:
    release = json.loads(WEBIS.read_bytes())["annotation set"]
    half = dict(list(release.items())[:60])
    dataset = make_dataset(list(half))
    body = json.dumps({"items": len(half), "annotation set": half}).encode()
    own = make_set(dataset, "flat", body, filename="half.json")
    assert own.annotation_count == sum(map(len, half.values()))
    assert own.item_count == 60
