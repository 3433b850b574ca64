"""Groups of segments at a terminal, from a dataset with what its campaigns found."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from addons.alignment.tests.aligned_files import (
    ONE,
    drawn_campaign,
    judge_by,
    make_voted,
    results_of,
    same_title,
    voted_policies,
)
from analysis.exports.export_registry import export_file
from midpath.corpus.grouping import NO_PAIRS
from tasks.fold import fold_all
from tests.commands.running import run
from tests.helpers.documents import lines, make_documents
from tests.helpers.evidence import PLAIN, document, import_lines, judge_all, question
from tests.helpers.factories import make_campaign, make_dataset


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_dataset_is_compared_with_what_its_campaigns_found_out(tmp_path: Path) -> None:
    documents = make_voted()
    pairs = drawn_campaign(documents)
    judge_by(pairs, [same_title, same_title, lambda content: False])
    fold_all(pairs.pk)
    sentence = documents.items.get(text="site-2.example").content["sections"][1]["paragraphs"][0]
    questions = import_lines(
        document("site-2.example", [sentence]),
        question("Who gets it?", "site-2.example", id="gets"),
        project=documents.project,
    )
    evidence = make_campaign(
        questions, scheme="evidence", settings=PLAIN, redundancy=2, reward="0.25"
    )
    judge_all(evidence, 2, marked={"gets": [[0], []]})
    printed = run("align", str(documents.pk), *ONE)
    assert f"{pairs.name}\n  {pairs.hit_count} pairs, of which" in printed
    assert "agreement of workers (3 who judged 10 pairs or more), quartiles: " in printed
    assert f"{evidence.name}\n  0 pairs" in printed
    assert NO_PAIRS in printed
    found = results_of(documents.name, *ONE)
    keys = [gold["key"] for gold in found["golds"]]
    assert keys == ["votes", f"pairs-{pairs.pk}", f"evidence-{evidence.pk}"]
    assert found["golds"][1]["version"] == 1
    assert list(found["disagreements"]) == [f"pairs-{pairs.pk}"]
    judgments, texts, drawn = (tmp_path / name for name in ("j.csv", "t.csv", "drawn.csv"))
    judgments.write_bytes(export_file(pairs.pk, "judgments-csv").body)
    run(
        "draw_pairs",
        str(documents.pk),
        "--name",
        "Again",
        "--per-stratum",
        "4",
        "--out",
        str(drawn),
    )
    texts.write_bytes(drawn.read_bytes())
    policies = tmp_path / "policies.jsonl"
    policies.write_bytes(lines(voted_policies()))
    from_files = results_of(str(policies), *ONE, "--pairs", str(judgments), "--texts", str(texts))
    mine, theirs = from_files["golds"][1], found["golds"][1]
    for name in ("pairs", "yes", "quartiles", "workers", "left_out"):
        assert mine[name] == theirs[name]
    scores, other = (one["table"][0]["scores"] for one in (from_files, found))
    assert scores["pairs-file"] == other[f"pairs-{pairs.pk}"]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_answer_sets_of_a_campaign_hold_for_the_documents_that_it_was_on(tmp_path: Path) -> None:
    outline = [{"title": "Names", "start": 0}, {"title": "Logs", "start": 1}]
    texts = ["We keep your name and send it to nobody at all.", "The logs go after ten days."]
    dataset = import_lines(
        *(document(name, texts, sections=outline) for name in ("one", "two")),
        *(question("What is kept?", name, id=f"{name} kept") for name in ("one", "two")),
    )
    campaign = make_campaign(dataset, scheme="evidence", settings=PLAIN, reward="0.25")
    judge_all(campaign, 1, marked={"one kept": [[0]], "two kept": [[1]]})
    exported = tmp_path / "answers.json"
    exported.write_bytes(export_file(campaign.pk, "answer-sets").body)
    sections = [
        {"title": one["title"], "text": text} for one, text in zip(outline, texts, strict=True)
    ]
    policies = tmp_path / "policies.jsonl"
    policies.write_bytes(
        lines([{"document": name, "sections": sections} for name in ("one", "two")])
    )
    few = (*ONE, "--fewest-words", "1")
    gold = results_of(str(policies), *few, "--answer-sets", str(exported))["golds"][0]
    assert (gold["key"], gold["pairs"], gold["yes"], gold["sets"]) == ("answers-file", 1, 1, 1)
    live = results_of(str(campaign.dataset.details["documents"]), *few)["golds"][0]
    for name in ("pairs", "yes", "sets", "segments", "left_out"):
        assert live[name] == gold[name]
    sections[0]["title"] = "Others"
    policies.write_bytes(
        lines([{"document": name, "sections": sections} for name in ("one", "two")])
    )
    with pytest.raises(CommandError, match="section 0 of one is called 'Names'"):
        run("align", str(policies), *few, "--answer-sets", str(exported))
    with pytest.raises(CommandError, match="align sections, not paragraphs"):
        run("align", str(policies), "--level", "paragraphs", "--answer-sets", str(exported))


@pytest.mark.django_db
def test_only_documents_are_aligned(tmp_path: Path) -> None:
    texts = make_dataset(["red wine"])
    for name, said in ((str(texts.pk), "contains texts"), ("nothing", "no file and no dataset")):
        with pytest.raises(CommandError, match=said):
            run("align", name)
    file = tmp_path / "texts.txt"
    file.write_text("red wine\n")
    with pytest.raises(CommandError, match="contains texts: what is aligned are documents"):
        run("align", str(file))
    assert "nothing to compare" in run("align", str(make_documents().pk), *ONE)
