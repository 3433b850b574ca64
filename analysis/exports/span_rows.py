"""Rows of span judgments for gold, written by the templates of `vote_rows`.

Labels and pairs have few distinct answers. Spans have many, so they are filled into each row.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from agreement.spans.figures import Answer
from analysis.exports.json_parts import element
from analysis.exports.spans import listed, row_of
from analysis.exports.votes.compact_votes import Known
from analysis.exports.votes.text_spool import TextSpool
from analysis.exports.votes.vote_rows import About, VoteRows, counting, texts_in_json
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.judgment_rows import vector_of
from analysis.reading.span_material import SpanItem
from analysis.reading.votes import Hits, TimedVotes, Workers, copy_timed_vectors
from annotation.json_types import JsonObject
from annotation.models import Campaign
from annotation.schemes.spans.answer import named_spans

FILLED_IN = ("length", "spans", "gold")
CACHE_SIZE = 2**12


class _Pattern(NamedTuple):
    """A placeholder text for all texts whose rows are filled in."""

    name: str = ""
    length: int = 0
    words: int = 0
    gold: Answer | None = None


ANY_TEXT = _Pattern()


class SpanRows:
    """The rows of judgments of registered texts.

    Some numbers per text are in memory; its name and gold answer are in a file.
    """

    def __init__(self, campaign: Campaign, names: TextSpool, gold: TextSpool) -> None:
        self._campaign, self._settings = campaign, campaign.settings
        self._items, self._lengths, self._words = array("q"), array("q"), array("q")
        self._names, self._gold = names, gold
        self._rows = VoteRows("item", self._row, FILLED_IN)
        self._spans = lru_cache(CACHE_SIZE)(self._spans_of)
        self._workers = set[int]()
        self.sources: dict[str, str] = {}
        self.judgments = self.not_counted = self.not_folded = 0

    def know(self, items: Sequence[tuple[int, SpanItem]]) -> None:
        """Register texts by their numbers."""
        for number, item in items:
            self._items.append(number)
            self._lengths.append(item.length)
            self._words.append(item.words)
        self._names.add(texts_in_json([item.name for _, item in items]))
        self._gold.add([in_json(listed(item.gold)) for _, item in items])

    def write(self, put: Callable[[list[bytes]], object]) -> None:
        """Pass on the rows of the judgments that count, some at a time; call it inside a
        snapshot."""
        hits = Hits(self._campaign, np.array(self._items, np.int64))
        workers = Workers(self._campaign)
        lengths, words = (np.array(column, np.int64) for column in (self._lengths, self._words))

        def take(votes: TimedVotes, vectors: list[bytes]) -> None:
            self.not_folded += int((votes.counts != votes.folded).sum())
            self.not_counted += int((~votes.counts).sum())
            taken = np.flatnonzero(votes.counts).tolist()
            if not taken:
                return
            some = counting(votes)
            place, known = hits.of(some.hit)
            worker, places = workers.of(some.enrolment), place.tolist()
            self.judgments += len(places)
            self._workers.update(worker.tolist())
            about = About(self._names.at(places), words[place], worker, known, [None] * len(places))
            more = {
                "length": [b"%d" % length for length in lengths[place].tolist()],
                "spans": [self._spans(vectors[one]) for one in taken],
                "gold": self._gold.at(places),
            }
            # Spans are filled in, so different answers share a pattern.
            put(self._rows.written(some._replace(answer=np.zeros_like(some.answer)), about, more))

        copy_timed_vectors(self._campaign, take)
        self.sources = {str(one): workers.sources[one] for one in sorted(self._workers)}

    def _row(self, judgment: JudgmentRead, item: Known) -> JsonObject:
        row = row_of(self._settings, judgment, ANY_TEXT)
        return {name: row[name] for name in row if name != "counts"}

    def _spans_of(self, vector: bytes) -> bytes:
        return in_json(listed(named_spans(vector_of(vector.decode()), self._settings)))


def in_json(value: object) -> bytes:
    """Return a value as JSON, for a member of an element of a list of the file.

    >>> in_json(None), in_json([])
    (b'null', b'[]')
    """
    written = element({"": value})
    return written[len(b'    {\n      "": ') : -len(b"\n    }")]
