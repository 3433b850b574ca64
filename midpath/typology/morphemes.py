"""Morphemes of words, by a segmentation that the user supplies (COLING 2014 adpositions, §5)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from midpath.typology.corpus_files import BadCorpus, Tokenize, lines_of
from midpath.typology.result_shapes import Morphemes

BETWEEN = re.compile(r"[ +]+")

Segmentation = Mapping[str, Sequence[str]]


def read_segmentation(path: Path, tokenize: Tokenize) -> tuple[Segmentation, int]:
    """Return the morphemes of each word, and how many lines are left out for having several words.

    A line has a word, a tab, and its morphemes, separated by spaces or +. Words and morphemes are
    read like those of the corpus. Empty lines and lines that begin with # are skipped.
    """
    found: dict[str, Sequence[str]] = {}
    left_out = 0
    for number, line in enumerate(lines_of(path), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        entry, *rest = line.split("\t")
        if len(rest) != 1:
            raise BadCorpus(path, "give a word, one tab, and its morphemes.", number)
        parts = [part for morpheme in BETWEEN.split(rest[0]) for part in tokenize(morpheme)]
        if not parts:
            raise BadCorpus(path, f"“{entry}” has no morphemes.", number)
        words = tokenize(entry)
        left_out += len(words) != 1
        if len(words) == 1 and found.setdefault(words[0], parts) != parts:
            raise BadCorpus(path, f"“{words[0]}” is divided differently above. Keep one.", number)
    if not found:
        raise BadCorpus(path, "the file has no words. Give a word, a tab and its morphemes.")
    return found, left_out


class Divided:
    """The sentences of a corpus with words divided into morphemes; counts what it divides.

    >>> divided = Divided({"cats": ["cat", "s"]})
    >>> list(divided.sentences([["two", "cats"], ["cats", "sat"]]))
    [['two', 'cat', 's'], ['cat', 's', 'sat']]
    >>> divided.counts(left_out=0)["with_entry"], divided.counts(left_out=0)["types_without_entry"]
    (2, 2)
    """

    def __init__(self, segmentation: Segmentation) -> None:
        self._segmentation = segmentation
        self._words = self._with_entry = 0
        self._whole: set[str] = set()

    def sentences(self, sentences: Iterable[Sequence[str]]) -> Iterator[list[str]]:
        """Yield each sentence as morphemes; words without an entry are not divided."""
        for words in sentences:
            found: list[str] = []
            for word in words:
                parts = self._segmentation.get(word)
                if parts is None:
                    self._whole.add(word)
                    found.append(word)
                else:
                    self._with_entry += 1
                    found += parts
            self._words += len(words)
            yield found

    def counts(self, left_out: int) -> Morphemes:
        return {
            "entries": len(self._segmentation),
            "words": self._words,
            "with_entry": self._with_entry,
            "types_without_entry": len(self._whole),
            "left_out": left_out,
        }
