"""Label Studio's exports: one control is read, the others are counted, and nothing is merged."""

import json
from typing import Any

import pytest

from annotation.recorded import READERS
from annotation.recorded.base import PREDICTIONS, BadFile
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.exchange.spans.judged import JudgedSpans
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.exchange.wanted import GOLD, Wanted

TEXT = "Ada met Bob"


def result(kind: str, value: Any, control: str = "", field: str = "") -> dict[str, Any]:
    named = {"from_name": control or kind, "to_name": "text"}
    return {"type": kind, **named, "value": {field or kind: value}}


def span(begin: int, end: int, label: str, control: str = "ner") -> dict[str, Any]:
    value = {"start": begin, "end": end, "labels": [label]}
    return {"type": "labels", "from_name": control, "value": value}


def task(*results: list[Any], text: str = TEXT, **more: Any) -> dict[str, Any]:
    annotations = [{"completed_by": who, "result": one} for who, one in enumerate(results, 1)]
    return {"data": {"text": text}, "annotations": annotations, **more}


def labels(*tasks: Any, wanted: Wanted | None = None, name: str = "a.json") -> JudgedLabels:
    return read_judged_labels(name, json.dumps(tasks).encode(), wanted=wanted or Wanted())


def spans(*tasks: Any, wanted: Wanted | None = None) -> JudgedSpans:
    return read_scored_spans("a.json", json.dumps(tasks).encode(), wanted=wanted or Wanted())


def said(found: JudgedLabels) -> list[tuple[str, str, tuple[str, ...]]]:
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], rows.answers[answer])
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


def test_several_questions_are_never_merged() -> None:
    two = [result("choices", ["good"], "mood"), result("choices", ["food"], "topic")]
    found = labels(task(two, two))
    [error] = found.errors
    assert "mood (choices), topic (choices)" in error.message
    assert "--control mood" in error.message
    assert found.controls == ["mood", "topic"]


def test_the_chosen_question_is_read_and_the_other_is_counted() -> None:
    two = [result("choices", ["good"], "mood"), result("choices", ["food"], "topic")]
    found = labels(task(two, two[:1]), wanted=Wanted("topic"))
    assert said(found) == [("1", TEXT, ("food",))]
    assert {str(one) for one in found.skipped} == {
        "2 results of type choices (control mood) (first in row 1)",
        "1 annotation without an answer to topic (row 1)",
    }


@pytest.mark.parametrize(
    ("control", "message"),
    [("x", "no control named “x”. It has: mood (choices), box (rectanglelabels)."),
     ("box", "has the type rectanglelabels")],
)  # fmt: skip
def test_an_unknown_or_unreadable_control_is_refused(control: str, message: str) -> None:
    mixed = [result("choices", ["good"], "mood"), result("rectanglelabels", ["Car"], "box")]
    found = labels(task(mixed), wanted=Wanted(control))
    assert message in found.errors[0].message
    assert found.controls == ["mood"]


def test_ratings_and_numbers_are_numbers_on_a_scale() -> None:
    rated = labels(task([result("rating", 3)], [result("rating", 4)]))
    assert (rated.kind, rated.level) == ("scale", "ordinal")
    assert [answer for _, _, answer in said(rated)] == [("3",), ("4",)]
    counted = labels(task([result("number", 2.5)], [result("number", 3.0)]))
    assert (counted.kind, counted.level) == ("scale", "interval")
    assert [answer for _, _, answer in said(counted)] == [("2.5",), ("3",)]


def test_an_annotation_without_a_rating_is_missing_not_empty() -> None:
    found = labels(task([result("rating", 3)], []))
    assert said(found) == [("1", TEXT, ("3",))]
    assert [str(one) for one in found.skipped] == [
        "1 annotation without an answer to rating (row 1)"
    ]


def test_an_empty_answer_remains_where_several_labels_are_allowed() -> None:
    found = labels(task([result("choices", ["a", "b"])], []))
    assert [answer for _, _, answer in said(found)] == [("a", "b"), ()]


