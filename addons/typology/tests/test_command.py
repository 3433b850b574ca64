"""Adposition typology at a terminal."""

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from midpath.corpus import indicators
from midpath.corpus.words import words_of
from midpath.typology import result_tables
from midpath.typology.corpus_files import MAX_LENGTH
from tests.commands.running import SHARED, arguments, refusal_of, run, run_alone, run_process
from tests.corpus import slow_neighbours as slow
from tests.helpers.languages import ADPOSITIONS, sentences
from tests.helpers.pages import assert_shows

CORPORA = SHARED / "data" / "corpora"
DECISIONS = {
    "english": "prepositional",
    "italian": "prepositional",
    "ukrainian": "prepositional",
    "turkish": "postpositional",
    "hindi": "postpositional",
    "finnish": "prepositional",
}
SMALL = ("--top", "30", "--samples", "4", "--sentences", "100")


def write(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def before(tmp_path: Path) -> str:
    return write(tmp_path / "before.txt", sentences(300))


@pytest.fixture
def after(tmp_path: Path) -> str:
    return write(tmp_path / "after.txt", sentences(300, before=False))


def read(*command: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("typology", *command, "--json"))
    return found


@pytest.mark.long
def test_files_are_distinguished_without_a_database(before: str, after: str) -> None:
    done = run_alone("typology", before, after, *SMALL)
    assert done.returncode == 0
    first, second = (
        next(line for line in done.stdout.splitlines() if line.startswith(f"  {name}"))
        for name in (before, after)
    )
    assert re.search(r"\+\d\.\d{3}  .* prepositional$", first)
    assert re.search(r"−\d\.\d{3}  .* postpositional$", second)
    assert "4 samples of 100 sentences against the whole corpus' TCE" in done.stdout
    assert re.search(r"At most [\d,]+ distinct pairs of neighbours", done.stdout)
    assert re.fullmatch(r"[\d.]+ s; peak memory [\d,]+ MB.\n", done.stderr)


@pytest.mark.long
def test_json_is_one_object_a_file_and_always_the_same(before: str, after: str) -> None:
    found = read(before, after, *SMALL)
    assert [each["file"] for each in found] == [before, after]
    assert [each["decision"] for each in found] == ["prepositional", "postpositional"]
    words = [words_of(line) for line in sentences(300)]
    expected = slow.indicators(words)
    first = found[0]
    assert (first["sentences"], first["tokens"]) == (300, sum(map(len, words)))
    assert (first["types"], first["bigrams"]) == (len(expected["Fr"]), len(slow.pairs(words)))
    assert first["difference"] == first["rho_left"] - first["rho_right"]
    assert first["difference"] == pytest.approx(-found[1]["difference"])
    samples = first["samples"]
    assert (samples["drawn"], sum(samples["decisions"].values())) == (4, 4)
    assert samples["mean"] == pytest.approx(sum(samples["differences"]) / 4)
    assert read(before, after, *SMALL) == found
    assert read(before, *SMALL, "--seed", "2")[0]["samples"] != samples


@pytest.mark.long
def test_by_counts_other_lists_are_compared(before: str) -> None:
    (found,) = read(before, *SMALL, "--by", "counts")
    assert found["lists"] == ["TCC", "LCC", "RCC"]
    assert found["rho_left"] != read(before, *SMALL)[0]["rho_left"]


def test_a_wider_margin_leaves_it_open(before: str) -> None:
    printed = run("typology", before, *SMALL, "--margin", "1.9", "--propose", "5")
    assert "inconclusive nearer to zero than 1.9" in printed
    assert "few or no adpositions as separate words" in printed
    assert "likeliest" not in printed


@pytest.mark.long
def test_function_words_and_proposals_are_listed(before: str, after: str) -> None:
    printed = run("typology", before, *SMALL, "--function-words", "3", "--propose", "8")
    assert "before.txt: function words by TCE" in printed
    assert "words that look prepositional, most likely first" in printed
    for path, side in ((before, "prepositional"), (after, "postpositional")):
        (found,) = read(path, *SMALL, "--propose", "8")
        assert found["proposed"]["side"] == side
        assert {word["word"] for word in found["proposed"]["words"]} == set(ADPOSITIONS)


@pytest.mark.long
def test_indicators_are_compared_with_a_list(before: str, tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.txt", ["# ours", "", *ADPOSITIONS, "Nowhere", "in front of"])
    done = run_alone("typology", before, "--gold", gold, "--top", "8")
    assert done.returncode == 0
    assert done.stderr.startswith(f"{gold}: 1 line of several words left out.\n")
    assert_shows(done.stdout, "AP@8 against 9 function words, of which 8 occur", "mean of 200")
    (found,) = read(before, "--gold", gold, "--top", "8")
    precision = found["precision"]
    assert precision["whole"]["TCE"] == 1
    assert (len(precision["each"]), len(precision["by_size"])) == (200, 10)
    assert sum(zone["samples"] for zone in precision["by_vocabulary"]) == 200


@pytest.mark.long
def test_sub_samples_with_too_few_words_are_counted(before: str, tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.txt", list(ADPOSITIONS))
    printed = run("typology", before, "--gold", gold, "--top", "400")
    assert re.search(r"\d+ sub-samples have fewer than 400 distinct words", printed)
    assert "undefined" in printed


def test_words_are_folded_unless_taken_as_they_are(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", ["The cat's the-cat .", "", "..."])
    assert [read(path)[0][name] for name in ("sentences", "tokens", "types")] == [1, 4, 3]
    as_is = read(path, "--as-is")[0]
    assert [as_is[name] for name in ("sentences", "tokens", "types")] == [2, 5, 5]


def test_a_corpus_too_small_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", ["one two", "two one"])
    printed = run("typology", path)
    assert "a.txt: undefined, the lists share only 2 words." in printed
    assert "A sample needs 1,000 sentences, but the corpus has 2, so none was drawn." in printed
    (found,) = read(path)
    assert (found["difference"], found["decision"]) == (None, "undefined")
    assert (found["samples"]["mean"], found["samples"]["drawn"]) == (None, 0)


def test_samples_as_large_as_the_corpus_are_the_corpus(before: str) -> None:
    given = (before, "--samples", "3", "--sentences", str(read(before)[0]["sentences"]))
    (found,) = read(*given)
    assert found["samples"]["differences"] == [found["difference"]] * 3
    assert found["samples"]["sd"] == 0
    assert "* The corpus has no more sentences than a sample takes" in run("typology", *given)


def test_a_byte_order_mark_and_carriage_returns_are_no_words(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone two\r\none three\r\n")
    (found,) = read(str(path), "--as-is")
    assert (found["tokens"], found["types"]) == (4, 3)


BAD = {
    "empty": (b"", "empty: the file is empty. It needs one sentence per line."),
    "blank": (b"\n \n...\n", "blank: no line has a word. Give one sentence per line."),
    "latin": (
        b"one two\ncaf\xe9\n",
        "latin, line 2: byte 4 of the line is not UTF-8. Save the file as UTF-8.",
    ),
    "utf16": (
        "one two".encode("utf-16-le"),
        "utf16, line 1: a NUL character, so this is not UTF-8 text.",
    ),
    "long": (
        b"one\n" + b"word " * MAX_LENGTH,
        "long, line 2: longer than 1,048,576 bytes. Give one sentence per line, not a whole text.",
    ),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_its_line_and_nothing_is_printed(
    name: str, before: str, tmp_path: Path
) -> None:
    content, message = BAD[name]
    path = tmp_path / name
    path.write_bytes(content)
    assert refusal_of("typology", before, str(path), *SMALL) == f"{tmp_path}/{message}"


def test_a_bad_file_is_named_on_stderr_at_a_terminal(before: str, tmp_path: Path) -> None:
    content, message = BAD["latin"]
    path = tmp_path / "latin"
    path.write_bytes(content)
    done = run_alone("typology", before, str(path), *SMALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"CommandError: {tmp_path}/{message}\n"


def test_files_that_cannot_be_read_are_named_before_any_is(tmp_path: Path) -> None:
    bad = tmp_path / "empty"
    bad.touch()
    for path, message in (
        (tmp_path / "none", "none: it cannot be read: No such file or directory."),
        (tmp_path, "this is a directory. Give files, or a pattern in quotes."),
        (tmp_path / ("x" * 300), "it cannot be read: File name too long."),
    ):
        with pytest.raises(CommandError, match=re.escape(message)):
            run("typology", str(bad), str(path))
    with pytest.raises(
        CommandError, match=r"empty: the list has no words\. Give one word per line"
    ):
        run("typology", write(tmp_path / "a.txt", ["one"]), "--gold", str(bad))


@pytest.mark.parametrize(
    "wrong", [("--margin", "-1"), ("--margin", "x"), ("--top", "0"), ("--seed", "-1")]
)
def test_bad_arguments_are_refused(wrong: tuple[str, str], before: str) -> None:
    with pytest.raises(CommandError):
        run("typology", before, *wrong)


@pytest.mark.long
def test_a_pipe_is_read_as_it_comes(before: str) -> None:
    done = run_process("typology", "/dev/stdin", *SMALL, "--json", typed=Path(before).read_text())
    (found,) = json.loads(done.stdout)
    assert found["decision"] == "prepositional"


@pytest.mark.long
def test_a_terminal_sees_how_far_it_is(before: str) -> None:
    reader, terminal = pty.openpty()
    done = subprocess.run(
        arguments("typology", before, *SMALL),
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=True,
        timeout=60,
    )
    os.close(terminal)
    seen = os.read(reader, 2**16).decode()
    os.close(reader)
    assert_shows(seen, "before.txt: 100% of", "before.txt:  25% of 4 samples")
    assert b"%" not in done.stdout


@pytest.mark.long
@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_corpora() -> None:
    found = read(*(str(CORPORA / f"{name}.txt") for name in DECISIONS))
    assert {Path(each["file"]).stem: each["decision"] for each in found} == DECISIONS
    sampled = {Path(each["file"]).stem: each["samples"] for each in found}
    assert "every sample is the whole" in sampled["hindi"]["note"]
    # The paper's Finnish is near zero; at this size its samples are even closer to zero.
    assert sampled.pop("finnish")["decision"] == "inconclusive"
    for name, each in sampled.items():
        assert each["decision"] == DECISIONS[name]


def test_tables_have_a_column_for_each_indicator() -> None:
    assert result_tables.INDICATORS == indicators.INDICATORS
