"""The planning report: cost and benefit of redundancy, from a campaign's own judgments so far."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from agreement.sampling import SEED
from agreement.segmentation.figures import Kind
from agreement.segmentation.planning import (
    Expected,
    Votes,
    Width,
    as_it_is,
    expect,
    label_widths,
    segmentation_width,
)
from analysis.reading.material import Material
from analysis.reports.planning_notes import NoteWriter
from annotation.models import HIT, Assignment, Campaign, Judgment
from annotation.models.terms.quality_terms import MajorityOf
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Adaptive, HasGoldAnswers, YesNo
from midpath.schemes.base import InvalidAnswer

MAX_PLANNED = 15
STARTS = (2, 3, 4, 5)
# Fewer judgments predict too little about the crowd's further judgments.
FEWEST_ITEMS = 10
# Answers below this keep their numbers.
FEW = 20

Row = dict[str, object]
Figure = dict[str, object]

NOTHING = Width(None, None)

ORDERS = (
    "An item with ten judgments shows what three would have said: put the ten in any order and "
    "keep the first three. All orders are equally likely, and the results below are exact, not "
    "sampled."
)
INTERVALS = (
    "Widths: this many judgments of each item are sampled five times, and each such campaign is "
    "resampled 200 times over its items. The table shows the mean width of the 95% percentile "
    "intervals, for all items of the campaign. For many items, a thousand are used (250 texts), "
    "and the width is scaled by the square root. The seed is {seed}."
)
KNOWN = (
    "Right, where known: the share of items whose most frequent answer is the gold answer. A "
    "tie counts as picking one of its answers at random."
)
FIRST_ONLY = (
    "This campaign adds judgments to items that are not settled, so items with many judgments are "
    "the disputed ones. Estimates for smaller numbers use only the first judgments of each item, "
    "which all items have."
)
IN_PARTICULAR = (
    "Some items got extra judgments. The table describes all items, so it uses only as many "
    "judgments of each as were requested for all."
)
NO_RIGHT = "Segmentation has no single correct answer, so there is no estimate of correct answers."
ODD = (
    "With two answers, an odd number of judgments always has a majority, so a campaign that "
    "starts with 3 never adds more. Start with an even number: it adds judgments where both "
    "answers tie."
)


@dataclass(frozen=True)
class Judged:
    """The answers to one item in order of arrival, and the gold answer."""

    labels: tuple[int, ...]
    known: int | None
    at_rest: bool


def planning_of(material: Material) -> dict[str, object]:
    """Return the rows of the planner and their notes; empty for schemes without figures."""
    if material.kind is not None:
        return _of_segmentations(material, material.kind)
    return plan_labels(material.campaign)


def _of_segmentations(material: Material, kind: Kind) -> dict[str, object]:
    campaign, first_only = material.campaign, _first_only(material.campaign)
    texts = [text[:first_only] for text in material.texts]
    notes = _note_writer(campaign, sum(map(bool, texts)))
    rows = []
    for n in range(1, _max_redundancy(campaign, map(len, texts)) + 1):
        width = segmentation_width(kind, texts, n, of=campaign.hit_count)
        enough = sum(len(text) >= n for text in texts)
        row = _fixed(n, Expected(enough, None, None, 0, None), width, NOTHING)
        rows.append(row | {"note": notes.note(n, enough, width)})
    method = [ORDERS, INTERVALS.format(seed=SEED), NO_RIGHT, *_why_first_only(campaign)]
    return {"rows": rows, "method": method}


def plan_labels(campaign: Campaign) -> dict[str, object]:
    """Return the plan for a scheme whose answers come from a few labels."""
    if not isinstance(scheme_of(campaign), Adaptive):
        return {}
    return _of_labels(campaign, _numbered(list(_judged(campaign))))


def votes_of_campaign(campaign: Campaign) -> list[tuple[Votes, int | None]]:
    """Return the votes in a campaign's figures, by item, each with its gold answer."""
    judged = _numbered(list(_judged(campaign)))
    answers = _answers(judged)
    return [(_votes(one.labels, answers), one.known) for one in judged]


def _numbered(judged: list[Judged]) -> list[Judged]:
    """Return the items with answers from `FEW` on numbered without gaps.

    A set of labels is a large number, and each number is a column of the tables of votes.
    """
    given = {label for one in judged for label in (*one.labels, one.known) if label is not None}
    large = sorted(label for label in given if label >= FEW)
    number = {label: FEW + n for n, label in enumerate(large)}
    return [
        Judged(
            tuple(number.get(label, label) for label in one.labels),
            None if one.known is None else number.get(one.known, one.known),
            one.at_rest,
        )
        for one in judged
    ]


def _answers(judged: Sequence[Judged]) -> int:
    """Return the number of distinct answers, including gold answers."""
    known = [one.known for one in judged if one.known is not None]
    return max([*known, *(label for one in judged for label in one.labels)], default=0) + 1


