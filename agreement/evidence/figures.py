"""Contributions, figures and summaries of evidence, ready for JSON.

Experts answer questions on documents by marking the sentences that contain the evidence (PrivacyQA,
Ravichander et al. 2019). `evidence.answers` defines F1, abstaining, dissenting and the rest.

A campaign's tally is the sum of its questions' contributions. Its keys (names have slashes and
percent signs escaped):
    sentences/<document>/<key of nominal>   sentences as units, evidence or not
    answers/<n>                  questions with n answers
    human/<part>/<q>             F1 human, precision, recall: sum of numerators over q
    kept/<n>, kept-human/<q>     the same without the abstentions of a minority; F1 only
    length/answers, /sentences, /words   length of the answers that mark anything
    abstained/answers            answers that mark nothing
    unanswerable/majority, /any, /all, /minority     questions
    cause/<cause>                answers that mark nothing, by cause; "" where none is given
    apart/<k>                    questions with two or more answers, k of which dissent
    category/<category>, category-none    questions by consensus
All values are whole numbers, so adding, withdrawing and merging are exact, in any order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from urllib.parse import quote, unquote

from agreement.evidence import answers as evidence
from agreement.evidence.answers import Answer
from agreement.evidence.categories import question_categories
from agreement.evidence.figure_shapes import (
    AlphaFigures,
    Categories,
    Cause,
    Disagreement,
    Human,
    ItemSummary,
    Length,
    MinorityAbstains,
    QuestionFigures,
    SentenceAlpha,
    Unanswerable,
)
from agreement.figure import as_exact, as_float, figure_of, nominal_figure, why
from agreement.tally import Tally
from agreement.votes import nominal

__all__ = ["CAUSES", "item_summary", "question_contribution", "question_figures"]

# The causes in the paper's order.
CAUSES = ("incomprehensible", "out of scope", "ill-formed", "silent", "atypical")
NO_PAIR = "No question has two answers."
NO_ANSWER = "No question has an answer."


def question_contribution(
    document: str,
    words: Sequence[int],
    answers: Sequence[Answer],
    causes: Sequence[str] = (),
    categories: Sequence[Collection[str]] = (),
) -> Tally:
    """Return one question's contribution to a tally; the order of its answers does not matter.

    words : number of words of each sentence of the document
    answers : the sentences that each expert marked, from 0; empty if the document contains no
        answer
    causes : for each answer, why the expert marked nothing; "" if not given
    categories : the categories chosen by each expert who had to choose

    Raises ValueError if an answer marks a sentence that the document does not have, or if the
    causes do not fit the answers.
    """
    counted = evidence.count_question(len(words), answers)
    state = Tally({f"sentences/{_name(document)}/{key}": n for key, n in counted.items()})
    state.shift({f"answers/{len(answers)}": 1}, 1)
    _add_human(state, answers)
    _add_marked(state, words, answers)
    _add_abstaining(state, answers, causes or [""] * len(answers))
    if len(answers) > 1:
        state.shift({f"apart/{evidence.overlap(answers).apart}": 1}, 1)
    if categories:
        agreed, _ = question_categories(categories)
        state.shift({f"category/{_name(category)}": 1 for category in agreed}, 1)
        state.shift({"category-none": int(not agreed)}, 1)
    return state


def question_figures(state: Mapping[str, int]) -> QuestionFigures:
    """Return all figures of a campaign's tally, the sum of its questions' contributions.

    >>> state = question_contribution("d", [5, 7, 4], [{1}, {1, 2}])
    >>> state += question_contribution("d", [5, 7, 4], [(), ()])
    >>> found = question_figures(state)
    >>> found["f1_human"]["exact"], found["unanswerable"]["share"], found["length"]["words"]
    ('5/6', 0.5, 9.0)

    PrivacyQA's experts found 24 of 573 unanswerable questions incomprehensible, printed 4.18 %:

    >>> state = Tally({"cause/incomprehensible": 24, "cause/silent": 549, "abstained/answers": 573})
    >>> causes = question_figures(state)["unanswerable"]["causes"]
    >>> round(100 * causes["incomprehensible"]["share"], 3)
    4.188
    """
    groups = _by_first_part(state)
    sizes = {int(n): count for n, count in groups["answers"].items()}
    answered = sum(count for n, count in sizes.items() if n)
    paired = sum(count for n, count in sizes.items() if n > 1)
    return {
        "questions": sum(sizes.values()),
        "answers": sum(n * count for n, count in sizes.items()),
        "alpha": alpha_figures(groups["sentences"]),
        "f1_human": _human(groups["human"], paired, sum(sizes.values()) - paired),
        "length": _length(groups["length"]),
        "unanswerable": _unanswerable(groups, answered),
        "minority_abstains": _minority(groups),
        "disagreement": _disagreement(groups["apart"], paired),
        "categories": _categories(groups["category"], state.get("category-none", 0)),
    }


def item_summary(sentences: int, answers: Sequence[Answer]) -> ItemSummary:
    """Return a summary of one question: votes by sentence, majority, dissenting experts, and
    figures.

    >>> found = item_summary(4, [{1}, {1, 2}, {3}])
    >>> found["majority"], found["apart"], found["f1_human"]["exact"]
    ([1], [2], '4/9')
    """
    votes = Counter(sentence for answer in answers for sentence in set(answer))
    together = evidence.overlap(answers)
    counted = evidence.count_question(sentences, answers)
    one = evidence.human(answers)
    return {
        "n": len(answers),
        "votes": [[sentence, votes[sentence]] for sentence in sorted(votes)],
        "abstaining": evidence.abstaining(answers),
        "unanswerable": evidence.unanswerable(answers),
        "majority": None if together.majority is None else sorted(together.majority),
        "apart": list(together.who) if len(answers) > 1 else [],
        "disagreement": len(answers) > 1 and together.disagreement,
        "alpha": _alpha(counted),
        "f1_human": figure_of(one, "The question has fewer than two answers."),
    }


def alpha_figures(state: Mapping[str, int]) -> AlphaFigures:
    """Return nominal alpha of sentences, pooled and by document, from <document>/<nominal key>."""
    documents = {unquote(name): counts for name, counts in _by_first_part(state).items()}
    return {
        "pooled": _alpha(Tally.total(documents.values())),
        "per_document": {
            document: _alpha(counts) for document, counts in sorted(documents.items())
        },
    }


def _alpha(counts: Mapping[str, int]) -> SentenceAlpha:
    found = nominal.nominal_alpha(counts)
    return {
        **nominal_figure(found),
        "units": found.units,
        "labels": found.labels,
        "left_out": found.left_out,
    }


def _add_human(state: Tally, answers: Sequence[Answer]) -> None:
    scores = evidence.human_scores(answers)
    if scores is not None:
        for part, value in scores._asdict().items():
            state.shift({f"human/{part}/{value.denominator}": value.numerator}, 1)
    remaining = evidence.without_minority(answers)
    value = evidence.human(remaining)
    state.shift({f"kept/{len(remaining)}": 1}, 1)
    if value is not None:
        state.shift({f"kept-human/{value.denominator}": value.numerator}, 1)


def _add_marked(state: Tally, words: Sequence[int], answers: Sequence[Answer]) -> None:
    marked = [set(answer) for answer in answers if answer]
    state.shift(
        {
            "length/answers": len(marked),
            "length/sentences": sum(map(len, marked)),
            "length/words": sum(words[sentence] for answer in marked for sentence in answer),
        },
        1,
    )


def _add_abstaining(state: Tally, answers: Sequence[Answer], causes: Sequence[str]) -> None:
    given = Counter(
        f"cause/{_name(cause)}" for answer, cause in zip(answers, causes, strict=True) if not answer
    )
    state.shift(given, 1)
    abstaining, n = evidence.abstaining(answers), len(answers)
    state.shift(
        {
            "abstained/answers": abstaining,
            "unanswerable/majority": int(2 * abstaining > n),
            "unanswerable/any": int(abstaining > 0),
            "unanswerable/all": int(0 < abstaining == n),
            "unanswerable/minority": int(0 < 2 * abstaining < n),
        },
        1,
    )


def _human(sums: Mapping[str, int], questions: int, left_out: int) -> Human:
    parts = _by_first_part(sums)
    return {
        **figure_of(_mean(parts["f1"], questions), NO_PAIR),
        "precision": as_float(_mean(parts["precision"], questions)),
        "recall": as_float(_mean(parts["recall"], questions)),
        "questions": questions,
        "left_out": left_out,
    }


def _mean(sums: Mapping[str, int], questions: int) -> Fraction | None:
    if not questions:
        return None
    total = sum((Fraction(n, int(q)) for q, n in sums.items()), Fraction(0))
    return total / questions


def _length(counts: Mapping[str, int]) -> Length:
    answers = counts.get("answers", 0)
    return {
        "answers": answers,
        "sentences": counts.get("sentences", 0) / answers if answers else None,
        "words": counts.get("words", 0) / answers if answers else None,
        **why(None if answers else "No answer marks any sentence."),
    }


def _unanswerable(groups: Mapping[str, Mapping[str, int]], questions: int) -> Unanswerable:
    counts = groups["unanswerable"]
    share = Fraction(counts.get("majority", 0), questions) if questions else None
    abstained = groups["abstained"].get("answers", 0)
    return {
        "share": as_float(share),
        "exact": as_exact(share),
        **why(NO_ANSWER if share is None else None),
        "questions": questions,
        "by_majority": counts.get("majority", 0),
        "by_any": counts.get("any", 0),
        "by_all": counts.get("all", 0),
        "abstentions": abstained,
        "causes": _causes(groups["cause"], abstained),
    }


def _causes(counts: Mapping[str, int], abstained: int) -> dict[str, Cause]:
    """Return for each cause its share of all abstentions and its conditional share.

    The conditional share is of the abstentions that no earlier cause, in the paper's order,
    explains. Empty if no cause was given.
    """
    given = {unquote(cause): n for cause, n in counts.items() if cause}
    order = [cause for cause in CAUSES if cause in given]
    order += sorted(given.keys() - set(CAUSES))
    left = sum(given.values())
    found: dict[str, Cause] = {}
    for cause in order:
        times = given[cause]
        found[cause] = {"answers": times, "share": times / abstained, "of_the_rest": times / left}
        left -= times
    if given and (unknown := counts.get("", 0)):
        found["not given"] = {"answers": unknown, "share": unknown / abstained}
    return found


def _minority(groups: Mapping[str, Mapping[str, int]]) -> MinorityAbstains:
    """Return how many questions a minority abstains on, and F1 human without those."""
    remaining = {int(n): count for n, count in groups["kept"].items()}
    before = sum(int(n) * count for n, count in groups["answers"].items())
    questions = sum(count for n, count in remaining.items() if n > 1)
    return {
        "questions": groups["unanswerable"].get("minority", 0),
        "answers": before - sum(n * count for n, count in remaining.items()),
        "f1_human_without": figure_of(_mean(groups["kept-human"], questions), NO_PAIR),
    }


def _disagreement(apart: Mapping[str, int], questions: int) -> Disagreement:
    times = {int(k): count for k, count in apart.items()}
    disagreeing = sum(count for k, count in times.items() if k > 1)
    share = Fraction(disagreeing, questions) if questions else None
    return {
        **figure_of(share, NO_PAIR),
        "questions": questions,
        "disagreeing": disagreeing,
        "one_apart": times.get(1, 0),
    }


def _categories(counts: Mapping[str, int], none: int) -> Categories:
    """Return how many questions have each category by consensus; a question may have several."""
    if not counts and not none:
        return {"consensus": {}, "no_agreement": 0, "reason": "No answer has categories."}
    by_size = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return {"consensus": {unquote(name): n for name, n in by_size}, "no_agreement": none}


def _by_first_part(state: Mapping[str, int]) -> defaultdict[str, dict[str, int]]:
    """Return the counts by the part of their keys before the first slash."""
    groups: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for key, count in state.items():
        first, _, rest = key.partition("/")
        groups[first][rest] = count
    return groups


def _name(name: str) -> str:
    return quote(name, safe=" ")
