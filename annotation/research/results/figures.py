"""Stored figures for the dashboard, in rows that are always full. Only words are computed here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q

from annotation.models import Campaign, CampaignReport, EntailmentState
from annotation.research.results.found import Found, figure_at
from annotation.research.results.intervals import Interval, interval_at
from annotation.research.results.verdicts import (
    SCALE,
    Ruler,
    Verdict,
    against_chance,
    ruler_of,
    strength_of,
)
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure
from midpath.tables.figures.segmentation_figures import EntailmentFigures
from midpath.text.formatting import UNDEFINED, counted, percent, signed

MAX_FRACTION_LENGTH = 24
# The maximum number of figures per row on narrow, medium and wide screens.
NARROW, MIDDLE, WIDE = 2, 3, 4
NAMES = {
    "value": "value",
    "observed": "observed",
    "exact": "as a fraction",
    "within": "disagreement within texts",
    "total": "disagreement in total",
    "chance": "by chance alone",
    "distinct": "over pairs of two workers only",
    "chance_distinct": "by chance alone, two workers",
    "chance_lengths": "by chance, segments of the same lengths",
    "observed_two_or_three": "observed, two or three segments",
    "chance_two_or_three": "by chance, two or three segments",
    "entailed": "pairs entailed",
    "expected": "expected by chance",
    "pairs": "pairs",
    "texts": "texts",
    "apps": "apps",
    "sites": "sites",
    "versions": "versions",
    "unique": "different questions",
    "questions": "questions",
    "items": "texts",
    "annotations": "annotations",
    "judgments": "judgments",
    "precision": "precision",
    "recall": "recall",
    "units": "sentences of questions",
}
ENTAILMENT = (
    "A nested segmentation entails a flat one when every segment of the flat one is a group of "
    "its tree. Observed: all pairs of a flat and a nested judgment of the same text. Chance: "
    "the same flat segmentations with random trees."
)

IN_WORDS = (
    f"Its word is from {SCALE}: up to 0.2 slight, 0.4 fair, 0.6 moderate, 0.8 substantial, above "
    "almost perfect. The scale is a convention, and no threshold for a study."
)


@dataclass(frozen=True)
class Cell:
    """One figure: its value, its context and its details. `of` is shown next to the value."""

    key: str
    label: str
    value: str
    note: str
    definition: str
    reason: str = ""
    interval: str = ""
    as_of: str = ""
    of: str = ""
    verdict: Verdict | None = None
    ruler: Ruler = field(default_factory=Ruler)
    numbers: list[tuple[str, str]] = field(default_factory=list)

    @property
    def defined(self) -> bool:
        return self.value != UNDEFINED


def agreement_cells(
    campaign: Campaign, figures: Mapping[str, object], report: CampaignReport | None
) -> list[Cell]:
    return [
        _agreement_cell(
            figure,
            figures,
            interval_at(report, figure.path, figure.shown, campaign.agreement.version),
        )
        for figure in scheme_of(campaign).figures
    ]


def entailment_cells(campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
    """Return a cell for each campaign with which this one is compared by entailment."""
    states = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    shown = ("version", "figures", "flat__name", "nested__name")
    states = states.select_related("flat", "nested").only(*shown).order_by("pk")
    return [entailment_cell(campaign, one, report) for one in states]


def entailment_cell(
    campaign: Campaign, entailment: EntailmentState, report: CampaignReport | None
) -> Cell:
    of_nested = entailment.nested_id == campaign.pk
    other = entailment.flat if of_nested else entailment.nested
    figures: EntailmentFigures = entailment.figures
    notes = []
    chance = figures.get("chance")
    if chance is not None:
        notes.append(f"chance {percent(chance)}")
    if figures.get("pairs"):
        notes.append(counted(figures["pairs"], "pair"))
    observed = figures.get("observed")
    path = ("entailment", str(entailment.pk))
    interval = interval_at(report, path, percent, entailment.version)
    ends = (chance, interval.low, interval.high)
    return Cell(
        key=f"entailment-{entailment.pk}",
        label=f"Entails {other}" if of_nested else f"Entailed by {other}",
        value=UNDEFINED if observed is None else percent(observed),
        note=" · ".join(notes),
        definition=ENTAILMENT,
        reason=figures.get("reason", "")
        or ("" if figures else "No text has been judged in both yet."),
        interval=interval.short if observed is not None else "",
        as_of=interval.as_of if observed is not None else "",
        verdict=_verdict(observed, *ends),
        ruler=Ruler() if observed is None else ruler_of(observed, *ends[1:], chance),
        numbers=[*_numbers(figures, share=True), *interval.numbers],
    )


def _agreement_cell(figure: Figure, figures: Mapping[str, object], interval: Interval) -> Cell:
    found = figure_at(figures, figure.path)
    value, chance = found.get("value"), found.get("chance")
    ends = (chance, interval.low, interval.high)
    verdict = _verdict(value, *ends, corrected=figure.corrected)
    return Cell(
        key="-".join(figure.path),
        label=figure.label,
        value=UNDEFINED if value is None else figure.shown(value),
        note=_note(figure, found, interval) if value is not None else "",
        definition=figure.definition + (f" {IN_WORDS}" if figure.corrected else ""),
        reason=str(found.get("reason", "")) or ("" if found else "No judgments yet."),
        interval=interval.short if value is not None else "",
        as_of=interval.as_of if value is not None else "",
        verdict=verdict,
        ruler=ruler_of(value, *ends[1:], chance, corrected=figure.corrected)
        if value is not None and (verdict or figure.share)
        else Ruler(),
        numbers=[
            *_numbers(found, share=figure.share),
            *_left_out(figures.get("left_out")),
            *interval.numbers,
        ],
    )


def _verdict(
    value: float | None,
    chance: float | None,
    low: float | None,
    high: float | None,
    *,
    corrected: bool = False,
) -> Verdict | None:
    """Return a word for a figure corrected for chance, or for one with its value by chance."""
    if value is None:
        return None
    if corrected:
        return strength_of(value)
    return None if chance is None else against_chance(value, chance, low, high)


def _note(figure: Figure, found: Found, interval: Interval) -> str:
    """Return what the figure is of. Where an interval says how sure it is, its parts are left to
    the details."""
    parts = []
    chance, within, total = found.get("chance"), found.get("within"), found.get("total")
    if chance is not None:
        parts.append(f"chance {figure.shown(chance)}")
    if within is not None and total is not None and not interval.short:
        parts.append(f"within {signed(within)} · total {signed(total)}")
    for count, noun in (
        (found.get("items"), "text"),
        (found.get("pairs"), "pair"),
        (found.get("questions"), "question"),
    ):
        if count is not None:
            parts.append(counted(count, noun))
    return " · ".join(parts)


def _numbers(found: Mapping[str, object], *, share: bool) -> Iterator[tuple[str, str]]:
    for key, name in NAMES.items():
        value = found.get(key)
        if isinstance(value, bool) or value is None:
            continue
        if isinstance(value, int):
            yield name, f"{value:,}"
        elif isinstance(value, float):
            yield name, percent(value, 3) if share else signed(value, 5)
        elif isinstance(value, str) and len(value) <= MAX_FRACTION_LENGTH:
            yield name, value
    yield from _left_out(found.get("left_out"))


def _left_out(left_out: object) -> Iterator[tuple[str, str]]:
    if isinstance(left_out, int) and left_out:
        yield "left out", f"{left_out:,}"
    elif isinstance(left_out, Mapping):
        for reason, count in left_out.items():
            if count:
                yield f"left out: {reason}", f"{count:,}"


class Placed(NamedTuple):
    """A figure with the number of figures in its row at each width."""

    cell: Cell
    narrow: int
    middle: int
    wide: int


def placed(cells: Sequence[Cell], *, alone: bool = False) -> list[Placed]:
    """Return the figures with their rows. With `alone`, each has its own row on narrow screens,
    because its text is long."""
    count = len(cells)
    narrow = sharing(count, 1 if alone else NARROW)
    rows = zip(cells, narrow, sharing(count, MIDDLE), sharing(count, WIDE), strict=True)
    return [Placed(*place) for place in rows]


def sharing(count: int, most: int) -> list[int]:
    """Return for each figure the number of figures in its row: as few rows as possible, the fullest
    first, with lengths that differ by at most one.

    >>> sharing(7, 6), sharing(5, 2)
    ([4, 4, 4, 4, 3, 3, 3], [2, 2, 2, 2, 1])
    """
    if not count:
        return []
    rows = -(-count // most)
    least, more = divmod(count, rows)
    sizes = [least + (place < more) for place in range(rows)]
    return [size for size in sizes for _ in range(size)]
