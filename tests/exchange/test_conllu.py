"""CoNLL-U: sentences as texts, words as they are written, entities in MISC."""

import pytest

from midpath.exchange.readers import read_upload
from midpath.exchange.rows import Faults
from midpath.exchange.spans.formats import CONLLU, form_of, read_marked
from midpath.exchange.spans.marked_text import Marked


def word(number: str, form: str, misc: str = "_", lemma: str = "_") -> str:
    return "\t".join([number, form, lemma, *"______", misc])


FILE = "\n".join(
    [
        "# newdoc id = d1",
        "# sent_id = s1",
        "# text = Ada Brandt's gone.",
        word("1", "Ada", "NER=B-Person"),
        word("2-3", "Brandt's", "NER=I-Person"),
        word("2", "Brandt"),
        word("3", "'s", lemma="be"),
        word("3.1", "has"),
        word("4", "gone", "SpaceAfter=No|NER=O"),
        word("5", "."),
        "",
        "# sent_id = s2",
        word("1", "New", "NER=B-Place"),
        word("2", "York", "NER=E-Place"),
        word("3", "Oslo", "NER=S-Place|SpaceAfter=No"),
        word("4", "!"),
        "",
    ]
)


def read(text: str) -> tuple[list[Marked], Faults]:
    faults = Faults()
    return list(read_marked(CONLLU, "a.conllu", text.encode(), faults)), faults


def test_sentences_are_texts_with_their_words_and_entities() -> None:
    (first, second), faults = read(FILE)
    assert not faults.errors
    assert first.text == "Ada Brandt's gone."
    assert first.words == ["Ada", "Brandt's", "gone", "."]
    assert first.answers == {"1": ((0, 12, "Person"),)}
    assert first.name == "s1"
    assert second.text == "New York Oslo!"
    assert second.answers == {"1": ((0, 8, "Place"), (9, 13, "Place"))}


def test_what_is_not_read_is_counted() -> None:
    skipped = [str(one) for one in read(FILE)[1].skipped]
    assert skipped == [
        "1 empty node (row 8)",
        "1 comment not read: newdoc id (row 1)",
        "1 column not read: LEMMA (row 7)",
    ]


@pytest.mark.parametrize("name", ["a.conllu", "a.txt", "a"])
def test_the_format_is_recognized_by_its_columns(name: str) -> None:
    assert form_of(name, FILE.encode()) == CONLLU


def test_a_table_of_ten_columns_is_another_format() -> None:
    for row in ("1" + "\tx" * 9, "7" + "\t_" * 9, "1" + "\t" * 9):
        assert form_of("a.tsv", f"{row}\n".encode()) == ""


def test_an_upload_has_the_words_and_the_gold_spans() -> None:
    parsed = read_upload("a.conllu", FILE.encode())
    assert not parsed.errors
    assert [item.content["tokens"] for item in parsed.items][1] == ["New", "York", "Oslo", "!"]
    assert '[[0, 12, "Person"]]' in parsed.items[0].content["columns"]["gold"]


def test_without_entities_there_is_no_gold_answer() -> None:
    parsed = read_upload("a.conllu", word("1", "Go").encode())
    assert [item.text for item in parsed.items] == ["Go"]
    assert "gold" not in parsed.items[0].content.get("columns", {})


def test_broken_lines_are_errors_in_their_rows() -> None:
    for text, said in (
        (word("1", "Go") + "\n2\tnow", "Row 2 needs ten columns"),
        (word("1-3", "Go") + "\n" + word("1", "G"), "parts of the last multiword token"),
        (word("3-1", "Go"), "not a range"),
        ("# text = Stop\n" + word("1", "Go"), "do not add up"),
    ):
        found, faults = read(text)
        assert not found
        assert said in faults.errors[0].message
