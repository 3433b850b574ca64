"""The resamples of a typology, for a process that computes some of them for another."""

from collections.abc import Iterable

from midpath.corpus.cooccurrence import Numbered, count_numbered
from midpath.corpus.function_words import StoredCorpus
from midpath.corpus.indicators import indicators_of
from midpath.corpus.sentence_bootstrap import resamples_of
from midpath.parts import Parts
from midpath.typology.analysis import Wanted


def resamples_of_corpus(parts: Iterable[Numbered], wanted: Wanted) -> Parts[float | None]:
    """Return the resamples that `find_typology` needs of the same corpus."""
    sentence_ids, options = StoredCorpus(), wanted.options
    whole = indicators_of(count_numbered(parts, watch=[sentence_ids]))
    return resamples_of(whole, sentence_ids.ids(), wanted.choices, options.resamples, options.seed)
