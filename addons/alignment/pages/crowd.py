"""Pairs on which models and the crowd disagree, the clearest first."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render

from addons.alignment.access import aligned_for
from addons.alignment.pages.words import head_of, results_of, versions_of
from annotation.capabilities import Capability
from annotation.models import HIT
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.paging import whole_number
from annotation.research.datasets.corpora import PairRow
from midpath.alignment.result_shapes import MAX_DISAGREEMENTS, Disagreement

PAIRS_PER_PAGE = 20
SHORTENED = 60
SIDES = {
    "apart": "Together for the crowd, separate for the model",
    "together": "Separate for the crowd, together for the model",
}


@needs(to_read=Capability.SEE_TEXTS)
def show(request: ResearcherRequest, alignment_id: int, gold: str) -> HttpResponse:
    """Members of the project. `side` is the model's answer about the listed pairs; by default, the
    first side that has any."""
    alignment = aligned_for(request, alignment_id)
    results = results_of(alignment)
    if gold not in results["disagreements"]:
        raise Http404
    found = next(one for one in results["golds"] if one["key"] == gold)
    by_side = _by_side(results["disagreements"][gold])
    listed = len(results["disagreements"][gold])
    side = request.GET.get("side") or next((side for side in SIDES if by_side[side]), "apart")
    if side not in SIDES:
        raise Http404
    start = whole_number(request, "from") or 0
    rows = by_side[side][start : start + PAIRS_PER_PAGE]
    end = start + PAIRS_PER_PAGE
    context = head_of(alignment) | {
        "gold": found,
        "chosen": side,
        "sides": [(key, words, len(by_side[key])) for key, words in SIDES.items()],
        "pairs": _pairs(next(iter(versions_of([found]))), rows),
        "runs": results["runs"],
        "start": start,
        "end": end if end < len(by_side[side]) else None,
        "most": listed if listed == MAX_DISAGREEMENTS else None,
    }
    return render(request, "research/alignments/crowd.html", context)


def _by_side(rows: Sequence[Disagreement]) -> dict[str, list[Disagreement]]:
    """Rows are [item, runs that group it, yes votes, votes, similarity]. If the majority says yes,
    most runs separate the pair."""
    found: dict[str, list[Disagreement]] = {side: [] for side in SIDES}
    for row in rows:
        _, _, yes, votes, _ = row
        found["apart" if 2 * yes > votes else "together"].append(row)
    return found


def _pairs(campaign: int, rows: Sequence[Disagreement]) -> list[dict[str, object]]:
    hits = HIT.objects.filter(campaign=campaign, item__in=[row[0] for row in rows])
    hit_of = {hit.item_id: hit for hit in hits.select_related("item")}
    return [
        _pair(hit_of[item]) | {"together": together, "yes": yes, "no": votes - yes}
        for item, together, yes, votes, _ in rows
        if item in hit_of
    ]


def _pair(hit: HIT) -> dict[str, object]:
    pair = PairRow(hit.item.text, hit.item.content)
    long = any(len(side["text"].split()) > SHORTENED for _, side in pair.sides)
    return {"hit": hit, "pair": pair, "long": long}
