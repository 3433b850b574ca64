"""Choose which words of documents a model that aligns them is given (ACL 2014 §3; COLING 2014
§3.3)."""

from collections.abc import Mapping
from typing import Any, TypedDict

from annotation.exchange.rows import trouble_with_characters

MOST_DOMAIN_WORDS, LONGEST_DOMAIN_WORD = 200, 60
MOST_DOCUMENTS, MOST_WORDS = 1_000_000, 1000


class BagTerms(TypedDict):
    """The terms of the choice.

    A word is kept if at least `least_documents` documents and from `least_percent` to
    `most_percent` per cent of them contain it. A segment is kept if it has at least `fewest_words`
    words."""

    bigrams: bool
    least_documents: int
    least_percent: int
    most_percent: int
    stopwords: bool
    domain_words: list[str]
    fewest_words: int


PRESETS: dict[str, BagTerms] = {
    "acl": BagTerms(
        bigrams=True,
        least_documents=1,
        least_percent=5,
        most_percent=98,
        stopwords=False,
        domain_words=[],
        fewest_words=0,
    ),
    "coling": BagTerms(
        bigrams=False,
        least_documents=10,
        least_percent=0,
        most_percent=100,
        stopwords=True,
        domain_words=[
            *("privacy", "policy", "personal", "information", "service"),
            *("web", "site", "website", "com", "please"),
        ],
        fewest_words=10,
    ),
}
PRESET_NAMES = {"acl": "As in ACL 2014", "coling": "As in COLING 2014"}
RANGES = {
    "least_documents": (1, MOST_DOCUMENTS),
    "least_percent": (0, 100),
    "most_percent": (0, 100),
    "fewest_words": (0, MOST_WORDS),
}


class Wrong(ValueError):
    """A fault in the terms; `field` names the term."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


def terms_from(given: Mapping[str, Any]) -> BagTerms:
    """Return all terms, checked to be within their ranges; raise Wrong otherwise."""
    terms = BagTerms(
        bigrams=given["bigrams"],
        least_documents=given["least_documents"],
        least_percent=given["least_percent"],
        most_percent=given["most_percent"],
        stopwords=given["stopwords"],
        domain_words=_words(given["domain_words"]),
        fewest_words=given["fewest_words"],
    )
    for field, (least, most) in RANGES.items():
        if not least <= given[field] <= most:
            raise Wrong(f"Give a whole number from {least:,} to {most:,}.", field)
    if terms["least_percent"] > terms["most_percent"]:
        least, most = terms["least_percent"], terms["most_percent"]
        problem = f"This leaves no word: {most} is less than the least percentage, {least}."
        raise Wrong(problem, "most_percent")
    return terms


def preset_of(terms: Mapping[str, Any]) -> str:
    """Return the name of the preset with these terms; empty if there is none."""
    return next((name for name, preset in PRESETS.items() if preset == terms), "")


def _words(given: list[str]) -> list[str]:
    """Return the domain words in their order, each once."""
    words = list(dict.fromkeys(word.strip().lower() for word in given if word.strip()))
    if len(words) > MOST_DOMAIN_WORDS:
        raise Wrong(f"Give at most {MOST_DOMAIN_WORDS} words.", "domain_words")
    for word in words:
        if len(word) > LONGEST_DOMAIN_WORD:
            raise Wrong(f"“{word[:20]}…” is longer than any word.", "domain_words")
        if trouble := trouble_with_characters(word):
            raise Wrong(f"In “{word}”: {trouble}", "domain_words")
    return words
