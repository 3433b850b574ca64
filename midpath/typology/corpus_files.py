"""Sentences and lists of words from files, read as streams."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from stat import S_ISDIR
from typing import BinaryIO, TypeAlias

from midpath.exchange.files import STANDARD, called

Tokenize: TypeAlias = Callable[[str], list[str]]
Progress: TypeAlias = Callable[[int, int], None]

MAX_LENGTH = 2**20
OFTEN = 2**13


class BadCorpus(Exception):
    """An error in a corpus file: what is wrong, where, and what to do."""

    def __init__(self, path: Path, problem: str, line: int = 0) -> None:
        place = f"{called(path)}, line {line:,}" if line else called(path)
        self.message = f"{place}: {problem}"
        super().__init__(self.message)


def require_files(paths: list[Path]) -> None:
    """Refuse missing files before the first is read, which may take long."""
    for path in paths:
        if str(path) == STANDARD:
            continue
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError) as error:
            raise BadCorpus(path, f"it cannot be read: {_why(error)}.") from error
        if S_ISDIR(mode):
            raise BadCorpus(path, "this is a directory. Give files.")
        if not os.access(path, os.R_OK):
            raise BadCorpus(path, "it cannot be read: you may not.")


def sentences_of(
    path: Path, tokenize: Tokenize, progress: Progress = lambda done, total: None
) -> Iterator[list[str]]:
    """Yield the words of each nonempty line, with one line in memory at a time.
    Progress is in bytes, for a file only; the length of a pipe is unknown.
    """
    any_line = any_word = False
    for line in _lines(path, progress):
        any_line = True
        if words := tokenize(line):
            any_word = True
            yield words
    if not any_line:
        raise BadCorpus(path, "the file is empty. It needs one sentence per line.")
    if not any_word:
        raise BadCorpus(path, "no line has a word. Give one sentence per line.")


def word_list(path: Path, tokenize: Tokenize) -> tuple[frozenset[str], int]:
    """Return a list of words, one a line, and how many lines are left out for having several words.

    Lines that begin with # are skipped.
    """
    lines = (line for line in lines_of(path) if not line.lstrip().startswith("#"))
    words, left_out = single_words(lines, tokenize)
    if not words:
        raise BadCorpus(path, "the list has no words. Give one word per line.")
    return words, left_out


def single_words(lines: Iterable[str], tokenize: Tokenize) -> tuple[frozenset[str], int]:
    """Return the words of a list, and how many of its lines are left out for having several words.

    >>> single_words(["Of", "in front of", ""], lambda line: line.lower().split())
    (frozenset({'of'}), 1)
    """
    found = [tokenize(line) for line in lines]
    words = frozenset(words[0] for words in found if len(words) == 1)
    return words, sum(len(words) > 1 for words in found)


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a list."""
    return _lines(path, lambda done, total: None)


def _lines(path: Path, progress: Progress) -> Iterator[str]:
    try:
        with _opened(path) as file:
            total, done = os.fstat(file.fileno()).st_size, 0
            for number, line in enumerate(iter(lambda: file.readline(MAX_LENGTH + 1), b""), 1):
                done += len(line)
                if total and number % OFTEN == 0:
                    progress(done, total)
                yield _decoded(path, number, line)
            progress(done, max(done, total))
    except OSError as error:
        raise BadCorpus(path, f"it cannot be read: {_why(error)}.") from error


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if str(path) == STANDARD else path.open("rb")


def _decoded(path: Path, number: int, line: bytes) -> str:
    if len(line) > MAX_LENGTH:
        raise BadCorpus(
            path,
            f"longer than {MAX_LENGTH:,} bytes. Give one sentence per line, not a whole text.",
            number,
        )
    if b"\0" in line:
        raise BadCorpus(path, "a NUL character, so this is not UTF-8 text.", number)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        at = f"byte {error.start + 1:,} of the line is not UTF-8. Save the file as UTF-8."
        raise BadCorpus(path, at, number) from error
    return text.removeprefix("\ufeff") if number == 1 else text


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
