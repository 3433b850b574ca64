"""The layout of a project's pages: the side navigation, and the reader's place in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from django.db import connection
from django.db.models import Count, IntegerField, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse

from annotation.addons import declared_by_addons, installed_addons
from annotation.models import AnnotationSet, Campaign, Dataset, Membership, Project
from annotation.research.common.access import may_open

# The sections of a project, each with the labels and names of its pages that the side navigation
# links to. Add-ons put further ones after these.
SECTIONS = {
    "Overview": (("Overview", "project"),),
    "Data": (("Datasets", "datasets"), ("Annotation sets", "sets")),
    "Campaigns": (("Campaigns", "campaigns"),),
    "Analysis": (("Bias laboratory", "lab"),),
    "Settings": (
        ("Members", "members"),
        ("Pay", "project_pay"),
        ("API tokens", "tokens"),
        ("Audit", "audit"),
        ("Trash & archive", "away"),
    ),
}
ICONS = {
    "Overview": "house",
    "Data": "database",
    "Campaigns": "flag",
    "Analysis": "chart-line",
    "Settings": "sliders-horizontal",
}
# What a section analyses; it is not shown before there is any.
ANALYSED = {"Analysis": ("campaigns", "sets")}
# The further pages that belong to each entry. A page of a campaign or a dataset that is not listed
# here belongs to the entry of the object that it shows.
BENEATH = {
    "project": "project",
    "campaigns": "campaigns",
    "datasets": "datasets new_dataset upload dataset_import",
    "sets": "sets new_set set_import",
    "lab": "lab lab_csv words rename_words",
    "project_pay": "project_pay",
    "members": "members remove_member change_member leave_project",
    "tokens": "tokens",
    "audit": "audit",
    "away": "away",
}
ENTRY_OF = {page: entry for entry, pages in BENEATH.items() for page in pages.split()}
# The most specific first: a campaign's page also has its dataset in its context.
SHOWN = {
    "campaign": "campaigns",
    "set": "sets",
    "dataset": "datasets",
}


@dataclass(frozen=True)
class Entry:
    """A link of the navigation. `current` is its aria-current: "page" on the page itself, "true" on
    a page below it, empty elsewhere. A section has the entries of its pages if it has several."""

    label: str
    address: str
    count: int | None = None
    current: str = ""
    entries: Sequence["Entry"] = ()
    icon: str = ""


@dataclass(frozen=True)
class Side:
    project: Project
    entry: str
    page: str
    request: HttpRequest

    @cached_property
    def counts(self) -> dict[str, int]:
        return counts_of(self.project)

    @property
    def away(self) -> int:
        return self.counts["away"]

    @cached_property
    def sections(self) -> list[Entry]:
        """Return the sections with their entries, and their counts from one query."""
        return list(self._sections())

    def _sections(self) -> Iterator[Entry]:
        for label, pages in SECTIONS.items():
            entries = list(self._entries(_with_addons(pages)))
            is_current = any(entry.current for entry in entries)
            analysed = ANALYSED.get(label, ())
            is_empty = bool(analysed) and not any(self.counts[name] for name in analysed)
            if not entries or (is_empty and not is_current):
                continue
            if len(entries) == 1:
                yield replace(entries[0], label=label, icon=ICONS[label])
            else:
                current = "true" if is_current else ""
                yield Entry(
                    label, entries[0].address, current=current, entries=entries, icon=ICONS[label]
                )

    def _entries(self, named: Sequence[tuple[str, str]]) -> Iterator[Entry]:
        for label, name in named:
            current = ("page" if name == self.page else "true") if name == self.entry else ""
            address = reverse(f"research:{name}", args=(self.project.pk,))
            if may_open(self.request, address):
                yield Entry(label, address, self.counts.get(name), current)


def side_of(request: HttpRequest | None, shown: Context) -> Side | None:
    """Return the side navigation of a page, according to its context; None for a page without a
    project."""
    project = shown.get("project")
    if request is None or not isinstance(project, Project) or project.pk is None:
        return None
    match = request.resolver_match
    page = (match.url_name or "") if match else ""
    entries = {**declared_by_addons(lambda config: config.shown), **SHOWN}
    beneath = (entry for name, entry in entries.items() if isinstance(shown.get(name), Model))
    return Side(project, _entry_of(page) or next(beneath, ""), page, request)


def _with_addons(entries: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the entries, with those that add-ons put directly after them."""
    found = list(entries)
    for entry in (entry for config in installed_addons() for entry in config.navigation):
        for place in [place for place, (_, page) in enumerate(found, 1) if page == entry.after]:
            found.insert(place, (entry.label, entry.page))
    return found


def _entry_of(page: str) -> str | None:
    if page in ENTRY_OF:
        return ENTRY_OF[page]
    for config in installed_addons():
        own = {entry.page: entry.page for entry in config.navigation}
        if page in own or page in config.sections:
            return own.get(page) or config.sections[page]
    return None


def counts_of(project: Project) -> dict[str, int]:
    """Return the number of objects of each kind in a project's lists, from one query."""
    names, statement, before = _counting()
    with connection.cursor() as cursor:
        cursor.execute(statement, (*before, project.pk))
        found = cursor.fetchone()
    counts = dict(zip(names, found or [0] * len(names), strict=True))
    away = sum(counts[name] for name in counts if name.startswith(("archived", "deleted")))
    return counts | {"away": away}


@cache
def _counting() -> tuple[list[str], str, tuple[Any, ...]]:
    """Return the names of the lists, and the statement that counts them with its parameters before
    the project. Django needs much longer to write it than PostgreSQL to run it. No list may depend
    on a moment of this process, since the parameters stay; `Now()` is the database's."""
    lists: dict[str, tuple[QuerySet[Model], str]] = {
        "campaigns": (Campaign.objects.in_use(), "dataset__project"),
        "datasets": (Dataset.objects.in_use(), "project"),
        "sets": (AnnotationSet.objects.in_use(), "dataset__project"),
        "archived": (Campaign.objects.archived(), "dataset__project"),
        "archived datasets": (Dataset.objects.archived(), "project"),
        "archived sets": (AnnotationSet.objects.archived(), "dataset__project"),
        "deleted": (Campaign.everything.to_undo(), "dataset__project"),
        "deleted datasets": (Dataset.everything.to_undo(), "project"),
        "deleted sets": (AnnotationSet.everything.to_undo(), "dataset__project"),
        "members": (Membership.objects.all(), "project"),
    }
    for config in installed_addons():
        lists |= config.counted_lists()
    counted = [_number_of(rows, owner) for rows, owner in lists.values()]
    rows = Project.objects.filter(pk=0).order_by().values_list(*counted)
    statement, (*before, _project) = rows.query.sql_with_params()
    return list(lists), statement, tuple(before)


def _number_of(rows: QuerySet[Model], owner: str) -> Coalesce:
    numbers = rows.filter(**{owner: OuterRef("pk")}).order_by().values(owner)
    numbers = numbers.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(numbers, output_field=IntegerField()), 0)
