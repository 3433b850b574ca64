"""Declarations of what an add-on adds to the core.

An add-on is a Django app in addons/ whose configuration is an `AddOnConfig`. The core reads these
declarations and never imports an add-on; MIDPATH_ADDONS chooses which add-ons are installed.
CONTRIBUTING.md lists the modules of an add-on that are found by their names when they are
needed."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from django.apps import AppConfig, apps
from django.db.models import Model, QuerySet
from django.urls import URLPattern
from django.utils.module_loading import module_has_submodule

from annotation.capabilities import Capability

if TYPE_CHECKING:
    from annotation.models import Campaign, Dataset, Project


T = TypeVar("T")


@dataclass(frozen=True)
class NavigationEntry:
    """An entry in the navigation of a project or a campaign.

    page : the name of its page
    after : the page before it; in a campaign, the key of the page before it
    """

    label: str
    page: str
    after: str


@dataclass(frozen=True)
class Link:
    label: str
    address: str


@dataclass(frozen=True)
class PagePart:
    """A part of a page. Its template gets `context` as `part`; work that is `under_way` in it comes
    before the page's next step."""

    template: str
    context: Mapping[str, object]
    under_way: bool = False


@dataclass(frozen=True)
class HelpPage:
    """A page of the help: its group in the contents, the pages that show it, and its file in the
    add-on's folder."""

    name: str
    group: str
    views: Collection[str]
    file: str = "help.md"


@dataclass(frozen=True)
class ProjectObject:
    """A kind of object that belongs to a project: the lookups from the project to it and back."""

    from_project: str
    to_project: str


@dataclass(frozen=True)
class Notice:
    """A notice on a project's page: a sentence that is a link, and one that follows it."""

    linked: str
    address: str
    text: str


class AddOnConfig(AppConfig):
    """The declarations of an add-on. All are optional. A subclass must set `default = True`:
    its module contains this class, too, and Django has to choose one."""

    # Pages: the navigation, the entry that each further page belongs to, and the pages that show
    # the add-on's help page, which is listed in a group of the help's contents. An add-on may have
    # further help pages.
    navigation: Sequence[NavigationEntry] = ()
    sections: Mapping[str, str] = {}
    # Objects in a page's context, by name, with the entry that their pages belong to.
    shown: Mapping[str, str] = {}
    # Pages of a campaign's tabs, and the further pages that belong to each of these.
    campaign_navigation: Sequence[NavigationEntry] = ()
    campaign_pages: Mapping[str, str] = {}
    help_page: str = ""
    help_group: str = ""
    help_of: Collection[str] = ()
    further_help: Sequence[HelpPage] = ()
    # The API: the group of its operations, descriptions of their path parameters, and the
    # responses that contain a path parameter's value (annotation.api.description.links).
    api_group: str = ""
    path_parameters: Mapping[str, str] = {}
    response_links: Mapping[str, Mapping[str, str]] = {}
    # Records: its kinds of objects, the sentences of its audit events, and why each column of text
    # contains nothing about an erased worker (annotation.services.people.erasure).
    objects: Mapping[str, ProjectObject] = {}
    audit_sentences: Mapping[str, str] = {}
    columns_at_erasure: Mapping[str, Mapping[str, str]] = {}
    # The queue of each of its tasks that has to wait for a lane
    # (annotation.services.jobs.queues).
    task_queues: Mapping[str, str] = {}

    def counted_lists(self) -> Mapping[str, tuple[QuerySet[Model], str]]:
        """Return the rows that navigation entries count, by page, with the lookup from a row to its
        project."""
        return {}

    def campaign_links(
        self, campaign: "Campaign", page: str, capabilities: Collection[Capability]
    ) -> Sequence[Link]:
        """Return links for a member with these capabilities, on a page of a campaign: its `draft`
        or its terms for `people`."""
        return ()

    def dataset_links(self, dataset: "Dataset") -> Sequence[Link]:
        """Return links in the menu of a dataset, for members who may change it."""
        return ()

    def compared_set_links(
        self, campaign: "Campaign", capabilities: Collection[Capability]
    ) -> Sequence[Link]:
        """Return links on the page of sets compared with a campaign's crowd, for a member with
        these capabilities."""
        return ()

    def dataset_steps(self, dataset: "Dataset") -> Sequence[Link]:
        """Return the steps to suggest for a dataset before a campaign. Its page has a button for
        each, and lists of datasets link to the first. Must not query the database."""
        return ()

    def lab_links(self, project: "Project") -> Sequence[Link]:
        """Return links on the page of the bias laboratory."""
        return ()

    def project_notices(
        self, project: "Project", capabilities: Collection[Capability]
    ) -> Sequence[Notice]:
        """Return notices on a project's page, for a member with these capabilities."""
        return ()

    def help_pages(self) -> Mapping[HelpPage, Path]:
        """Return the help pages with their files."""
        first = HelpPage(self.help_page, self.help_group, self.help_of)
        pages = (*([first] if self.help_page else []), *self.further_help)
        return {page: Path(self.path) / page.file for page in pages}


def installed_addons() -> Iterator[AddOnConfig]:
    return (config for config in apps.get_app_configs() if isinstance(config, AddOnConfig))


def declared_by_addons(read: Callable[[AddOnConfig], Mapping[str, T]]) -> dict[str, T]:
    """Merge a declaration of all add-ons."""
    return {key: value for config in installed_addons() for key, value in read(config).items()}


def links_on(campaign: "Campaign", page: str, capabilities: Collection[Capability]) -> list[Link]:
    """Return the links that add-ons put on a page of a campaign."""
    return [
        link
        for config in installed_addons()
        for link in config.campaign_links(campaign, page, capabilities)
    ]


def object_of_addon(kind: str) -> ProjectObject:
    """Return the declaration of a kind of object."""
    return declared_by_addons(lambda config: config.objects)[kind]


def modules_of_addons(name: str) -> Iterator[ModuleType]:
    """Import the module of this name from each add-on that has one."""
    for config in installed_addons():
        if module_has_submodule(config.module, name):
            yield import_module(f"{config.name}.{name}")


def urls_of_addons(name: str) -> list[URLPattern]:
    """Return the URL patterns in the modules of this name."""
    return [pattern for module in modules_of_addons(name) for pattern in module.urlpatterns]
