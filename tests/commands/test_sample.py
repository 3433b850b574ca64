"""`midpath sample` and `midpath lengths`: files to samples, with requested and obtained lengths."""

import csv
import json
from pathlib import Path

import pytest

from midpath.exchange.readers import read_upload
from midpath.program import main
from tests.helpers.documents import write_policies
from tests.helpers.in_process import call_main

LOG = "text,entropy\n" + "".join(
    f"{'word ' * (1 + n % 4)}{n},{n / 10}\n{'word ' * (1 + n % 4)}{n},{n / 10}\n" for n in range(20)
)


def midpath(*words: str | Path) -> str:
    """Return what the program prints, after it ended well."""
    called = call_main(main, ["midpath", *map(str, words)])
    assert called.returncode == 0, called.stderr
    return called.stdout


def refused(*words: str | Path) -> str:
    called = call_main(main, ["midpath", *map(str, words)])
    assert called.returncode in {1, 2}, called.stdout
    return called.stderr


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(LOG)
    return path


def test_texts_of_a_log_are_sampled_and_written(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "sample.csv"
    words = ("--size", "6", "--shortest", "3", "--longest", "5", "--column", "entropy")
    printed = midpath("sample", "texts", log, *words, "--least", "0.5", "--out", out)
    assert "40 texts read; 3 to 5 words; lengths: equal numbers of each" in printed
    assert "repeated 12" in printed
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(float(row["entropy"]) >= 0.5 for row in rows)
    parsed = read_upload(out.name, out.read_bytes())
    assert not parsed.errors
    assert len(parsed.items) == len(rows)


def test_shortfalls_are_printed_and_in_the_json(log: Path) -> None:
    printed = midpath("sample", "texts", log, "--shortest", "2", "--longest", "3")
    assert "fewer than requested" in printed
    found = json.loads(midpath("sample", "texts", log, "--shortest=2", "--longest=3", "--json"))
    [two, _] = found["lengths"]
    assert (two["words"], two["requested"]) == (2, [350])
    assert two["obtained"][0] < 350


def test_sentences_come_from_books_and_documents(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("It was a dark\nnight. Nobody knew why\nit rained.\n\nA heading\n")
    out = tmp_path / "sentences.jsonl"
    wide = ("--shortest", "2", "--longest", "40", "--whole", "--near-duplicates")
    midpath("sample", "sentences", book, *wide, "--out", out)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(line["text"], line["document"]) for line in lines] == [
        ("It was a dark night.", "book.txt"),
        ("Nobody knew why it rained.", "book.txt"),
    ]
    policies = write_policies(tmp_path / "policies.jsonl")
    assert "sentences read" in midpath("sample", "sentences", policies, *wide)


def test_random_texts_have_the_lengths_of_another_file(log: Path, tmp_path: Path) -> None:
    like = tmp_path / "like.txt"
    like.write_text("a b c\nd e f\ng h\n")
    words = ("--size", "3", "--shortest", "2", "--lengths-of", like, "--json")
    found = json.loads(midpath("sample", "random", log, *words))
    assert {row["words"]: row["requested"] for row in found["lengths"][:3]} == {
        2: [1, 1, 1],
        3: [2, 2, 2],
        4: [0, 0, 0],
    }
    assert found["lengths_of"]["name"] == str(like)


def test_one_model_can_be_chosen(log: Path) -> None:
    found = json.loads(midpath("sample", "random", log, "--order", "2", "--json"))
    assert found["parts"] == ["2-gram"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("texts", "{log}", "--lengths", "given"), "--lengths-of FILE"),
        (("texts", "{log}", "--shortest", "9"), "Enter at least the fewest words."),
        (("texts", "{log}", "--least", "1e3"), "'1e3' is not a decimal number"),
        (("texts", "{log}", "--least", "1"), "Name the column that has these numbers."),
        (("texts", "{log}", "--column", "other", "--least", "1"), "no number in the column"),
        (("texts", "missing.csv"), "missing.csv does not exist"),
        (("sentences", "{log}"), "contains texts, not documents"),
        (("queries", "{log}"), "invalid choice: 'queries'"),
    ],
)
def test_wrong_calls_are_explained(log: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused("sample", *(word.format(log=log) for word in words))


def test_lengths_of_files_are_side_by_side(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("a b\nc d e\n")
    printed = midpath("lengths", log, other)
    assert f"{log}: 20 texts" in printed
    assert "50.0%" in printed
    [first, second] = json.loads(midpath("lengths", log, other, "--json"))
    assert first["lengths"] == [[2, 5], [3, 5], [4, 5], [5, 5]]
    assert second["lengths"] == [[2, 1], [3, 1]]
