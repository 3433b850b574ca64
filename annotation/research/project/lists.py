"""Lists of all that a project holds, a page for each kind, and a search through all of it."""

from typing import Any

from django.db.models import Count, Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.models import Alignment, Campaign, Comparison, Dataset, Project
from annotation.research.common.access import ResearcherRequest, membership_of, researcher
from annotation.research.common.finding import listed, looked_for
from annotation.research.common.shell import standing

# So many of each kind a search shows; the rest is in the list of that kind.
MOST_FOUND = 10


@require_safe
@researcher
def campaigns(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project."""
    project = membership_of(request.user, project_id).project
    context = {"project": project, "listed": listed(request, campaigns_of(project))}
    return render(request, "research/project/campaigns.html", context)


@require_safe
@researcher
def datasets(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project."""
    project = membership_of(request.user, project_id).project
    context = {"project": project, "listed": listed(request, datasets_of(project))}
    return render(request, "research/project/datasets.html", context)


@require_safe
@researcher
def comparisons(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project."""
    project = membership_of(request.user, project_id).project
    context = {"project": project, "listed": listed(request, comparisons_of(project))}
    return render(request, "research/project/comparisons.html", context)


@require_safe
@researcher
def alignments(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project."""
    project = membership_of(request.user, project_id).project
    context = {
        "project": project,
        "listed": listed(request, alignments_of(project)),
        "documents": project.datasets.filter(kind=Dataset.Kind.DOCUMENTS)[:MOST_FOUND],
    }
    return render(request, "research/project/alignments.html", context)


@require_safe
@researcher
def search(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: what bears the words in its name."""
    project = membership_of(request.user, project_id).project
    query = looked_for(request)
    context = {"project": project, "searched_for": query, "found": _found(project, query)}
    return render(request, "research/project/search.html", context)


def campaigns_of(project: Project) -> QuerySet[Campaign]:
    rows = Campaign.objects.filter(dataset__project=project).select_related("dataset")
    return rows.with_progress()


def datasets_of(project: Project) -> QuerySet[Dataset]:
    return project.datasets.annotate(campaign_count=Count("campaigns"))


def comparisons_of(project: Project) -> QuerySet[Comparison]:
    rows = Comparison.objects.standing().filter(project=project)
    return rows.with_campaigns().defer("results")


def alignments_of(project: Project) -> QuerySet[Alignment]:
    rows: QuerySet[Alignment] = standing(Alignment.objects.filter(dataset__project=project))
    return rows.select_related("dataset").defer("grouping", "results")


def _found(project: Project, query: str) -> list[dict[str, Any]]:
    """Return by kind what was found, kinds of which nothing was found left out."""
    if not query:
        return []
    kinds: list[tuple[str, str, QuerySet[Any]]] = [
        ("Campaigns", "campaign", campaigns_of(project)),
        ("Datasets", "dataset", datasets_of(project)),
        ("Comparisons", "comparison", comparisons_of(project)),
        ("Alignments", "alignment", alignments_of(project)),
    ]
    found = []
    for title, page, rows in kinds:
        named = list(rows.filter(name__icontains=query).order_by("-pk")[: MOST_FOUND + 1])
        if named:
            lines = [_line(page, one) for one in named[:MOST_FOUND]]
            every = reverse(f"research:{page}s", args=(project.pk,))
            found.append(
                {"title": title, "lines": lines, "all": every, "more": len(named) > MOST_FOUND}
            )
    return found


def _line(page: str, one: Model) -> dict[str, Any]:
    about = ""
    if isinstance(one, Campaign):
        about = f"{one.scheme} · {one.dataset.name}"
    elif isinstance(one, Alignment):
        about = one.dataset.name
    return {"one": one, "address": reverse(f"research:{page}", args=(one.pk,)), "about": about}
