"""Proposals of words that may be adpositions, for a person to check."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from midpath.corpus.indicators import Indicators

Side: TypeAlias = Literal["prepositional", "postpositional"]

# The paper's substitute for a list of function words (§4.3).
FUNCTION_WORDS_BY = "TCE"
SIDES: dict[Side, tuple[str, str]] = {
    "prepositional": ("LCE", "RCE"),
    "postpositional": ("RCE", "LCE"),
}


@dataclass(frozen=True)
class Proposal:
    word: str
    frequency: int
    lce: float
    rce: float
    score: float


def propose(found: Indicators, side: Side, limit: int, function_words: int) -> Sequence[Proposal]:
    """Return at most `limit` of the function words, the likeliest adpositions first.

    A preposition can follow almost anything and restricts what comes next (§3): score = LCE + (LCE
    − RCE), for postpositions RCE + (RCE − LCE). Function words are the top by TCE.

    Measured against lists of prepositions on 10,000 English, 2,046 Italian and 7,955 Ukrainian
    sentences: of the first 20, 10, 10 and 9 are right; of the first 50, 23, 17 and 14. The 200
    function words contain 30, 19 and 20. LCE alone finds 26 in three times 20 and 44 in three times
    50, where this score finds 29 and 54. None of eleven other scores found more. LCE − RCE alone
    prefers rare words that always precede the same few.

    >>> from midpath.corpus.cooccurrence import count
    >>> from midpath.corpus.indicators import indicators_of
    >>> found = indicators_of(count([["go", "to", "it"], ["come", "to", "it"], ["it", "is"]]))
    >>> [proposal.word for proposal in propose(found, "prepositional", 2, 200)]
    ['to', 'it']
    """
    before, after = (found.values[name] for name in SIDES[side])
    words = found.top(FUNCTION_WORDS_BY, function_words)
    score = np.round(2 * before[words] - after[words], 12)
    counted = found.counted
    return [
        Proposal(
            counted.words[word],
            int(counted.frequency[word]),
            float(found.values["LCE"][word]),
            float(found.values["RCE"][word]),
            float(score[at]),
        )
        for at, word in ((at, words[at]) for at in np.argsort(-score, kind="stable")[:limit])
    ]
