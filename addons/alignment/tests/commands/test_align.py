"""Groups of segments at a terminal, from a file without a database."""

import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management.base import CommandError

from addons.alignment.tests.aligned_files import (
    FEW,
    ONE,
    PARTS,
    results_of,
    voted_policies,
)
from midpath.alignment.places import Named
from midpath.corpus.alignment import COMPARED, METHODS
from midpath.exchange.readers import read_upload
from tests.alignment.by_hand import pairs_of_sets, shares_of
from tests.commands.running import SHARED, run, run_alone
from tests.helpers.documents import lines, write_policies
from tests.helpers.evidence import document, question
from tests.helpers.pages import assert_shows

OPP_115 = SHARED / "data" / "opp115"


@pytest.fixture
def voted(tmp_path: Path) -> Path:
    path = tmp_path / "policies.jsonl"
    path.write_bytes(lines(voted_policies()))
    return path


def named(path: Path) -> list[Named]:
    parsed = read_upload(path.name, path.read_bytes())
    return [(n, item.text, item.content) for n, item in enumerate(parsed.items)]


@pytest.mark.long
def test_a_file_is_aligned_without_a_database(voted: Path, tmp_path: Path) -> None:
    out = tmp_path / "groups.jsonl"
    done = run_alone("align", str(voted), *FEW, "--curves", "3", "--out", str(out))
    assert done.returncode == 0, done.stderr
    saved, took = done.stderr.splitlines()
    assert saved == f"{out} has a line for each segment."
    assert took.endswith(" MB.")
    printed = done.stdout
    assert "18 sections of 6 documents; left out: 6 under 10 words" in printed
    assert "terms: words, in 2 documents or more, no stopwords, not privacy, policy," in printed
    assert "3 groups, 2 runs, seed 1" in printed
    assert "Sections that share a category (at least 1 vote)" in printed
    assert "(18 sections in 4 sets)" in printed
    assert "left out: 6 not among the segments kept" in printed
    for key, method in METHODS.items():
        assert (f"\n  {method.title} " in printed) == (key in COMPARED)
    assert "  best F, cosine ≥ " in printed
    for name in ("Precision", "Recall", "F"):
        assert f"{name} by the number of groups, means over the runs\n  groups  " in printed
    assert "Groups of Vanilla HMM, EM, run " in printed
    groups = [json.loads(line) for line in out.read_text().splitlines()]
    assert [one["document"] for one in groups[:4]] == ["site-0.example"] * 3 + ["site-1.example"]
    assert [one["section"] for one in groups[:4]] == [1, 2, 3, 1]
    assert groups[1]["title"] == "Part 1"
    assert {one["group"] for one in groups} <= {1, 2, 3}


