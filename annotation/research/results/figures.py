"""Stored figures as the dashboard shows them. Nothing is computed here but words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.models import Campaign, CampaignReport, EntailmentState
from annotation.money import written
from annotation.numbers import percent, signed
from annotation.plurals import counted
from annotation.research.campaigns.money import costs_of
from annotation.research.results.intervals import Interval, interval_at
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure
from annotation.services.campaigns.budget import spent_by
from annotation.tables.figures.segmentations import EntailmentFigures

LONGEST_FRACTION = 24
UNDEFINED = "undefined"
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
    "unique": "unlike questions",
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
    "its tree. Observed over all pairs of a flat and a nested judgment of the same text; chance "
    "is what the same flat segmentations would meet in random trees."
)


@dataclass(frozen=True)
class Cell:
    """One figure: its value, what puts it in proportion, and what opens below it."""

    key: str
    label: str
    value: str
    note: str
    definition: str
    reason: str = ""
    interval: str = ""
    as_of: str = ""
    numbers: list[tuple[str, str]] = field(default_factory=list)

    @property
    def defined(self) -> bool:
        return self.value != UNDEFINED


def judgments_cell(campaign: Campaign, judged: int, per_minute: float) -> Cell:
    requested = campaign.hit_count * campaign.redundancy
    most = campaign.hit_count * campaign.most_per_item
    share = f"{judged / requested:.0%}" if requested else "0%"
    wanted = f"{requested:,} · {share}" if most == requested else f"{requested:,} to {most:,}"
    rate = f"{per_minute:.0f}" if per_minute >= 10 or not per_minute else f"{per_minute:.1f}"
    return Cell(
        key="judgments",
        label="Judgments",
        value=f"{judged:,}",
        note=f"of {wanted} · {rate} a minute",
        definition="Judgments that are in the figures. Rejected ones, and late ones whose place "
        "was taken, are kept but do not count. The rate is that of the last five minutes.",
        numbers=[
            (f"{scheme_of(campaign).noun}s", f"{campaign.hit_count:,}"),
            ("judgments asked of each", f"{campaign.redundancy:,}"),
            ("judgments in all", f"{requested:,}"),
        ],
    )


def money_cells(campaign: Campaign) -> list[Cell]:
    """Return the cells about money; none if nobody is paid."""
    if not campaign.reward:
        return []
    spent, costs = spent_by(campaign), costs_of(campaign)
    most = costs.most if costs.warning else f"at most {costs.most}"
    return [
        Cell(
            key="money",
            label="Spent",
            value=f"{campaign.currency} {written(spent.money)}",
            note=f"{counted(spent.judgments, 'judgment')} paid · {most}",
            definition="Every judgment that took its place is paid, those with a known answer and "
            "in training too, whatever is left out of the figures or rejected later. "
            f"{costs.sums} {costs.warning}",
            numbers=[
                ("judgments paid", f"{spent.judgments:,}"),
                ("of them known answers", f"{spent.known:,}"),
                ("judgments at most", costs.judgments),
                ("cost at most", costs.most),
            ],
        )
    ]


def agreement_cells(
    campaign: Campaign, figures: Mapping[str, Any], report: CampaignReport | None
) -> list[Cell]:
    return [
        _agreement_cell(
            figure,
            figures,
            interval_at(report, figure.path, signed, campaign.agreement.version),
        )
        for figure in scheme_of(campaign).figures
    ]


def entailment_cell(
    campaign: Campaign, entailment: EntailmentState, report: CampaignReport | None
) -> Cell:
    of_nested = entailment.nested_id == campaign.pk
    other = entailment.flat if of_nested else entailment.nested
    figures: EntailmentFigures = entailment.figures
    notes = []
    if figures.get("chance") is not None:
        notes.append(f"chance {figures['chance']:.1%}")
    if figures.get("pairs"):
        notes.append(counted(figures["pairs"], "pair"))
    observed = figures.get("observed")
    path = ("entailment", str(entailment.pk))
    interval = interval_at(report, path, percent, entailment.version)
    return Cell(
        key=f"entailment-{entailment.pk}",
        label=f"Entails {other}" if of_nested else f"Entailed by {other}",
        value=UNDEFINED if observed is None else percent(observed),
        note=" · ".join(notes),
        definition=ENTAILMENT,
        reason=figures.get("reason", "") or ("" if figures else "Nothing is judged in both yet."),
        interval=interval.short if observed is not None else "",
        as_of=interval.as_of if observed is not None else "",
        numbers=[*_numbers(figures), *interval.numbers],
    )


def _agreement_cell(figure: Figure, figures: Mapping[str, Any], interval: Interval) -> Cell:
    found = _at(figures, figure.path)
    value = found.get("value")
    return Cell(
        key="-".join(figure.path),
        label=figure.label,
        value=UNDEFINED if value is None else signed(value, figure.decimals),
        note=_note(found) if value is not None else "",
        definition=figure.definition,
        reason=str(found.get("reason", "")) or ("" if found else "Nothing is judged yet."),
        interval=interval.short if value is not None else "",
        as_of=interval.as_of if value is not None else "",
        numbers=[*_numbers(found), *_left_out(figures.get("left_out")), *interval.numbers],
    )


def _at(figures: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, Any]:
    found: Any = figures
    for step in path:
        found = found.get(step, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def _note(found: Mapping[str, Any]) -> str:
    parts = []
    if found.get("chance") is not None:
        parts.append(f"chance alone {signed(found['chance'])}")
    if found.get("within") is not None and found.get("total") is not None:
        parts.append(f"within {signed(found['within'])} · total {signed(found['total'])}")
    for key, noun in (("items", "text"), ("pairs", "pair"), ("questions", "question")):
        if found.get(key) is not None:
            parts.append(counted(found[key], noun))
    return " · ".join(parts)


def _numbers(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, name in NAMES.items():
        value = found.get(key)
        if isinstance(value, bool) or value is None:
            continue
        if isinstance(value, int):
            yield name, f"{value:,}"
        elif isinstance(value, float):
            yield name, signed(value, 5)
        elif isinstance(value, str) and len(value) <= LONGEST_FRACTION:
            yield name, value
    yield from _left_out(found.get("left_out"))


def _left_out(left_out: object) -> Iterator[tuple[str, str]]:
    if isinstance(left_out, int) and left_out:
        yield "left out", f"{left_out:,}"
    elif isinstance(left_out, Mapping):
        for reason, count in left_out.items():
            if count:
                yield f"left out: {reason}", f"{count:,}"
