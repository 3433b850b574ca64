"""Sentences in CoNLL-U, the format of treebanks: a token per line, with its number and its form,
and a blank line after each sentence."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from fsspec.utils import infer_compression

from midpath.typology.corpus_files import BadCorpus, Tokenize

NUMBER = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9})|(\.[0-9]{1,9}))?")
COLUMNS = 10


def is_conllu(name: str) -> bool:
    """Return whether a file is CoNLL-U, by the ending of its name.

    >>> is_conllu("fr-ud.conllu.gz"), is_conllu("FR.CONLLU"), is_conllu("fr.txt")
    (True, True, False)
    """
    path = PurePath(name)
    plain = PurePath(path.stem if infer_compression(name) else path.name)
    return plain.suffix.lower() == ".conllu"


def sentences_of(
    file: str, lines: Iterable[tuple[int, str]], tokenize: Tokenize
) -> Iterator[list[str]]:
    """Yield the words of each sentence, as they are written.

    French “du” is one word, not the two that it stands for. Empty nodes are left out.

    >>> rows = ("1-2\\tdu", "1\\tde", "2\\tle", "3\\tPain", "3.1\\test", "4\\t!", "")
    >>> lines = enumerate(row + "\\t_" * 8 * bool(row) for row in rows)
    >>> list(sentences_of("a", lines, lambda form: [form] if form.isalpha() else []))
    [['du', 'Pain']]
    """
    words: list[str] = []
    tokens = written = 0
    for number, line in lines:
        if not line.strip():
            if tokens:
                yield words
            words, tokens, written = [], 0, 0
        elif not line.startswith("#"):
            tokens += 1
            columns = line.split("\t")
            found = NUMBER.fullmatch(columns[0])
            if found is None or len(columns) != COLUMNS:
                problem = "a token has its number, its form and eight more columns, with tabs."
                raise BadCorpus(file, problem, number)
            first, last, empty = found.groups()
            if int(first) > written and not empty:
                words += tokenize(columns[1])
                written = int(last or first)
    if tokens:
        yield words
