"""Krippendorff's α for unitizing, and γ."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, NoReturn

from agreement.bootstrap import Estimate
from agreement.library.result import Count, Estimator, Result
from agreement.spans.counting import Answer, span_contribution
from agreement.spans.figures import span_figures
from agreement.spans.intervals import NAMES, span_estimator
from agreement.tally import Tally

FIGURES = {2016: "coincidence", 1995: "alpha"}
NO_GAMMA = (
    "γ (Mathet et al. 2015) is not computed here. It needs the best alignment of all units, by "
    "integer programming, and a chance model that is sampled, so it cannot be exact. Use the "
    "package pygamma-agreement, or agreement.unitizing_alpha."
)


def unitizing_alpha(
    texts: Sequence[Sequence[Any]],
    lengths: Sequence[int],
    *,
    version: Literal[2016, 1995] = 2016,
) -> Result:
    """Return Krippendorff's α for unitizing: spans that raters mark and label in texts.

    2016: α = 1 - differ (n - q / n) / (n² - Σ n_c²)
    1995: α = 1 - observed / expected, where d of two spans that overlap is the squared difference
        of their begins plus that of their ends, and of a span within a gap its squared length

    texts : for each text, the answers; None is a missing one. An answer is any number of spans
        (begin, end, label), the end excluded, in places from 0; an empty answer marks nothing.
    lengths : for each text, its number of places (words or characters)
    version : 2016, or 1995 to compare with older publications. The 1995 coefficient can rise when
        an exact match becomes a miss, since a span that nobody else has costs less than an
        overlap that is not exact.

    differ is the number of places with different labels in two answers, where the pairs of a text
    of m answers count 1 / (m - 1); n is the number of places in all answers, n_c of those with the
    labels c; q is the sum of the squared lengths of stretches of one value, where unlabelled places
    count one by one. `agreement.spans.unitizing` has the formula of 1995.

    Texts with one answer take no part. Undefined if none is left, if nobody marked anything, or if
    all answers mark the same everywhere. Raises ValueError if a span is outside its text or is
    given twice in an answer.

    Krippendorff 2004, pages 254 to 256, of 1995: printed .8591 from rounded parts, .8587 exactly.

    >>> import agreement
    >>> both = (30, 90, "k"), (150, 200, "k")
    >>> one = (*both, (75, 145, "c"), (220, 250, "c"))
    >>> other = (*both, (70, 150, "c"), (205, 225, "c"), (250, 270, "c"))
    >>> print(round(agreement.unitizing_alpha([[one, other]], [300], version=1995).value, 4))
    0.8587
    >>> print(agreement.unitizing_alpha([[one, other]], [300]))
    0.683 (n = 2 judgments of 1 text)

    K. Krippendorff: Sociological Methodology 25 (1995), 47-76. K. Krippendorff, Y. Mathet, S.
    Bouvry, A. Widlöcher: Quality & Quantity 50 (2016), 2347-2364.
    """
    if version not in FIGURES:
        raise ValueError(f"{version!r} is not a version of α for unitizing. Give 2016 or 1995.")
    states = _states(texts, lengths)
    figures = span_figures(Tally.total(states))
    found = figures["coincidence"] if version == 2016 else figures["alpha"]
    without = {
        "texts with one answer": figures["one_judgment"],
        "texts without an answer": len(states) - figures["items"],
    }
    return Result(
        f"α for unitizing ({version})",
        None if found["exact"] is None else Fraction(found["exact"]),
        Count(found["items"], found["judgments"], 0),
        found.get("reason"),
        {what: number for what, number in without.items() if number},
        estimator=_estimator(states, NAMES.index(FIGURES[version])) if found["items"] else None,
        over="texts",
    )


def gamma(*_data: object, **_options: object) -> NoReturn:
    """Refuse: γ is not computed here.

    γ (Mathet, Widlöcher and Métivier 2015) is 1 - observed / expected disorder of the best
    alignment of units. Finding that alignment is an integer programme, and the expected disorder
    is a mean over random annotations, so two packages give two values and neither is exact.

    Always raises NotImplementedError, which names the package that computes it.

    >>> import agreement
    >>> agreement.gamma()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    NotImplementedError: γ (Mathet et al. 2015) is not computed here. It needs ...

    Y. Mathet, A. Widlöcher, J.-P. Métivier: The Unified and Holistic Method Gamma (γ) for
    Inter-Annotator Agreement Measure and Alignment. Computational Linguistics 41 (2015), 437-479.
    """
    raise NotImplementedError(NO_GAMMA)


def _states(texts: Sequence[Sequence[Any]], lengths: Sequence[int]) -> list[Tally]:
    if len(texts) != len(lengths):
        raise ValueError(f"There are {len(texts):,} texts, but {len(lengths):,} lengths.")
    states = []
    for number, (text, length) in enumerate(zip(texts, lengths, strict=True), 1):
        try:
            answers = [_answer(one) for one in text if one is not None]
            states.append(span_contribution(answers, int(length)))
        except (ValueError, TypeError) as error:
            raise ValueError(f"Text {number}: {error}") from None
    return states


def _answer(spans: Any) -> Answer:
    found = []
    for span in spans:
        if isinstance(span, str) or len(span) != 3:
            raise ValueError(f"{span!r} is not a span. Give begin, end and label.")
        begin, end, label = span
        if begin != int(begin) or end != int(end):
            raise ValueError(f"{span!r} does not begin and end at whole numbers.")
        found.append((int(begin), int(end), str(label)))
    return tuple(found)


def _estimator(states: list[Tally], at: int) -> Estimator:
    def estimator() -> tuple[Estimate, int]:
        estimate, texts = span_estimator(states)
        return (lambda weights: estimate(weights)[:, at : at + 1]), texts

    return estimator
