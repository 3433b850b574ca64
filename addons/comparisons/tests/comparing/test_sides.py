"""Sides are campaigns or sets: of every scheme, from one dataset or two; mismatches are refused,
and a comparison protects the sets it uses."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from addons.comparisons.models import Comparison, Side
from addons.comparisons.services.comparisons import delete_comparison, side_of
from addons.comparisons.services.due import due_comparisons
from addons.comparisons.shown_results import charts_of
from addons.comparisons.tests.compared import compared, request_comparison, results_of
from analysis.schemes import ANALYSES
from annotation.models import AnnotationSet, Dataset
from annotation.recorded import READERS
from annotation.schemes import COMPARABLE
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.deletion import delete
from midpath.tables.compared_answers import nearest_table
from tasks.fold import fold_all
from tests.helpers.evidence import document, import_lines, question
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset
from tests.helpers.labels import texts_to_label
from tests.helpers.pages import read
from tests.helpers.pairs import make_pairs
from tests.helpers.sets import make_set
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TEXTS = ["first aid course", "on line", "cheap red shoes"]
FLAT = "item,worker,annotation\nfirst aid course,1,first aid | course\non line,1,on line\n"


def labels(*rows: tuple[str, str, str]) -> str:
    return "worker,item,label\n" + "".join(",".join(row) + "\n" for row in rows)


def named(dataset: Dataset, scheme: str, body: str, name: str, **more: Any) -> Any:
    return make_set(dataset, scheme, body, name=name, **more)


def test_a_set_and_a_campaign(study: Study) -> None:
    study.flat.agreement.refresh_from_db()
    texts = study.dataset.items.values_list("text", flat=True)
    rows = "".join(f"{text},1,{text}\n" for text in texts)
    one = compared(make_set(study.dataset, "flat", f"item,worker,annotation\n{rows}"), study.flat)
    assert one.basis is not None
    assert one.basis[:2] == [None, study.flat.agreement.version]
    assert one.results["texts"] == study.dataset.item_count
    assert not one.has_moved
    assert one.pk not in due_comparisons()


@pytest.mark.quick
def test_together_counts_only_texts_of_both_sides() -> None:
    """A campaign has all texts, judged or not."""
    dataset = make_dataset(TEXTS)
    half = make_campaign(dataset, redundancy=1)
    worker = enrol(half)
    for _ in range(2):
        judge_next(worker)
    fold_all(half.pk)
    rows = "".join(f"{text},{annotator},{text}\n" for text in TEXTS for annotator in (1, 2))
    whole = named(dataset, "flat", f"item,worker,annotation\n{rows}", "whole")
    found = results_of(half, whole)["flat"]
    assert found["together"]["d1"]["annotations"] == 6
    assert found["between"]["d1"]["texts"] == 2


def test_trees_alone() -> None:
    dataset = make_dataset(TEXTS)
    head = "item,worker,annotation\n"
    trees = [
        named(dataset, "nested", f"{head}first aid course,1,{tree}\n", name)
        for name, tree in (("left", "((first aid) course)"), ("right", "(first (aid course))"))
    ]
    found = results_of(*trees)
    assert found["texts"] == 1
    assert found["left_out"] == {"without a tree of the crowd": 2}
    assert set(found) == {"texts", "left_out", "nested", "differences"}


@pytest.mark.parametrize(
    ("crowd", "gold", "between"),
    [
        (("a", "b", "b"), ("a", "b", "a"), 2 / 5),
        (("a|b", "a", "b"), ("a|b", "b", "b"), 1 / 5),
    ],
)
def test_labels(crowd: Any, gold: Any, between: float) -> None:
    """One label, and any number of labels."""
    dataset = texts_to_label(*TEXTS)
    sets = [
        named(dataset, "label", labels(*zip("111", TEXTS, said, strict=True)), name)
        for name, said in (("crowd", crowd), ("gold", gold))
    ]
    found = results_of(*sets)
    assert found["items"] == 3
    assert found["alike"]["value"] == pytest.approx(2 / 3)
    assert found["alpha"]["between"]["value"] == pytest.approx(between)
    assert found["settled"]["same"] == 2
    assert found["nearest"]["majority"]["accuracy"] == pytest.approx(2 / 3)


def test_other_names_of_answers_are_read_by_what_they_say() -> None:
    """One file uses yes and no, the other has a third answer: positions differ, names match."""
    dataset = make_pairs(3)
    head = "worker,pair,answer\n"
    two = named(dataset, "pair", head + "1,pair 1,yes\n1,pair 2,no\n1,pair 3,no\n", "two")
    three = named(dataset, "pair", head + "1,pair 1,yes\n1,pair 2,no\n1,pair 3,maybe\n", "three")
    found = results_of(two, three)
    assert found["settled"]["cells"] == [["no", "maybe", 1], ["no", "no", 1], ["yes", "yes", 1]]
    assert found["alike"]["exact"] == "2/3"


def test_two_datasets_are_matched_by_their_own_words(study: Study) -> None:
    here = import_lines(
        document(), question("Who?", id="a"), question("Why?", id="b"), project=study.project
    )
    there = import_lines(
        document("another name"),
        question("Why?", "another name", id="z"),
        question("When?", "another name", id="y"),
        project=study.project,
    )
    mine = named(
        here, "evidence", '{"question": "b", "sentences": [0, 1]}', "m", filename="s.jsonl"
    )
    theirs = named(
        there, "evidence", '{"question": "z", "sentences": [1]}', "t", filename="s.jsonl"
    )
    found = results_of(mine, theirs)
    assert found["items"] == 1
    assert found["alike"]["exact"] == "2/3"
    assert found["left_out"] == {"only in the crowd's dataset": 1, "only in the gold dataset": 1}


@pytest.mark.quick
def test_a_system_is_reported_with_people(study: Study) -> None:
    """F1 of {0} against {0, 1} and {1}, each left out in turn: (2/3 + 0) / 2; of people 2/3."""
    answers = {"ann": [0, 1], "bob": [1]}
    lines = document(), question("Who?", id="a", answers=answers)
    dataset = import_lines(*lines, project=study.project)
    people = named(dataset, "evidence", "\n".join(lines), "people", filename="p.jsonl")
    system = '{"question": "a", "sentences": [0]}'
    found = results_of(named(dataset, "evidence", system, "model", filename="s.jsonl"), people)
    assert [(one["system"], one["exact"]) for one in found["systems"]] == [
        ("gold", "2/3"),
        ("crowd", "1/3"),
    ]
    [table] = [chart for chart in charts_of(found) if chart.key == "systems"]
    assert [row.label for row in table.rows] == ["gold: people", "the crowd: a system"]
    once = named(dataset, "evidence", system, "another", filename="s.jsonl")
    Comparison.objects.update(name="Before")
    found = results_of(once, AnnotationSet.objects.get(name="model"))
    assert found["systems"] == []
    assert "systems" not in {chart.key for chart in charts_of(found)}


def test_spans() -> None:
    dataset = make_dataset(["Ann met Bob"])
    head = '{"worker": "1", "item": "Ann met Bob", "length": 3, "unit": "words", "spans": '
    sets = [
        named(dataset, "spans", head + spans + "}\n", name, filename="s.jsonl")
        for name, spans in (("c", '[[0, 1, "PER"]]'), ("g", '[[0, 1, "PER"], [2, 3, "PER"]]'))
    ]
    found = results_of(*sets)
    assert found["alike"]["exact"] == "2/3"
    assert found["alpha"]["between"]["value"] is None
    assert "not defined" in found["alpha"]["between"]["reason"]
    # Results stored before mixing existed are shown without it.
    for without in ((), ("mixed",)):
        results = {key: one for key, one in found.items() if key not in without}
        assert "nearest" in {chart.key for chart in charts_of(results)}
        nearest = nearest_table(results)
        assert [row.label for row in nearest.rows] == ["Majority", "Place by place"]
        sources = {column.head for column in nearest.columns}
        assert sources == {"the crowd", "both mixed"} - {"both mixed" for _ in without}


@pytest.mark.quick
def test_what_cannot_be_compared_is_refused(study: Study) -> None:
    flat = make_set(study.dataset, "flat", annotation_of(study.dataset))
    other = make_set(make_dataset(TEXTS), "flat", FLAT)
    texts = texts_to_label(*TEXTS, project=study.project)
    one = named(texts, "label", labels(("1", TEXTS[0], "a"), ("1", TEXTS[1], "b")), "one")
    several = named(texts, "label", labels(("1", TEXTS[0], "a|b")), "several")
    for crowd, gold, more, words in (
        (flat, other, {}, "of this project"),
        (flat, flat, {}, "already"),
        (flat, study.nested, {}, "same scheme"),
        (one, several, {}, "labels of another kind"),
        (flat, study.flat, {"gold_trees": flat}, "contains no trees"),
    ):
        with pytest.raises(Invalid, match=words):
            request_comparison(crowd, gold, **more)


def annotation_of(dataset: Dataset) -> str:
    text = dataset.items.earliest("position").text
    return f"item,worker,annotation\n{text},1,{text}\n"


@pytest.mark.quick
def test_the_database_knows_what_a_side_is(study: Study) -> None:
    own, other = (
        make_set(study.dataset, "flat", annotation_of(study.dataset), name=name)
        for name in ("own", "other")
    )
    assert side_of(own) == side_of(own) != side_of(study.flat)
    for wrong in ({}, {"campaign": study.nested, "set": other}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Side.objects.create(**wrong)


@pytest.mark.quick
def test_what_a_comparison_rests_on_stays(study: Study) -> None:
    dataset = make_dataset(TEXTS, study.project)
    sets = [named(dataset, "flat", FLAT, name) for name in ("one", "two")]
    comparison = compared(*sets)
    with pytest.raises(Conflict, match="“Compared” is about this set"):
        delete(thing=sets[0], user=study.owner)
    with pytest.raises(Conflict, match="“Compared” is about its sets"):
        delete(thing=dataset, user=study.owner)
    delete_comparison(comparison=comparison, user=study.owner)
    delete(thing=sets[0], user=study.owner)


def test_sets_can_be_chosen_on_the_page(study: Study, owner: Client) -> None:
    dataset = make_dataset(TEXTS, study.project)
    sets = [named(dataset, "flat", FLAT, name) for name in ("one", "two")]
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    assert "one · set of" in read(owner, where)
    keys = {role: f"set-{own.pk}" for role, own in zip(("crowd", "gold"), sets, strict=True)}
    answer = owner.post(where, {"name": "Sets", **keys})
    assert answer.status_code == 302
    assert f"/research/sets/{sets[0].pk}/" in read(owner, answer.headers["Location"])


@pytest.mark.quick
def test_every_scheme_that_others_answer_can_be_compared() -> None:
    assert [name for name in READERS if ANALYSES[name].comparing is None] == []
    assert [name for name in READERS if name not in COMPARABLE] == []
