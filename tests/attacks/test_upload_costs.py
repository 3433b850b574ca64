"""Attack 47 of the promises: files that cost far more than their size suggests.

No test here uses a clock: each counts operations, or gives a file that a quadratic reader would not
finish within the run.
"""

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, ImageFile

from annotation.models import Dataset, Picture
from annotation.services.datasets.pictures import MAX_PICTURES
from midpath.exchange import html, release, tables
from midpath.exchange.evidence.common_form import Document
from midpath.exchange.evidence.contents import content_of_document
from midpath.exchange.evidence.sentences import sentence_places
from midpath.exchange.readers import read_upload
from midpath.exchange.rows import MAX_ERRORS
from midpath.exchange.tables import MAX_COLUMNS, MAX_DELIMITERS
from tests.api.studies import Study
from tests.exchange.test_pictures import png_that_claims
from tests.helpers.apps import make_apps
from tests.helpers.pages import text_of

MEGABYTE = 2**20


def first_error(filename: str, text: str) -> tuple[int, str, str]:
    error = read_upload(filename, text.encode()).errors[0]
    return error.row, error.column, error.message


@contextmanager
def little_memory(most: int) -> Iterator[None]:
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < most


class Name(str):
    """A column name that counts comparisons with other names."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_names_of_columns_are_compared_once_each() -> None:
    names = [Name(f"column {number}") for number in range(MAX_COLUMNS)]
    Name.compared = 0
    assert tables._problem_with_header(names) is None
    assert Name.compared <= MAX_COLUMNS


@pytest.mark.attack(47)
@pytest.mark.parametrize("filename", ["a.csv", "a.tsv"])
@pytest.mark.parametrize("first", ["text", "pair", "site", "DocID"])
def test_a_table_with_too_many_columns_is_refused_by_number(filename: str, first: str) -> None:
    delimiter = "," if filename == "a.csv" else "\t"
    header = delimiter.join([first, *(f"c{number}" for number in range(MAX_DELIMITERS - 10))])
    row, _, message = first_error(filename, f"{header}\n{header}\n")
    assert row == 1
    assert f"{MAX_DELIMITERS - 9:,} columns; at most {MAX_COLUMNS:,}" in message


@pytest.mark.parametrize("where", [1, 2])
def test_a_row_of_millions_of_cells_is_not_divided_into_them(where: int) -> None:
    lines = ["text,a"] * where
    lines[where - 1] = "," * 15 * MEGABYTE
    text = "\n".join(lines)
    with little_memory(150 * MEGABYTE):
        row, _, message = first_error("a.csv", text)
    assert (row, "more than 50,000 cells" in message) == (where, True)


def test_a_thousand_columns_are_read() -> None:
    names = ["text", *(f"c{number}" for number in range(MAX_COLUMNS - 1))]
    cells = ["two words", *["x"] * (MAX_COLUMNS - 1)]
    parsed = read_upload("a.csv", f"{','.join(names)}\n{','.join(cells)}\n".encode())
    assert (len(parsed.errors), len(parsed.items)) == (0, 1)


def lines(*objects: Any) -> str:
    return "\n".join(map(json.dumps, objects))


DOCUMENT = {"type": "document", "document": "d", "sentences": ["One.", "Two.", "Three."]}


def question(**more: Any) -> dict[str, Any]:
    return {"type": "question", "document": "d", "question": "?", "answers": {"a": [0]}} | more


def test_errors_past_the_listed_ones_are_not_gathered() -> None:
    broken = "[]\n" * 500_000
    with little_memory(60 * MEGABYTE):
        parsed = read_upload("a.jsonl", (lines(DOCUMENT) + "\n" + broken).encode())
    assert MAX_ERRORS <= len(parsed.errors) <= MAX_ERRORS + 1


@pytest.mark.long
def test_a_sentence_named_twice_among_half_a_million_is_found() -> None:
    numbers = [*range(500_000), 499_999]
    parsed = read_upload("a.jsonl", lines(DOCUMENT, question(answers={"a": numbers})).encode())
    assert "Sentence 499999 is listed twice" in str(parsed.errors)


@pytest.mark.long
def test_a_choice_among_as_many_options_as_annotators() -> None:
    names = [f"n{number}" for number in range(60_000)]
    item = question(
        answers={name: [0] for name in names},
        meta={name: {"choice": name} for name in reversed(names)},
        extra={"options": names},
    )
    assert not read_upload("a.jsonl", lines(DOCUMENT, item).encode()).errors


@pytest.mark.long
@pytest.mark.parametrize("spans", ["all", "one character", "white space"])
def test_spans_that_overlap_are_looked_at_together(spans: str) -> None:
    words = [f"s{number}" for number in range(20_000)]
    text = " ".join(words) + " " * 500_000
    end, many = len(" ".join(words)), 50_000
    given = {
        "all": [[0, end]] * many,
        "one character": [[place % end, end] for place in range(many)],
        "white space": [[0, end], *([end + place, len(text)] for place in range(many))],
    }[spans]
    document = DOCUMENT | {"sentences": [*words[:-1], text[text.index(words[-1]) :]], "text": text}
    item = question(answers={"a": [*range(20_000)]}, spans={"a": given})
    errors = read_upload("a.jsonl", lines(document, item).encode()).errors
    assert ("is not in any sentence" in str(errors)) is (spans == "white space")


def test_sections_as_many_as_sentences() -> None:
    document = Document(
        "d",
        tuple(f"s{number}" for number in range(20_000)),
        sections=(),
        text="\n".join(f"s{number}" for number in range(20_000)),
    )
    assert len(content_of_document(document)["sections"][0]["paragraphs"]) == 20_000


def squad(context: str, **more: Any) -> str:
    paragraph = {"context": context, "qas": [], **more}
    return json.dumps({"data": [{"title": "t", "paragraphs": [paragraph]}]})


def test_sentences_that_overlap_are_not_cut_out() -> None:
    context = "x" * MEGABYTE
    places = [[0, len(context)]] * 300
    with little_memory(60 * MEGABYTE):
        errors = read_upload("a.json", squad(context, sentences=places).encode()).errors
    assert "in the context, in order" in str(errors)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        " " * MEGABYTE + "x",
        "." * MEGABYTE + "x",
        ".)" * MEGABYTE + "x",
        "e.g. " * 200_000,
        "a. b " * 200_000,
        "\t\x0b" * MEGABYTE,
        "。" * MEGABYTE,
    ],
    ids=["spaces", "stops", "closers", "abbreviations", "small letters", "tabs", "wide stops"],
)
def test_the_rule_for_sentences_walks_over_a_text_once(text: str) -> None:
    places = sentence_places(text)
    assert all(start < end for start, end in places)


class Level(int):
    """A heading level that counts comparisons with other levels."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Level.compared += 1
        return super().__eq__(other)

    __hash__ = int.__hash__


