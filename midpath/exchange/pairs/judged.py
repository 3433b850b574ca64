"""Read judgments of pairs: one per row, with the columns worker, pair and answer.

Optional columns: `stratum`, `similarity` (0 to 1) and `gold` (the gold answer) of the pair;
`seconds` that the judgment took and `words` of the pair; `means` (yes or no, what the answer counts
as) and `counts` (no: stored, but in no figure), as in Midpath's own files. As in crowd-kit, the
pair column may be called `task` and the answer column `label`. Other columns are not read. Bad data
raises no exception: errors are returned by row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from midpath.exchange.files import Seen, unseen
from midpath.exchange.judged.cells import MAX_CELL_LENGTH, MISSING, Clean
from midpath.exchange.judged.judged_rows import read_judgments
from midpath.exchange.judged.numbered_rows import JudgmentColumns, NumberedRows
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.pairs.content import ORIGINS
from midpath.exchange.pairs.texts import SIDES
from midpath.exchange.rows import RowError, Skipped
from midpath.exchange.wanted import USUAL, Wanted
from midpath.text.look_alikes import remark_on_booleans, remarks_on

NEEDED = ("worker", "pair", "answer")
OF_JUDGMENTS = ("seconds", "words", "means", "counts")
OF_PAIRS = ("similarity", "stratum", "gold")
# The texts of the pairs, of which datasets are made.
OF_TEXTS = {
    *(name for both in SIDES for name in both),
    *(f"{side}_{origin}" for side in SIDES[0] for origin in ORIGINS),
    "why",
}
KNOWN = (*NEEDED, *OF_JUDGMENTS, *OF_PAIRS)


@dataclass(frozen=True)
class JudgedRow:
    """A judgment. `milliseconds` and `words` are None if not in the file."""

    row: int
    worker: str
    pair: str
    answer: str
    milliseconds: int | None = None
    words: int | None = None


@dataclass(slots=True)
class PairFacts:
    """The facts about a pair, repeated in each of its rows. The similarity is in millionths."""

    stratum: str = ""
    similarity: int | None = None
    gold: str | None = None


@dataclass
class Judgments(JudgmentColumns):
    """Judgments of pairs, which are the items."""

    answers: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[JudgedRow]:
        columns = (self.row, self.worker, self.item, self.answer, self.milliseconds, self.words)
        for row, worker, pair, answer, milliseconds, words in zip(*columns, strict=True):
            yield JudgedRow(
                row,
                self.workers[worker],
                self.items[pair],
                self.answers[answer],
                None if milliseconds == MISSING else milliseconds,
                None if words == MISSING else words,
            )


@dataclass
class JudgedPairs:
    """The judgments of a file, the facts about its pairs, and its errors.

    `means` says of each answer whether it counts as yes; it is empty if the file does not say.
    `not_counted` is the number of rows marked as not counting; no other field includes them."""

    judgments: Judgments = field(default_factory=Judgments)
    pairs: dict[str, PairFacts] = field(default_factory=dict)
    means: dict[str, bool] = field(default_factory=dict)
    not_counted: int = 0
    errors: list[RowError] = field(default_factory=list)
    error_count: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    controls: Sequence[str] = ()

    @property
    def rows(self) -> list[JudgedRow]:
        return list(self.judgments)


def read_judged_pairs(
    filename: str,
    body: bytes,
    seen: Seen = unseen,
    wanted: Wanted = USUAL,
    options: ReadingOptions = GUESS,
) -> JudgedPairs:
    """Return the judgments in a table with a header (comma, semicolon or tab) or in JSON lines.

    The file's extension determines its format, or its beginning if it has none. `seen` is called
    with the number of lines read and their total. `options` override guesses."""
    return read_judgments(Reading, filename, body, seen, wanted, options).judged()


class Reading(NumberedRows):
    """The judgments of pairs read so far."""

    needed = NEEDED
    known = KNOWN
    spare = OF_TEXTS
    choices = True
    subject = "pair"
    example = '{"worker": "w1", "pair": "p1", "answer": "yes"}'

    def __init__(self, clean: Clean) -> None:
        self.found = JudgedPairs()
        judgments = self.found.judgments
        super().__init__(clean, judgments, MAX_CELL_LENGTH, judgments.answers)
        self._last_facts: dict[int, Sequence[str]] = {}  # the cells of each pair's last row

    def judged(self) -> JudgedPairs:
        self.settle_repeats()
        self.refuse_if_empty(self.found.judgments)
        self.found.errors, self.found.error_count = self.errors, self.error_count
        self.found.skipped, self.found.controls = self.skipped, self.controls
        answers = self.found.judgments.answers
        remarks = [*remarks_on(answers), *remark_on_booleans(self.boolean_row, answers)]
        self.found.notes = [*self.notes, *remarks]
        return self.found

    def take(self, number: int, cells: Sequence[str]) -> None:
        """Read one judgment, or raise BadCell. The other cells of a row that does not count are not
        read."""
        worker, pair, answer, seconds, words, means, counts = cells[:7]
        facts = cells[7:]
        read, judgments = self._cells, self.found.judgments
        if counts and read.counts(counts) is False:
            self.found.not_counted += 1
            return
        if (answer_no := self._label_numbers[answer]) == MISSING:
            self.skip_missing(number, answer, worker, pair)
            return
        worker_no, pair_no = self._workers[worker], self._items[pair]
        if new := self._last_facts.get(pair_no) != facts:
            read.similarity(facts[0])
        self.keep(number, worker_no, pair_no, answer_no, seconds, words)
        if new:
            self._take_facts(number, judgments.items[pair_no], *facts)
            self._last_facts[pair_no] = facts
        if means and (counting := read.means(means)) is not None:
            label = judgments.answers[answer_no]
            self.found.means[label] = self.agreed(number, label, "means", counting)

    def _take_facts(self, number: int, pair: str, similar: str, stratum: str, gold: str) -> None:
        """Read the facts about a pair, which must be the same in all its rows."""
        read, facts = self._cells, self.found.pairs.setdefault(pair, PairFacts())
        if stratum and (named := read.stratum(stratum)):
            facts.stratum = self.agreed(number, pair, "stratum", named)
        if gold and (known := self.gold(number, gold)):
            facts.gold = self.agreed(number, pair, "gold", known)
        if (millionths := read.similarity(similar)) is not None:
            facts.similarity = self.agreed(number, pair, "similarity", millionths)