def test_what_is_written_scores_as_the_table_says(voted: Path, tmp_path: Path) -> None:
    out = tmp_path / "groups.jsonl"
    found = results_of(str(voted), *ONE, "--runs", "1", "--labels-least", "2", "--out", str(out))
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    number = {name: n for n, name, _ in named(voted)}
    group_of: dict[tuple[int, ...], int] = {
        (number[row["document"]], row["section"] - 1): row["group"] for row in rows
    }
    sets = [[place for place in group_of if place[1] == part] for part in range(3)]
    expected = shares_of(group_of, pairs_of_sets(sets))
    (gold,) = found["golds"]
    assert (gold["key"], gold["sets"], gold["pairs"]) == ("votes", 4, 18 * 17 // 2)
    scores = found["table"][0]["scores"]["votes"]
    assert {name: one["mean"] for name, one in scores.items()} == pytest.approx(expected)
    assert scores["f"]["sd"] is None
    assert scores["f"]["why"] == "One run has no standard deviation."
    assert found["disagreements"] == {}


@pytest.mark.long
def test_the_same_seed_prints_the_same(voted: Path) -> None:
    first, again, other = (
        run("align", str(voted), *ONE, "--json", "--seed", seed) for seed in ("3", "3", "4")
    )
    assert first == again != other


def test_categories_can_be_left_out_and_must_be_known(voted: Path) -> None:
    found = results_of(str(voted), *ONE, "--without", "Other", "--without", "Cookies")
    assert found["golds"][0]["title"].endswith("(at least 1 vote, without Cookies, Other)")
    assert found["golds"][0]["sets"] == 2
    with pytest.raises(CommandError, match=f"for 'Cokies'. Known: {', '.join(sorted(PARTS))}"):
        run("align", str(voted), *ONE, "--without", "Cokies")


@pytest.mark.long
def test_methods_are_chosen_and_the_first_is_shown(voted: Path) -> None:
    found = results_of(str(voted), *FEW, "--method", "lda", "--method", "clustering")
    assert (found["method"], len(found["fits"])) == ("lda", 2)
    assert [line["method"] for line in found["table"]] == ["clustering", "lda"]
    usual = results_of(str(voted), *FEW, "--runs", "1")
    assert usual["method"] == "vanilla"
    assert [line["method"] for line in usual["table"]] == list(COMPARED)


def test_terms_are_those_of_a_preset_with_what_is_set_otherwise(voted: Path) -> None:
    options = ("--bigrams", "--no-stopwords", "--domain-word", "cookies", "--fewest-words", "0")
    found = results_of(str(voted), *ONE, *options)
    assert found["terms"] == {
        "bigrams": True,
        "least_documents": 2,
        "least_percent": 0,
        "most_percent": 100,
        "stopwords": False,
        "domain_words": ["cookies"],
        "fewest_words": 0,
    }
    assert (found["segments"], found["left_out"]) == (24, {"short": 0})
    acl = results_of(str(voted), "--method", "vanilla", "--runs", "1")
    assert (acl["terms"]["least_percent"], acl["terms"]["most_percent"]) == (5, 98)


def test_documents_without_any_gold_are_aligned_all_the_same(tmp_path: Path) -> None:
    printed = run("align", str(write_policies(tmp_path / "policies.jsonl")), *ONE)
    assert_shows(printed, "nothing to compare the groups with", "frequent: ")


def test_judgments_that_name_their_texts_need_no_other_file(voted: Path, tmp_path: Path) -> None:
    sections = [[s["paragraphs"] for s in content["sections"]] for _, _, content in named(voted)]
    rows = ["worker,pair,answer,left,right,left_document,right_document"]
    for worker, answers in (("a", "yyn"), ("b", "ynn"), ("c", "yny")):
        for part, answer in enumerate(answers):
            texts = (" ".join(sections[site][part]) for site in (0, 1))
            said = {"y": "yes", "n": "no"}[answer]
            cells = ",".join(f'"{text}"' for text in texts)
            rows.append(f"{worker},p{part},{said},{cells},site-0.example,site-1.example")
    file = tmp_path / "judged.csv"
    file.write_text("\n".join(rows))
    gold = results_of(str(voted), *ONE, "--pairs", str(file))["golds"][1]
    assert (gold["pairs"], gold["yes"], gold["quartiles"]) == (3, 1, None)
    assert gold["why"] == "No worker judged 10 items or more."


def test_what_is_wrong_is_said(voted: Path, tmp_path: Path) -> None:
    judged, export = tmp_path / "judged.csv", tmp_path / "answers.json"
    judged.write_text("worker,pair,answer\na,p1,yes\n")
    texts, bare = tmp_path / "texts.csv", tmp_path / "bare.csv"
    texts.write_text("pair,left,right,left_document,right_document\np1,One.,Two.,a,b\n")
    bare.write_text("pair,left,right\np1,One.,Two.\n")
    export.write_text('{"format": "midpath answer-sets 1", "questions": [{"text": 1}]}')
    elsewhere = tmp_path / "evidence.jsonl"
    elsewhere.write_text(f"{document()}\n{question()}\n")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "broken.csv").write_text("worker,pair,answer\na,,yes\n")
    for arguments, said in (
        (("--seed", "-1"), "0 or more"),
        (("--most-percent", "101"), "--most-percent: Enter a whole number from 0 to 100"),
        (("--least-documents", "-1"), "Enter a whole number from 1 to 1,000,000"),
        (("--least-documents", "99"), "No term is left"),
        (("--fewest-words", "999"), "No segment is left"),
        (("--out", str(tmp_path / "no" / "where.jsonl")), "there is no folder"),
        (("--texts", str(texts)), "--texts requires --pairs"),
        (("--pairs", str(judged)), "does not say which texts were judged"),
        (("--pairs", str(judged), "--texts", str(bare)), "left_document and right_document"),
        (("--pairs", str(judged), "--texts", str(texts)), "1 have texts that are not segments"),
        (("--pairs", str(tmp_path / "none.csv")), "cannot be read"),
        (("--pairs", str(tmp_path / "broken.csv")), "row 2, pair: The pair is empty"),
        (("--answer-sets", str(export)), "question 1: it must be an object with a text"),
        (("--answer-sets", str(elsewhere)), "no marked sentence is in these documents"),
        (("--answer-sets", str(tmp_path / "broken.json")), "This is not JSON"),
    ):
        with pytest.raises(CommandError, match=said):
            run("align", str(voted), *ONE, *arguments)


