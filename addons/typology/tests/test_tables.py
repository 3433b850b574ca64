"""Several corpora in one table, true classes, morphemes, intervals and figures at a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from addons.typology.figures import TABLE
from midpath.typology.truth import count_correct
from tests.commands.running import SHARED, run
from tests.helpers.languages import ADPOSITIONS, sentences
from tests.helpers.pages import assert_shows

CORPORA = SHARED / "data" / "corpora"
SMALL = ("--top", "30", "--samples", "2", "--sentences", "100")
TRUTH = ["# ours", "Before\tPre-", "after\tpostpositions", "other\tnone"]


def write(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def corpora(tmp_path: Path) -> tuple[str, str]:
    return (
        write(tmp_path / "before.txt", sentences(300)),
        write(tmp_path / "after.txt", sentences(300, before=False)),
    )


@pytest.fixture
def truth(tmp_path: Path) -> str:
    return write(tmp_path / "truth.tsv", TRUTH)


def read(*command: str) -> Any:
    return json.loads(run("typology", *command, "--json"))


def test_the_interval_decides_and_without_it_all_stays_the_same(corpora: tuple[str, str]) -> None:
    before, after = corpora
    plain = read(*corpora, *SMALL)
    found = read(*corpora, *SMALL, "--interval", "--resamples", "40", "--four-classes")
    assert [one.pop("interval")["decision"] for one in found] == ["prepositional", "postpositional"]
    assert [one.pop("adposition_class")["name"] for one in found] == [
        "prepositional",
        "postpositional",
    ]
    assert found == plain
    printed = run("typology", before, *SMALL, "--interval", "--resamples", "40")
    assert "95% interval of the difference from 40 resamples of the sentences" in printed
    [again] = read(after, *SMALL, "--interval", "--seed", "3")
    interval = again["interval"]
    assert (interval["resamples"], interval["seed"], interval["level"]) == (200, 3, 0.95)
    assert interval["low"] + interval["high"] == pytest.approx(2 * again["difference"])


def test_table_3_counts_correct_languages(corpora: tuple[str, str], truth: str) -> None:
    printed = run("typology", *corpora, *SMALL, "--table", "t3", "--truth", truth)
    assert_shows(printed, "Correct: 2 of 2; not decided: 0.")
    assert "In the truth, but without a corpus: other." in printed
    found = read(*corpora, *SMALL, "--table", "T3", "--truth", truth)
    assert found["correct"] == {"correct": 2, "known": 2, "open": 0}
    assert [one["file"] for one in found["files"]] == [*corpora]
    assert "correct" not in run("typology", *corpora, *SMALL, "--table", "T3")


def test_of_the_papers_languages_19_of_23_are_correct() -> None:
    truth = {one.language.casefold(): one.true for one in TABLE}
    found = count_correct([(f"{one.language}.txt", one.predicted) for one in TABLE], truth)
    assert found == (19, 23, 0)


def test_table_4_is_computed_in_one_run(corpora: tuple[str, str], truth: str) -> None:
    given = (*corpora, "--top", "30", "--table", "T4", "--sizes", "100x2,400x1", "--truth", truth)
    found = read(*given)
    assert [row["sentences"] for row in found["correct"]] == ["100", "400", "whole corpora"]
    assert [row["languages"] for row in found["correct"]] == [2, 0, 2]
    assert found["correct"][2]["entropy rho"] == 2
    for one, plain in zip(found["files"], read(*corpora, "--top", "30"), strict=True):
        small, large, whole = one["sizes"]
        assert whole["strategies"]["entropy rho"]["difference"] == plain["difference"]
        assert whole["strategies"]["entropy r"]["difference"] == plain["difference_r"]
        assert (large["reason"], small["reason"]) == ("the corpus has only 300 sentences", "")
    for by in ("entropy", "counts"):
        samples = ("--samples", "2", "--sentences", "100", "--by", by)
        plain = read(*corpora, "--top", "30", *samples)
        for one, other in zip(found["files"], plain, strict=True):
            mean = one["sizes"][0]["strategies"][f"{by} rho"]["difference"]
            assert mean == pytest.approx(other["samples"]["mean"])
    printed = run("typology", *given)
    assert_shows(printed, "T4: correct predictions by the size of the samples")


def test_table_2_has_a_list_for_each_language_and_figures(
    corpora: tuple[str, str], tmp_path: Path
) -> None:
    gold = write(tmp_path / "gold.txt", list(ADPOSITIONS))
    few = write(tmp_path / "few.txt", [ADPOSITIONS[0]])
    lists = ("--gold", gold, "--gold", few, "--top", "8", "--figures", str(tmp_path))
    found = read(*corpora, *lists, "--table", "T2")
    assert [one["precision"]["gold"] for one in found["files"]] == [8, 1]
    drawn = {path.name for path in tmp_path.glob("*.svg")}
    names = [
        f"{name}-by-{axis}.svg" for name in ("before", "after") for axis in ("words", "vocabulary")
    ]
    assert drawn == {*names}
    picture = (tmp_path / names[0]).read_text()
    assert_shows(picture, "<svg ", "words (N)", "(AP − AP of Fr) / AP of Fr", "LCE", "<polyline")


def test_words_are_divided_into_the_users_morphemes(tmp_path: Path) -> None:
    corpus = write(tmp_path / "a.txt", ["Talossa on kissa", "talossa oli koira"])
    entries = ["# Finnish", "talossa\ttalo+ssa", "KOIRA\tkoira", "in fact\tin fact", ""]
    segmentation = write(tmp_path / "m.tsv", entries)
    [found] = read(corpus, "--morphemes", segmentation)
    assert (found["tokens"], found["types"]) == (8, 6)
    assert found["morphemes"] == {
        "entries": 2,
        "words": 6,
        "with_entry": 3,
        "types_without_entry": 3,
        "left_out": 1,
    }
    printed = run("typology", corpus, "--morphemes", segmentation)
    assert "3 of 6 words divided into morphemes by 2 entries; 3 distinct words have none" in printed
    for line, message in (
        ("talossa talo ssa", "line 1: give a word, one tab, and its morphemes."),
        ("talossa\t+", "line 1: “talossa” has no morphemes."),
        ("a\tb\na\tc", "line 2: “a” is divided differently above. Keep one."),
    ):
        with pytest.raises(CommandError, match=message.replace("+", "\\+")):
            run("typology", corpus, "--morphemes", write(tmp_path / "bad.tsv", [line]))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--resamples", "9"), "--resamples needs --interval."),
        (("--figures", "."), "--figures needs --gold."),
        (("--truth", "t"), "--truth needs --table T3 or --table T4."),
        (("--sizes", "9x9"), "--sizes needs --table T4."),
        (("--sizes", "9"), "like 10000x30"),
        (("--table", "T2"), "--table T2 needs --gold."),
        (("--table", "T4", "--by", "counts"), "--by does not go with --table T4."),
        (("--gold", "a", "--gold", "b", "--gold", "c"), "There are 3 --gold files for 1 corpora"),
    ],
)
def test_flags_that_do_not_go_together_are_refused(
    corpora: tuple[str, str], given: tuple[str, ...], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        run("typology", corpora[0], *given)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("english", "line 1: give a language, one tab, and its class."),
        ("english\tfirst", "“first” is not a class. Give one of prepositional, "),
        ("a\tpre\nA\tpost", "line 2: “A” has another class above. Keep one."),
        ("# none", "the file is empty. Give a language, a tab and its class."),
    ],
)
def test_a_bad_truth_is_named_with_its_line(
    corpora: tuple[str, str], tmp_path: Path, line: str, message: str
) -> None:
    bad = write(tmp_path / "bad.tsv", [line])
    with pytest.raises(CommandError, match=message):
        run("typology", corpora[0], "--table", "T3", "--truth", bad)


@pytest.mark.long
@pytest.mark.skipif(not CORPORA.exists(), reason="the corpora are not here")
def test_real_corpora_are_mostly_too_small_to_decide() -> None:
    names = ("english", "italian", "ukrainian", "turkish", "hindi", "finnish")
    found = read(*(str(CORPORA / f"{name}.txt") for name in names), "--samples", "1", "--interval")
    decided = [
        Path(one["file"]).stem for one in found if one["interval"]["decision"] != "undecided"
    ]
    assert decided == ["ukrainian"]