def test_a_taxonomy_is_paths_and_a_comparison_is_a_side() -> None:
    paths = labels(task([result("taxonomy", [["Animal", "Dog"], ["Plant"]])]))
    assert said(paths) == [("1", TEXT, ("Animal > Dog", "Plant"))]
    sides = labels(task([result("pairwise", "left", field="selected")]))
    assert said(sides) == [("1", TEXT, ("left",))]
    pairs = read_judged_pairs(
        "a.json",
        json.dumps([task([result("pairwise", "left", field="selected")])]).encode(),
    )
    assert [row.answer for row in pairs.rows] == ["left"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (result("rectanglelabels", ["Car"]), "1 result of type rectanglelabels"),
        (result("ranker", ["a", "b"]), "Rankings are not labels"),
        (result("textarea", ["so"]), "To read them, choose this control"),
        (span(0, 3, "P"), "1 result of type labels in the control ner. Read the file as spans"),
        ({"type": "relation", "from_id": "a"}, "Relations between spans"),
    ],
)
def test_a_file_without_labels_names_what_it_has(given: Any, message: str) -> None:
    found = labels(task([given]))
    [error] = found.errors
    assert error.message.startswith("No result has the type choices, rating, number, taxonomy or")
    assert message in error.message


def test_free_texts_are_read_if_their_control_is_chosen() -> None:
    found = labels(task([result("textarea", ["so"], field="text")]), wanted=Wanted("textarea"))
    assert said(found) == [("1", TEXT, ("so",))]


def test_a_choice_about_a_region_is_no_answer_to_the_item() -> None:
    region = result("choices", ["sure"], "sure")
    region["value"] |= {"start": 0, "end": 3}
    found = labels(task([result("choices", ["good"], "mood"), region]))
    assert said(found) == [("1", TEXT, ("good",))]
    assert "result of type choices about a region (control sure)" in found.skipped[0].reason


def test_spans_of_other_types_are_counted_or_named() -> None:
    found = spans(task([span(0, 3, "P"), result("choices", ["good"], "mood")]))
    assert [row.spans for row in found.rows] == [((0, 3, "P"),)]
    assert [str(one) for one in found.skipped] == [
        "1 result of type choices (control mood) (row 1)"
    ]
    [error] = spans(task([result("rectanglelabels", ["Car"])])).errors
    assert "No result has the type labels" in error.message
    assert "rectanglelabels" in error.message
    assert "Regions of pictures, sounds and videos are not read." in error.message


def test_two_controls_of_spans_are_not_merged() -> None:
    both = task([span(0, 3, "P"), span(8, 11, "Q", "other")])
    assert spans(both).controls == ["ner", "other"]
    [row] = spans(both, wanted=Wanted("other")).rows
    assert row.spans == ((8, 11, "Q"),)


def test_nothing_marked_is_an_answer() -> None:
    found = spans(task([], []))
    assert not found.errors
    assert [row.spans for row in found.rows] == [(), ()]


def test_predictions_are_a_separate_set() -> None:
    guess = {"model_version": "m1", "result": [result("choices", ["bad"], "mood")]}
    one = task([result("choices", ["good"], "mood")], predictions=[guess])
    people, models = labels(one), labels(one, wanted=Wanted(predictions=True))
    assert said(people) == [("1", TEXT, ("good",))]
    assert [str(one) for one in people.skipped] == ["1 prediction of a model (row 1)"]
    assert said(models) == [("m1", TEXT, ("bad",))]
    assert [str(one) for one in models.skipped] == ["1 annotation next to predictions (row 1)"]
    marked = task([span(0, 3, "P")], predictions=[{"result": [span(8, 11, "P")]}])
    assert [row.spans for row in spans(marked).rows] == [((0, 3, "P"),)]
    assert [row.worker for row in spans(marked, wanted=Wanted(predictions=True)).rows] == [
        "model 1"
    ]