@pytest.mark.long
@pytest.mark.skipif(not OPP_115.exists(), reason="the policies of OPP-115 are not here")
def test_the_policies_of_opp_115() -> None:
    found = results_of(
        *(str(OPP_115 / "policies.jsonl"), "--answer-sets", str(OPP_115 / "evidence.jsonl")),
        *("--method", "clustering", "--method", "vanilla", "--runs", "2"),
    )
    assert (found["documents"], found["segments"]) == (86, 2927)
    votes, answers = found["golds"]
    assert (votes["pairs"], votes["yes"], votes["sets"]) == (4_282_201, 2_016_771, 10)
    assert (answers["pairs"], answers["yes"]) == (91_378, 35_891)
    assert (answers["sets"], answers["left_out"]["elsewhere"]) == (9, 27)
    for line in found["table"]:
        for key, least in (("votes", 0.55), ("answers-file", 0.5)):
            assert line["scores"][key]["precision"]["mean"] > least


def test_stopwords_lemmas_and_vectors_come_from_files(voted: Path, tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("cookies\nwe\n")
    (tmp_path / "lemmas.tsv").write_text("data\tdatum\ne-mails\te-mail\n")
    words = ["browser", "datum", "email"]
    np.save(tmp_path / "v.npy", np.eye(3, dtype=np.float32))
    (tmp_path / "v.txt").write_text("\n".join(words))
    own = ("--stopword-list", str(tmp_path / "stop.txt"), "--lemmas", str(tmp_path / "lemmas.tsv"))
    vectors = ("--vectors", str(tmp_path / "v.npy"))
    found = results_of(str(voted), *FEW, "--method", "clustering", *own, *vectors)
    assert found["lexicon"] == {
        "language": "english",
        "stopwords": 2,
        "lemmas": 1,
        "lemmas_unused": 1,
    }
    assert found["vectors"]["dimensions"] == 3
    plain = results_of(str(voted), *FEW, "--method", "clustering")
    assert {"lexicon", "vectors"}.isdisjoint(plain)
    printed = run("align", str(voted), *FEW, "--method", "clustering", *own, *vectors)
    assert "without 2 stopwords of your own" in printed
    assert "language: English, 1 lemma, 1 lemma not used: not single words" in printed
    assert "word vectors of 3 dimensions, for clustering and the cosine: " in printed


def test_another_language_has_no_built_in_stopwords_and_is_split_into_words(
    tmp_path: Path,
) -> None:
    texts = ["我们收集个人信息和数据", "我们使用浏览器数据", "我们不出售个人信息"]
    sections = [{"title": "", "text": text} for text in texts]
    path = tmp_path / "chinese.jsonl"
    path.write_bytes(lines([{"document": f"{n}", "sections": sections} for n in range(2)]))
    few = ("--method", "vanilla", "--groups", "2", "--runs", "1", "--most-percent", "100")
    found = results_of(str(path), *few, "--language", "other")
    assert found["lexicon"]["language"] == "other"
    terms = {term for top in found["tops"] for term, _ in top["by_probability"]}
    assert {"我们", "个人", "数据"} <= terms
    with pytest.raises(CommandError, match=r"built-in stopwords are English.*--stopword-list"):
        run("align", str(path), "--language", "other", "--terms", "coling")
    with pytest.raises(CommandError, match="--vector-words requires --vectors"):
        run("align", str(path), "--vector-words", "words.txt")
