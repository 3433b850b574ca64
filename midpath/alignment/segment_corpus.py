"""The segments of documents as bags of terms, with their places and texts."""

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from midpath.alignment.groups import level_of
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.lexicon import OTHER, PLAIN, LexiconOptions
from midpath.alignment.options.words import WordOptions
from midpath.alignment.places import Named, Place
from midpath.corpus.bags import Bags, Terms, bags_of, usable_lemmas
from midpath.corpus.word_vectors import NotFinite, Represented, WordVectors, represent
from midpath.exchange.lenient.word_division import divide
from midpath.exchange.segments import segments_of
from midpath.json_types import Figures
from midpath.options.base import narrowed
from midpath.progress import Failed


def terms_of(words: WordOptions, lexicon: LexiconOptions = PLAIN) -> Terms:
    pairs = (line.partition("\t") for line in lexicon.lemmas)
    return Terms(
        **narrowed(Terms, words),
        stopword_list=lexicon.stopword_list,
        lemmas=tuple((form, lemma) for form, _, lemma in pairs),
    )


class SegmentCorpus:
    """The documents as bags, with the `places` and `texts` of the kept segments."""

    def __init__(
        self,
        documents: Iterable[Named],
        options: AlignmentOptions,
        vectors: WordVectors | None = None,
    ) -> None:
        self._options, self._given_vectors = options, vectors
        level = level_of(options.level)
        places: list[Place] = []
        texts: list[list[str]] = []
        for number, _, content in documents:
            segments = segments_of(content, level)
            places += [(number, *one.place) for one in segments]
            texts.append([one.text for one in segments])
        every = [text for document in texts for text in document]
        lexicon = options.lexicon
        if lexicon.language == OTHER:
            every = [" ".join(words) for words in divide(every)]
            texts = _divided_as(texts, every)
        self._terms = terms_of(options.words, lexicon)
        self.bags: Bags = bags_of(texts, self._terms)
        self.vectors = _represented(self.bags, vectors)
        self.documents, self.given = len(texts), len(every)
        rows = self.bags.segments.tolist()
        self.places = [places[one] for one in rows]
        self.texts = [every[one] for one in rows]
        self.row_of = {place: row for row, place in enumerate(self.places)}
        # The document of each kept segment.
        self.document_of = np.repeat(np.arange(self.documents), np.diff(self.bags.starts))

    def description(self) -> Figures:
        options, segments = self._options, len(self.places)
        return {
            "level": options.level,
            "seed": options.seed,
            "groups": options.groups,
            "runs": options.runs,
            "method": options.method,
            "terms": options.words.as_json(),
            **self._lexicon(),
            "documents": self.documents,
            "segments": segments,
            "left_out": {"short": self.given - segments},
            "termless": int((np.diff(self.bags.counts.indptr) == 0).sum()),
            "terms_kept": len(self.bags.terms),
        }

    def _lexicon(self) -> Figures:
        """Return what was supplied on the language, if anything was, in numbers."""
        lexicon, found = self._options.lexicon, Figures()
        if lexicon != PLAIN:
            usable = len(usable_lemmas(self._terms))
            found["lexicon"] = {
                "language": lexicon.language,
                "stopwords": len(lexicon.stopword_list),
                "lemmas": usable,
                "lemmas_unused": len(lexicon.lemmas) - usable,
            }
        if self.vectors and self._given_vectors:
            found["vectors"] = {
                "dimensions": self._given_vectors.dimensions,
                "words": self.vectors.words,
                "known_words": self.vectors.known_words,
                "unknown_segments": self.vectors.unknown_segments,
            }
        return found


def _represented(bags: Bags, vectors: WordVectors | None) -> Represented | None:
    try:
        return represent(bags, vectors) if vectors else None
    except NotFinite as error:
        raise Failed("The word vectors contain values that are no numbers, such as NaN.") from error


def _divided_as(texts: Sequence[Sequence[str]], every: Sequence[str]) -> list[list[str]]:
    """Return all segments' texts in lists as long as those of `texts`."""
    rest = iter(every)
    return [list(islice(rest, len(document))) for document in texts]
