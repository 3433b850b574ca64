"""Foresee the figures and the consensus of a campaign without some judgments, or with them again.

A state is the sum of its items' contributions, so only the items of these judgments are counted:
the state minus their present contribution, plus the future one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.reading.contexts import contexts_of
from analysis.reading.judgment_rows import (
    Row,
    by_item,
    counting,
    folded,
    rows_of_hits,
    rows_of_items,
)
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, EntailmentState, ItemSummary, Judgment
from midpath.kernels.base import Choice, ItemContext
from midpath.kernels.entailing import entailing
from midpath.tables.figures.segmentation_figures import EntailmentFigures

# Number of HITs read at once, and maximum number of listed items whose consensus changes.
PORTION = 1_000
MAX_LISTED = 10
Rows = Mapping[int, Sequence[Row]]


@dataclass(frozen=True)
class Turn:
    """An item whose consensus would change."""

    hit_id: int
    how: str
    now: Choice
    then: Choice


@dataclass
class Settled:
    """The number of items that a consensus method settles now, that it would settle then, and whose
    result would differ."""

    now: int = 0
    then: int = 0
    changed: int = 0


@dataclass
class Foreseen:
    """The figures of one version, and the predicted ones. `unfolded` judgments are not yet
    counted."""

    state: AgreementState
    judgments: int = 0
    tally: Tally = field(default_factory=Tally)
    figures: Mapping[str, object] = field(default_factory=dict)
    entailments: list[tuple[EntailmentState, EntailmentFigures]] = field(default_factory=list)
    items: int = 0
    settled: dict[str, Settled] = field(default_factory=dict)
    turned: int = 0
    turns: list[Turn] = field(default_factory=list)
    unfolded: int = 0


def foresee_figures(campaign: Campaign, moving: Collection[int], *, entering: bool) -> Foreseen:
    """Return the figures as if the `moving` judgments left them or, with `entering`, entered them.

    The caller has opened a snapshot. All other judgments count if they are in the figures."""
    state = AgreementState.objects.get(campaign=campaign)
    found = Foreseen(state, state.judgments, Tally(state.state))
    unfolded = Judgment.objects.unfolded().filter(campaign=campaign)
    found.unfolded = unfolded.exclude(pk__in=moving).count()
    states = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign)).order_by("pk")
    shared = [(one, Tally(one.state)) for one in states.select_related("flat", "nested")]
    hits = sorted(
        set(Judgment.objects.filter(pk__in=moving).values_list("hit_id", flat=True).order_by())
    )
    chosen = frozenset(moving)
    for start in range(0, len(hits), PORTION):
        rows = rows_of_hits(hits[start : start + PORTION])
        items = by_item(
            row._replace(counts=entering if row.pk in chosen else row.folded) for row in rows
        )
        _count_portion(campaign, found, items)
        for entailment, tally in shared:
            _entail(campaign, entailment, tally, items)
    found.figures = analysis_of(campaign).kernel.figures(found.tally)
    for entailment, tally in shared:
        figures: EntailmentFigures = segmentation.entailment_figures(tally)
        found.entailments.append((entailment, figures))
    return found


def _count_portion(campaign: Campaign, found: Foreseen, items: Rows) -> None:
    kernel = analysis_of(campaign).kernel
    contexts = contexts_of(kernel, campaign, items.keys())
    found.tally += kernel.total((counting(rows), contexts[key]) for key, rows in items.items())
    found.tally -= kernel.total((folded(rows), contexts[key]) for key, rows in items.items())
    found.judgments += sum(row.counts - row.folded for rows in items.values() for row in rows)
    found.items += len(items)
    _settle_portion(campaign, found, items, contexts)


def _settle_portion(
    campaign: Campaign, found: Foreseen, items: Rows, contexts: Mapping[int, ItemContext]
) -> None:
    """Compare the consensus of the items, in the campaign's order."""
    kernel = analysis_of(campaign).kernel
    hits = {rows[0].hit_id: item_id for item_id, rows in items.items()}
    stored = dict(ItemSummary.objects.filter(hit__in=hits).values_list("hit_id", "summary"))
    for hit_id, item_id in sorted(hits.items()):
        vectors = counting(items[item_id])
        then = kernel.settled(vectors, contexts[item_id]) if vectors else {}
        now = kernel.choices(stored[hit_id]) if hit_id in stored else {}
        _compare(found, hit_id, now, then)


def _compare(
    found: Foreseen, hit_id: int, now: Mapping[str, Choice], then: Mapping[str, Choice]
) -> None:
    turns = []
    for how in dict.fromkeys([*now, *then]):
        settled = found.settled.setdefault(how, Settled())
        before, after = now.get(how), then.get(how)
        settled.now += before is not None
        settled.then += after is not None
        if before != after:
            settled.changed += 1
            turns.append(Turn(hit_id, how, before, after))
    found.turned += bool(turns)
    if turns and found.turned <= MAX_LISTED:
        found.turns += turns


def _entail(campaign: Campaign, entailment: EntailmentState, tally: Tally, items: Rows) -> None:
    is_flat = entailment.flat_id == campaign.pk
    other_id = entailment.nested_id if is_flat else entailment.flat_id
    others, by = (
        by_item(rows_of_items(other_id, items.keys())),
        entailing(entailment.nested.settings),
    )
    for item_id, rows in items.items():
        theirs = folded(others.get(item_id, []))
        for times, mine in ((1, counting(rows)), (-1, folded(rows))):
            flats, nesteds = (mine, theirs) if is_flat else (theirs, mine)
            tally.shift(by.contribution(flats, nesteds), times)
