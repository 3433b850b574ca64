"""Read the user's own stopwords, lemmas and word vectors from files."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from midpath.corpus.word_vectors import WordVectors
from midpath.corpus.words import words_of
from midpath.exchange.decoding import NotText, decode, lines_of
from midpath.options.base import problem_with_pair
from midpath.progress import Failed
from midpath.text.characters import problem_with_characters

MAX_BYTES = 100_000_000
MAX_WORD_LENGTH = 60
MAX_LINE_LENGTH = 130
MAX_VECTORS, MAX_DIMENSIONS = 5_000_000, 4096
KINDS_OF_NUMBERS = {np.dtype(name) for name in ("<f2", ">f2", "<f4", ">f4", "<f8", ">f8")}
HOW = 'Save it in Python: numpy.save("vectors.npy", array), with one row for each word.'


def stopwords_in(path: Path) -> tuple[str, ...]:
    """Return the words of a file with one word per line."""
    found = []
    for where, line in _lines(path):
        if len(line) > MAX_WORD_LENGTH or len(line.split()) > 1:
            raise Failed(f"{where}: write one word per line.")
        found.append(line.strip().lower())
    return tuple(dict.fromkeys(found))


def lemmas_in(path: Path) -> tuple[str, ...]:
    """Return the lines "form TAB lemma" of a file; a form can occur once."""
    first_at: dict[str, str] = {}
    found = []
    for where, line in _lines(path):
        if trouble := problem_with_pair(line, MAX_LINE_LENGTH):
            raise Failed(f"{where}: {trouble}")
        form = line.partition("\t")[0]
        if form in first_at:
            raise Failed(f"{where}: “{form}” already has a lemma, in {first_at[form]}.")
        first_at[form] = where
        found.append(line)
    return tuple(found)


def vectors_in(path: Path, words: Path | None = None) -> WordVectors:
    """Return the vectors in an .npy file, and their words, one per line of the file next to it.

    The array is mapped, so only the vectors of words that occur are read. A word that occurs twice,
    as words are counted, has its first vector.
    """
    vectors = _array_in(path)
    listed = words or path.with_suffix(".txt")
    lines = [line for _, line in _lines(listed, blank=True)]
    if len(lines) != len(vectors):
        raise Failed(
            f"{listed} has {len(lines):,} lines, but {path} has {len(vectors):,} vectors. "
            "The file of words needs one word per vector, in the same order."
        )
    row_of: dict[str, int] = {}
    for row, line in enumerate(lines):
        if len(parts := words_of(line)) == 1:
            row_of.setdefault(parts[0], row)
    if not row_of:
        raise Failed(f"{listed} contains no word.")
    return WordVectors(vectors, row_of)


def _array_in(path: Path) -> NDArray[np.floating]:
    """Map an array of numbers whose header is checked first. Pickled objects are refused, since
    opening them can run code."""
    try:
        with path.open("rb") as file:
            version = npy.read_magic(file)
            read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, _, kind = read(file)
    except OSError as error:
        raise Failed(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise Failed(f"{path} is not an array of NumPy. {HOW}") from error
    if kind not in KINDS_OF_NUMBERS:
        raise Failed(f"{path} contains {kind}, not decimal numbers (float16 to float64). {HOW}")
    if len(shape) != 2 or not 0 < shape[0] <= MAX_VECTORS or not 0 < shape[1] <= MAX_DIMENSIONS:
        raise Failed(
            f"{path} has the shape {shape}. It must have 1 to {MAX_VECTORS:,} rows, one for each "
            f"word, and 1 to {MAX_DIMENSIONS:,} columns."
        )
    try:
        found: NDArray[np.floating] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise Failed(f"{path} is shorter than its header says. Copy it again.") from error
    return found


def _lines(path: Path, *, blank: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text file with their places; blank ones only if requested."""
    try:
        size = path.stat().st_size
        text = decode(path.read_bytes(), path.name) if size <= MAX_BYTES else ""
    except OSError as error:
        raise Failed(f"{path} cannot be read: {error.strerror}.") from error
    except NotText as error:
        raise Failed(f"{path}: {error.message}") from error
    if size > MAX_BYTES:
        raise Failed(f"{path} has {size:,} bytes; at most {MAX_BYTES:,} are read.")
    lines = lines_of(text)
    while lines and not lines[-1].strip():
        lines.pop()
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number:,}"
        if trouble := problem_with_characters(line):
            raise Failed(f"{where}: {trouble}")
        if line.strip() or blank:
            yield where, line.rstrip("\r")
