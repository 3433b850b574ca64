"""Sections of a project's page, with those of add-ons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from annotation.addons import modules_of_addons
from annotation.models import Project
from annotation.research.common.paging import Page, page_of

# A project's page shows this many objects of each kind; the rest is in the list of that kind.
LATEST = 8
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Section:
    """A section of an add-on: its template, which shows a page of rows as `shown`."""

    template: str
    shown: Page[Any]


def latest(rows: QuerySet[Row]) -> Page[Row]:
    return page_of(list(rows[: LATEST + 1]), LATEST)


def sections_of(project: Project) -> Iterator[Section]:
    """Yield the sections that add-ons list as `SECTIONS` in their modules `project_sections`."""
    for module in modules_of_addons("project_sections"):
        for section in module.SECTIONS:
            yield section(project)
