"""Models compared with a campaign's crowd: stored results; nothing is computed here."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.addons import installed_addons
from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, HeldSet, PreAnnotation
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import (
    ResearcherRequest,
    campaign_for,
    launched_for,
    needs,
    set_for,
)
from annotation.research.common.downloads import csv_file, file_name
from annotation.research.common.names import pseudonym
from annotation.research.results.alpha_readings import in_short
from annotation.research.results.figures import Cell, agreement_cells
from annotation.schemes import scheme_of
from annotation.services.sets.reference_sets import comparable_sets, hold_set, let_go
from midpath.tables.breakdowns.evidence_breakdowns import by_column_tables, errors_table
from midpath.tables.comma_separated import csv_of
from midpath.tables.figures.bias_figures import WithOthers
from midpath.tables.figures.machines import Entailed, Lens, ReadingOfSet, SetComparison
from midpath.tables.machines import (
    biases_table,
    decided_tables,
    majority_agreement,
    settled_table,
    verdicts_table,
    workers_table,
)
from midpath.tables.reading import STATES, stake
from midpath.tables.table import Table
from midpath.text.formatting import counted, percent


@dataclass(frozen=True)
class Listed:
    """A set in the list with its summary: α without and with it, and the verdicts."""

    own: AnnotationSet
    compared: HeldSet | None
    cells: list[tuple[Cell, Cell]] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)


@needs(to_read=Capability.SEE_FIGURES)
def index(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = launched_for(request, campaign_id)
    compared = {one.set_id: one for one in HeldSet.objects.not_deleted().filter(campaign=campaign)}
    rows = [
        _in_short(campaign, own, compared.get(own.pk))
        for own in comparable_sets(campaign).order_by("-created_at", "-pk")
    ]
    context = campaign_context(campaign) | {
        "rows": [row for row in rows if row.compared],
        "others": [row.own for row in rows if not row.compared and not row.own.archived_at],
        "noun": scheme_of(campaign).noun,
        "suggesting": PreAnnotation.objects.filter(campaign=campaign).exists(),
        "links": [
            link
            for config in installed_addons()
            for link in config.compared_set_links(campaign, request.can)
        ],
        "too_many": campaign.agreement.judgments > MAX_JUDGMENTS,
        "most": MAX_JUDGMENTS,
    }
    return render(request, "research/machines/models.html", context)


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, campaign_id: int, set_id: int) -> HttpResponse:
    """Members of the project: a set compared with the crowd as if it were a worker."""
    campaign, reference = _reference_set(request, campaign_id, set_id)
    results: SetComparison | None = reference.results or None
    context = campaign_context(campaign) | {
        "reference": reference,
        "set": reference.set,
        "facts": _facts(reference.set),
        "results": results,
        "lenses": [_shown(request, campaign, one) for one in results["lenses"]] if results else [],
        "csv": reverse("research:model_csv", args=(campaign.pk, reference.set_id)),
        "more": results["annotators"] - len(results["lenses"]) if results else 0,
        "noun": scheme_of(campaign).noun,
        "too_many": campaign.agreement.judgments > MAX_JUDGMENTS,
        "most": MAX_JUDGMENTS,
    }
    return render(request, "research/machines/model.html", context)


@needs(to_read=Capability.SEE_WORKERS)
def as_csv(request: ResearcherRequest, campaign_id: int, set_id: int) -> HttpResponse:
    """Members of the project: each worker compared with the set's busiest annotator."""
    campaign, reference = _reference_set(request, campaign_id, set_id)
    if not reference.results or not reference.results["lenses"]:
        raise Http404
    table = workers_table(reference.results["lenses"][0]["alternative"], pseudonym)
    return csv_file(csv_of(table), file_name(campaign.name, "alternative.csv"))


@needs(to_post=Capability.RUN_CAMPAIGNS)
def hold(request: ResearcherRequest, campaign_id: int, set_id: int) -> HttpResponse:
    """Members of the project. Compares a set with the crowd until it is released."""
    campaign, own = campaign_for(request, campaign_id), set_for(request, set_id)
    hold_set(campaign=campaign, own=own, user=request.user)
    return redirect("research:model", campaign.pk, own.pk)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def release(request: ResearcherRequest, campaign_id: int, set_id: int) -> HttpResponse:
    campaign, own = campaign_for(request, campaign_id), set_for(request, set_id)
    let_go(campaign=campaign, own=own, user=request.user)
    messages.success(request, f"“{own}” is no longer compared with the crowd.")
    return redirect("research:models", campaign.pk)


def _reference_set(
    request: ResearcherRequest, campaign_id: int, set_id: int
) -> tuple[Campaign, HeldSet]:
    campaign = launched_for(request, campaign_id)
    rows = HeldSet.objects.not_deleted().filter(campaign=campaign, set=set_id)
    reference = get_object_or_404(rows.select_related("set"))
    return campaign, reference


