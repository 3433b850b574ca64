"""The figures of evidence files, without a database, by the functions of the live figures."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agreement.bootstrap import Plan
from agreement.evidence import baselines
from agreement.evidence import figures as questions
from agreement.evidence.answers import Answer, overlap
from agreement.evidence.intervals import bootstrap_evidence, bootstrap_means
from agreement.evidence.question_counts import asked_figures, count_question
from agreement.figure import figure_of
from agreement.tally import Tally
from annotation.exchange.evidence.form import Evidence, Question

Figures = dict[str, Any]
Predictions = Mapping[str, Answer]


def score_evidence(
    evidence: Evidence, predictions: Predictions | None = None, plan: Plan | None = None
) -> Figures:
    """Return all that `score --evidence` prints; "systems" are the baselines and the
    predictions."""
    states = states_by_document(evidence)
    figures: Figures = dict(questions.question_figures(Tally.total(states.values())))
    summaries = {one.id: summary_of(evidence, one) for one in evidence.questions}
    figures["alpha"]["per_question"] = {name: one["alpha"] for name, one in summaries.items()}
    figures["f1_human"]["per_question"] = {name: one["f1_human"] for name, one in summaries.items()}
    figures["disagreement"]["cases"] = _cases(evidence, most_apart=None)
    figures["disagreement"]["one_apart_cases"] = _cases(evidence, most_apart=1)
    figures["minority_abstains"]["cases"] = [
        {"question": one.id, "annotators": _abstaining(one)}
        for one in evidence.questions
        if 0 < 2 * len(_abstaining(one)) < len(one.answers)
    ]
    result = {
        "documents": len(evidence.documents),
        "questions": figures.pop("questions"),
        "annotators": len(evidence.annotators),
        **figures,
        "asked": asked_figures(
            Tally.total(count_question(one.document, one.text) for one in evidence.questions)
        ),
        "systems": evaluate_all(evidence, predictions, plan),
    }
    if plan:
        _add_intervals(result, list(states.values()), plan)
    return result


def states_by_document(evidence: Evidence) -> dict[str, Tally]:
    words = {
        name: [len(sentence.split()) for sentence in document.sentences]
        for name, document in evidence.documents.items()
    }
    states: defaultdict[str, Tally] = defaultdict(Tally)
    for one in evidence.questions:
        share = contribution_of(words[one.document], one)
        states[one.document].shift(share, 1)
    return states


def contribution_of(words: Sequence[int], question: Question) -> Tally:
    answers = question.answers.values()
    return questions.question_contribution(
        question.document,
        words,
        marks_of(question),
        [str(one.meta.get("cause", "")) for one in answers],
        [one.meta["categories"] for one in answers if "categories" in one.meta],
    )


def summary_of(evidence: Evidence, question: Question) -> Figures:
    sentences = len(evidence.documents[question.document].sentences)
    return dict(questions.item_summary(sentences, marks_of(question)))


def evidence_lines(evidence: Evidence, predictions: Predictions | None) -> Iterator[Figures]:
    """Yield one line a question: votes by sentence, majority, experts apart, prediction."""
    for one in evidence.questions:
        summary = summary_of(evidence, one)
        names = list(one.answers)
        line = {"question": one.id, "document": one.document, "text": one.text, **summary}
        line["apart"] = [names[place] for place in summary["apart"]]
        line["abstaining"] = _abstaining(one)
        if predictions is not None:
            found = baselines.evaluate([(predictions[one.id], marks_of(one))])
            line["predicted"] = sorted(predictions[one.id])
            line["predicted_f1"] = None if found.scores is None else float(found.scores.f1)
        yield line


def evaluate_all(
    evidence: Evidence, predictions: Predictions | None, plan: Plan | None = None
) -> list[Figures]:
    answers = {one.id: marks_of(one) for one in evidence.questions}
    rows = [system_row("human", baselines.evaluate_human(answers.values()))]
    for name, predicted in _systems(evidence, predictions).items():
        pairs = {one: (predicted[one], given) for one, given in answers.items()}
        row = system_row(name, baselines.evaluate(pairs.values()))
        if plan:
            each = {one: baselines.evaluate([pair]) for one, pair in pairs.items()}
            row["interval"] = _interval(evidence, each, plan)
        rows.append(row)
    return rows


def marks_of(question: Question) -> list[Answer]:
    return [one.sentences for one in question.answers.values()]


def _systems(evidence: Evidence, predictions: Predictions | None) -> dict[str, Predictions]:
    words = {
        name: [baselines.words_of(sentence) for sentence in document.sentences]
        for name, document in evidence.documents.items()
    }
    ranked = {one.id: baselines.rank(one.text, words[one.document]) for one in evidence.questions}
    systems: dict[str, Predictions] = {"no answer": dict.fromkeys(ranked, ())}
    for top in baselines.TOP:
        systems[f"word count {top}"] = {name: best[:top] for name, best in ranked.items()}
    return systems if predictions is None else systems | {"predictions": predictions}


def system_row(name: str, found: baselines.Evaluation) -> Figures:
    """Return precision, recall and F1 of a system, and how often it is right that there is an
    answer."""
    reason = found.reason or ""
    scores = found.scores
    f1 = figure_of(None if scores is None else scores.f1, reason)
    return {
        "system": name,
        "precision": None if scores is None else float(scores.precision),
        "recall": None if scores is None else float(scores.recall),
        "f1": f1["value"],
        **{key: part for key, part in f1.items() if key != "value"},
        "answerability": figure_of(found.accuracy, reason),
        "questions": found.questions,
        "left_out": found.left_out,
    }


def _interval(evidence: Evidence, found: Mapping[str, baselines.Evaluation], plan: Plan) -> Figures:
    by_document: defaultdict[str, list[float]] = defaultdict(list)
    for one in evidence.questions:
        scores = found[one.id].scores
        if scores is not None:
            by_document[one.document].append(float(scores.f1))
    return bootstrap_means(list(by_document.values()), plan)


def _add_intervals(result: Figures, states: list[Tally], plan: Plan) -> None:
    found = bootstrap_evidence(states, plan)
    result["alpha"]["pooled"]["interval"] = found.pop("alpha")
    for name, interval in found.items():
        result[name]["interval"] = interval
    result["systems"][0]["interval"] = found["f1_human"]


def _cases(evidence: Evidence, most_apart: int | None) -> list[Figures]:
    """Return questions to read: those that count as disagreements, or those with one expert
    apart."""
    cases = []
    for one in evidence.questions:
        names = list(one.answers)
        if len(names) < 2:
            continue
        found = overlap(marks_of(one))
        if (found.apart == most_apart) if most_apart else found.disagreement:
            cases.append(
                {
                    "question": one.id,
                    "apart": [names[place] for place in found.who],
                    "majority": None if found.majority is None else sorted(found.majority),
                }
            )
    return cases


def _abstaining(question: Question) -> list[str]:
    return [name for name, one in question.answers.items() if not one.sentences]
