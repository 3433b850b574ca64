"""Alignments of documents compared with gold: everything by position, computed the simple way; and
their tables on a terminal: each figure next to its text-independent baseline, and the reason where
it is undefined."""

from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

import pytest

from annotation.services.jobs.jobs import Unwanted
from midpath.alignment.aligning import Aligned, align_documents
from midpath.alignment.fitting import STEPS
from midpath.alignment.golds import Gold, Verdict, gold_of_votes
from midpath.alignment.places import Named
from midpath.alignment.result_shapes import MAX_DISAGREEMENTS
from midpath.alignment.tables.alignment_report import align_lines
from midpath.alignment.tables.scores import methods_table
from midpath.corpus.alignment import METHODS
from midpath.corpus.bags import Terms
from midpath.progress import Failed
from midpath.tables.terminal import lines_of
from tests.alignment.by_hand import alignment_spec, made_up, pairs_of_sets, shares_of

Place = tuple[int, ...]


def groups_by_place(aligned: Aligned) -> list[dict[Place, int]]:
    places = [tuple(place) for place in aligned.grouping["places"]]
    return [dict(zip(places, run, strict=True)) for run in aligned.grouping["runs"]]


def require_means(figures: dict[str, Any], runs: list[dict[str, float | None]]) -> None:
    for name, spread in figures.items():
        known = [value for one in runs if (value := one[name]) is not None]
        assert spread["runs"] == len(known)
        if known:
            assert spread["mean"] == pytest.approx(sum(known) / len(known), abs=1e-12)
        else:
            assert spread["mean"] is None
            assert spread["why"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_the_table_is_what_anybody_computes_from_the_groups_by_place(seed: int) -> None:
    documents = made_up(seed)
    gold = gold_of_votes(documents)
    assert gold is not None
    luck = Random(seed)
    places = sorted({place for one in gold.sets.values() for place in one})
    chosen = [tuple(sorted(luck.sample(places, 2))) for _ in range(12)]
    judged = {(left, right): luck.random() < 0.5 for left, right in chosen}
    verdicts = [
        Verdict(left, right, yes, 2 * yes, 2, item, None)
        for item, ((left, right), yes) in enumerate(judged.items())
    ]
    pairs = Gold("pairs-1", "Pairs", "pairs", verdicts=verdicts)
    options = alignment_spec(compare=True, methods=("clustering", "vanilla"), curves=3, runs=3)
    aligned = align_documents(documents, options, [gold, pairs])
    results, runs = aligned.results, groups_by_place(aligned)
    segment_places = runs[0].keys()
    for number, _, content in documents:
        for place, section in enumerate(content["sections"]):
            words = " ".join(section["paragraphs"]).split()
            assert ((number, place) in segment_places) == (
                len(words) >= options.options.words.fewest_words
            )
    sets = [[place for place in one if place in segment_places] for one in gold.sets.values()]
    inside = {pair: yes for pair, yes in judged.items() if {*pair} <= segment_places}
    line = next(one for one in results["table"] if one["method"] == "vanilla")
    for key, of in (("votes", pairs_of_sets(sets)), ("pairs-1", inside)):
        listed = next(one for one in results["golds"] if one["key"] == key)
        assert (listed["pairs"], listed["yes"]) == (len(of), sum(of.values()))
        shares = [shares_of(run, of) for run in runs]
        require_means(line["scores"][key], shares)
        at_three = results["curves"][key]["vanilla"][2]
        for name in ("precision", "recall", "f", "agreement"):
            assert at_three[name] == line["scores"][key][name]["mean"]
    listed = results["golds"][1]
    assert listed["left_out"]["not_kept"] == len(judged) - len(inside)
    assert [one["method"] for one in results["table"]] == ["clustering", "vanilla"]
    assert set(results["curves"]["votes"]) == {"clustering", "vanilla"}


def test_what_is_reported_of_the_groups_is_of_the_best_run() -> None:
    documents = made_up(3)
    results, grouping = (
        (one := align_documents(documents, alignment_spec(runs=4), [])).results,
        one.grouping,
    )
    objectives = [fit["objective"] for fit in results["fits"]]
    assert results["best"] == objectives.index(max(objectives))
    labels = grouping["runs"][results["best"]]
    for top in results["tops"]:
        here = [
            p for p, label in zip(grouping["places"], labels, strict=True) if label == top["group"]
        ]
        assert top["segments"] == len(here)
        assert top["documents"] == len({place[0] for place in here})
        shares = [share for _, share in top["by_probability"]]
        assert shares == sorted(shares, reverse=True)
    assert results["segments"] == len(labels) == sum(top["segments"] for top in results["tops"])
    assert results["segments"] + results["left_out"]["short"] == sum(
        len(content["sections"]) for _, _, content in documents
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("method", METHODS)
def test_terms_of_segments_that_are_left_out_are_peculiar_to_no_group(method: str) -> None:
    sections = [{"title": "", "paragraphs": [text]} for text in ("red", "blue wine and cars")]
    documents = [(n, f"{n}", {"category": "", "sections": sections}) for n in range(3)]
    aligned = align_documents(documents, alignment_spec(method=method, groups=2), [])
    assert aligned.results["terms_kept"] == 5
    lifts = [pair for top in aligned.results["tops"] for pair in top["by_lift"]]
    assert "red" not in [term for term, _ in lifts]
    assert all(isfinite(lift) for _, lift in lifts)


def test_the_same_seed_makes_the_same_groups() -> None:
    documents = made_up(4)
    first, again, other = (
        align_documents(documents, alignment_spec(seed=seed, method=method), [])
        for seed, method in ((1, "vanilla"), (1, "vanilla"), (2, "vanilla"))
    )
    assert first == again
    assert first.results["fits"] != other.results["fits"]


@pytest.mark.few(1)
@pytest.mark.parametrize("method", METHODS)
def test_every_method_makes_as_many_groups_as_requested_at_most(method: str) -> None:
    aligned = align_documents(made_up(5), alignment_spec(method=method), [])
    assert len(aligned.results["tops"]) == 3
    assert {label for run in aligned.grouping["runs"] for label in run} <= {0, 1, 2}
    assert [one["method"] for one in aligned.results["table"]] == [method]


@pytest.mark.long
def test_progress_never_goes_back_and_comes_to_its_end() -> None:
    calls: list[tuple[int, int]] = []
    options = alignment_spec(compare=True, curves=2)
    align_documents(made_up(1), options, [], lambda *one: calls.append(one))
    fits = len(METHODS) + 3 * 2
    total = fits * options.options.runs * STEPS
    assert calls[0] == (0, total)
    assert calls[-1] == (total, total)
    assert {of for _, of in calls} == {total}
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_progress_callbacks_may_stop_it() -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise Unwanted

    with pytest.raises(Unwanted):
        align_documents(made_up(1), alignment_spec(), [], stop)


def test_it_may_be_stopped_while_cosines_are_compared() -> None:
    documents = made_up(1)
    gold = gold_of_votes(documents)
    assert gold is not None
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append(done == total)
        if seen[-2:] == [True, True]:
            raise Unwanted

    with pytest.raises(Unwanted):
        align_documents(documents, alignment_spec(), [gold], stop)


def test_what_has_a_million_letters_fills_no_page() -> None:
    sections = [{"title": "", "paragraphs": [letter * 10**6]} for letter in "abc"]
    documents: list[Named] = [(1, "a", {"category": "", "sections": sections})]
    aligned = align_documents(documents, alignment_spec(terms=Terms(bigrams=True)), [])
    terms = [term for top in aligned.results["tops"] for term, _ in top["by_probability"]]
    assert {len(term) for term in terms} == {201}


@pytest.mark.parametrize(
    ("terms", "said"),
    [(Terms(fewest_words=1000), "No segment is left"), (Terms(least_documents=99), "No term is")],
)
def test_where_nothing_is_left_it_says_so(terms: Terms, said: str) -> None:
    with pytest.raises(Failed, match=said):
        align_documents(made_up(1), alignment_spec(terms=terms), [])


@pytest.mark.long
def test_disagreements_are_those_of_two_majorities_the_most_decided_first() -> None:
    documents = made_up(6)
    luck = Random(6)
    aligned = align_documents(documents, alignment_spec(runs=5), [])
    places = [tuple(place) for place in aligned.grouping["places"]]
    verdicts = []
    for item in range(MAX_DISAGREEMENTS + 300):
        left, right = luck.sample(places, 2)
        yes_votes, votes = luck.choice(((0, 3), (1, 5), (2, 3), (5, 5)))
        verdict = Verdict(left, right, 2 * yes_votes > votes, yes_votes, votes, item, 400_000)
        verdicts.append(verdict)
    gold = Gold("pairs-1", "Pairs", "pairs", verdicts=verdicts)
    aligned = align_documents(documents, alignment_spec(runs=5), [gold])
    found = aligned.results["disagreements"]["pairs-1"]
    slow = []
    for one in verdicts:
        many = sum(run[one.left] == run[one.right] for run in groups_by_place(aligned))
        if (2 * many > 5) != one.yes:
            crowd = abs(2 * Fraction(one.yes_votes, one.votes) - 1)
            decided = abs(2 * Fraction(many, 5) - 1) * crowd
            slow.append((-decided, one.item, [one.item, many, one.yes_votes, one.votes, 400_000]))
    assert found == [row for _, _, row in sorted(slow)][:MAX_DISAGREEMENTS]
    assert found


def results_of(*verdicts: tuple[int, int, bool], **changed: Any) -> dict[str, Any]:
    """Return judged pairs of the sections used, by their positions in the order of the
    documents."""
    documents = made_up(3)
    places = [
        tuple(place)
        for place in align_documents(documents, alignment_spec(), []).grouping["places"]
    ]
    judged = [
        Verdict(places[left], places[right], yes, 2 * yes, 2, None, None)
        for left, right, yes in verdicts
    ]
    gold = Gold("pairs", "Pairs", "pairs", verdicts=judged, why="Nobody judged ten pairs.")
    return align_documents(documents, alignment_spec(**changed), [gold]).results


def test_figures_are_shown_next_to_one_group_of_all_and_all_apart() -> None:
    results = results_of((0, 1, True), (0, 2, True), (1, 2, True), (3, 4, False))
    (gold,) = results["golds"]
    assert gold["one_group"] == {"precision": 0.75, "recall": 1.0, "f": 6 / 7, "agreement": 0.75}
    assert gold["all_apart"] == {
        "precision": None,
        "recall": 0.0,
        "f": 0.0,
        "agreement": 0.25,
        "why": {"precision": "The groups put no pair together."},
    }
    lines = [" ".join(line.split()) for line in lines_of(align_lines(results))]
    assert "single cluster 0.857 – – 0.750 – – 1.000 – – 0.750 – – –" in lines
    assert "singletons 0.000 – – – – – 0.000 – – 0.250 – – –" in lines
    assert "singletons: The groups put no pair together." in lines
    assert "agreement of workers: Nobody judged ten pairs." in lines


def test_the_best_run_has_the_highest_f_and_older_results_have_none() -> None:
    verdicts = [(left, left + 1, left % 3 > 0) for left in range(11)]
    results = results_of(*verdicts, runs=3)
    (row,) = results["table"]
    every = [results_of(*verdicts, runs=1, seed=1)["table"][0]["scores"]["pairs"]["f"]["mean"]]
    found = row["scores"]["pairs"]["f"]
    assert found["best"] >= max(found["mean"], *every)
    table = methods_table(results, results["golds"][0])
    assert table.columns[-1].name == "F, best run"
    assert table.rows[0].values[-1] == found["best"]
    del found["best"]
    older = methods_table(results, results["golds"][0])
    assert {len(row.values) for row in older.rows} == {len(older.columns)} == {12}


def test_a_figure_of_some_runs_says_of_how_many() -> None:
    results = results_of((0, 1, True), (0, 2, False), runs=3)
    scores = results["table"][0]["scores"]["pairs"]
    scores["precision"] |= {"mean": 0.5, "sd": 0.1, "runs": 2, "why": "No pair is together."}
    printed = "\n".join(lines_of(align_lines(results)))
    assert "  Vanilla HMM, EM: Precision for 2 of 3 runs only. No pair is together." in printed


@pytest.mark.long
def test_a_curve_says_why_a_point_is_missing() -> None:
    results = results_of((0, 1, True), curves=2)
    point = results["curves"]["pairs"]["vanilla"][1]
    point |= {"precision": None, "why": {"precision": "No pair is together."}}
    assert "  Missing: No pair is together." in "\n".join(lines_of(align_lines(results)))


def test_a_threshold_that_takes_all_pairs_is_called_so() -> None:
    results = results_of((0, 1, True))
    results["oracle"]["pairs"]["f"]["threshold"] = 0
    assert "  best F, cosine ≥ 0: all" in "\n".join(lines_of(align_lines(results)))
