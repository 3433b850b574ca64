"""Draft campaigns from others: for the companion scheme on the same terms, or as a duplicate."""

from typing import Any

from django.db import transaction

from annotation.models import Campaign, Dataset, User
from annotation.models.campaign import MAX_NAME_LENGTH
from annotation.schemes import SEGMENTATIONS, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.segmentation import Segmentation
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaigns import EDITABLE, create_campaign, launch_campaign
from annotation.services.campaigns.gold_answers import copy_answers
from annotation.services.campaigns.shown_pictures import copy_pictures
from annotation.services.campaigns.terms import known_items
from annotation.services.campaigns.wages import companion_pay
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.worker_lists import copy_lists
from midpath.schemes.look_up import checked_look_up

# Terms that a companion does not copy: joining takes longer than cutting, so one wage makes a
# higher reward, and its gold answers differ.
OF_A_SCHEME = {
    *("name", "reward", "hourly_wage", "seconds_allotted", "seconds_expected"),
    *("instructions", "wordings", "settings"),
    *("practice", "practice_pass", "practice_tries"),
}


def companion_of(scheme: Scheme) -> Scheme | None:
    """Return the scheme whose answers entail those of this one, or are entailed by them."""
    if not isinstance(scheme, Segmentation):
        return None
    return SEGMENTATIONS.get(scheme.entails) or next(
        (other for other in SEGMENTATIONS.values() if other.entails == scheme.name), None
    )


def names_of_campaigns(dataset: Dataset) -> frozenset[str]:
    return frozenset(Campaign.objects.filter(dataset=dataset).values_list("name", flat=True))


def free_name(dataset: Dataset, wished: str) -> str:
    """Return the name, with a number added if a campaign of the dataset has it already."""
    return free_of(names_of_campaigns(dataset), wished)


def free_of(taken: frozenset[str], wished: str) -> str:
    """Return the name, with a number added if it is taken."""
    if wished not in taken:
        return wished
    for number in range(2, len(taken) + 3):
        end = f" {number}"
        name = f"{wished[: MAX_NAME_LENGTH - len(end)].rstrip()}{end}"
        if name not in taken:
            return name
    raise AssertionError("there are more numbers than names")


def create_campaigns(
    *, dataset: Dataset, scheme: str, user: User, companion: bool, **terms: Any
) -> list[Campaign]:
    """Draft a campaign and, if `companion`, one of the companion scheme on the same terms. If one
    fails, neither is created."""
    with transaction.atomic():
        made = [create_campaign(dataset=dataset, scheme=scheme, user=user, **terms)]
        if companion:
            made.append(_draft_companion(made[0], user))
    return made


def launch_campaigns(
    *, campaigns: list[Campaign], user: User, accept_unmatched_gold: bool = False
) -> list[Campaign]:
    """Launch several drafts, all or none."""
    with transaction.atomic():
        return [
            launch_campaign(
                campaign=campaign, user=user, accept_unmatched_gold=accept_unmatched_gold
            )
            for campaign in campaigns
        ]


def datasets_for(campaign: Campaign) -> list[Dataset]:
    """Return the datasets of the project that fit the campaign's scheme."""
    project = campaign.dataset.project_id
    kinds = scheme_of(campaign).dataset_kinds
    return list(Dataset.objects.filter(project=project, kind__in=kinds).order_by("name", "pk"))


def duplicate_campaign(*, campaign: Campaign, dataset: Dataset, name: str, user: User) -> Campaign:
    """Draft a campaign with the same scheme, terms and settings on a dataset of the same project.

    Its instructions and lists of ids are copied unchanged; judgments and workers are not."""
    if dataset not in datasets_for(campaign):
        raise Invalid(
            f"Choose a dataset of this project with {scheme_of(campaign).noun}s.",
            field="dataset",
        )
    terms = {term: getattr(campaign, term) for term in EDITABLE} | {"name": name}
    with transaction.atomic():
        copy = create_campaign(dataset=dataset, scheme=campaign.scheme, user=user, **terms)
        copy_answers(campaign=campaign, copy=copy)
        _check_known(copy)
        copy_lists(campaign=campaign, copy=copy)
        copy_pictures(source=campaign, target=copy)
        record_campaign_event("campaign.duplicated", copy, user, of=campaign.name)
    return copy


def _check_known(copy: Campaign) -> None:
    """Raise Invalid now, rather than at the launch, if the dataset lacks the gold answers."""
    try:
        known_items(copy)
    except Conflict as error:
        raise Invalid(error.message, field="dataset") from error


def _draft_companion(campaign: Campaign, user: User) -> Campaign:
    companion = companion_of(scheme_of(campaign))
    if companion is None:
        raise Invalid(f"{scheme_of(campaign).title} has no companion scheme.", field="also")
    shared = {term: getattr(campaign, term) for term in EDITABLE if term not in OF_A_SCHEME}
    shared |= companion_pay(campaign, companion) | {"settings": checked_look_up(campaign.settings)}
    name = free_name(
        campaign.dataset, companion_name(campaign.name, scheme_of(campaign), companion)
    )
    return create_campaign(
        dataset=campaign.dataset, scheme=companion.name, user=user, name=name, **shared
    )


def companion_name(name: str, scheme: Scheme, companion: Scheme) -> str:
    """Return the name for a companion campaign: the other scheme's title, which replaces the
    scheme's own title if the name contains it.

    >>> flat, nested = SEGMENTATIONS["flat"], SEGMENTATIONS["nested"]
    >>> companion_name("Flat segmentation 2", flat, nested)
    'Nested segmentation 2'
    >>> companion_name("Round two", flat, nested)
    'Round two: Nested segmentation'
    """
    if scheme.title in name:
        return name.replace(scheme.title, companion.title)[:MAX_NAME_LENGTH]
    end = f": {companion.title}"
    return name[: MAX_NAME_LENGTH - len(end)].rstrip() + end
