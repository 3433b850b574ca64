"""The figures of evidence files, without a database, by the functions of the live figures."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from agreement.bootstrap import Plan
from agreement.evidence import baselines
from agreement.evidence import figures as questions
from agreement.evidence.answers import Answer, overlap
from agreement.evidence.intervals import bootstrap_evidence, bootstrap_means
from agreement.evidence.question_counts import AskedCount, count_question
from agreement.figure import figure_of
from agreement.tally import Tally
from midpath.exchange.evidence.common_form import Evidence, Question
from midpath.json_types import Figures, JsonMapping

Predictions = Mapping[str, Answer]
Case = tuple[str, str]
# The member that lists the questions to read, and the member of a question's own figures.
DISAGREEING, ONE_APART = ("disagreement", "cases"), ("disagreement", "one_apart_cases")
MINORITY_ABSTAINS = ("minority_abstains", "cases")
PER_QUESTION = ("alpha", "f1_human")


def score_evidence(
    evidence: Evidence, predictions: Predictions | None = None, plan: Plan | None = None
) -> Figures:
    """Return all that `score --evidence` prints; "systems" are the baselines and the
    predictions."""
    count, states = EvidenceCount(), states_by_document(evidence)
    count.add(evidence, states, range(len(evidence.questions)))
    result = {**count.figures(), "systems": evaluate_all(evidence, predictions, plan)}
    if plan:
        _add_intervals(result, list(states.values()), plan)
    return result


class EvidenceCount:
    """Figures of evidence, counted some documents at a time, with their questions.

    A few numbers per question are in memory, and the cases to read."""

    def __init__(self) -> None:
        self._documents = 0
        self._annotators: set[str] = set()
        self._state, self._questions = Tally(), AskedCount()
        self._per_question: dict[str, dict[str, object]] = {name: {} for name in PER_QUESTION}
        self._cases: defaultdict[Case, list[tuple[int, Figures]]] = defaultdict(list)

    def add(self, part: Evidence, states: Mapping[str, Tally], places: Sequence[int]) -> None:
        """Count some documents with all their questions.

        states : the result of `states_by_document` for them
        places : the position of each question among all, for the order of cases
        """
        self._documents += len(part.documents)
        self._state.shift(Tally.total(states.values()), 1)
        self._questions.add(question_tally(part))
        for place, one in zip(places, part.questions, strict=True):
            self._annotators.update(one.answers)
            summary = summary_of(part, one)
            for name, figures in self._per_question.items():
                figures[one.id] = summary[name]
            for kind, case in cases_of(one):
                self._cases[kind].append((place, case))

    def figures(self) -> Figures:
        """Return the result of `score_evidence` without "systems"."""
        figures: Figures = dict(questions.question_figures(self._state))
        for name, found in self._per_question.items():
            figures[name]["per_question"] = found
        for kind in (DISAGREEING, ONE_APART, MINORITY_ABSTAINS):
            figure, name = kind
            in_order = sorted(self._cases[kind], key=itemgetter(0))
            figures[figure][name] = [case for _, case in in_order]
        return {
            "documents": self._documents,
            "questions": figures.pop("questions"),
            "annotators": len(self._annotators),
            **figures,
            "asked": self._questions.figures(),
        }


class SystemCount:
    """The evaluation of people and of baselines, counted some documents at a time."""

    def __init__(self) -> None:
        self._human = baselines.Total("No question has two answers.")
        self._systems: defaultdict[str, baselines.Total] = defaultdict(baselines.Total)
        self.add(Evidence({}, []))

    def add(self, part: Evidence) -> None:
        """Count documents with all their questions."""
        answers = {one.id: marks_of(one) for one in part.questions}
        self._human.add_human(answers.values())
        for name, predicted in systems_of(part, None).items():
            self._systems[name].add((predicted[one], given) for one, given in answers.items())

    def rows(self) -> list[Figures]:
        found = {name: total.evaluation() for name, total in self._systems.items()}
        human = {"human": self._human.evaluation()}
        return [system_row(name, one) for name, one in {**human, **found}.items()]


def question_tally(part: Evidence) -> Tally:
    """Return the tally that `AskedCount` adds for some documents with all their questions."""
    return Tally.total(count_question(one.document, one.text) for one in part.questions)


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
    """Yield one line per question: votes by sentence, majority, dissenting experts, prediction."""
    for one in evidence.questions:
        line = line_of(one, summary_of(evidence, one))
        if predictions is not None:
            found = baselines.evaluate([(predictions[one.id], marks_of(one))])
            line["predicted"] = sorted(predictions[one.id])
            line["predicted_f1"] = None if found.scores is None else float(found.scores.f1)
        yield line


def line_of(question: Question, summary: JsonMapping) -> Figures:
    """Return the line of `evidence_lines` for a question without predictions."""
    names = list(question.answers)
    return {
        "question": question.id,
        "document": question.document,
        "text": question.text,
        **summary,
        "apart": [names[place] for place in summary["apart"]],
        "abstaining": _abstaining(question),
    }


def evaluate_all(
    evidence: Evidence, predictions: Predictions | None, plan: Plan | None = None
) -> list[Figures]:
    answers = {one.id: marks_of(one) for one in evidence.questions}
    rows = [system_row("human", baselines.evaluate_human(answers.values()))]
    for name, predicted in systems_of(evidence, predictions).items():
        pairs = {one: (predicted[one], given) for one, given in answers.items()}
        row = system_row(name, baselines.evaluate(pairs.values()))
        if plan:
            each = {one: baselines.evaluate([pair]) for one, pair in pairs.items()}
            row["interval"] = _interval(evidence, each, plan)
        rows.append(row)
    return rows


def marks_of(question: Question) -> list[Answer]:
    return [one.sentences for one in question.answers.values()]


def systems_of(evidence: Evidence, predictions: Predictions | None) -> dict[str, Predictions]:
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
    """Return precision, recall and F1 of a system, and its accuracy on whether there is an
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


def cases_of(question: Question) -> Iterator[tuple[Case, Figures]]:
    """Yield the reasons to read a question: it counts as a disagreement, one expert dissents, or a
    minority abstains."""
    names, abstaining = list(question.answers), _abstaining(question)
    if len(names) > 1:
        found = overlap(marks_of(question))
        case = {
            "question": question.id,
            "apart": [names[place] for place in found.who],
            "majority": None if found.majority is None else sorted(found.majority),
        }
        if found.disagreement:
            yield DISAGREEING, case
        if found.apart == 1:
            yield ONE_APART, case
    if 0 < 2 * len(abstaining) < len(names):
        yield MINORITY_ABSTAINS, {"question": question.id, "annotators": abstaining}


def _abstaining(question: Question) -> list[str]:
    return [name for name, one in question.answers.items() if not one.sentences]
