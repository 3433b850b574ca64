"""The sentences of a corpus, read once, in blocks of whole lines. So it may be larger than memory,
and several processes may number the words of its blocks."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple

from midpath.corpus.cooccurrence import EDGE, Numbered, numbered
from midpath.typology.addresses import Source
from midpath.typology.corpus_files import MAX_LENGTH, BadCorpus, Progress, Tokenize, decoded

BLOCK_BYTES = 2**20


class Block(NamedTuple):
    """Whole lines of a file, and the number of the first."""

    file: str
    first: int
    body: bytes


class Words(NamedTuple):
    """The words of a block, and how many lines it has, with and without words."""

    part: Numbered | None
    lines: int
    sentences: int


class CorpusReader:
    """Reads a corpus once.

    `lines` and `sentences`, the lines with a word, are known at the end. `progress` is called with
    bytes as they are stored, and how many there are; for a pipe, as many as were read.
    """

    def __init__(
        self, name: str, sources: Sequence[Source], tokenize: Tokenize, progress: Progress
    ) -> None:
        self.lines = self.sentences = 0
        self._name, self._sources = name, sources
        self._tokenize, self._progress = tokenize, progress

    def each(self) -> Iterator[list[str]]:
        """Yield the words of each line that has any."""
        for block in self._blocks():
            for line in sentences_in(block, self._tokenize):
                self.lines += 1
                if line:
                    self.sentences += 1
                    yield line
        self._require_words()

    def parts(self, processes: int = 1) -> Iterator[Numbered]:
        """Yield the words of the corpus in parts, numbered by so many processes; this process only
        reads, if there are several. They are the same words, in the same order."""
        if processes == 1:
            yield from numbered(self.each())
            return
        try:
            for words in self._numbered_elsewhere(processes):
                self.lines += words.lines
                self.sentences += words.sentences
                if words.part is not None:
                    yield words.part
        except BrokenProcessPool as error:
            raise BadCorpus(self._name, "a process was killed. Use fewer --processes.") from error
        self._require_words()

    def _numbered_elsewhere(self, processes: int) -> Iterator[Words]:
        """Yield the words of each block, with at most two blocks per process in memory."""
        ahead: deque[Future[Words]] = deque()
        with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
            for block in self._blocks():
                ahead.append(pool.submit(number_block, block, self._tokenize))
                if len(ahead) > 2 * processes:
                    yield ahead.popleft().result()
            for one in ahead:
                yield one.result()

    def _blocks(self) -> Iterator[Block]:
        before, total = 0, sum(source.size for source in self._sources)
        for source in self._sources:
            with source.opened() as (file, stored):
                first, read = 1, 0
                while body := file.read(BLOCK_BYTES):
                    body += file.readline(MAX_LENGTH + 1)
                    yield Block(source.name, first, body)
                    first += body.count(b"\n")
                    read = stored.tell() if stored.seekable() else read + len(body)
                    self._progress(before + read, max(total, before + read))
                before += read

    def _require_words(self) -> None:
        if not self.lines:
            raise BadCorpus(self._name, "the file is empty. It needs one sentence per line.")
        if not self.sentences:
            raise BadCorpus(self._name, "no line has a word. Give one sentence per line.")


def number_block(block: Block, tokenize: Tokenize) -> Words:
    lines = list(sentences_in(block, tokenize))
    part = next(numbered(lines, portion=EDGE), None)
    return Words(part, len(lines), sum(map(bool, lines)))


def sentences_in(block: Block, tokenize: Tokenize) -> Iterator[list[str]]:
    """Yield the words of each line of a block."""
    lines = block.body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, block.first):
        yield tokenize(decoded(block.file, number, line))
