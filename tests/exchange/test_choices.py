"""Label Studio's choices: labels and answers to pairs, each fault reported by task."""

import json
from typing import Any

import pytest

from annotation.recorded import READERS
from annotation.recorded.base import BadFile
from midpath.exchange.wanted import GOLD


def task(*chosen: Any, data: Any = None, **more: Any) -> dict[str, Any]:
    """Return a task with an annotation of each of these choices."""
    results = [[{"type": "choices", "value": {"choices": one}}] if one else [] for one in chosen]
    annotations = [{"result": one, **more} for one in results]
    return {"data": data or {"text": "'=a b"}, "annotations": annotations}


def read(scheme: str, *tasks: Any, take: str = "") -> Any:
    return READERS[scheme].read("a.json", json.dumps(tasks).encode(), take)


def test_who_chose_what_is_read() -> None:
    chosen = task(["Joy"], ["Awe"], data={"item": "t1", "text": "a b"})
    chosen["annotations"][0]["completed_by"] = {"id": 7}
    known = task(["Awe"], ground_truth=True)["annotations"]
    left_out = task(["Joy"], was_cancelled=True)["annotations"]
    chosen["annotations"] += known + left_out
    found = read("label", chosen, task(["Joy"]))
    expected = {
        name: [(one.annotator, *one.answer.labels) for one in given]
        for name, given in found.answers.items()
    }
    assert expected == {"t1": [("7", "Joy"), ("2", "Awe")], "'=a b": [("1", "Joy")]}
    assert found.shown_settings()["kind"] == "one"
    [given] = read("label", chosen, take=GOLD).answers["t1"]
    assert given.answer.labels == ("Awe",)


def test_several_labels_or_none_mean_any_number() -> None:
    found = read("label", task(["Joy", "Awe"], [], ["Joy"]))
    assert [one.answer.labels for one in found.answers["'=a b"]] == [("Awe", "Joy"), (), ("Joy",)]
    assert found.shown_settings()["kind"] == "any"


def test_a_choice_is_a_label_whatever_its_word() -> None:
    found = read("label", task(["None"], ["NA"]))
    assert [one.answer.labels for one in found.answers["'=a b"]] == [("None",), ("NA",)]


def test_no_label_as_gold_is_an_answer_where_any_number_is_allowed() -> None:
    known = task([], ground_truth=True, data={"text": "a", "workers": ["1", "known"]})
    known["annotations"].insert(0, task(["Joy"])["annotations"][0])
    found = read("label", known)
    assert found.shown_settings()["kind"] == "any"
    [given] = read("label", known, take=GOLD).answers["a"]
    assert given.answer.labels == ()


@pytest.mark.parametrize(
    ("scheme", "bad", "column", "message"),
    [
        ("label", 7, "data", "A task is"),
        ("label", {"data": {}}, "data", "needs item"),
        ("pair", task(["yes"], data={"left": "a"}), "data", "needs pair"),
        ("pair", task(["yes", "no"], data={"pair": "p"}), "choices", "2 are chosen"),
        ("label", {"data": {"item": "a"}, "annotations": 7}, "annotations", "list of objects"),
        ("label", {"data": {"item": "a"}, "annotations": [{}]}, "result", "must be a list"),
        ("label", task(7), "value", "needs a list of labels"),
        ("label", task(["a|b"]), "value", "contains a bar"),
    ],
)
def test_a_fault_is_reported_by_task(scheme: str, bad: Any, column: str, message: str) -> None:
    sound = task(["yes"], data={"item": "p1", "pair": "p1"})
    with pytest.raises(BadFile) as caught:
        read(scheme, sound, bad)
    [fault] = caught.value.errors
    assert (fault.row, fault.column) == (2, column)
    assert message in fault.message


@pytest.mark.parametrize("body", ["[", "[]", "[[]"])
def test_a_broken_file_is_reported(body: str) -> None:
    with pytest.raises(BadFile) as caught:
        READERS["label"].read("a.json", body.encode())
    assert len(caught.value.errors) == 1
