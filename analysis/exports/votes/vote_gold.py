"""Gold of a campaign whose answers come from a few choices: labels and pairs.

It is made in three passes, so it may be larger than memory: the items, the judgments in the order
of their numbers, and the items' names again, when all judgments are weighted together
(`compact_votes`). Rows of judgments are written by templates (`vote_rows`).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from analysis.exports.decisions import decided_and_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts, Part, Path
from analysis.exports.terms import counts_of, settling_of, terms_of
from analysis.exports.votes.campaign_votes import CampaignVotes
from analysis.exports.votes.text_spool import TextSpool
from analysis.exports.votes.vote_rows import MAX_PATTERNS, About, VoteRows, counting, texts_in_json
from analysis.reading.batches import items_by_name
from analysis.reading.extent import Extent, final_of
from analysis.reading.judgment_rows import JudgmentRead
from analysis.reading.votes import TimedVotes, Workers, copy_timed_votes
from annotation.models import Campaign
from midpath.gold.compact_votes import Count, Known, Votes
from midpath.gold.vote_gold import VoteGold
from midpath.json_types import JsonObject
from midpath.kernels.base import Settled, first_settled

DIFFERENCES = ("figures", "crowd", "differences")


class VoteGoldFile:
    """A gold file; `row` returns its row of a judgment that counts, and `payload` is whether rows
    include submitted values other than the answer."""

    def __init__(
        self,
        campaign: Campaign,
        gold: VoteGold,
        row: Callable[[JudgmentRead, Known], JsonObject],
        *,
        payload: bool,
    ) -> None:
        self._campaign, self._gold, self._row, self._payload = campaign, gold, row, payload
        self._votes = CampaignVotes(campaign, gold)
        self._sources: dict[int, str] = {}
        self._not_counted = self._not_folded = 0

    def write(self, sink: Sink) -> None:
        """Write the file; call it inside a snapshot."""
        gold = self._gold
        with JsonParts() as parts, TextSpool() as names:
            for name in (gold.items, "consensus", "decisions", "gold"):
                parts.add(name, {})
            parts.add("judgments", [])
            parts.add(DIFFERENCES, [])
            for items in items_by_name(self._campaign):
                parts.add(gold.items, {item.text: self._votes.know(item)[1] for item in items})
                names.add(texts_in_json([item.text for item in items]))
            self._read_judgments(names, lambda rows: parts.add_written("judgments", rows))
            votes = gold.taken()
            count = gold.count(votes)
            for member, part in self._settled(votes, count):
                parts.add(member, part)
            parts.set(self._whole(votes, *gold.figures(votes, count)))
            parts.write(sink)

    def _read_judgments(self, names: TextSpool, put: Callable[[list[bytes]], object]) -> None:
        hits, workers = self._votes.hits(), Workers(self._campaign)
        words, rows = self._gold.words, VoteRows(self._gold.unit, self._row)

        def take(votes: TimedVotes) -> None:
            self._not_folded += int((votes.counts != votes.folded).sum())
            self._not_counted += int((~votes.counts).sum())
            some = counting(votes)
            if not len(some.pk):
                return
            place, known = hits.of(some.hit)
            worker = workers.of(some.enrolment)
            self._gold.take(place, worker, some.answer, some.milliseconds)
            places = place.tolist()
            gold = [*map(self._gold.gold_answers.get, places)]
            about = About(names.at(places), words[place], worker, known, gold)
            put(rows.written(some, about))

        copy_timed_votes(self._campaign, take, payload=self._payload)
        self._sources = workers.sources

    def _settled(self, votes: Votes, count: Count) -> Iterator[tuple[str | Path, Part]]:
        """Yield parts of the file: the consensus and the decisions on some items."""
        final, vectors = final_of(Extent(self._campaign)), votes.by_item()
        settled_on = lru_cache(MAX_PATTERNS)(self._settled_on)
        for some in self._votes.lines(votes, count):
            names = [some.named[pk] for pk in some.judged]
            yield "consensus", dict(zip(names, some.lines.all, strict=True))
            yield DIFFERENCES, some.lines.different
            judged = {pk: next(vectors) for pk in some.judged}
            settled = {pk: settled_on(given) for pk, given in judged.items() if pk not in final}
            yield from decided_and_settled(
                final, some.named, settled, lambda vector, _: self._gold.written(vector)
            ).items()

    def _settled_on(self, given: tuple[int, ...]) -> Settled | None:
        vectors = [(number,) for number in given]
        return first_settled(self._gold.kernel.consensus(vectors, self._campaign.settings))

    def _whole(self, votes: Votes, agreement: JsonObject, crowd: JsonObject) -> JsonObject:
        campaign, many = self._campaign, len(votes.ballots.items)
        return {
            "format": self._gold.format,
            "campaign": terms_of(campaign) | settling_of(campaign),
            "workers": {one: self._sources[int(one)] for one in votes.ballots.worker_names},
            "figures": {
                **counts_of(campaign, many, self._not_counted, self._not_folded),
                "agreement": agreement,
                "crowd": crowd,
            },
        }
