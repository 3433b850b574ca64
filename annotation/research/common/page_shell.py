"""The layout of a project's pages: the side navigation, and the reader's place in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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

# The pages that belong to each section of the side navigation. A page of a campaign or a dataset
# that is not listed here belongs to the section of the object that it shows.
SECTIONS = {
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
SECTION_OF = {page: section for section, pages in SECTIONS.items() for page in pages.split()}
# The most specific first: a campaign's page also has its dataset in its context.
SHOWN = {
    "campaign": "campaigns",
    "set": "sets",
    "dataset": "datasets",
}


@dataclass(frozen=True)
class Entry:
    """A link of the navigation. `current` is its aria-current: "page" on the page itself, "true" on
    a page below it, empty elsewhere."""

    label: str
    address: str
    count: int | None = None
    current: str = ""


@dataclass(frozen=True)
class Group:
    title: str
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    project: Project
    section: str
    page: str
    request: HttpRequest

    @cached_property
    def counts(self) -> dict[str, int]:
        return counts_of(self.project)

    @property
    def away(self) -> int:
        return self.counts["away"]

    def groups(self) -> Iterator[Group]:
        """Return the entries by group, with their counts from one query."""
        counts = self.counts
        listed = [
            ("Campaigns", "campaigns"),
            ("Datasets", "datasets"),
            ("Annotation sets", "sets"),
        ]
        study = [("Bias laboratory", "lab")]
        settings = [
            ("Pay", "project_pay"),
            ("Members", "members"),
            ("API tokens", "tokens"),
            ("Audit", "audit"),
            ("Trash & archive", "away"),
        ]
        for title, entries in (("", listed), ("Study", study), ("Settings", settings)):
            yield Group(title, list(self._entries(_with_addons(entries), counts)))

    def _entries(self, named: list[tuple[str, str]], counts: dict[str, int]) -> Iterator[Entry]:
        for label, name in named:
            current = ("page" if name == self.page else "true") if name == self.section else ""
            address = reverse(f"research:{name}", args=(self.project.pk,))
            if may_open(self.request, address):
                yield Entry(label, address, counts.get(name), current)


def side_of(request: HttpRequest | None, shown: Context) -> Side | None:
    """Return the side navigation of a page, according to its context; None for a page without a
    project."""
    project = shown.get("project")
    if request is None or not isinstance(project, Project) or project.pk is None:
        return None
    match = request.resolver_match
    page = (match.url_name or "") if match else ""
    sections = {**declared_by_addons(lambda config: config.shown), **SHOWN}
    beneath = (section for name, section in sections.items() if isinstance(shown.get(name), Model))
    return Side(project, _section_of(page) or next(beneath, ""), page, request)


def _with_addons(entries: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the entries, with those that add-ons put directly after them."""
    found = list(entries)
    for entry in (entry for config in installed_addons() for entry in config.navigation):
        for place in [place for place, (_, page) in enumerate(found, 1) if page == entry.after]:
            found.insert(place, (entry.label, entry.page))
    return found


def _section_of(page: str) -> str | None:
    if page in SECTION_OF:
        return SECTION_OF[page]
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
