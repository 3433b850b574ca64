"""Determine what a deletion deletes, and what prevents it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from annotation.addons import modules_of_addons
from annotation.models import (
    Annotation,
    AnnotationSet,
    Campaign,
    ConsentAnswer,
    Dataset,
    Enrolment,
    Item,
    Job,
    Judgment,
    Project,
    Publication,
)
from annotation.services.jobs.kinds import job_kinds
from annotation.services.lifecycle.archive import named, obstacles
from annotation.services.lifecycle.contents import campaigns_in
from annotation.services.lifecycle.guard import Thing
from annotation.services.lifecycle.unpaid import Sum, paid_in, unpaid_in
from midpath.text.formatting import counted, written

NOUNS = {"reply to a consent text": "replies to consent texts"}


@dataclass(frozen=True)
class Consequences:
    """The consequences of a deletion: the counts of deleted objects by noun, the sums paid for
    them, and the obstacles to deleting now."""

    counts: dict[str, int]
    paid: list[Sum]
    obstacles: list[str]

    @property
    def in_words(self) -> list[str]:
        """Return the counts in words."""
        return [counted(number, noun, NOUNS.get(noun, "")) for noun, number in self.counts.items()]


def consequences_of(thing: Thing) -> Consequences:
    campaigns = list(campaigns_in(thing))
    return Consequences(
        {noun: number for noun, number in _counts(thing, campaigns) if number},
        paid_in(campaigns),
        [
            *obstacles(thing, "deleted"),
            *_rests_on(thing),
            *_published(campaigns),
            *_debts(campaigns),
        ],
    )


def _counts(thing: Thing, campaigns: list[Campaign]) -> Iterator[tuple[str, int]]:
    if isinstance(thing, AnnotationSet):
        yield "annotation", thing.annotation_count
        return
    if not isinstance(thing, Campaign):
        datasets = [thing] if isinstance(thing, Dataset) else list(thing.datasets.all())
        of_them = {"dataset__in": datasets}
        if isinstance(thing, Project):
            yield "dataset", len(datasets)
            yield "campaign", len(campaigns)
            yield from _of_addons(thing)
        yield "item", Item.objects.filter(**of_them).count()
        yield "set", AnnotationSet.objects.filter(**of_them).count()
        yield "annotation", Annotation.objects.filter(set__in=_sets_of(datasets)).count()
        for kind in job_kinds().values():
            if kind.noun:
                jobs = kind.model._default_manager.filter(**of_them)
                yield kind.noun, jobs.exclude(status=Job.Status.DISCARDED).count()
    own = {"campaign__in": campaigns}
    yield "judgment", Judgment.objects.filter(**own).count()
    yield "worker", Enrolment.objects.filter(**own).values("worker").distinct().count()
    yield (
        "reply to a consent text",
        ConsentAnswer.objects.filter(enrolment__campaign__in=campaigns).count(),
    )


def _of_addons(project: Project) -> Iterator[tuple[str, int]]:
    for module in modules_of_addons("deletion"):
        yield from module.contents_of(project).items()


def _sets_of(datasets: list[Dataset]) -> QuerySet[AnnotationSet]:
    return AnnotationSet.objects.filter(dataset__in=datasets)


def _debts(campaigns: list[Campaign]) -> Iterator[str]:
    for unpaid in unpaid_in(campaigns):
        yield (
            f"{unpaid.currency} {written(unpaid.amount)} is owed to "
            f"{counted(unpaid.workers, 'worker')}. Pay it, or settle it on the Pay page."
        )


def _rests_on(thing: Thing) -> Iterator[str]:
    """Return the objects that depend on the deleted ones."""
    if isinstance(thing, Dataset):
        names = list(thing.campaigns.values_list("name", flat=True))
        if names:
            yield f"{named('campaign', names)} on this dataset. Delete first what depends on it."
        yield from _datasets_on(thing)
    elif isinstance(thing, AnnotationSet):
        chosen = Campaign.objects.filter(pre_annotation__set=thing)
        if names := list(chosen.values_list("name", flat=True)):
            yield f"{named('campaign', names)} using its answers as suggestions."
    elif isinstance(thing, Campaign):
        yield from _campaigns_after(thing)
    for module in modules_of_addons("deletion"):
        yield from module.obstacles_to(thing)


def _published(campaigns: list[Campaign]) -> Iterator[str]:
    """Return the campaigns with published snapshots, which others may cite."""
    published = Publication.objects.filter(snapshot__campaign__in=campaigns, withdrawn_at=None)
    names = published.order_by("snapshot__campaign__name")
    if found := list(names.values_list("snapshot__campaign__name", flat=True).distinct()):
        yield f"{named('campaign', found)} published as a snapshot. Unpublish it first."


def _datasets_on(thing: Dataset) -> Iterator[str]:
    others = Dataset.objects.filter(project=thing.project_id).exclude(pk=thing.pk)
    made = Q()
    for origin in ("documents", "questions", "drawn_from"):
        made |= Q(**{f"details__{origin}": thing.pk})
    items = Item.objects.filter(document__dataset=thing).exclude(dataset=thing)
    names = others.filter(made | Q(pk__in=items.values("dataset")))
    if found := list(names.values_list("name", flat=True)):
        yield f"{named('dataset', found)} made from this one. Delete first what depends on it."


def _campaigns_after(thing: Campaign) -> Iterator[str]:
    """Return the campaigns that admit workers by their participation in this one."""
    others = Campaign.objects.filter(dataset__project=thing.dataset.project_id)
    others = others.exclude(pk=thing.pk).exclude(status=Campaign.Status.CLOSED)
    chosen = Q()
    for rule in ("not_who_did", "only_who_passed"):
        chosen |= Q(**{f"qualifications__{rule}__contains": thing.pk})
    if names := list(others.filter(chosen).values_list("name", flat=True)):
        yield (
            f"{named('campaign', names)} with workers selected by this one. Close or change it "
            "first."
        )