def _facts(own: AnnotationSet) -> list[tuple[str, str]]:
    names = ("model", "version", "temperature", "seed", "cost")
    return [(name, own.facts[name]) for name in names if name in own.facts]


def _in_short(campaign: Campaign, own: AnnotationSet, reference: HeldSet | None) -> Listed:
    if reference is None or not reference.results or not reference.results["lenses"]:
        return Listed(own, reference)
    lens: Lens = reference.results["lenses"][0]
    sentences = [_agreeing(lens), _reading_in_short(lens["reading"]), _verdicts(lens)]
    return Listed(own, reference, _cells(campaign, lens)[:2], [one for one in sentences if one])


def _agreeing(lens: Lens) -> str:
    value, interval = majority_agreement(lens)
    if not value:
        return ""
    return f"Agreement with the majority answer: {value}{f', {interval}' if interval else ''}"


def _reading_in_short(reading: ReadingOfSet) -> str:
    return "" if reading["reason"] else f"Reading test: {STATES[reading['state']]}"


def _verdicts(lens: Lens) -> str:
    test = lens["alternative"]
    if test["advantage"] is None:
        return ""
    rates = " / ".join(percent(one["winning_rate"], 0) for one in test["verdicts"])
    return f"Alternative annotator test: ρ {percent(test['advantage'])}, ω {rates}"


def _cells(campaign: Campaign, lens: Lens) -> list[tuple[Cell, Cell]]:
    """Return the agreement figures without and with the set."""
    before = agreement_cells(campaign, lens["without"], None)
    after = agreement_cells(campaign, lens["with_it"], None)
    return list(zip(before, after, strict=True))


def _shown(request: ResearcherRequest, campaign: Campaign, lens: Lens) -> dict[str, object]:
    reading, test = lens["reading"], lens["alternative"]
    value, interval = majority_agreement(lens)
    sees_workers = Capability.SEE_WORKERS in request.can
    biases: Table | None = biases_table(lens)
    others = lens["biases"].get("others") if lens["biases"] else None
    return {
        "lens": lens,
        "lines": [_line(before, after) for before, after in _cells(campaign, lens)],
        "majority": value,
        "majority_beside": interval,
        "settled": settled_table(lens),
        "others": others,
        "in_short": _interpreted(others),
        "biases": biases,
        "entailment": [_entailment(one) for one in lens["entailment"]],
        "decided": decided_tables(lens),
        "breakdowns": _breakdowns(request, lens),
        "reading": _read(reading, scheme_of(campaign).noun),
        "test": test,
        "advantage": "" if test["advantage"] is None else percent(test["advantage"]),
        "verdicts": verdicts_table(test),
        "workers": workers_table(test, pseudonym) if sees_workers else None,
    }


def _breakdowns(request: ResearcherRequest, lens: Lens) -> list[Table]:
    """Return the errors of evidence and, for those who may see texts, F1 by column."""
    found = lens.get("breakdowns")
    if not found:
        return []
    by = found["by_column"] if Capability.SEE_TEXTS in request.can else {}
    return [errors_table(found["errors"], "the set"), *by_column_tables(by)]


def _line(now: Cell, then: Cell) -> dict[str, str | bool]:
    return {
        "label": now.label,
        "now": now.value,
        "then": then.value,
        "now_note": now.reason or now.note,
        "then_note": then.reason or then.note,
        "same": now.value == then.value,
    }


def _interpreted(others: WithOthers | None) -> str:
    if not others:
        return ""
    return in_short(others["alpha"]["value"], others["S"]["value"], others["S"]["chance"])


def _entailment(one: Entailed) -> dict[str, str]:
    observed, chance = one["figures"].get("observed"), one["figures"].get("chance")
    crowd = one["crowd"].get("observed")
    what = "Entailed by the trees of" if one["flat"] else "Its trees entail the segments of"
    return {
        "what": f"{what} “{one['name']}”",
        "value": "" if observed is None else percent(observed),
        "chance": "" if chance is None else percent(chance),
        "crowd": "" if crowd is None else percent(crowd),
    }


def _read(reading: ReadingOfSet, noun: str) -> list[str]:
    """Return the result of the reading test in sentences."""
    if reading["reason"]:
        return [f"No reading test here. {reading['reason']}"]
    if not reading["ranked"]:
        return ["None of its answers could be ranked: too few workers judged the same items."]
    ranked = counted(reading["ranked"], "ranked answer")
    said = [f"{STATES[reading['state']].capitalize()}, from {ranked}. {_staked(reading, noun)}"]
    if reading["certified_at"]:
        said.append(f"It was certified after {counted(reading['certified_at'], 'answer')}.")
    if reading["state"] == "other":
        said.append("Its answers look shifted, as if each belonged to another item.")
    return said


def _staked(reading: ReadingOfSet, noun: str) -> str:
    now, highest = stake(reading["stake"]), stake(reading["highest"])
    return (
        f"A stake of 1 on “its answers depend on the {noun}s” became {now} (highest: {highest}); "
        "20 certifies."
    )
