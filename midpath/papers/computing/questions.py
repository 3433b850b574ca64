"""Questions on privacy policies and their evidence: the computations for PQ (PrivacyQA)."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agreement.bootstrap import USUAL
from agreement.evidence.question_counts import asked_figures, count_question
from agreement.tally import Tally
from midpath.exchange.evidence.common_form import Evidence
from midpath.json_types import JsonMapping
from midpath.papers.data import QUESTIONS, Data
from midpath.papers.entries import Cell, Chart, Found, Line
from midpath.scoring.evidence import evaluate_all, score_evidence

OPP = "OPP-115"
FIRST_WORDS = 15
ABOUT_DATA = {"first", "third"}
CATEGORIES = {
    "first": "First Party Collection/Use",
    "third": "Third Party Sharing/Collection",
    "datasecurity": "Data Security",
    "dataretention": "Data Retention",
    "user_choice": "User Choice/Control",
    "user_access": "User Access, Edit and Deletion",
    "audiences": "International and Specific Audiences",
    "other": "Other",
    "": "no agreement, or not given",
}
SYSTEMS = {
    "no answer": "No answer",
    "word count 2": "Word count, 2",
    "word count 3": "Word count, 3",
    "word count 5": "Word count, 5",
    "human": "Human",
}
PART_OF_REASONS = (11, 4, 3, 2, 6)
COUNTED, INCOMPREHENSIBLE = 573, 24


def collected(data: Data) -> Found:
    """Return the counts of the crowd's questions."""
    rows = _questions(data)
    state = Tally.total(count_question(row["app"], row["question"]) for row in rows)
    found: JsonMapping = asked_figures(state)
    values: dict[str, float | None] = {
        "questions": len(rows),
        "policies": len({row["app"] for row in rows}),
        "unique questions per policy": found["unique_per_document"],
        "words per question": found["words"],
    }
    return Found([Line(label, [Cell(value)]) for label, value in values.items()])


def documents(data: Data) -> Found:
    """Return how long the experts' policies and the evidence in them are."""
    figures = _scored(data.evidence)
    words = [
        sum(len(sentence.split()) for sentence in document.sentences)
        for document in data.evidence.documents.values()
    ]
    values = {
        "expert annotations, more than": figures["answers"],
        "words per policy": sum(words) / len(words),
        "words of evidence per answer": figures["length"]["words"],
    }
    return Found([Line(label, [Cell(value)], OPP) for label, value in values.items()])


def first_words(data: Data) -> Found:
    """Return how many questions begin with each word."""
    rows = _questions(data)
    state = Tally.total(count_question(row["app"], row["question"]) for row in rows)
    found: JsonMapping = asked_figures(state)
    words: Mapping[str, int] = found["first_words"]
    most = list(words.items())[:FIRST_WORDS]
    return Found([Line(word, [Cell(times), Cell(100 * times / len(rows))]) for word, times in most])


def categories(data: Data) -> Found:
    """Return the share of the questions of each category, and of those about data practices."""
    rows = [set(row["categories"].split(";")) for row in _questions(data)]
    about = sum(bool(ABOUT_DATA & each) for each in rows)
    counts = Counter(category for each in rows for category in each)
    lines = [Line("first or third party", [Cell(100 * about / len(rows))])]
    lines += [
        Line(CATEGORIES[category], [Cell(100 * times / len(rows))])
        for category, times in counts.most_common()
    ]
    return Found(lines)


def reasons(_: Data) -> Found:
    """Return the disagreements as the sum of the paper's five reasons for them."""
    share = sum(PART_OF_REASONS)
    return Found([Line("disagree", [Cell(share)]), Line("agree", [Cell(100 - share)])])


def disagreements(data: Data) -> Found:
    """Return the share of questions on which experts disagree."""
    found: JsonMapping = score_evidence(data.evidence, plan=USUAL)["disagreement"]
    low, high = (100 * found["interval"][end] for end in ("low", "high"))
    share = 100 * found["value"]
    return Found(
        [
            Line("disagree", [Cell(share, low, high)], OPP),
            Line("agree", [Cell(100 - share, 100 - high, 100 - low)], OPP),
        ]
    )


def answerability(data: Data) -> Found:
    """Return how often baselines and experts are right about whether there is an answer."""
    rows = {row["system"]: row for row in evaluate_all(data.evidence, None)}
    return Found(
        [
            Line(label, [Cell(100 * rows[name]["answerability"]["value"])], OPP)
            for name, label in SYSTEMS.items()
        ]
    )


def systems(data: Data) -> Found:
    """Return precision, recall and F1 of the baselines and of experts."""
    rows = {row["system"]: row for row in score_evidence(data.evidence, plan=USUAL)["systems"]}
    lines = []
    for name, label in SYSTEMS.items():
        row = rows[name]
        low, high = (100 * row["interval"][end] for end in ("low", "high"))
        f1 = Cell(100 * row["f1"], low, high)
        cells = [Cell(100 * row["precision"]), Cell(100 * row["recall"]), f1]
        lines.append(Line(label, cells, OPP))
    return Found(lines)


def by_category(data: Data) -> Found:
    """Return F1 of the baselines and of experts by the category of the question."""
    lines, bars = [], defaultdict[str, list[tuple[float, float]]](list)
    shown = ("no answer", "word count 3", "human")
    for number, (category, part) in enumerate(_parts(data.evidence)):
        rows = {row["system"]: row for row in evaluate_all(part, None)}
        cells = [Cell(100 * rows[name]["f1"]) for name in shown]
        lines.append(Line(f"{number + 1}. {category}", [Cell(len(part.questions)), *cells], OPP))
        for name in shown:
            bars[SYSTEMS[name]].append((number + 1.0, 100 * rows[name]["f1"]))
    chart = Chart(
        "pq-t7", "F1 by category", "category (number in the table)", "F1", dict(bars), "bars"
    )
    return Found(lines, [chart])


def unanswerable(_: Data) -> Found:
    """Return the first share of the paper's causes, from its whole numbers, and their sums."""
    lines = [
        Line("incomprehensible, % of all", [Cell(100 * INCOMPREHENSIBLE / COUNTED)]),
        Line("the three shares of the comprehensible together", [Cell(50 + 33.1 + 16.9)]),
        Line("the two shares of the well-formed together", [Cell(95.7 + 4.3)]),
        Line("the nine shares of Natural Questions together", [Cell(sum(NATURAL))]),
    ]
    return Found(lines)


NATURAL = (20, 12, 3, 7, 3, 4, 7, 2, 42)


def unanswerable_here(data: Data) -> Found:
    found: JsonMapping = score_evidence(data.evidence, plan=USUAL)["unanswerable"]
    low, high = (100 * found["interval"][end] for end in ("low", "high"))
    cell = Cell(100 * found["share"], low, high)
    return Found([Line("unanswerable by majority, % of questions", [cell], OPP)])


def _questions(data: Data) -> Sequence[Mapping[str, str]]:
    with data.path(QUESTIONS).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _scored(evidence: Evidence) -> JsonMapping:
    return score_evidence(evidence)


def _parts(evidence: Evidence) -> Iterator[tuple[str, Evidence]]:
    """Yield each category with its questions, in alphabetical order."""
    for category in sorted({one.category for one in evidence.questions}):
        chosen = [one for one in evidence.questions if one.category == category]
        yield category, replace(evidence, questions=chosen)
