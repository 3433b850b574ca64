"""Names that Unicode can encode in several ways are one name, wherever they are compared."""

from collections.abc import Callable

import pytest

from midpath.comparing.matching import FileSide, matched_by_name
from midpath.exchange.evidence.evidence_jsonl import read_jsonl
from midpath.exchange.judged.cells import Names
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.exchange.readers import read_upload
from midpath.exchange.release import BadRelease, read_release
from midpath.exchange.rows import BadCell
from midpath.exchange.spans.marked_text import Solid
from midpath.text.characters import canonical, name_of
from midpath.text.look_alikes import MAX_REMARKS, remarks_on

NFC, NFD = "caf\u00e9", "cafe\u0301"
SAME = [
    (NFC, NFD),
    ("yes", "\u200byes"),
    ("yes", "y\u200des\ufeff"),
    ("New York", "New\u00a0York"),
    ("New York", "New\u202fYork"),
    ("soft", "so\u00adft"),
    ("left", "\u200eleft\u200f"),
]


def labels(*rows: str, name: str = "f.csv") -> JudgedLabels:
    return read_judged_labels(name, "\n".join(["worker,item,label", *rows]).encode())


@pytest.mark.parametrize(("plain", "other"), SAME)
def test_spellings_of_one_name_are_canonical(plain: str, other: str) -> None:
    assert canonical(other) == canonical(plain) == plain


@pytest.mark.parametrize(
    "text", ["می\u200cروم", "👨\u200d👩\u200d👧", "क्\u200dष", "e" + 40 * "\u0301"]
)
def test_what_joiners_write_stays(text: str) -> None:
    assert canonical(text) == text


@pytest.mark.parametrize(("plain", "other"), SAME)
def test_labels_items_and_workers_are_compared_by_it(plain: str, other: str) -> None:
    found = labels(f"a,1,{plain}", f"b,1,{other}")
    assert found.judgments.answers == [(plain,)]
    found = labels(f"a,{plain},x", f"b,{other},y")
    assert found.judgments.items == [plain]
    [error] = labels(f"{plain},1,x", f"{other},1,y").errors
    assert error.row == 3
    assert "in row 2" in error.message


def test_names_stay_as_first_written() -> None:
    assert labels(f"{NFD},{NFD},x", f"b,{NFC},x").judgments.items == [NFD]


def test_a_cell_with_only_invisible_characters_is_empty() -> None:
    found = labels("a,1,\u200b", "a,2,x")
    assert [str(one) for one in found.skipped] == ["1 label missing (row 2)"]
    assert "The item is empty" in labels("a,\u200b,x").errors[0].message


def test_gold_labels_and_answers_of_pairs_are_compared_by_it() -> None:
    body = f"worker,item,label,gold\na,1,{NFC},{NFD}\nb,1,x,{NFC}\n".encode()
    assert read_judged_labels("f.csv", body).gold == {"1": (NFC,)}
    body = f"worker,pair,answer,gold\na,{NFC},{NFC},{NFD}\nb,{NFD},{NFD},{NFC}\n".encode()
    pairs = read_judged_pairs("f.csv", body)
    assert pairs.judgments.answers == [NFC]
    assert pairs.pairs[NFC].gold == NFC


def test_two_files_match_by_it() -> None:
    crowd, gold = FileSide({NFC: [("a", "x")]}), FileSide({NFD: [("g", "y")]})
    found = matched_by_name(crowd, gold)
    assert [(one.key, one.crowd, one.gold) for one in found.items] == [(NFC, ["x"], ["y"])]


def test_duplicates_in_uploads_are_found_by_it() -> None:
    [error] = read_upload("f.txt", f"{NFC}\n{NFD}\n".encode()).errors
    assert error.message.startswith("Duplicate of row 1")
    parsed = read_upload("f.csv", f"text\n{NFD} au lait\n".encode())
    assert parsed.items[0].text == f"{NFD} au lait"  # stored as in the file