def test_levels_of_headings_are_counted_in_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "HEADINGS", {f"h{number}": Level(number) for number in range(1, 7)})
    many = 2000
    page = "<h1>a</h1>" + "<h3>c</h3><h2>b</h2>" * many
    Level.compared = 0
    assert len(html.sections_of(page)) == many + 1
    assert Level.compared <= 10 * many


def test_a_text_that_is_refused_is_divided_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    divided: list[str] = []
    words = release.Release.words

    def counted(self: release.Release, text: str) -> list[str]:
        divided.append(text)
        return words(self, text)

    monkeypatch.setattr(release.Release, "words", counted)
    annotations = {str(number): "x" for number in range(1000)}
    texts = {"a b": {str(number): "a | b" for number in range(1000)}, "w " * 100_000: annotations}
    parsed = read_upload("a.json", json.dumps({"items": 2, "annotation set": texts}).encode())
    assert divided == ["a b"]
    assert [error.row for error in parsed.errors] == [2]


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the sizes of the decompressed pictures."""
    found: list[tuple[int, int]] = []
    load = ImageFile.ImageFile.load

    def counted(self: Any) -> Any:
        found.append(self.size)
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", counted)
    return found


@pytest.fixture
def apps(study: Study) -> Dataset:
    return make_apps(study.project, (("Keep", "Notes."),))


@pytest.mark.attack(47)
@pytest.mark.parametrize(
    ("many", "side", "message"),
    [
        (40, 6_000, "These are 40 pictures; an app can have at most 12"),
        (MAX_PICTURES + 1, 10, "These are 13 pictures"),
        (3, 6_000, "108 million pixels together; at most 80 million"),
        (12, 6_300, "476 million pixels together"),
    ],
)
def test_pictures_are_counted_and_measured_before_any_is_unpacked(
    apps: Dataset, owner: Client, unpacked: list[Any], many: int, side: int, message: str
) -> None:
    body = png_that_claims(side, side)
    files = [SimpleUploadedFile(f"{n}.png", body, "image/png") for n in range(many)]
    page = owner.post(f"/research/apps/{apps.items.get().pk}/", {"pictures": files})
    assert message in text_of(page, 400)
    assert unpacked == []
    assert not Picture.objects.exists()


@pytest.mark.long
def test_a_bad_picture_is_named_unopened(apps: Dataset, owner: Client, unpacked: list[Any]) -> None:
    bodies = [png_that_claims(10, 10), b"GIF89a"]
    files = [SimpleUploadedFile("a.png", body, "image/png") for body in bodies]
    page = owner.post(f"/research/apps/{apps.items.get().pk}/", {"pictures": files})
    assert "Picture 2 of 2" in page.content.decode()
    assert unpacked == []
    assert Image.MAX_IMAGE_PIXELS