def test_cancelled_annotations_drafts_and_unknown_fields_are_counted() -> None:
    one = task([span(0, 3, "P")], drafts=[{}, {}], colour="red")
    one["annotations"].append({"was_cancelled": True, "result": [span(0, 3, "Q")]})
    found = spans(one)
    assert [str(one) for one in found.skipped] == [
        "2 drafts of an annotation (first in row 1)",
        "1 annotation skipped by the annotator (row 1)",
        "1 field not read: colour (row 1)",
    ]


@pytest.mark.parametrize("several", [True, False])
def test_one_task_per_line_is_read(several: bool) -> None:
    tasks = [task([result("rating", n)], text=f"text {n}") for n in range(1, 3 if several else 2)]
    body = "\n".join(map(json.dumps, tasks)).encode()
    for name in ("a.jsonl", "a.json", ""):
        found = read_judged_labels(name, body)
        assert not found.errors
        assert len(found.judgments) == len(tasks)


def flat(who: int, number: int = 1, **more: Any) -> dict[str, Any]:
    row = {"id": number, "text": TEXT, "annotator": who, "annotation_id": 10 * number + who}
    return row | {"created_at": "2026", "updated_at": "2026", "lead_time": 2.5} | more


def test_json_min_and_csv_are_read_as_tasks() -> None:
    rows = [flat(1, mood="good"), flat(2, mood="bad")]
    header = ",".join(rows[0])
    table = "\n".join([header, *(",".join(map(str, row.values())) for row in rows)])
    expected = [("1", TEXT, ("good",)), ("2", TEXT, ("bad",))]
    assert said(labels(*rows)) == expected
    assert said(read_judged_labels("a.csv", table.encode())) == expected


def test_spans_ratings_and_several_choices_are_read_from_json_min() -> None:
    region = {"start": 0, "end": 3, "text": "Ada", "labels": ["P"]}
    found = spans(flat(1, ner=[region]), flat(2, ner=[]))
    assert [row.spans for row in found.rows] == [((0, 3, "P"),), ()]
    assert labels(flat(1, stars=3), flat(2, stars=5)).level == "interval"
    assert said(labels(flat(1, mood={"choices": ["a", "b"]})))[0][2] == ("a", "b")


def test_json_min_asks_which_field_is_the_answer() -> None:
    rows = [flat(1, source="web", mood="good"), flat(1, 2, source="web", mood="bad")]
    rows[1]["text"] = "other"
    found = labels(*rows)
    assert found.controls == ["source", "mood"]
    assert "which of these fields are answers: source, mood" in found.errors[0].message
    assert [answer for _, _, answer in said(labels(*rows, wanted=Wanted("mood")))] == [
        ("good",),
        ("bad",),
    ]


def test_a_set_takes_one_control_or_the_predictions() -> None:
    two = [result("choices", ["good"], "mood"), result("choices", ["food"], "topic")]
    one = task(two, predictions=[{"model_version": "m1", "result": two}])
    body = json.dumps([one]).encode()
    with pytest.raises(BadFile) as refused:
        READERS["label"].read("a.json", body)
    assert refused.value.controls == ["mood", "topic"]
    found = READERS["label"].read("a.json", body, control="topic")
    assert [one.answer.labels for one in found.answers[TEXT]] == [("food",)]
    assert {one.reason for one in found.skipped} == {
        "prediction of a model",
        "result of type choices (control mood)",
    }
    models = READERS["label"].read("a.json", body, PREDICTIONS, "topic")
    assert [one.annotator for one in models.answers[TEXT]] == ["m1"]


def test_gold_that_cannot_be_used_is_counted() -> None:
    one = task([result("choices", ["good"])], [result("choices", ["bad"])])
    for annotation in one["annotations"]:
        annotation["ground_truth"] = True
    judged = task([result("choices", ["good"])], text="other")
    found = READERS["label"].read("a.json", json.dumps([one, judged]).encode(), GOLD)
    assert {one.reason for one in found.skipped} == {
        "answer marked as gold after the first",
        "gold answer to an item without judgments",
    }
