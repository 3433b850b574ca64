"""The sentences of a corpus, read once, in blocks of whole sentences. So it may be larger than
memory, and several processes may number the words of its blocks."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import IO, NamedTuple

from midpath.corpus.cooccurrence import EDGE, Numbered, numbered
from midpath.typology.addresses import Source
from midpath.typology.conllu import is_conllu, sentences_of
from midpath.typology.corpus_files import MAX_LENGTH, BadCorpus, Progress, Tokenize, decoded

BLOCK_BYTES = 2**20


class Block(NamedTuple):
    """Whole sentences of a file, and the number of the first line."""

    file: str
    first: int
    body: bytes


class Words(NamedTuple):
    """The words of a block, and how many sentences it has, in all and with words."""

    part: Numbered | None
    given: int
    sentences: int


class CorpusReader:
    """Reads a corpus once: lines, or sentences of CoNLL-U.

    How many are `given`, and how many are `sentences` with a word, is known at the end. `progress`
    is called with bytes as they are stored, and how many there are; for a pipe, as many as were
    read.
    """

    def __init__(
        self, name: str, sources: Sequence[Source], tokenize: Tokenize, progress: Progress
    ) -> None:
        self.given = self.sentences = 0
        self._name, self._sources = name, sources
        self._tokenize, self._progress = tokenize, progress

    def each(self) -> Iterator[list[str]]:
        """Yield the words of each sentence that has any."""
        for block in self._blocks():
            for words in sentences_in(block, self._tokenize):
                self.given += 1
                if words:
                    self.sentences += 1
                    yield words
        self._require_words()

    def parts(self, processes: int = 1) -> Iterator[Numbered]:
        """Yield the words of the corpus in parts, numbered by so many processes; this process only
        reads, if there are several. They are the same words, in the same order."""
        if processes == 1:
            yield from numbered(self.each())
            return
        try:
            for words in self._numbered_elsewhere(processes):
                self.given += words.given
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
                    body += _rest_of_sentence(source.name, file)
                    yield Block(source.name, first, body)
                    first += body.count(b"\n")
                    read = stored.tell() if stored.seekable() else read + len(body)
                    self._progress(before + read, max(total, before + read))
                before += read

    def _require_words(self) -> None:
        if not self.given:
            raise BadCorpus(self._name, "the file is empty. It needs one sentence per line.")
        if not self.sentences:
            raise BadCorpus(self._name, "no line has a word. Give one sentence per line.")


def number_block(block: Block, tokenize: Tokenize) -> Words:
    given = list(sentences_in(block, tokenize))
    part = next(numbered(given, portion=EDGE), None)
    return Words(part, len(given), sum(map(bool, given)))


def sentences_in(block: Block, tokenize: Tokenize) -> Iterator[list[str]]:
    """Yield the words of each sentence of a block."""
    lines = block.body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    texts = ((n, decoded(block.file, n, line)) for n, line in enumerate(lines, block.first))
    if is_conllu(block.file):
        yield from sentences_of(block.file, texts, tokenize)
    else:
        yield from (tokenize(text) for _, text in texts)


def _rest_of_sentence(name: str, file: IO[bytes]) -> bytes:
    """Return what follows up to the end of a line, or in CoNLL-U up to a blank line after it."""
    rest = file.readline(MAX_LENGTH + 1)
    if not is_conllu(name):
        return rest
    for line in iter(lambda: file.readline(MAX_LENGTH + 1), b""):
        rest += line
        if not line.strip():
            break
        if len(rest) > MAX_LENGTH:
            raise BadCorpus(name, f"no blank line ends a sentence within {MAX_LENGTH:,} bytes.")
    return rest
