"""Rename objects with user-given names: one way for all kinds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F, Model, QuerySet

from annotation.addons import modules_of_addons
from annotation.capabilities import Capability
from annotation.models import (
    AnnotationSet,
    Campaign,
    Dataset,
    Job,
    Project,
    SavedFilter,
    User,
    WordList,
)
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.datasets.dataset_writer import checked_name
from annotation.services.datasets.word_lists import require_language
from annotation.services.errors import NameTaken, NotFound
from annotation.services.jobs.kinds import kind_of
from annotation.services.lifecycle.guard import require_open
from annotation.services.unique_names import unless_taken

Thing = TypeVar("Thing", bound=Model)
GONE = (Job.Status.DISCARDED, Job.Status.KEPT)


def _any(thing: object, user: User, name: str) -> None:
    """Allow every member: an object can be found only by members of its project."""


def _owners(project: Project, user: User, name: str) -> None:
    require(project, user, Capability.MANAGE_MEMBERS, "rename it")


@dataclass(frozen=True, kw_only=True)
class Rule:
    """The rules for renaming objects of one kind.

    `noun` is the kind in messages and in the verb of the audit; `column` contains the name.
    `unique` is the constraint against duplicate names, and `taken` its error message. `require`
    refuses members without the right; `changed` is updated along with the name."""

    noun: str
    rows: Callable[[], QuerySet[Model]]
    project: Callable[[Any], int]
    column: str = "name"
    unique: str = ""
    taken: str = ""
    require: Callable[[Any, User, str], None] = _any
    changed: Mapping[str, object] = field(default_factory=dict)


def _project_of_dataset(thing: AnnotationSet | Campaign | Job) -> int:
    return thing.dataset.project_id


def _own_project(thing: Dataset | WordList) -> int:
    return thing.project_id


RULES: dict[type[Model], Rule] = {
    Project: Rule(
        noun="project",
        rows=Project.objects.all,
        project=lambda project: int(project.pk),
        require=_owners,
    ),
    Dataset: Rule(
        noun="dataset",
        rows=Dataset.objects.all,
        project=_own_project,
        unique="one_dataset_of_a_name_per_project",
        taken="This project already has a dataset named {name}. Choose another name.",
    ),
    Campaign: Rule(
        noun="campaign",
        rows=lambda: Campaign.objects.select_related("dataset"),
        project=_project_of_dataset,
        unique="one_campaign_of_a_name_per_dataset",
        taken="A campaign named {name} already exists for this dataset. Choose another name.",
    ),
    AnnotationSet: Rule(
        noun="set",
        rows=lambda: AnnotationSet.objects.select_related("dataset"),
        project=_project_of_dataset,
        unique="one_set_of_a_name_per_dataset",
        taken="This dataset already has a set named {name}. Choose another name.",
    ),
    SavedFilter: Rule(
        noun="filter",
        rows=lambda: SavedFilter.objects.select_related("campaign__dataset"),
        project=lambda thing: int(thing.campaign.dataset.project_id),
        unique="one_saved_filter_of_a_name_per_campaign",
        taken="This campaign already has a filter named {name}. Choose another name.",
    ),
    WordList: Rule(
        noun="words",
        rows=WordList.objects.all,
        project=_own_project,
        column="language",
        unique="one_word_list_per_language_of_a_project",
        taken="This project already has a list for {name}. Choose another language.",
        # Reports are recomputed when the revisions of a project's lists have grown.
        changed={"revision": F("revision") + 1},
    ),
}


@cache
def _rules() -> Mapping[type[Model], Rule]:
    """Return the rules, with those that add-ons list in their modules `rename_rules`."""
    of_addons = [module.RULES for module in modules_of_addons("rename_rules")]
    return {**RULES, **{model: rule for rules in of_addons for model, rule in rules.items()}}


def _rule_of(model: type[Model]) -> Rule:
    if model in _rules() or not issubclass(model, Job):
        return _rules()[model]
    kind = kind_of(model)
    jobs = model._default_manager.select_related("dataset__project")
    rows = jobs if kind.require_name else jobs.exclude(status__in=GONE)
    return Rule(
        noun=kind.name,
        rows=rows.all,
        project=_project_of_dataset,
        column=kind.named,
        require=kind.require_name or _any,
    )


def rename(*, thing: Thing, user: User, name: str) -> Thing:
    """Rename an object. The same name again changes nothing."""
    rule = _rule_of(type(thing))
    name = _cleaned(rule, name)
    with transaction.atomic():
        found = rule.rows().select_for_update(of=("self",), no_key=True).filter(pk=thing.pk).first()
        if found is None:
            raise NotFound(f"There is no such {rule.noun} any more.")
        before: str = getattr(found, rule.column) or getattr(found, "name", "")
        if before == name:
            return thing
        if isinstance(found, AnnotationSet | Dataset | Project):
            require_open(found)
        elif isinstance(found, Job):
            require_open(found.dataset)
        rule.require(found, user, name)
        _save(found, rule, name)
        record_event(
            f"{rule.noun}.renamed",
            project=rule.project(found),
            campaign=_campaign_of(found),
            user=user,
            object_id=found.pk,
            name=name,
            before=before,
        )
    thing.refresh_from_db(fields=[rule.column])
    return thing


def _campaign_of(found: Model) -> Campaign | None:
    if isinstance(found, SavedFilter):
        return found.campaign
    return found if isinstance(found, Campaign) else None


def _cleaned(rule: Rule, name: str) -> str:
    if rule.column == "language":
        require_language(name)
        return name
    return checked_name(name, rule.noun)


def _save(found: Model, rule: Rule, name: str) -> None:
    with unless_taken(rule.unique, NameTaken(rule.taken.format(name=name), field="name")):
        type(found)._default_manager.filter(pk=found.pk).update(
            **{rule.column: name}, **rule.changed
        )
