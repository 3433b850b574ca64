"""Recorded judgments of pairs, or their gold answers."""

from collections import defaultdict
from functools import partial

from annotation.models import Item
from annotation.recorded.base import Given, Recorded, RecordedReader, require_no_error, wanted_by
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import Settings
from midpath.schemes.pair.gold_answers import answer_named
from midpath.schemes.pair.named_answers import settings_of


class PairReader(RecordedReader):
    form = (
        "a table (.csv, .tsv, .xlsx), JSON lines or Parquet with worker, pair and answer, and "
        "maybe gold; or Label Studio’s JSON"
    )
    has_gold = has_predictions = True

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        judged = read_judged_pairs(filename, body, wanted=wanted_by(take, control), options=reading)
        require_no_error(judged.errors, judged.error_count, judged.controls)
        answers = _known(judged) if take == GOLD else _judged(judged)
        named = {given.answer for each in answers.values() for given in each}
        return Recorded(
            answers,
            partial(settings_of, named, judged.means),
            not_counted=judged.not_counted,
            skipped=judged.skipped,
            notes=judged.notes,
        )

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        return {"answer": answer_named(given.answer, settings)}


def _judged(judged: JudgedPairs) -> dict[str, list[Given]]:
    found: defaultdict[str, list[Given]] = defaultdict(list)
    for row in judged.judgments:
        found[row.pair].append(Given(row.row, "answer", row.worker, row.answer))
    return dict(found)


def _known(judged: JudgedPairs) -> dict[str, list[Given]]:
    found: dict[str, list[Given]] = {}
    for row in judged.judgments:
        gold = judged.pairs[row.pair].gold
        if gold is not None and row.pair not in found:
            found[row.pair] = [Given(row.row, GOLD, GOLD, gold)]
    return found


reader = PairReader()
