"""Lists of everything in a project, one page for each kind, and a search through all of it."""

from collections.abc import Callable, Mapping

from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.addons import modules_of_addons
from annotation.capabilities import Capability
from annotation.models import HIT, AnnotationSet, Campaign, Dataset, Job, Project
from annotation.research.common.access import ResearcherRequest, may_open, membership_of, needs
from annotation.research.common.finding import listed, looked_for
from annotation.research.common.paging import page_of
from annotation.services.items.text_search import excerpt, find_items

# The search shows this many objects of each kind; the rest is in the list of that kind.
MAX_FOUND = 10


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, project_id: int, kind: str) -> HttpResponse:
    project = membership_of(request, project_id).project
    context = {"project": project, "listed": listed(request, LISTS[kind](project))}
    if kind == "datasets":
        over = (Job.Status.READY, Job.Status.DISCARDED)
        unfinished = project.dataset_imports.exclude(status__in=over).defer("results")
        context["imports"] = list(unfinished)
    return render(request, f"research/project/{kind}.html", context)


@needs(to_read=Capability.SEE_FIGURES)
def search(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: objects with the words in their name, and items with them in their
    texts."""
    project = membership_of(request, project_id).project
    query = looked_for(request)
    context = {
        "project": project,
        "searched_for": query,
        "found": _found(request, project, query),
        "items": _items(request, project, query),
    }
    return render(request, "research/project/search.html", context)


def campaigns_of(project: Project) -> QuerySet[Campaign]:
    rows = Campaign.objects.in_use().filter(dataset__project=project)
    return rows.select_related("dataset").with_progress()


def datasets_of(project: Project) -> QuerySet[Dataset]:
    active = Q(campaigns__deleted_at=None, campaigns__archived_at=None)
    rows = Dataset.objects.in_use().filter(project=project)
    return rows.annotate(campaign_count=Count("campaigns", filter=active))


def sets_of(project: Project) -> QuerySet[AnnotationSet]:
    rows = AnnotationSet.objects.in_use().filter(dataset__project=project)
    return rows.filter(dataset__deleted_at=None).select_related("dataset").defer("facts")


# By kind, with the names used for the list and in the URLs.
LISTS: Mapping[str, Callable[[Project], QuerySet[Model]]] = {
    "campaigns": campaigns_of,
    "datasets": datasets_of,
    "sets": sets_of,
}


def _lists() -> Mapping[str, Callable[[Project], QuerySet[Model]]]:
    """Return the lists, with those of add-ons, which have their own pages."""
    of_addons = [module.LISTS for module in modules_of_addons("lists")]
    return {**LISTS, **{kind: rows for lists in of_addons for kind, rows in lists.items()}}


def _found(request: ResearcherRequest, project: Project, query: str) -> list[dict[str, object]]:
    """Return the matches by kind, without kinds that have none."""
    if not query:
        return []
    found = []
    for kind, rows_of in _lists().items():
        named = rows_of(project).filter(name__icontains=query).order_by("-pk")
        page = page_of(list(named[: MAX_FOUND + 1]), MAX_FOUND)
        if page.rows:
            lines = [_line(request, kind.removesuffix("s"), one) for one in page.rows]
            every = reverse(f"research:{kind}", args=(project.pk,))
            found.append(
                {"title": kind.capitalize(), "lines": lines, "all": every, "more": page.more}
            )
    return found


def _items(request: ResearcherRequest, project: Project, query: str) -> dict[str, object]:
    """Return the matching items with passages, each linked to its page in the newest campaign."""
    if Capability.SEE_TEXTS not in request.can:
        return {}
    found = find_items(project, query).select_related("dataset")[: MAX_FOUND + 1]
    page = page_of(list(found), MAX_FOUND)
    campaigns = Campaign.objects.in_use()
    hits = HIT.objects.filter(item__in=page.rows, campaign__in=campaigns).order_by("campaign_id")
    pages = {
        item: reverse("research:item", args=(campaign, hit))
        for item, campaign, hit in hits.values_list("item_id", "campaign_id", "pk")
    }
    lines = [
        {"item": item, "passage": excerpt(item, query), "address": pages.get(item.pk, "")}
        for item in page.rows
    ]
    return {"lines": lines, "more": page.more, "most": MAX_FOUND}


def _line(request: ResearcherRequest, page: str, one: Model) -> dict[str, object]:
    """Return a line for a match; without a URL if the reader may not open it."""
    about = ""
    if isinstance(one, Campaign):
        about = f"{one.scheme} · {one.dataset.name}"
    elif isinstance(one, AnnotationSet | Job):
        about = one.dataset.name
    address = reverse(f"research:{page}", args=(one.pk,))
    return {"one": one, "address": address if may_open(request, address) else "", "about": about}
