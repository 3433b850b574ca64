"""Sampling of pairs from documents, by similarity and by models' groups."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from midpath.alignment.groups import Groups
from midpath.alignment.options.draw import DrawOptions
from midpath.alignment.places import Named
from midpath.alignment.result_shapes import Disagreeing, DrawFigures
from midpath.alignment.sampled_pairs import Drawn
from midpath.corpus.pair_sampling import (
    BINS,
    STRATA,
    Document,
    Draw,
    Grouped,
    Place,
    Plan,
    draw_pairs,
)
from midpath.exchange.segments import MAX_SIDE_LENGTH, Level, Segment, long_enough, segments_of
from midpath.options.base import narrowed
from midpath.progress import Progress


@dataclass(frozen=True)
class Result:
    """The result of sampling: `found` is stored with it and displayed; `drawn` are the pairs by
    place."""

    found: DrawFigures
    drawn: list[Drawn]


def plan_of(options: DrawOptions) -> Plan:
    return Plan(**narrowed(Plan, options))


@dataclass(frozen=True)
class _Chosen:
    """The segments that can be sampled, by document; `numbers` are the documents' own."""

    numbers: list[int]
    segments: list[list[Segment]]
    given: list[Document]
    left_out: dict[str, int]

    @property
    def places(self) -> list[tuple[int, ...]]:
        return [
            (number, *segment.place)
            for number, segments in zip(self.numbers, self.segments, strict=True)
            for segment in segments
        ]

    def at(self, place: Place) -> list[object]:
        segment = self.segments[place.document][place.segment]
        return [self.numbers[place.document], list(segment.place)]


def draw_from(
    documents: Iterable[Named],
    level: Level,
    plan: Plan,
    progress: Progress = lambda done, total: None,
    groups: Groups | None = None,
) -> Result:
    """Sample pairs; segments under ten words and those too long for a pair are left out.

    With `groups`, only pairs on which they and the cosine disagree are sampled.
    """
    chosen = _choose(documents, level)
    grouped = groups.of(chosen.places) if groups else None
    draw = draw_pairs(chosen.given, replace(plan, disagreeing=grouped), progress)
    drawn: list[Drawn] = [
        [*chosen.at(one.left), *chosen.at(one.right), one.similarity, one.stratum]
        for one in draw.pairs
    ]
    found = _description(draw, plan, level, chosen)
    if groups and grouped:
        found["disagreeing"] = _group_description(groups, grouped, draw)
    return Result(found, drawn)


def _choose(documents: Iterable[Named], level: Level) -> _Chosen:
    chosen = _Chosen([], [], [], {"short": 0, "long": 0})
    for number, _, content in documents:
        segments = segments_of(content, level)
        wordy = [one for one in segments if long_enough(one)]
        fitting = [one for one in wordy if len(one.text) <= MAX_SIDE_LENGTH]
        chosen.left_out["short"] += len(segments) - len(wordy)
        chosen.left_out["long"] += len(wordy) - len(fitting)
        chosen.numbers.append(number)
        chosen.segments.append(fitting)
        chosen.given.append(Document(content["category"], [one.text for one in fitting]))
    return chosen


def _description(draw: Draw, plan: Plan, level: Level, chosen: _Chosen) -> DrawFigures:
    """Return the description of a sample. The candidates of a stratum can be drawn."""
    found: DrawFigures = {
        "level": level,
        "seed": plan.seed,
        "per_stratum": plan.per_stratum,
        "weights": "smooth" if plan.smooth else "plain",
        "documents": len(chosen.given),
        "segments": draw.segments,
        "weightless": draw.weightless,
        "document_pairs": draw.document_pairs,
        "document_pairs_asked": plan.document_pairs,
        "candidates": sum(draw.histogram),
        "strata": [
            {"low": low, "high": high, "candidates": candidates, "drawn": drawn}
            for (low, high), candidates, drawn in zip(
                STRATA, draw.candidates, draw.drawn, strict=True
            )
        ],
        "histogram": {"bins": BINS, "counts": draw.histogram},
        "left_out": chosen.left_out,
    }
    if draw.categories:
        found["categories"] = [
            {"category": one.name, "candidates": one.candidates, "drawn": one.drawn}
            for one in draw.categories
        ]
    return found


def _group_description(groups: Groups, grouped: Grouped, draw: Draw) -> Disagreeing:
    """Return the groups' description."""
    return {
        "alignment": groups.alignment,
        "name": groups.name,
        "runs": len(groups.labels),
        "edge": groups.edge,
        "candidates": sum(draw.candidates),
        "silent": draw.silent,
        "ungrouped": int((grouped.labels < 0).all(axis=0).sum()),
    }
