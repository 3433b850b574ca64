"""Words and segments to use: as the papers define them, and equal to counting by hand."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from midpath.corpus.bags import Terms, bags_of
from midpath.corpus.words import words_of

# As in ACL 2014, §3, and in COLING 2014, §3.3.
ACL = Terms(bigrams=True, least_percent=5, most_percent=98)
COLING = Terms(
    least_documents=10,
    stopwords=True,
    domain_words=(
        *("privacy", "policy", "personal", "information", "service"),
        *("web", "site", "website", "com", "please"),
    ),
    fewest_words=10,
)

WORDS = st.sampled_from(
    ["we", "collect", "the", "cookies", "data", "privacy", "web", "don't", "हिन्दी"]
)
SEGMENTS = st.lists(WORDS, max_size=7).map(" ".join)
DOCUMENTS = st.lists(st.lists(SEGMENTS, max_size=4), max_size=6)
TERMS = st.builds(
    Terms,
    bigrams=st.booleans(),
    least_documents=st.integers(0, 4),
    least_percent=st.integers(0, 60),
    most_percent=st.integers(40, 100),
    domain_words=st.sampled_from([(), ("Privacy", "web")]),
    fewest_words=st.integers(0, 4),
)


@given(DOCUMENTS, TERMS)
def test_bags_are_those_counted_by_hand(documents: list[list[str]], terms: Terms) -> None:
    def bag(text: str) -> Counter[str]:
        words = words_of(text)
        grams: list[tuple[str, ...]] = [(word,) for word in words]
        if terms.bigrams:
            grams += list(pairwise(words))
        out = {word.casefold() for word in terms.domain_words}
        return Counter(" ".join(gram) for gram in grams if not out & set(gram))

    def stays(term: str) -> bool:
        df = sum(any(term in bag(text) for text in document) for document in documents)
        return df >= terms.least_documents and (
            terms.least_percent <= 100 * df / len(documents) <= terms.most_percent
        )

    texts = [text for document in documents for text in document]
    chosen = [
        term for term in sorted({term for text in texts for term in bag(text)}) if stays(term)
    ]
    segments = [n for n, text in enumerate(texts) if len(words_of(text)) >= terms.fewest_words]
    found = bags_of(documents, terms)
    assert found.terms == chosen
    assert found.segments.tolist() == segments
    expected = [[bag(texts[n])[term] for term in chosen] for n in segments]
    assert found.counts.toarray().tolist() == expected
    lengths = [
        sum(len(words_of(text)) >= terms.fewest_words for text in document)
        for document in documents
    ]
    assert np.diff(found.starts).tolist() == lengths


def test_acl_keeps_bigrams_and_cuts_by_share_of_documents_with_both_ends() -> None:
    """Of 100 documents: 4 are too few, 5 and 98 are enough, 99 are too many."""
    words = {"four": 4, "five": 5, "most": 98, "nearly": 99}
    documents = [
        [" ".join(word for word, times in words.items() if number < times) or "none"]
        for number in range(100)
    ]
    assert bags_of(documents, ACL).terms == ["five", "five most", "most", "most nearly"]


def test_coling_drops_stopwords_domain_words_rare_words_and_short_segments() -> None:
    long = "Our privacy policy says that cookies are stored by your browsers please"
    documents = [[long, "return to top"] for _ in range(10)]
    documents[0].append("a rare word among more than ten words of a segment here")
    found = bags_of(documents, COLING)
    assert found.terms == ["browsers", "cookies", "return", "says", "stored"]
    assert len(found.segments) == 11
    assert found.counts.toarray()[1].tolist() == [0, 0, 0, 0, 0]
    assert found.starts.tolist()[:3] == [0, 2, 3]


def test_the_ten_domain_words_are_the_papers() -> None:
    paper = "privacy, policy, personal, information, service, web, site, website, com, and please"
    assert set(COLING.domain_words) == set(words_of(paper)) - {"and"}
    assert len(COLING.domain_words) == 10


def test_without_documents_there_is_nothing() -> None:
    found = bags_of([], ACL)
    assert (found.terms, found.counts.shape, found.starts.tolist()) == ([], (0, 0), [0])


def test_own_stopwords_replace_the_english_ones() -> None:
    own = Terms(stopwords=True, stopword_list=("Wine", "e-mail"))
    assert bags_of([["the red wine", "mail"]], own).terms == ["red", "the"]


def test_forms_count_as_their_lemmas_and_are_left_out_as_either() -> None:
    lemmas = (("Cookies", "cookie"), ("was", "be"), ("services", "service"), ("a b", "c"))
    terms = Terms(bigrams=True, lemmas=lemmas, domain_words=("service", "was"))
    found = bags_of([["cookies was cookie", "services a"], ["cookie cookies"]], terms)
    assert found.terms == ["a", "cookie", "cookie cookie"]
    assert found.counts.toarray().tolist() == [[0, 2, 0], [1, 0, 0], [0, 2, 1]]
