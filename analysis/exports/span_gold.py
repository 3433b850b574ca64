"""Gold of a campaign of spans: texts, judgments that count, consensus, figures and terms.

It is made in two passes, so it may be larger than memory: the texts in the order of their names,
each with its judgments, and the judgments in the order of their numbers. Rows of judgments are
written by the templates of `vote_rows`. Labels and pairs have few distinct answers. Spans have
many, so they are filled into each row.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np

from analysis.exports.decisions import decided_and_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts, element
from analysis.exports.spans import Pattern, row_of
from analysis.exports.terms import counts_of, terms_of
from analysis.exports.votes.text_spool import TextSpool
from analysis.exports.votes.vote_rows import About, VoteRows, counting, texts_in_json
from analysis.reading.batches import JudgedItem, judged_items
from analysis.reading.extent import Extent, final_of
from analysis.reading.judgment_rows import JudgmentRead, vector_of
from analysis.reading.span_material import SpanMaterial
from analysis.reading.votes import Hits, TimedVotes, Workers, copy_timed_vectors
from annotation.models import Campaign
from midpath.gold.compact_votes import Known
from midpath.gold.span_lines import FORMAT, SpanItem, item_content, listed
from midpath.json_types import JsonObject
from midpath.kernels.base import first_settled
from midpath.kernels.spans import SpanKernel
from midpath.schemes.spans.answer import named_spans
from midpath.scoring.spans import GivenText, SpanCount

FILLED_IN = ("length", "spans", "gold")
CACHE_SIZE = 2**12


ANY_TEXT = Pattern()


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


BY_NAME = ("items", "consensus", "decisions", "gold")
KERNEL = SpanKernel()


def write_span_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    with JsonParts() as parts, TextSpool() as names, TextSpool() as known:
        rows = SpanRows(campaign, names, known)
        gold = _SpanGold(campaign, rows)
        for name in BY_NAME:
            parts.add(name, {})
        parts.add("judgments", [])
        for items in judged_items(campaign):
            for name, part in gold.parts(items).items():
                parts.add(name, part)
        rows.write(partial(parts.add_written, "judgments"))
        parts.set(gold.whole())
        parts.write(sink)


class _SpanGold:
    """The content of a gold file, first for some texts or judgments at a time, then for all."""

    def __init__(self, campaign: Campaign, rows: SpanRows) -> None:
        self._campaign, self._settings, self._rows = campaign, campaign.settings, rows
        self._material = SpanMaterial(campaign)
        self._final = final_of(Extent(campaign))
        self._count = SpanCount(self._settings)

    def parts(self, items: Sequence[JudgedItem]) -> dict[str, JsonObject]:
        """Count some texts, and return, by member of the file, its part about them."""
        known = [(item.pk, self._material.item_of(item)) for item, _ in items]
        self._rows.know(known)
        judged = {}
        for (item, given), (_, read) in zip(items, known, strict=True):
            if given:
                judged[item.pk] = GivenText(read.name, read.length, read.gold, given)
        lines = dict(zip(judged, self._count.add([*judged.values()]), strict=True))
        settled = {
            pk: first_settled(KERNEL.consensus_in(line, self._settings))
            for pk, line in lines.items()
            if pk not in self._final
        }
        names = {item.pk: item.text for item, _ in items}
        decided = decided_and_settled(
            self._final,
            names,
            settled,
            lambda vector, _: listed(named_spans(vector, self._settings)),
        )
        contents = {read.name: item_content(read) for _, read in known}
        consensus = {line["item"]: line for line in lines.values()}
        return {"items": contents, "consensus": consensus, **decided}

    def whole(self) -> JsonObject:
        """Return the file's part about all texts and judgments."""
        rows = self._rows
        return {
            "format": FORMAT,
            "campaign": terms_of(self._campaign)
            | {"most_judgments": self._campaign.most_judgments},
            "workers": rows.sources,
            "figures": {
                **counts_of(self._campaign, rows.judgments, rows.not_counted, rows.not_folded),
                **self._count.figures(),
            },
        }
