"""Counts of questions: redundancy within documents, length, and first words (PrivacyQA, Ravichander
et al. 2019, Analysis and Fig. 2).

Words are separated by white space. Two questions are the same if they differ only in case, white
space and punctuation at their ends. A tally holds
    asked/<document>/<question>   how often the same question was asked (names escaped)
    first/<word>                  questions that begin with the word, in lower case
    words                         the words of all questions together
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from urllib.parse import quote, unquote

from agreement.tally import Tally

Figure = dict[str, object]
ENDS = " ?!.,;:…\"'“”‘’()"


def count_question(document: str, question: str) -> Tally:
    """Return one question's contribution to a tally.

    >>> count_question("Keep", "Is my data safe?")
    {'asked/Keep/is my data safe': 1, 'first/is': 1, 'words': 4}
    """
    words = question.casefold().split()
    first = words[0].strip(ENDS) if words else ""
    return Tally(
        {
            f"asked/{quote(document, safe=' ')}/{quote(same_as(question), safe=' ')}": 1,
            f"first/{quote(first, safe=' ')}": 1,
            "words": len(words),
        }
    )


def same_as(question: str) -> str:
    """Return the normal form of a question; the same questions have the same normal form.

    >>> same_as(" Is my  data SAFE ??")
    'is my data safe'
    """
    return " ".join(question.casefold().split()).strip(ENDS)


def asked_figures(state: Mapping[str, int]) -> Figure:
    """Return the figures of a tally: questions, distinct ones, the share asked before, and words.

    `unique_per_document`, `redundant` and `words` (a mean) are None without a question.

    >>> asked = "Is it safe?", "is it safe", "Why?"
    >>> state = Tally.total(count_question("Keep", question) for question in asked)
    >>> found = asked_figures(state)
    >>> found["unique_per_document"], round(found["redundant"], 3), found["first_words"]
    (2.0, 0.333, {'is': 2, 'why': 1})
    """
    documents: defaultdict[str, list[int]] = defaultdict(list)
    first = Counter[str]()
    for key, count in state.items():
        kind, _, rest = key.partition("/")
        if kind == "asked":
            documents[unquote(rest.partition("/")[0])].append(count)
        elif kind == "first":
            first[unquote(rest)] = count
    question_count = sum(map(sum, documents.values()))
    unique = sum(map(len, documents.values()))
    return {
        "asked": question_count,
        "unique_per_document": unique / len(documents) if documents else None,
        "redundant": (question_count - unique) / question_count if question_count else None,
        "words": state.get("words", 0) / question_count if question_count else None,
        "first_words": dict(sorted(first.items(), key=lambda entry: (-entry[1], entry[0]))),
        "per_document": {
            name: {
                "asked": sum(times),
                "unique": len(times),
                "redundant": (sum(times) - len(times)) / sum(times),
            }
            for name, times in sorted(documents.items())
        },
    }
