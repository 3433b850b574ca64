"""Documents as sequences of bags of terms, filtered as in the papers (ACL 2014 §3; COLING 2014
§3.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from midpath.corpus.similarity import Matrix, matrix_of
from midpath.corpus.words import words_of


@dataclass(frozen=True)
class Terms:
    """The rules for keeping terms and segments.

    A term is kept if it occurs in at least `least_documents` documents and in `least_percent` to
    `most_percent` per cent of them, both ends included. A segment is kept if it has at least
    `fewest_words` words, whether or not any of its terms are kept.

    `stopword_list`, if not empty, replaces the English stopwords. A form of `lemmas`, which are
    pairs of words, is replaced by its lemma before terms are counted; a stopword or domain word is
    left out as a form and as a lemma.
    """

    bigrams: bool = False
    least_documents: int = 1
    least_percent: int = 0
    most_percent: int = 100
    stopwords: bool = False
    domain_words: tuple[str, ...] = ()
    fewest_words: int = 0
    stopword_list: tuple[str, ...] = ()
    lemmas: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Bags:
    """The term counts of the kept segments.

    counts : a row for each kept segment, a column for each of `terms`
    starts : document d has the rows starts[d] to starts[d + 1]
    segments : the number of each row's segment among all given segments
    """

    counts: Matrix
    terms: list[str]
    starts: NDArray[np.int64]
    segments: NDArray[np.int64]


def bags_of(documents: Sequence[Sequence[str]], terms: Terms) -> Bags:
    """Return the bags of documents, which are lists of their segments' texts.

    A document without a kept segment stays, empty. Bigrams are two adjacent words of one segment,
    written with a space; those with a word left out are left out too. Document frequencies are
    computed before segments are filtered.

    >>> both = Terms(bigrams=True, least_documents=2)
    >>> found = bags_of([["red wine", "wine"], ["red cars"]], both)
    >>> found.terms, found.counts.toarray().tolist()
    (['red'], [[1.0], [0.0], [1.0]])
    """
    out = _left_out(terms)
    words = [[words_of(text) for text in document] for document in documents]
    if lemma_of := usable_lemmas(terms):
        words = [[_lemmas(one, lemma_of, out) for one in document] for document in words]
    known = Counter(
        term
        for document in words
        for term in {term for segment in document for term in _terms_of(segment, out, terms)}
    )
    chosen = sorted(term for term, df in known.items() if _stays(df, len(documents), terms))
    number_of = {term: number for number, term in enumerate(chosen)}
    long_enough = [[len(segment) >= terms.fewest_words for segment in each] for each in words]
    segments = (segment for document in words for segment in document)
    kept_segments = np.flatnonzero(
        np.array([stays for each in long_enough for stays in each], bool)
    )
    rows = (
        Counter(number_of[term] for term in _terms_of(segment, out, terms) if term in number_of)
        for segment in segments
        if len(segment) >= terms.fewest_words
    )
    starts = np.concatenate(([0], np.cumsum([sum(each) for each in long_enough], dtype=np.int64)))
    return Bags(matrix_of(rows, len(chosen)), chosen, starts, kept_segments)


def _left_out(terms: Terms) -> frozenset[str]:
    given = [word for each in terms.domain_words for word in words_of(each)]
    own = frozenset(word for each in terms.stopword_list for word in words_of(each))
    return frozenset(given) | (own or (ENGLISH_STOP_WORDS if terms.stopwords else frozenset()))


def usable_lemmas(terms: Terms) -> dict[str, str]:
    """Return the lemma of each form, both as they are counted; pairs in which one of the two is not
    a single word are left out.

    >>> usable_lemmas(Terms(lemmas=(("Cookies", "cookie"), ("e-mails", "e-mail"))))
    {'cookies': 'cookie'}
    """
    pairs = ((words_of(form), words_of(lemma)) for form, lemma in terms.lemmas)
    return {form[0]: lemma[0] for form, lemma in pairs if len(form) == len(lemma) == 1}


def _lemmas(words: list[str], lemma_of: Mapping[str, str], out: frozenset[str]) -> list[str]:
    """Replace the words that have a lemma, except those left out, whose lemma may not be."""
    return [word if word in out else lemma_of.get(word, word) for word in words]


def _terms_of(words: list[str], out: frozenset[str], terms: Terms) -> Iterator[str]:
    for word in words:
        if word not in out:
            yield word
    if terms.bigrams:
        for left, right in pairwise(words):
            if left not in out and right not in out:
                yield f"{left} {right}"


def _stays(df: int, documents: int, terms: Terms) -> bool:
    least, max_percent = terms.least_percent * documents, terms.most_percent * documents
    return df >= terms.least_documents and least <= df * 100 <= max_percent