def test_rows_of_one_pair_are_found_by_it() -> None:
    rows = f"{NFC},{NFC} noir,b\n{NFD},{NFD} noir,b\n"
    parsed = read_upload("f.csv", f"pair,left,right\n{rows}".encode())
    assert (len(parsed.items), parsed.errors) == (1, [])


def test_a_release_has_each_text_once() -> None:
    with pytest.raises(BadRelease, match="repeats text 1"):
        read_release(f'{{"annotation set": {{"{NFC} a": {{}}, "{NFD} a": {{}}}}}}'.encode())


def test_questions_find_their_document_by_it() -> None:
    lines = (
        f'{{"type": "document", "document": "{NFC}", "sentences": ["One.", "Two."]}}\n'
        f'{{"type": "question", "id": "q", "document": "{NFD}", "question": "Why?", '
        f'"answers": {{"{NFD}": [0]}}}}\n'
    )
    evidence = read_jsonl(lines)
    assert evidence.questions[0].document == NFC
    assert evidence.annotators == [NFC]


def test_spans_are_placed_in_another_spelling_of_their_text() -> None:
    theirs, mine = Solid(f"le {NFD}\u200b noir"), Solid(f"le\n{NFC} noir")
    assert name_of(theirs.text) == name_of(mine.text)
    spans = [(3, 8, "Drink"), (10, 14, "Colour")]
    assert theirs.spans_in(mine, spans) == ((3, 7, "Drink"), (8, 12, "Colour"))
    assert mine.spans_in(theirs, [(3, 7, "Drink")]) == ((3, 8, "Drink"),)
    assert theirs.spans_in(theirs, spans) == tuple(spans)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Yes", "yes", "differ only in case"),
        ("cat", "\u0441at", "look alike, but “\u0441at” contains U+0441 CYRILLIC SMALL LETTER ES"),
        ("A", "\u0391", "U+0391 GREEK CAPITAL LETTER ALPHA"),
        ("1", "1.0", "are the same number"),
        ("a b", "a  b", "differ only in spaces"),
        ("می\u200cروم", "میروم", "zero width non-joiner"),
    ],
)
def test_labels_that_look_alike_get_a_remark(one: str, other: str, said: str) -> None:
    [remark] = labels(f"a,1,{one}", f"b,1,{other}").notes
    assert said in remark
    assert "They count as different labels." in remark


def test_labels_that_differ_get_no_remark() -> None:
    assert not remarks_on(["yes", "no", "1", "2", "да", "нет", "ναι", "nai"])


def test_a_file_makes_few_remarks() -> None:
    words = [f"w{number}" for number in range(3 * MAX_REMARKS)]
    remarks = remarks_on([*words, *map(str.upper, words)])
    assert len(remarks) == MAX_REMARKS + 1


def test_true_and_the_word_true_get_a_remark() -> None:
    line = '{"worker": "%s", "item": 1, "label": %s}\n'
    found = read_judged_labels("f.jsonl", (line % ("a", "true") + line % ("b", '"true"')).encode())
    [remark] = found.notes
    assert remark.startswith("Row 1 has true or false without quotation marks")
    alone = read_judged_labels("f.jsonl", (line % ("a", "true")).encode())
    assert not alone.notes


@pytest.mark.parametrize(
    "cells", [["w1", "w2"], ["w1", "w3\u200b"], ["w2", "", "w4"], ["w5" * 2000]]
)
def test_plain_cells_are_numbered_at_once_as_one_by_one(cells: list[str]) -> None:
    """The first cells of each list were seen before, in other spellings."""
    at_once, one_by_one = (Names("worker", str, []) for _ in range(2))
    for names in (at_once, one_by_one):
        names[" w1"], names["\u200bw2"]
    numbers = found_by(lambda: at_once.numbers_of(cells))
    assert numbers == found_by(lambda: [one_by_one[cell] for cell in cells])
    assert at_once._names == one_by_one._names


def found_by(read: Callable[[], list[int]]) -> list[int] | str:
    try:
        return read()
    except BadCell as bad:
        return bad.message
