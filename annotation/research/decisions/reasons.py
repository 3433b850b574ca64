"""Reasons for disagreement: the codebook, their counts, and the reasons of one decision."""

from itertools import zip_longest

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from annotation.capabilities import Capability
from annotation.models import Campaign, Decision
from annotation.models.work.decision_reason import MAX_DESCRIPTION_LENGTH, MAX_REASON_LENGTH
from annotation.research.common.access import ResearcherRequest, campaign_for, launched_for, needs
from annotation.research.common.paging import is_number
from annotation.services.decisions.reasons import (
    ReasonCounts,
    ReasonText,
    code_decision,
    count_reasons,
    set_reasons,
)
from midpath.tables.decisions import reasons_table
from midpath.tables.table import Table

BLANK_ROWS = 3
CODEBOOK_CHANGED, DECISION_CODED = "The codebook was changed.", "The reasons were changed."


@needs(to_post=Capability.RUN_CAMPAIGNS)
def save(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Change the codebook as in the rows of the form; rows without a name are left out."""
    campaign = launched_for(request, campaign_id)
    rows = [one for one in _rows(request, "name", "description") if one.name.strip()]
    seen = [one for one in _rows(request, "seen_name", "seen_description") if one.key is not None]
    set_reasons(campaign=campaign, user=request.user, reasons=rows, seen=seen)
    messages.success(request, CODEBOOK_CHANGED)
    return redirect("research:decisions", campaign.pk)


@needs(to_post=Capability.ADJUDICATE)
def code(request: ResearcherRequest, campaign_id: int, decision_id: int) -> HttpResponse:
    """Set the reasons of a decision that the adjudicator may see."""
    campaign = campaign_for(request, campaign_id)
    found = Decision.objects.shown_to(request.user).filter(campaign=campaign, pk=decision_id)
    code_decision(
        decision=get_object_or_404(found),
        user=request.user,
        reasons=reasons_in(request),
        seen=reasons_in(request, "seen"),
    )
    messages.success(request, DECISION_CODED)
    return redirect("research:decisions", campaign.pk)


def reasons_in(request: ResearcherRequest, name: str = "reason") -> list[int]:
    return [int(one) for one in request.POST.getlist(name) if is_number(one)]


def reasons_context(campaign: Campaign) -> dict[str, object]:
    """Return the context of the codebook and of its counts."""
    counts = count_reasons(campaign)
    return {
        "codebook": counts.reasons,
        "codes": [one for one, _ in counts.reasons],
        "blank_rows": range(BLANK_ROWS),
        "reasons": table_of(counts),
        "reason_length": MAX_REASON_LENGTH,
        "description_length": MAX_DESCRIPTION_LENGTH,
    }


def table_of(counts: ReasonCounts) -> Table:
    named = [(one.name, times) for one, times in counts.reasons]
    return reasons_table(named, counts.uncoded, counts.decisions)


def _rows(request: ResearcherRequest, *fields: str) -> list[ReasonText]:
    """Return the rows of the codebook's form, with their text in these fields."""
    columns = (request.POST.getlist(name) for name in ("key", *fields))
    return [
        ReasonText(name, description, int(key) if is_number(key) else None)
        for key, name, description in zip_longest(*columns, fillvalue="")
    ]
