"""Stored biases of campaigns side by side, as tables (ACL 2013 §6, LAW 2013 §5.3)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotation.models import EntailmentState
from annotation.plurals import counted
from annotation.research.common.charts import Chart
from annotation.research.lab.shapes import by_length, distribution
from annotation.research.lab.studied import Studied
from annotation.research.lab.worker_habits import worker_agreement, workers
from annotation.research.results.readings import reading_of
from annotation.research.schemes.nested.levels import level_chart
from annotation.tables.table import Column, Row

SD_STEP = 0.5
SIDES = {
    "both": "on both sides",
    "none": "on neither side",
    "right": "right of it",
    "left": "left of it",
}


def charts_of(
    studied: Sequence[Studied], entailments: Sequence[EntailmentState], language: str
) -> list[Chart]:
    flats = [one for one in studied if one.campaign.scheme == "flat"]
    nesteds = [one for one in studied if one.campaign.scheme == "nested"]
    return [
        agreement(studied),
        segments(flats),
        segment_numbers(flats),
        deviations(flats),
        heights(nesteds),
        height_numbers(nesteds),
        around_prepositions(flats, language),
        entailment(studied, entailments),
        level_chart(nesteds),
        worker_agreement(studied),
        workers(studied),
    ]


def agreement(studied: Sequence[Studied]) -> Chart:
    rows, readings = [], []
    for one in studied:
        alpha, chance = (
            one.campaign.agreement.figures.get(name, {}).get("d1", {}) for name in ("alpha", "S")
        )
        values = alpha.get("value"), chance.get("value"), chance.get("chance")
        if one.figures:
            rows.append(Row(one.name, (*values, *one.ends("alpha"), *one.ends("S"))))
            readings.append(f"{one.name}: {reading_of(*values)}{one.missing_ends}")
    return Chart(
        key="agreement",
        title="S beside α",
        about="S asks how often two random annotations would lie as far apart as two workers’. "
        "α takes off what the annotations of all texts have in common, S does not; so a habit "
        "that all workers share raises S and lowers α. The table adds the ends of their 95% "
        "intervals.",
        kind="bar",
        first="campaign",
        across="",
        up="",
        columns=[
            *(Column("α, d1"), Column("S, d1"), Column("S by chance", role="chance")),
            *(Column(f"{figure}, {end}", role="") for figure in "αS" for end in ("low", "high")),
        ],
        rows=rows,
        empty="No campaign that is chosen has been reported on yet.",
        readings=readings,
    )


def segments(flats: Sequence[Studied]) -> Chart:
    return by_length(
        [(one.name, one.figures["segments"]) for one in flats if one.figures.get("segments")],
        key="segments",
        title="Segments against length",
        about="How many segments a flat annotation has on average, by the length of the text. By "
        "chance, all segmentations alike, it would be half of one more than its words "
        "(ACL 2013, Fig. 3 A).",
        up="segments",
        empty="No flat campaign that is chosen has been reported on yet.",
    )


def segment_numbers(flats: Sequence[Studied]) -> Chart:
    return distribution(
        [(one.name, _pooled(one.figures.get("segments", ()))) for one in flats],
        key="segment-numbers",
        title="How many segments",
        about="The share of flat annotations with so many segments, over texts of all lengths. The "
        "papers’ crowd preferred two, and at times three (bias 1).",
        across="segments",
        empty="No flat campaign that is chosen has been reported on yet.",
        readings=[
            f"{one.name}: {one.figures['two_or_three']:.0%} have two or three segments."
            for one in flats
            if one.figures.get("two_or_three") is not None
        ],
    )


def deviations(flats: Sequence[Studied]) -> Chart:
    parts = [(one.name, one.figures.get("sd", {})) for one in flats]
    counts = []
    for name, found in parts:
        counted: Counter[int] = Counter()
        for row in found.get("times", ()):
            counted[int(row["sd"] / SD_STEP)] += row["annotations"]
        counts.append((name, counted))
    return distribution(
        counts,
        key="deviations",
        title="How equal the segments are",
        about="Flat annotations of two or three segments by the standard deviation of their "
        "segments’ lengths: 3 | 4 words give 0.5, 2 | 5 give 1.5 (ACL 2013, Fig. 3 B). Each bar "
        "holds its lower end and not its upper one.",
        across="standard deviation",
        empty="No flat annotation of two or three segments has been reported on yet.",
        label=lambda step: f"{step * SD_STEP:.1f} to {(step + 1) * SD_STEP:.1f}",
        readings=[
            f"{name}: {found['mean']:.2f} on average."
            for name, found in parts
            if found.get("mean") is not None
        ],
    )


def heights(nesteds: Sequence[Studied]) -> Chart:
    return by_length(
        [(one.name, one.figures["heights"]) for one in nesteds if one.figures.get("heights")],
        key="heights",
        title="Tree height against length",
        about="The average height of nested annotations, and the exact expectation where all "
        "binary trees are alike. Lower trees are more balanced ones (ACL 2013, Table 5, bias 2).",
        up="height",
        empty="No nested campaign that is chosen has been reported on yet.",
    )


def height_numbers(nesteds: Sequence[Studied]) -> Chart:
    return distribution(
        [(one.name, _pooled(one.figures.get("heights", ()))) for one in nesteds],
        key="height-numbers",
        title="How high the trees are",
        about="The share of nested annotations of each height, and that of random trees over texts "
        "of the same lengths (ACL 2013, Fig. 3 C).",
        across="height",
        empty="No nested campaign that is chosen has been reported on yet.",
        chance=_chance_of_heights(nesteds),
    )


def around_prepositions(flats: Sequence[Studied], language: str) -> Chart:
    found = [(one.name, one.results.get("prepositions", {}).get(language, {})) for one in flats]
    found = [(name, around) for name, around in found if around.get("shares")]
    return Chart(
        key="prepositions",
        title="Boundaries around prepositions",
        about="Where flat annotations cut next to a preposition, as a share of all prepositions. "
        "Those that begin or end a text are in the base only, so a column need not add up to "
        "100% (ACL 2013, Table 6).",
        kind="bar",
        first="a boundary",
        across="",
        up="of prepositions",
        columns=[Column(name, "share") for name, _ in found],
        rows=[
            Row(words, [around["shares"][side] for _, around in found])
            for side, words in SIDES.items()
        ]
        if found
        else [],
        empty="No flat annotation that was reported on holds a preposition of this list.",
        readings=[
            f"{name}: {counted(around['prepositions'], 'preposition')}." for name, around in found
        ],
    )


def entailment(studied: Sequence[Studied], entailments: Sequence[EntailmentState]) -> Chart:
    names = {one.campaign.pk: one.name for one in studied}
    reported = {
        key: shares
        for one in studied
        for key, shares in one.results.get("entailment", {}).items()
        if shares["texts"]
    }
    counts, readings = [], []
    for state in entailments:
        if (shares := reported.get(str(state.pk))) is not None:
            name = f"{names[state.flat_id]} by {names[state.nested_id]}"
            counts.append((name, Counter(dict(enumerate(shares["bins"])))))
            readings.append(f"{name}: {_entailed(shares)} {counted(shares['texts'], 'text')}.")
    return distribution(
        counts,
        key="entailment",
        title="Entailment of flat annotations by nested ones",
        about="Texts by the share of their pairs of a flat and a nested annotation in which the "
        "nested entails the flat (LAW 2013, Fig. 3; with experts on one side, Fig. 4).",
        across="pairs entailed",
        empty="Choose a flat and a nested campaign of the same dataset to see how one entails "
        "the other.",
        label=lambda tenth: f"{10 * tenth} to {10 * (tenth + 1)}%",
        readings=readings,
        share_of="of texts",
    )


def _pooled(rows: Iterable[Mapping[str, Any]]) -> Counter[int]:
    """Return the counts over all lengths; the stored keys are text, as in JSON."""
    pooled: Counter[int] = Counter()
    for row in rows:
        pooled.update({int(key): times for key, times in row["times"].items()})
    return pooled


def _chance_of_heights(nesteds: Sequence[Studied]) -> dict[int, float]:
    rows = [row for one in nesteds for row in one.figures.get("heights", ()) if row["chance"]]
    judged = sum(row["annotations"] for row in rows)
    chance: Counter[int] = Counter()
    for row in rows:
        for height, share in row["chance"].items():
            chance[int(height)] += share * row["annotations"] / judged
    return dict(chance)


def _entailed(shares: Mapping[str, Any]) -> str:
    observed, chance = shares.get("observed"), shares.get("chance")
    if observed is None or chance is None:
        return ""
    return f"{observed:.1%} of all pairs are entailed, {chance:.1%} by chance;"
