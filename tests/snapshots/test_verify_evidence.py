"""`verify` and gold of evidence: a change to a figure, a score, a document or a marked word, signed
again, is reported."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from pytest_django import DjangoDbBlocker

from annotation.models import Snapshot
from midpath.snapshots import archive_reader, json_stream
from tests.helpers.emptying import empty_database
from tests.helpers.evidence import (
    CHARACTERS,
    answer_in_characters,
    document,
    evidence_campaign,
    judge_all,
    question,
    sections,
)
from tests.helpers.measured import peak_of
from tests.helpers.stages import draw_seeds
from tests.helpers.tiers import by_tier
from tests.snapshots.campaigns import downloaded, snapshot_of
from tests.snapshots.lies import STORED, Row, differences, gold_in, named, verified

# One process makes the large snapshot.
pytestmark = pytest.mark.xdist_group("verify_evidence")
AGREEMENT = "figures.agreement"
# In these a line names its item, and its position among them is compared.
LISTS = {f"{AGREEMENT}.disagreement.cases", f"{AGREEMENT}.disagreement.one_apart_cases"} | {
    f"{AGREEMENT}.minority_abstains.cases"
}
LIE = "LIE"
LONG = "as good as nothing" * 1000
PAPER = {"preset": "privacyqa"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpacked(STORED / "2" / "evidence.zip", tmp_path / "kept")


def unpacked(path: Path, folder: Path) -> Path:
    with ZipFile(path) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def large_once(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    """Make a snapshot once, and leave nothing of it in the database."""
    folder = tmp_path_factory.mktemp("large")
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        draw_seeds(patch, "large")
        path = downloaded(_large_snapshot(), folder)
        empty_database()
    return path


@pytest.fixture
def large(tmp_path: Path, large_once: Path) -> Path:
    return unpacked(large_once, tmp_path / "large")


def _large_snapshot() -> Snapshot:
    """Make a snapshot of questions on three documents in turn, one document without questions."""
    names = ("house", "court", "nobody’s")
    texts = ("How long are logs kept?", "Who reads the log?", "Is the address sold?", "Why?")
    campaign = evidence_campaign(
        *(document(name, sections=sections()) for name in names),
        *(question(text, name) for text in texts for name in names[:2]),
        settings=PAPER,
        redundancy=5,
    )
    judge_all(campaign, 5, seed=2)
    return snapshot_of(campaign)


def note(folder: Path) -> str:
    notes = {one["check"]: one["note"] for one in verified(folder)["checks"]}
    return str(notes["gold.json"])


def test_nothing_of_an_earlier_one_is_checked_by_its_digest_alone(folder: Path) -> None:
    assert verified(folder)["equal"]
    assert note(folder) == ""


def test_documents_that_the_snapshot_does_not_have_are_reported(large: Path) -> None:
    assert verified(large)["equal"], differences(large)
    assert note(large) == (
        "Checked by its digest alone: documents that no item is about, which the snapshot does "
        "not have (1)."
    )


def test_every_number_of_the_agreement_is_named(large: Path) -> None:
    figures = json.loads((large / "manifest.json").read_bytes())["figures"]
    gold = gold_in(large)
    for name in ("disagreement", "minority_abstains"):
        assert gold["figures"]["agreement"][name]["cases"]
    expected = [*lied(gold["figures"]["agreement"], figures, AGREEMENT)]
    assert len(expected) > 200
    assert sorted(named(large, lambda one: one.update(gold))) == sorted(expected)


def lied(figures: Any, known: Any, where: str) -> Iterator[str]:
    """Change every value, and yield where `verify` must report it: as one of the manifest's figures
    if it is one."""
    for name, value in [*(enumerate(figures) if isinstance(figures, list) else figures.items())]:
        is_known = isinstance(known, dict) and name in known
        if where in LISTS:
            at = f"{where} of “{value['question']}”"
        elif where.endswith("per_question"):
            at = f"{where} of “{name}”"
        else:
            at = f"{where}[{name}]" if isinstance(figures, list) else f"{where}.{name}"
        if isinstance(value, dict | list):
            yield from lied(value, known[name] if is_known else None, at)
        elif name != "question":
            figures[name] = f"{value}, {LIE}"
            yield at.replace(AGREEMENT, "figures") if is_known else f"gold.json: {at}"


def test_a_figure_that_is_there_and_not_computed_is_named(folder: Path) -> None:
    def lie(gold: Row) -> None:
        gold["figures"]["agreement"]["opinion"] = 7
        gold["figures"]["agreement"]["alpha"]["of all"] = 7

    assert sorted(named(folder, lie)) == [
        f"gold.json: {AGREEMENT}.alpha.of all",
        f"gold.json: {AGREEMENT}.opinion",
    ]


def test_what_is_not_there_is_named(folder: Path) -> None:
    def lie(gold: Row) -> None:
        del gold["figures"]["agreement"]["systems"]
        del gold["figures"]["agreement"]["alpha"]["per_question"]["house/1"]
        del gold["figures"]["agreement"]["disagreement"]["cases"]
        del gold["documents"]["house"]

    assert sorted(named(folder, lie)) == [
        "gold.json: documents of “house”",
        f"gold.json: {AGREEMENT}.alpha.per_question of “house/1”",
        f"gold.json: {AGREEMENT}.disagreement.cases of “house/1”",
        f"gold.json: {AGREEMENT}.systems",
    ]


def test_a_score_of_a_system_is_named(folder: Path) -> None:
    names = named(folder, lambda gold: gold["figures"]["agreement"]["systems"][2].update(f1=0.5))
    assert names == [f"gold.json: {AGREEMENT}.systems[2].f1"]


def test_cases_in_another_order_are_named(large: Path) -> None:
    cases = gold_in(large)["figures"]["agreement"]["disagreement"]["cases"]
    first, second = (
        f"gold.json: {AGREEMENT}.disagreement.cases of “{cases[at]['question']}”.place"
        for at in (0, 1)
    )

    def lie(gold: Row) -> None:
        cases = gold["figures"]["agreement"]["disagreement"]["cases"]
        cases[:2] = cases[1::-1]

    assert sorted(named(large, lie)) == sorted([first, second])


def test_a_case_that_is_there_twice_or_none_is_named(folder: Path) -> None:
    def lie(gold: Row) -> None:
        cases = gold["figures"]["agreement"]["disagreement"]["cases"]
        cases += [cases[0], {"question": "house/3"}]

    assert {
        f"gold.json: {AGREEMENT}.disagreement.cases of “house/1”",
        f"gold.json: {AGREEMENT}.disagreement.cases of “house/3”",
    } <= set(named(folder, lie))


def test_a_sentence_of_a_document_is_named(large: Path) -> None:
    def lie(gold: Row) -> None:
        gold["documents"]["court"]["sentences"][2] = "The server keeps no log."
        gold["documents"]["court"]["sections"][1][1] = 3

    place = "gold.json: documents of “court”"
    assert sorted(named(large, lie)) == [f"{place}.sections[1][1]", f"{place}.sentences[2]"]


@pytest.mark.long
def test_how_many_documents_there_are_is_named(large: Path) -> None:
    def lie(gold: Row) -> None:
        gold["documents"]["one more"] = gold["documents"]["court"]

    assert sorted(named(large, lie)) == [f"gold.json: {AGREEMENT}.documents"]


@pytest.mark.django_db(transaction=True)
def test_a_marked_word_is_named(tmp_path: Path) -> None:
    campaign = evidence_campaign(document(), question(), settings=CHARACTERS, redundancy=4)
    answer_in_characters(campaign, 4)
    folder = unpacked(downloaded(snapshot_of(campaign), tmp_path), tmp_path / "words")
    assert verified(folder)["equal"], differences(folder)
    answers = gold_in(folder)["questions"]["house/1"]["answers"]
    worker = next(worker for worker, one in answers.items() if one["spans"])

    def lie(gold: Row) -> None:
        gold["questions"]["house/1"]["answers"][worker]["spans"][0][1] -= 1

    assert sorted(named(folder, lie)) == [f"gold.json: “house/1”, worker {worker}"]


def test_memory_does_not_grow_with_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three questions per document are three times as long as the maximum allowed growth."""
    for module in (archive_reader, json_stream):
        monkeypatch.setattr(module, "AT_ONCE", 1000)
    fewer, more = by_tier(quick=(8, 20), long=(20, 60))
    few, many = (peak_of(partial(verified, grown(folder, times))) for times in (fewer, more))
    assert many - few < (more - fewer) * len(LONG), (few, many)