def _of_labels(campaign: Campaign, judged: Sequence[Judged]) -> dict[str, object]:
    scheme = scheme_of(campaign)
    yes = list(scheme.yes_answers(campaign.settings)) if isinstance(scheme, YesNo) else []
    answers = _answers(judged)
    if campaign.majority_of == MajorityOf.YES_NO:
        judged = [_by_yes(one, yes) for one in judged]
        yes, answers = [0], 2
    first_only = _first_only(campaign)
    votes = [_votes(one.labels[:first_only], answers) for one in judged]
    items = list(zip(votes, (one.known for one in judged), strict=True))
    notes = _note_writer(campaign, len(items))
    rows = []
    for n in range(1, _max_redundancy(campaign, map(sum, votes)) + 1):
        widths = label_widths(
            votes, n, yes=[label for label in yes if label < answers], of=campaign.hit_count
        )
        found = expect(items, n)
        rows.append(_fixed(n, found, *widths) | {"note": notes.note(n, found.items, widths[0])})
    agreed = _own(campaign, judged, answers) if campaign.is_adaptive else _agreed(items)
    return {
        "rows": rows + agreed,
        "method": [ORDERS, INTERVALS.format(seed=SEED), KNOWN, *_why_first_only(campaign)],
        "agreed_readings": [ODD] if answers == 2 and not campaign.settles_by_posterior else [],
    }


def _first_only(campaign: Campaign) -> int | None:
    """Return the number of judgments used per item; None if no item got extra judgments, neither
    because its workers disagreed nor because a researcher requested more."""
    chosen = campaign.is_adaptive or campaign.asked_beyond
    return campaign.redundancy if chosen else None


def _note_writer(campaign: Campaign, judged: int) -> NoteWriter:
    noun = scheme_of(campaign).noun
    return NoteWriter(noun, judged, _first_only(campaign))


def _why_first_only(campaign: Campaign) -> list[str]:
    if campaign.is_adaptive:
        return [FIRST_ONLY]
    return [IN_PARTICULAR] if campaign.asked_beyond else []


def _agreed(items: Sequence[tuple[Votes, int | None]]) -> list[Row]:
    """Return a row for each initial number of judgments, up to the number that most items have."""
    sizes = sorted(sum(votes) for votes, _ in items)
    limit = min(sizes[len(sizes) // 2], MAX_PLANNED) if sizes else 0
    return [
        _row(f"{first} to {limit}", expect(items, first, limit), adaptive=True)
        for first in STARTS
        if first < limit
    ]


def _own(campaign: Campaign, judged: Sequence[Judged], answers: int) -> list[Row]:
    """Return the row of this campaign's own settings, over the complete items."""
    rest = [(_votes(one.labels, answers), one.known) for one in judged if one.at_rest]
    name = f"{campaign.redundancy} to {campaign.most_judgments}"
    return [_row(name, as_it_is(rest), adaptive=True)]


def _judged(campaign: Campaign) -> Iterator[Judged]:
    """Yield the ordinary items with the judgments that are in the figures."""
    labels: defaultdict[int, list[int]] = defaultdict(list)
    folded = Judgment.objects.filter(campaign=campaign, folded=True).order_by("pk")
    for hit_id, vector in folded.values_list("hit_id", "vector"):
        labels[hit_id].append(vector[0])
    hits = HIT.objects.filter(campaign=campaign, known=False, pk__in=labels)
    leased = set(
        Assignment.objects.filter(hit__campaign=campaign, status="open").values_list(
            "hit_id", flat=True
        )
    )
    for hit in hits.select_related("item").order_by("position"):
        at_rest = hit.taken == hit.quota and hit.pk not in leased
        yield Judged(tuple(labels[hit.pk]), _known(campaign, hit), at_rest)


def _known(campaign: Campaign, hit: HIT) -> int | None:
    scheme, known = scheme_of(campaign), None
    with suppress(InvalidAnswer):
        if isinstance(scheme, HasGoldAnswers):
            known = scheme.known_vector(hit.item, campaign.settings)
    return None if known is None else known[0]


def _by_yes(one: Judged, yes: Sequence[int]) -> Judged:
    """Return the item with two answers, the first of which is yes."""
    known = None if one.known is None else int(one.known not in yes)
    return Judged(tuple(int(label not in yes) for label in one.labels), known, one.at_rest)


def _votes(labels: Sequence[int], answers: int) -> Votes:
    return tuple(labels.count(label) for label in range(answers))


def _max_redundancy(campaign: Campaign, sizes: Iterable[int]) -> int:
    """Return the largest redundancy to plan for: the campaign's or the largest recorded."""
    return min(max([campaign.most_per_item, *sizes]), MAX_PLANNED)


def _fixed(n: int, found: Expected, alpha: Width, share: Width) -> Row:
    return _row(str(n), found, alpha, share) | {"per_item": float(n)}


def _row(
    name: str,
    found: Expected,
    alpha: Width = NOTHING,
    share: Width = NOTHING,
    *,
    adaptive: bool = False,
) -> Row:
    few = 0 < found.items < FEWEST_ITEMS
    return {
        "name": name,
        "adaptive": adaptive,
        "items": found.items,
        "per_item": None if found.judgments is None or few else float(found.judgments),
        "settled": _share(found.settled, found.items, "that many judgments"),
        "accuracy": _share(found.accuracy, found.known, "that many judgments and a gold answer"),
        "alpha": alpha._asdict(),
        "yes": share._asdict(),
    }


def _share(share: Fraction | None, items: int, having: str) -> Figure:
    if share is None or items < FEWEST_ITEMS:
        few = f"This needs at least {FEWEST_ITEMS} items with {having}."
        return {"value": None, "items": items, "reason": few}
    return {"value": float(share), "exact": str(share), "items": items}
