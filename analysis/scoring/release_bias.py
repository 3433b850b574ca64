"""The biases of release files, without a database."""

from collections.abc import Collection, Sequence
from pathlib import Path

from agreement.prepositions import languages, prepositions_of, read_words
from agreement.segmentation.bias import bias_figures, count_flats, count_nesteds, count_prepositions
from agreement.segmentation.boundaries import Vector
from agreement.tally import Tally
from analysis.scoring.segmentations import Readings

Figures = dict[str, object]


def read_prepositions(name: str) -> frozenset[str]:
    """Return Midpath's list of a language, or the list in a file; raises OSError, UnicodeError."""
    if name in languages():
        return prepositions_of(name)
    return read_words(Path(name).read_text(encoding="utf-8"))


def score_bias(readings: Readings, prepositions: Collection[str], *, by_worker: bool) -> Figures:
    """Return `agreement.segmentation.bias.bias_figures`; "workers" has the same for each annotation
    key."""
    everybody, workers = Tally(), dict[str, Tally]()
    for text, vectors in readings.vectors.items():
        words = readings.words(text)
        everybody.shift(_count(readings, words, vectors, prepositions), 1)
        if by_worker:
            for key, vector in zip(readings.keys[text], vectors, strict=True):
                share = _count(readings, words, [vector], prepositions)
                workers.setdefault(key, Tally()).shift(share, 1)
    figures: Figures = bias_figures(everybody)
    if by_worker:
        figures["workers"] = {key: bias_figures(state) for key, state in workers.items()}
    return figures


def _count(
    readings: Readings,
    words: Sequence[str],
    vectors: Sequence[Vector],
    prepositions: Collection[str],
) -> Tally:
    if readings.kind == "nested":
        return count_nesteds(vectors)
    return count_flats(vectors) + count_prepositions(words, vectors, prepositions)
