"""Counts of questions: redundancy within documents, length, and first words (PrivacyQA, Ravichander
et al. 2019, Analysis and Fig. 2).

Words are separated by white space. Two questions are the same if they differ only in case, white
space and punctuation at their ends. The keys of a tally are
    asked/<document>/<question>   how often the same question occurs (names escaped)
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
    """Return the figures of a tally: questions, distinct ones, the share of repeated ones, and
    words.

    `unique_per_document`, `redundant` and `words` (a mean) are None without a question.

    >>> asked = "Is it safe?", "is it safe", "Why?"
    >>> state = Tally.total(count_question("Keep", question) for question in asked)
    >>> found = asked_figures(state)
    >>> found["unique_per_document"], round(found["redundant"], 3), found["first_words"]
    (2.0, 0.333, {'is': 2, 'why': 1})
    """
    count = AskedCount()
    count.add(state)
    return count.figures()


class AskedCount:
    """Computes `asked_figures` incrementally, from the complete questions of a few documents at a
    time. It stores two numbers per document, but no questions.

    >>> count = AskedCount()
    >>> count.add(count_question("Keep", "Is it safe?") + count_question("Keep", "is it safe"))
    >>> count.add(count_question("Other", "Is it safe?"))
    >>> found = count.figures()
    >>> found["asked"], found["unique_per_document"], found["per_document"]["Other"]["asked"]
    (3, 1.0, 1)
    """

    def __init__(self) -> None:
        self._documents: dict[str, tuple[int, int]] = {}  # questions, distinct ones
        self._first = Counter[str]()
        self._words = 0

    def add(self, state: Mapping[str, int]) -> None:
        """Add the sum of the `count_question` tallies of all questions on some documents."""
        documents: defaultdict[str, list[int]] = defaultdict(list)
        for key, count in state.items():
            kind, _, rest = key.partition("/")
            if kind == "asked":
                documents[unquote(rest.partition("/")[0])].append(count)
            elif kind == "first":
                self._first[unquote(rest)] += count
        self._words += state.get("words", 0)
        self._documents |= {name: (sum(times), len(times)) for name, times in documents.items()}

    def figures(self) -> Figure:
        """Return `asked_figures` of all documents added."""
        documents = self._documents
        questions = sum(times for times, _ in documents.values())
        unique = sum(distinct for _, distinct in documents.values())
        first = sorted(self._first.items(), key=lambda entry: (-entry[1], entry[0]))
        return {
            "asked": questions,
            "unique_per_document": unique / len(documents) if documents else None,
            "redundant": (questions - unique) / questions if questions else None,
            "words": self._words / questions if questions else None,
            "first_words": dict(first),
            "per_document": {
                name: {
                    "asked": times,
                    "unique": distinct,
                    "redundant": (times - distinct) / times,
                }
                for name, (times, distinct) in sorted(documents.items())
            },
        }
