"""Tables of an alignment on a terminal: each figure next to its text-independent baseline, and the
reason where it is undefined."""

from typing import Any

import pytest

from addons.alignment.analysis.aligning import align_documents
from addons.alignment.analysis.golds import Gold, Verdict
from addons.alignment.tables.alignment_report import align_lines
from addons.alignment.tests.aligned_files import alignment_spec
from addons.alignment.tests.test_aligning import made_up
from annotation.tables.terminal import lines_of


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
    assert "one group of all 0.857 – – 0.750 – – 1.000 – – 0.750 – –" in lines
    assert "all apart 0.000 – – – – – 0.000 – – 0.250 – –" in lines
    assert "all apart: The groups put no pair together." in lines
    assert "agreement of workers: Nobody judged ten pairs." in lines


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
    printed = "\n".join(lines_of(align_lines(results)))
    assert "  Missing: No pair is together." in printed


def test_a_threshold_that_takes_all_pairs_is_called_so() -> None:
    results = results_of((0, 1, True))
    results["oracle"]["pairs"]["f"]["threshold"] = 0
    assert "  best F, cosine ≥ 0: all" in "\n".join(lines_of(align_lines(results)))
