"""Figures that are computed on request of a researcher, up to a limit."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render

from analysis.reading.snapshot import snapshot
from annotation.capabilities import Capability
from annotation.models import HIT, Campaign, EntailmentState
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.people.exclusion import chosen_workers
from annotation.research.results.figures import Cell, agreement_cells, entailment_cell
from annotation.schemes import scheme_of
from annotation.services.work.exclusion import foresee_exclusion, foresee_inclusion
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from analysis.reports import what_if as figures_foreseen
    from midpath.kernels.base import Choice
else:
    figures_foreseen = LazyModule("analysis.reports.what_if")

# Maximum number of judgments whose removal is computed while the page loads.
MAX_FORESEEN = 15_000
MAX_CHOICE_LENGTH = 200


@needs(to_read=Capability.REVIEW_WORK)
def foreseen(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Show project members the figures with and without some workers, who would all leave or,
    with `back`, return."""
    campaign = campaign_for(request, campaign_id)
    workers = chosen_workers(request, campaign)
    entering = "back" in request.GET
    context = campaign_context(campaign) | {"entering": entering, "most": MAX_FORESEEN}
    with snapshot():
        moves = foresee_inclusion if entering else foresee_exclusion
        moving = moves(
            campaign, [one for one in workers if (one.excluded_at is not None) is entering]
        ).judgments
        context["moving"] = len(moving)
        if 0 < len(moving) <= MAX_FORESEEN:
            found = figures_foreseen.foresee_figures(campaign, moving, entering=entering)
            context |= _foreseen_context(campaign, found)
    part = "research/people/foreseen.html"
    whole = "research/people/foreseen_page.html"
    return render(request, part if request.htmx else whole, context)


def _foreseen_context(campaign: Campaign, found: "figures_foreseen.Foreseen") -> dict[str, object]:
    now = agreement_cells(campaign, found.state.figures, None)
    then = agreement_cells(campaign, found.figures, None)
    cells = [
        *zip(now, then, strict=True),
        *(_entailed(campaign, state, figures) for state, figures in found.entailments),
    ]
    return {
        "found": found,
        "lines": [_line(before, after) for before, after in cells],
        "turns": _turns(campaign, found),
        "unlisted": found.turned - len({turn.hit_id for turn in found.turns}),
    }


def _entailed(
    campaign: Campaign, state: EntailmentState, figures: Mapping[str, object]
) -> tuple[Cell, Cell]:
    then = EntailmentState(
        pk=state.pk, flat=state.flat, nested=state.nested, version=state.version, figures=figures
    )
    return entailment_cell(campaign, state, None), entailment_cell(campaign, then, None)


def _line(now: Cell, then: Cell) -> dict[str, str | bool]:
    return {
        "label": now.label,
        "now": now.value,
        "then": then.value,
        "now_note": now.reason or now.note,
        "then_note": then.reason or then.note,
        "same": now.numbers == then.numbers and now.value == then.value,
    }


def _turns(campaign: Campaign, found: "figures_foreseen.Foreseen") -> list[dict[str, object]]:
    """Return the items whose consensus would change, with both answers as text."""
    hits = HIT.objects.filter(pk__in=[turn.hit_id for turn in found.turns]).select_related("item")
    by_key = {hit.pk: hit for hit in hits}
    return [
        {
            "hit": by_key[turn.hit_id],
            "how": turn.how,
            "now": _written(campaign, by_key[turn.hit_id], turn.now),
            "then": _written(campaign, by_key[turn.hit_id], turn.then),
        }
        for turn in found.turns
    ]


def _written(campaign: Campaign, hit: HIT, choice: "Choice") -> str:
    if choice is None:
        return "undecided"
    if not isinstance(choice, str):
        choice = scheme_of(campaign).written(choice, hit.item, campaign.settings)
    return choice if len(choice) <= MAX_CHOICE_LENGTH else f"{choice[:MAX_CHOICE_LENGTH]}…"
