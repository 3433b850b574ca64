"""Lists of words from files, and what is wrong with files of sentences."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from stat import S_ISDIR
from typing import BinaryIO, Self, TypeAlias

from midpath.exchange.files import STANDARD, called

Tokenize: TypeAlias = Callable[[str], list[str]]
Progress: TypeAlias = Callable[[int, int], None]

MAX_LENGTH = 2**20


class BadCorpus(Exception):
    """An error in a corpus file: what is wrong, where, and what to do."""

    def __init__(self, path: Path | str, problem: str, line: int = 0) -> None:
        self._given = path, problem, line
        place = f"{called(path)}, line {line:,}" if line else called(path)
        self.message = f"{place}: {problem}"
        super().__init__(self.message)

    def __reduce__(self) -> tuple[type[Self], tuple[Path | str, str, int]]:
        """Let another process raise it."""
        return type(self), self._given


def require_files(paths: list[Path]) -> None:
    """Refuse missing files before the first is read, which may take long."""
    for path in paths:
        if str(path) == STANDARD:
            continue
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError) as error:
            raise BadCorpus(path, f"it cannot be read: {why(error)}.") from error
        if S_ISDIR(mode):
            raise BadCorpus(path, "this is a directory. Give files, or a pattern in quotes.")
        if not os.access(path, os.R_OK):
            raise BadCorpus(path, "it cannot be read: you may not.")


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
    try:
        with _opened(path) as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LENGTH + 1), b""), 1):
                yield decoded(path, number, line)
    except OSError as error:
        raise BadCorpus(path, f"it cannot be read: {why(error)}.") from error


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if str(path) == STANDARD else path.open("rb")


def decoded(path: Path | str, number: int, line: bytes) -> str:
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


def why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
