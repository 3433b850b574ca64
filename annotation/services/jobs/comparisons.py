"""Create, delete and restore comparisons of a crowd's campaigns with gold ones."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import Campaign, Comparison, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.jobs.jobs import FORGOTTEN_AFTER

LONGEST_NAME = 120
MOST_COMPARISONS = 50


def create_comparison(
    *,
    project: Project,
    user: User,
    name: str,
    crowd_flat: Campaign,
    gold_flat: Campaign,
    crowd_nested: Campaign | None = None,
    gold_nested: Campaign | None = None,
) -> Comparison:
    """Create a comparison. It is computed as soon as its flat campaigns have judgments."""
    sides = {
        "crowd_flat": crowd_flat,
        "gold_flat": gold_flat,
        "crowd_nested": crowd_nested,
        "gold_nested": gold_nested,
    }
    for role, campaign in sides.items():
        if campaign is not None:
            _insist_on_fit(project, role, campaign)
    _insist_on_difference(sides)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        if Comparison.objects.standing().filter(project=project).count() >= MOST_COMPARISONS:
            raise Conflict(f"A project has {MOST_COMPARISONS} comparisons at most: delete one.")
        comparison = Comparison(project=project, created_by=user, asked_at=Now(), **sides)
        _save_under_its_name(comparison, name)
        _record("created", comparison, user)
    comparison.refresh_from_db()
    return comparison


def delete_comparison(*, comparison: Comparison, user: User) -> None:
    """Delete a comparison. It can be restored for a day; after that the next deletion in the
    project removes it for good. If it is deleted already, nothing happens."""
    with transaction.atomic():
        comparisons = Comparison.objects.filter(project=comparison.project_id)
        comparisons.filter(deleted_at__lt=Now() - FORGOTTEN_AFTER).delete()
        if comparisons.standing().filter(pk=comparison.pk).update(deleted_at=Now()):
            _record("deleted", comparison, user)


def restore_comparison(*, comparison: Comparison, user: User) -> Comparison:
    with transaction.atomic():
        comparison = _locked(Comparison.objects.all(), comparison)
        if comparison.deleted_at is not None:
            comparison.deleted_at = None
            _save_under_its_name(comparison, comparison.name)
            _record("restored", comparison, user)
    return comparison


def ask_for_comparison(*, comparison: Comparison, user: User) -> None:
    """Ask for a comparison to be computed again at the next sweep, whether or not its campaigns
    have changed."""
    with transaction.atomic():
        comparison = _locked(Comparison.objects.standing(), comparison)
        comparison.asked_at = Now()
        comparison.save(update_fields=["asked_at"])
        _record("asked", comparison, user)


def _insist_on_fit(project: Project, role: str, campaign: Campaign) -> None:
    scheme = role.rpartition("_")[2]
    if campaign.dataset.project_id != project.pk:
        raise Invalid("Choose a campaign of this project.", field=role)
    if campaign.scheme != scheme:
        raise Invalid(f"“{campaign}” is no {scheme} campaign. Choose one that is.", field=role)
    if campaign.status == Campaign.Status.DRAFT:
        raise Invalid(f"“{campaign}” is a draft: launch it first.", field=role)


def _insist_on_difference(sides: dict[str, Campaign | None]) -> None:
    for scheme in ("flat", "nested"):
        crowd, gold = sides[f"crowd_{scheme}"], sides[f"gold_{scheme}"]
        if crowd is not None and crowd == gold:
            raise Invalid(
                f"“{gold}” is the crowd’s already. Choose another campaign as gold.",
                field=f"gold_{scheme}",
            )


def _save_under_its_name(comparison: Comparison, name: str) -> None:
    comparison.name = name.strip()
    if not 0 < len(comparison.name) <= LONGEST_NAME:
        raise Invalid(
            f"Give the comparison a name of 1 to {LONGEST_NAME} characters.", field="name"
        )
    try:
        with transaction.atomic():
            comparison.save()
    except IntegrityError as error:
        if "one_comparison_of_a_name_per_project" not in str(error):
            raise
        raise Conflict(
            f"This project has a comparison named {comparison.name} already. Choose another name.",
            field="name",
        ) from error


def _locked(comparisons: QuerySet[Comparison], comparison: Comparison) -> Comparison:
    found = comparisons.select_for_update().filter(pk=comparison.pk).first()
    if found is None:
        raise NotFound("This comparison no longer exists.")
    return found


def _record(what: str, comparison: Comparison, user: User, **details: Any) -> None:
    record_event(
        f"comparison.{what}",
        project=comparison.project_id,
        user=user,
        object_id=comparison.pk,
        name=comparison.name,
        **details,
    )