def grown(small: Path, times: int) -> Path:
    """Return the snapshot with its contents repeated this many times, each copy with a document of
    its own and long questions."""
    folder = small.parent / f"{times} times"
    unpacked(STORED / "2" / "evidence.zip", folder)
    for name in ("items.jsonl", "documents.jsonl", "judgments.jsonl", "settled.jsonl"):
        rows = [json.loads(line) for line in (folder / name).read_text().splitlines()]
        with (folder / name).open("w") as file:
            for number in range(times):
                for row in rows:
                    other = {
                        one: row[one] + 1000 * number for one in ("item", "judgment") if one in row
                    }
                    file.write(f"{json.dumps(moved({**row, **other}, number))}\n")
    gold = gold_in(folder)
    agreement = gold["figures"]["agreement"]
    for within, name in [
        *((gold, name) for name in ("documents", "questions", "consensus", "gold")),
        *((agreement[name], "per_question") for name in ("alpha", "f1_human")),
    ]:
        within[name] = {
            one: line
            for number in range(times)
            for one, line in moved(within[name], number).items()
        }
    for name in ("disagreement", "minority_abstains"):
        cases = agreement[name]["cases"]
        agreement[name]["cases"] = [one for number in range(times) for one in moved(cases, number)]
    (folder / "gold.json").write_text(json.dumps(gold))
    return folder


def moved(content: Any, number: int) -> Any:
    text = json.dumps(content, ensure_ascii=False)
    return json.loads(text.replace("house", f"house{number}").replace("?", f"? {LONG}"))
