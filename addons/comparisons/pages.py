"""A crowd compared with gold: stored results, refreshed after each recomputation."""

import hashlib
from dataclasses import dataclass

from django.http import HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone

from addons.comparisons.access import comparison_for
from addons.comparisons.apps import LIST
from addons.comparisons.forms import ComparisonForm
from addons.comparisons.lists import comparisons_of
from addons.comparisons.models import Comparison, Side
from addons.comparisons.services.comparisons import (
    ask_for_comparison,
    create_comparison,
    delete_comparison,
    restore_comparison,
)
from addons.comparisons.services.shared_items import Shared, Source, count_shared, key_of
from addons.comparisons.shown_results import charts_of, shown_of
from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Project
from annotation.recorded import READERS
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.finding import listed
from annotation.research.common.jobs import JobPages
from annotation.schemes import COMPARABLE
from annotation.services.errors import ServiceError
from annotation.services.health import sweep_is_alive

SIDES = {"crowd": "Crowd", "gold": "Gold"}


@needs(to_read=Capability.SEE_FIGURES)
def list_comparisons(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: one page of its comparisons, the newest first."""
    project = membership_of(request, project_id).project
    context = {"project": project, "listed": listed(request, comparisons_of(project))}
    return render(request, "research/comparisons/list.html", context)


@needs(Capability.RUN_CAMPAIGNS)
def new(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project, who choose among its launched campaigns and its sets."""
    project = membership_of(request, project_id).project
    sources = _sources(project)
    shared = count_shared(sources)
    likely = _likely(sources, shared)
    form = ComparisonForm(request.POST or None, sources=sources, shared=shared, initial=likely)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            made = create_comparison(project=project, user=request.user, **form.cleaned_data)
            return redirect("research:comparison", made.pk)
    context = {
        "project": project,
        "form": form,
        "choices": {"labels": form.labels, "shared": shared},
        "sides": [[form[side], form[f"{side}_trees"]] for side in SIDES],
    }
    return render(request, "research/comparisons/new.html", context, status=form.status)


def _sources(project: Project) -> list[Source]:
    """Return the campaigns and sets that can be compared."""
    campaigns = Campaign.objects.launched().filter(dataset__project=project, scheme__in=READERS)
    sets = AnnotationSet.objects.in_use().filter(dataset__project=project)
    sets = sets.filter(dataset__deleted_at=None).defer("facts")
    return [
        *campaigns.select_related("dataset", "agreement").order_by("pk"),
        *sets.select_related("dataset").order_by("pk"),
    ]


def _likely(sources: list[Source], shared: Shared) -> dict[str, object]:
    """Return the form's initial values. The crowd is the side with the most annotators, the gold
    the one of its scheme with the fewest that shares items with it, if possible in the same
    dataset."""
    sources = sorted(sources, key=lambda one: (-_people(one), one.pk))
    pairs = [
        (crowd, gold)
        for at, crowd in enumerate(sources)
        for gold in reversed(sources[at + 1 :])
        if shared[key_of(crowd)].get(key_of(gold), 0) != 0 and _fit(crowd, gold)
    ]
    if not pairs:
        return {}
    crowd, gold = min(
        pairs,
        key=lambda pair: (
            shared[key_of(pair[0])][key_of(pair[1])] is None,
            pair[0].dataset_id != pair[1].dataset_id,
        ),
    )
    return {
        "name": f"{crowd} against {gold}"[:120],
        "crowd": key_of(crowd),
        "gold": key_of(gold),
    }


def _people(source: Source) -> int:
    return source.worker_count if isinstance(source, Campaign) else source.annotator_count


def _fit(one: Source, other: Source) -> bool:
    if one.scheme != other.scheme:
        return False
    return not COMPARABLE[one.scheme].incomparable(one.settings, other.settings)


@needs(to_read=Capability.SEE_FIGURES)
def live(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. Polled by the open page; 304 if nothing has changed. When the
    comparison is deleted, the page reloads and offers an undo."""
    comparison = comparison_for(request, comparison_id)
    if comparison.deleted_at is not None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    late = _is_late()
    etag = _etag(request, comparison, late)
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        context = {"oob": True} | _context(comparison, late)
        response = render(request, "research/comparisons/live.html", context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@needs(to_read=Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, comparison_id: int, chart: str) -> HttpResponse:
    """Members of the project: the numbers of one chart of the page."""
    comparison = comparison_for(request, comparison_id)
    return table_as_csv(charts_of(comparison.results), chart, comparison.name)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def make_anew(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. Recomputed in a background job; the page shows it when ready."""
    comparison = comparison_for(request, comparison_id)
    ask_for_comparison(comparison=comparison, user=request.user)
    return redirect("research:comparison", comparison.pk)


@dataclass(frozen=True)
class Part:
    """A side of a comparison; `version` is the one in the results."""

    who: str
    side: Side
    version: int | None

    @property
    def moved(self) -> bool:
        return self.version is not None and self.version != self.side.version


def _parts(comparison: Comparison) -> list[Part]:
    parts = [
        Part(SIDES[role.partition("_")[0]], side, version)
        for (role, side), version in zip(comparison.sides, comparison.made_from, strict=True)
        if side is not None
    ]
    return sorted(parts, key=lambda part: list(SIDES.values()).index(part.who))


def _context(comparison: Comparison, late: bool) -> dict[str, object]:
    results = comparison.results
    context = {
        "project": comparison.project,
        "comparison": comparison,
        "late": late,
        "parts": _parts(comparison),
        "waits_for": comparison.waits_for,
    }
    if not results:
        return context
    return context | shown_of(results)


PAGES = JobPages(
    name="comparison",
    route="comparisons/<int:comparison_id>/",
    find=comparison_for,
    sees=Capability.SEE_FIGURES,
    acts=Capability.RUN_CAMPAIGNS,
    actions=("discard", "restore", "rename"),
    template="research/comparisons/comparison.html",
    context=lambda request, comparison: _context(comparison, _is_late()),
    discard=lambda job, user: delete_comparison(comparison=job, user=user),
    restore=lambda job, user: restore_comparison(comparison=job, user=user),
    discard_name="delete_comparison",
    verb="Delete",
    listed=LIST,
)


def _is_late() -> bool:
    """Return whether the background workers have not reported for a while."""
    return not sweep_is_alive()


def _etag(request: ResearcherRequest, comparison: Comparison, late: bool) -> str:
    """Return the ETag. It includes the minute, because ages are shown in minutes, and the reader's
    capabilities."""
    parts = (
        sorted(request.can),
        comparison.name,
        comparison.versions,
        comparison.asked_at,
        comparison.made_at,
        late,
        timezone.now().strftime("%H:%M"),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
