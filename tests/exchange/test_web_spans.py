"""Web Annotations of spans: positions in the dataset's text, and faults reported by annotation."""

import json
from typing import Any

import pytest

from annotation.models import Item
from annotation.recorded import READERS
from annotation.recorded.base import BadFile
from annotation.schemes import SCHEMES
from midpath.exchange.spans.web_annotation import NOTHING, write_web_spans
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import InvalidAnswer

TEXT = "Ada left Oldport"
SETTINGS = SCHEMES["spans"].check_settings({"labels": [{"label": "Per son"}, {"label": "Place"}]})
GIVEN = {"7": [(0, 3, "Per son"), (9, 16, "Place")], "ann:é": []}
BODY = b"".join(write_web_spans([(TEXT, TEXT, GIVEN), ("x", "x", {})]))


def page(change: Any = None) -> bytes:
    """Return the page with its first annotation changed."""
    found = json.loads(BODY)
    if change:
        change(found["items"][0])
    return json.dumps(found).encode()


def spans_in(body: bytes, text: str = TEXT) -> dict[str, Any]:
    reader = READERS["spans"]
    found = reader.read("a.jsonld", body).answers
    item = Item(text=text, content={"tokens": text.split()})
    [given] = found.values()
    return {one.annotator: reader.payload(one, item, SETTINGS)["spans"] for one in given}


def faults(body: bytes) -> list[Any]:
    with pytest.raises(BadFile) as caught:
        READERS["spans"].read("a.jsonld", body)
    return [(one.row, one.column, one.message) for one in caught.value.errors]


def test_each_span_is_an_annotation() -> None:
    items = json.loads(BODY)["items"]
    assert [one["motivation"] for one in items] == ["tagging", "tagging", "assessing"]
    assert items[0]["id"] == "urn:midpath:span:Ada%20left%20Oldport:7:1"
    assert items[1]["target"]["selector"][1] == {
        "type": "TextQuoteSelector",
        "exact": "Oldport",
        "prefix": "Ada left ",
        "suffix": "",
    }
    assert items[2]["body"]["value"] == NOTHING
    wanted = {"7": [[0, 1, "Per son"], [2, 3, "Place"]], "ann:é": []}
    assert spans_in(BODY) == wanted
    settings = READERS["spans"].read("a.jsonld", BODY).shown_settings()
    assert (settings["unit"], settings["overlap"]) == ("characters", "none")


def test_words_show_the_place_where_the_text_has_moved() -> None:
    assert spans_in(BODY, "Then Ada left for Oldport")["7"] == [[1, 2, "Per son"], [4, 5, "Place"]]
    with pytest.raises(InvalidAnswer, match="does not have the words “Oldport” once"):
        spans_in(BODY, "Ada left it")


def test_the_known_spans_are_not_in_it() -> None:
    assert not READERS["spans"].read("a.jsonld", BODY, GOLD).answers


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda one: one.update(id="urn:other:1"), "does not name a text and worker"),
        (lambda one: one.update(body=[]), "one label and one place"),
        (lambda one: one.update(target="urn:x"), "one label and one place"),
        (lambda one: one["body"].update(value="a|b"), "bar"),
        (lambda one: one["target"]["selector"].pop(0), "needs a TextPositionSelector"),
        (lambda one: one["target"]["selector"][0].update(start=-1), "whole numbers"),
        (lambda one: one["target"]["selector"][1].update(exact=7), "exact words"),
        (lambda one: one.update(body={"purpose": 1, "value": []}), "one label and one place"),
    ],
)
def test_a_fault_is_reported_by_annotation(change: Any, expected: str) -> None:
    [(row, column, message)] = faults(page(change))
    assert (row, column) == (1, "annotation")
    assert expected in message


def test_an_answer_is_there_once() -> None:
    items = json.loads(BODY)["items"]
    twice = json.dumps({"items": [items[0], items[0]]}).encode()
    assert "Duplicate id (see annotation 1)" in faults(twice)[0][2]
    nothing = items[2] | {"id": items[1]["id"]}
    assert "not both" in faults(json.dumps({"items": [items[0], nothing]}).encode())[0][2]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"items": {}}', b'{"items": []}', b"\xff"])
def test_what_is_no_page_is_reported(body: bytes) -> None:
    assert len(faults(body)) == 1
