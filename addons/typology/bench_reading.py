"""The sentences of a file, as `midpath typology` reads them."""

from collections.abc import Iterator
from pathlib import Path

from midpath.corpus.words import words_of
from midpath.typology.addresses import sources_of
from midpath.typology.corpus_reading import CorpusReader


def reader_of(path: Path) -> CorpusReader:
    return CorpusReader(str(path), sources_of(str(path)), words_of, lambda done, total: None)


def sentences_of(path: Path) -> Iterator[list[str]]:
    return reader_of(path).each()
