"""Section boundaries proposed from the text, as pairs for a crowd to judge, and their application.

A pair is the paragraph before a proposed boundary and the one after it. If most workers say that
they do not discuss the same issue, the boundary is accepted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from midpath.alignment.golds import Gold
from midpath.alignment.places import Named
from midpath.corpus.boundaries import Gap, propose
from midpath.corpus.similarity import ONE
from midpath.exchange.pairs.content import stratum_of
from midpath.json_types import JsonMapping, JsonObject


@dataclass(frozen=True)
class Divided:
    """Documents with accepted boundaries.

    `accepted` counts these, `rejected` the judged pairs that stay together. `other` counts judged
    pairs that are not neighbours in a section. `without_columns` counts the divided sections whose
    other fields were left out, because they describe the whole section.
    """

    documents: Sequence[tuple[str, JsonMapping]]
    accepted: int
    rejected: int
    other: int
    without_columns: int


def proposed_pairs(documents: Iterable[Named]) -> Iterator[tuple[str, JsonObject]]:
    """Yield the ids and contents of pairs, document by document, from the first proposal on."""
    for number, name, content in documents:
        sections = [section["paragraphs"] for section in content["sections"]]
        for gap in propose(sections):
            yield f"{number + 1}-{gap.section + 1}-{gap.before + 1}", _pair(name, content, gap)


def divide_at(documents: Sequence[Named], gold: Gold) -> Divided:
    """Divide sections at the boundaries that most workers accept; the first part keeps the
    title."""
    cuts: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    accepted = rejected = other = 0
    for verdict in gold.verdicts:
        *of_left, left = verdict.left
        *of_right, right = verdict.right
        if of_left != of_right or abs(left - right) != 1:
            other += 1
        elif verdict.yes:
            rejected += 1
        else:
            accepted += 1
            cuts[tuple(of_left)].add(max(left, right))
    found, without = [], 0
    for number, name, content in documents:
        sections: list[JsonMapping] = []
        for place, section in enumerate(content["sections"]):
            parts = list(_parts(section, sorted(cuts[number, place])))
            without += len(parts) > 1 and "columns" in section
            sections += parts
        found.append((name, {**content, "sections": sections}))
    return Divided(found, accepted, rejected, other, without)


def _pair(name: str, content: JsonMapping, gap: Gap) -> JsonObject:
    section = content["sections"][gap.section]
    cohesion = min(ONE, max(0, round(gap.cohesion * ONE)))
    left, right = (
        {"text": section["paragraphs"][place], "document": name, "title": section["title"]}
        for place in (gap.before - 1, gap.before)
    )
    return {
        "left": left,
        "right": right,
        "similarity": cohesion,
        "stratum": stratum_of(cohesion),
    }


def _parts(section: JsonMapping, cuts: Sequence[int]) -> Iterator[JsonMapping]:
    if not cuts:
        yield section
        return
    ends = [*cuts, len(section["paragraphs"])]
    for start, end in zip([0, *cuts], ends, strict=True):
        title = "" if start else section["title"]
        yield {"title": title, "paragraphs": section["paragraphs"][start:end]}
