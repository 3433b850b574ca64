"""Stored biases of campaigns side by side, as tables (ACL 2013 §6, LAW 2013 §5.3)."""

from collections import Counter
from collections.abc import Sequence

from annotation.models import EntailmentState
from annotation.research.common.charts import Chart, drawn
from annotation.research.lab.campaign_choice import Studied
from annotation.research.lab.sets import sets_chart
from annotation.research.lab.worker_habits import worker_agreement, workers
from annotation.research.results.alpha_readings import reading_of
from annotation.research.schemes.nested.levels import level_chart
from midpath.tables.biases import (
    deviations_table,
    height_numbers_table,
    heights_table,
    prepositions_table,
    segment_numbers_table,
    segments_table,
)
from midpath.tables.breakdowns.cuts import at_prepositions_table, verb_phrases_table
from midpath.tables.figures.bias_figures import AroundPrepositions, Entailed
from midpath.tables.figures.segmentation_figures import SegmentationFigures
from midpath.tables.shapes import distribution
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import counted

WORDS = "words in the text"


def charts_of(
    studied: Sequence[Studied], entailments: Sequence[EntailmentState], language: str
) -> list[Chart]:
    flats = [one for one in studied if one.campaign.scheme == "flat"]
    nesteds = [one for one in studied if one.campaign.scheme == "nested"]
    flat, nested = ([(one.name, one.figures) for one in each] for each in (flats, nesteds))
    around: list[tuple[str, AroundPrepositions]] = [
        (one.name, one.results.get("prepositions", {}).get(language, {})) for one in flats
    ]
    at_each = [(name, found.get("each", ())) for name, found in around]
    phrases = [(one.name, one.results.get("verb_phrases", {})) for one in flats]
    return [
        *([sets_chart(studied, entailments)] if len(studied) > 1 else []),
        agreement(studied),
        drawn(segments_table(flat), "line", across=WORDS, up="segments"),
        _shares(segment_numbers_table(flat)),
        _shares(deviations_table(flat)),
        drawn(heights_table(nested), "line", across=WORDS, up="height"),
        _shares(height_numbers_table(nested)),
        drawn(prepositions_table(around), "bar", up="of prepositions"),
        drawn(at_prepositions_table(at_each), "bar", up="cut there"),
        drawn(verb_phrases_table(phrases), "bar", up="cut there"),
        entailment(studied, entailments),
        level_chart(nesteds),
        worker_agreement(studied),
        workers(studied),
    ]


def _shares(table: Table, of: str = "of annotations") -> Chart:
    return drawn(table, "bar", across=table.first, up=of)


def agreement(studied: Sequence[Studied]) -> Chart:
    rows, readings = [], []
    for one in studied:
        figures: SegmentationFigures = one.campaign.agreement.figures
        alpha = figures.get("alpha", {}).get("d1", {})
        chance = figures.get("S", {}).get("d1", {})
        values = alpha.get("value"), chance.get("value"), chance.get("chance")
        if one.figures:
            rows.append(Row(one.name, (*values, *one.ends("alpha"), *one.ends("S"))))
            readings.append(f"{one.name}: {reading_of(*values)}{one.missing_ends}")
    return Chart(
        key="agreement",
        title="S and α",
        about="S is the probability that two random annotations are as far apart as two "
        "workers’. α discounts what the annotations of all texts share, S does not; so a "
        "habit that all workers share raises S and lowers α. The table also has the ends of "
        "their 95% intervals.",
        kind="bar",
        first="campaign",
        across="",
        up="",
        columns=[
            *(Column("α, d1"), Column("S, d1"), Column("S by chance", role="chance")),
            *(Column(f"{figure}, {end}", role="") for figure in "αS" for end in ("low", "high")),
        ],
        rows=rows,
        empty="No report yet for the chosen campaigns.",
        readings=readings,
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
    table = distribution(
        counts,
        key="entailment",
        title="Entailment of flat annotations by nested ones",
        about="Texts by the share of their pairs of a flat and a nested annotation in which the "
        "nested one entails the flat one (LAW 2013, Fig. 3; with experts on one side, Fig. "
        "4).",
        first="pairs entailed",
        empty="Choose a flat and a nested campaign of the same dataset to compare them.",
        label=lambda tenth: f"{10 * tenth} to {10 * (tenth + 1)}%",
        readings=readings,
    )
    return _shares(table, "of texts")


def _entailed(shares: Entailed) -> str:
    observed, chance = shares.get("observed"), shares.get("chance")
    if observed is None or chance is None:
        return ""
    return f"{observed:.1%} of all pairs are entailed, {chance:.1%} by chance;"
