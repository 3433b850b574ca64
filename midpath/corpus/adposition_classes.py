"""Four classes of languages by their adpositions (COLING 2014 adpositions, §4.2).

The paper names the classes, but gives a rule only for the first two; for languages without
adpositions it expects a difference near zero. A language with both kinds has such a difference,
too: its two sides balance. This rule, which is Midpath's own, distinguishes the two by the function
words: with adpositions on both sides, some prefer varied words to their left and others to their
right, and in a language without adpositions few words prefer either.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from midpath.corpus.adpositions import Decision, TypologyOptions, decide
from midpath.corpus.indicators import Indicators
from midpath.corpus.proposals import FUNCTION_WORDS_BY
from midpath.corpus.sentence_bootstrap import Interval

ClassName: TypeAlias = Decision | Literal["ambipositional", "none"]

NEAR_ZERO: Literal["near zero"] = "near zero"
BITS = 1.0
SHARE = 0.075
DECIMALS = 9


@dataclass(frozen=True)
class AdpositionClass:
    """The class, and how many of the function words prefer varied words to their left and right."""

    name: ClassName
    words: int
    left: int
    right: int
    reason: str = ""


def class_of(
    whole: Indicators,
    options: TypologyOptions,
    difference: float | None,
    interval: Interval | None = None,
) -> AdpositionClass:
    """Return the class of a language.

    prepositional, postpositional : as decided; with an interval, only if it excludes 0
    ambipositional : a difference near zero, and at least SHARE of the function words prefer each
        side
    none : a difference near zero, and less than SHARE prefer either side
    inconclusive : a difference near zero and anything else, or an interval too wide
    undefined : without a difference or, if requested, its interval

    Near zero means closer than the margin; with an interval, both ends are. Function words are the
    top by TCE. A word prefers a side if its entropy is higher by at least BITS.

    >>> from midpath.corpus.cooccurrence import count
    >>> from midpath.corpus.indicators import indicators_of
    >>> words = indicators_of(count([["a", "b", "c"], ["c", "b", "a"]]))
    >>> [class_of(words, TypologyOptions(), apart).name for apart in (-0.2, 0.001, None)]
    ['postpositional', 'none', 'undefined']
    """
    listed = whole.top(FUNCTION_WORDS_BY, options.top)
    apart = np.round(whole.values["LCE"][listed] - whole.values["RCE"][listed], DECIMALS)
    left, right = int((apart >= BITS).sum()), int((apart <= -BITS).sum())
    fewest = SHARE * len(listed)
    name, reason = _class_by_difference(options.margin, difference, interval)
    if name == NEAR_ZERO:
        name, reason = _class_by_words(left >= fewest, right >= fewest)
    return AdpositionClass(name, len(listed), left, right, reason)


def _class_by_difference(
    margin: float, difference: float | None, interval: Interval | None
) -> tuple[ClassName | Literal["near zero"], str]:
    if interval is None:
        decision = decide(difference, margin)
        return NEAR_ZERO if decision == "inconclusive" else decision, ""
    settled = interval.settle(difference, margin)
    if settled == "undefined" or interval.low is None or interval.high is None:
        return "undefined", interval.reason
    if -margin < interval.low and interval.high < margin:
        return NEAR_ZERO, ""
    if settled == "undecided" or settled == "inconclusive":  # noqa: PLR1714 (mypy narrows only so)
        return "inconclusive", "the interval reaches beyond the margin, or includes 0"
    return settled, ""


def _class_by_words(left: bool, right: bool) -> tuple[ClassName, str]:
    """Return the class of a difference near zero, by whether enough words prefer each side."""
    if left != right:
        return "inconclusive", "only one side has enough words that prefer it"
    return ("ambipositional" if left else "none"), ""
