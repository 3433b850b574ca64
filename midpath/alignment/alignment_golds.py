"""Golds on the segments of one alignment: which segments were kept, and the scores of each gold."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from midpath.alignment.golds import Gold, Verdict
from midpath.alignment.places import Place
from midpath.alignment.result_shapes import MAX_DISAGREEMENTS
from midpath.corpus import grouping
from midpath.corpus.grouping import AnswerSets, JudgedPairs, Oracle, Scores, Threshold


@dataclass(frozen=True)
class Placed:
    """A gold on the rows of the kept segments.

    `pairs` are on these rows; `verdicts` are in the order of judged pairs. `not_kept` counts pairs,
    or segments of answer-sets, that the choice of terms left out.
    """

    gold: Gold
    pairs: grouping.Gold
    verdicts: Sequence[Verdict] = ()
    not_kept: int = 0

    @property
    def key(self) -> str:
        return self.gold.key


def place_gold(gold: Gold, row_of: Mapping[Place, int]) -> Placed:
    if gold.kind == "pairs":
        verdicts = [one for one in gold.verdicts if one.left in row_of and one.right in row_of]
        left, right = (
            np.array([row_of[getattr(one, side)] for one in verdicts], np.int64)
            for side in ("left", "right")
        )
        yes = np.array([one.yes for one in verdicts], np.bool_)
        return Placed(
            gold, JudgedPairs(left, right, yes), verdicts, len(gold.verdicts) - len(verdicts)
        )
    sets = [[row_of[place] for place in one if place in row_of] for one in gold.sets.values()]
    missed = {place for one in gold.sets.values() for place in one if place not in row_of}
    return Placed(gold, AnswerSets(sets), not_kept=len(missed))


def gold_results(placed: Placed, scores: Scores) -> dict[str, object]:
    """Return a gold's description; its number of pairs does not depend on the scored run."""
    gold, pairs = placed.gold, placed.pairs
    found: dict[str, object] = {
        "key": gold.key,
        "title": gold.title,
        "kind": gold.kind,
        "pairs": scores.pairs,
        "yes": scores.yes,
        "left_out": {**gold.left_out, "not_kept": placed.not_kept},
        "version": gold.version,
        "quartiles": [float(share) for share in gold.quartiles] or None,
        "workers": gold.workers,
        "one_group": _shares(scores.one_group),
        "all_apart": _shares(scores.all_singletons),
    }
    if isinstance(pairs, AnswerSets):
        found |= {"sets": len(pairs.sets), "segments": len(pairs.segments)}
    return found | ({"why": gold.why} if gold.why else {})


def oracle_results(found: Oracle) -> dict[str, object]:
    return {
        "f": _threshold_results(found.by_f, ("precision", "recall", "f")),
        "agreement": _threshold_results(found.by_agreement, ("agreement",)),
    }


def _threshold_results(threshold: Threshold, names: Sequence[str]) -> dict[str, object]:
    return {"threshold": threshold.at} | _shares(threshold.scores, names)


def _shares(scores: Scores, names: Iterable[str] = grouping.REASONS) -> dict[str, object]:
    """Return the shares by name, and under "why" the reasons of those that are None."""
    shares, reasons = scores.shares, scores.reasons
    whys = {name: reasons[name] for name in names if name in reasons}
    return {name: shares[name] for name in names} | ({"why": whys} if whys else {})


def disagreements(
    placed: Placed, runs: Sequence[NDArray[np.signedinteger]]
) -> list[list[int | None]]:
    """Return the pairs on which most runs and most voters disagree, the clearest first.

    Each is [item, runs that group the pair, yes votes, votes, similarity]. They are sorted by the
    product of the two majorities' leads.
    """
    pairs = placed.pairs
    if not isinstance(pairs, JudgedPairs):
        return []
    together = sum(labels[pairs.left] == labels[pairs.right] for labels in runs)
    found = []
    for one, many in zip(placed.verdicts, np.atleast_1d(together).tolist(), strict=True):
        lead = 2 * many - len(runs)
        if lead and (lead > 0) != one.yes:
            decided = Fraction(abs(lead) * abs(2 * one.yes_votes - one.votes), one.votes)
            row = [one.item, many, one.yes_votes, one.votes, one.similarity]
            found.append((-decided, one.item or 0, row))
    return [row for _, _, row in sorted(found)[:MAX_DISAGREEMENTS]]
