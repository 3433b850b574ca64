"""Save, read and delete named filters of a campaign's items."""

from collections.abc import Collection
from urllib.parse import parse_qsl, urlencode

from django.db import transaction
from django.db.models import QuerySet

from annotation.capabilities import Capability
from annotation.models import Campaign, SavedFilter, User
from annotation.services.audit import record_campaign_event
from annotation.services.datasets.dataset_writer import checked_name
from annotation.services.errors import Conflict, Invalid, NameTaken
from annotation.services.items.filters import ItemFilter, read_filter, readers
from annotation.services.unique_names import unless_taken

MAX_FILTERS = 100
# Both signs are quoted within a query's values.
BY_WORKER = "(^|&)worker="
UNKNOWN = "(^|&)(?!({})=)"


def save_filter(*, campaign: Campaign, user: User, name: str, wanted: ItemFilter) -> SavedFilter:
    """Save a filter under a name that is unique in the campaign."""
    name = checked_name(name, "filter")
    if not wanted.written():
        raise Invalid("Set at least one filter: without filters, all items match.", field="filter")
    with transaction.atomic():
        Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)
        if SavedFilter.objects.filter(campaign=campaign).count() >= MAX_FILTERS:
            raise Conflict(f"A campaign can have at most {MAX_FILTERS} filters. Delete one first.")
        own = SavedFilter(
            campaign=campaign, user=user, name=name, query=urlencode(wanted.written())
        )
        taken = f"This campaign already has a filter named {name}. Choose another name."
        refusal = NameTaken(taken, field="name")
        with unless_taken("one_saved_filter_of_a_name_per_campaign", refusal):
            own.save()
        _record("saved", own, user)
    own.refresh_from_db()
    return own


def delete_filter(*, own: SavedFilter, user: User) -> None:
    """Delete a saved filter. Anything that was done with it stays."""
    with transaction.atomic():
        _record("deleted", own, user)
        SavedFilter.objects.filter(pk=own.pk).delete()


def filter_of(own: SavedFilter) -> ItemFilter:
    return read_filter(dict(parse_qsl(own.query)))


def usable_by(campaign: Campaign, can: Collection[Capability]) -> QuerySet[SavedFilter]:
    """Return the saved filters that a reader may use: without the right to see workers, none by
    worker."""
    saved = complete_filters(campaign).select_related("user")
    return saved if Capability.SEE_WORKERS in can else saved.exclude(query__regex=BY_WORKER)


def complete_filters(campaign: Campaign) -> QuerySet[SavedFilter]:
    """Return the saved filters, without those with a condition of an add-on that is not installed:
    they would match too many items."""
    unknown = UNKNOWN.format("|".join(readers()))
    return SavedFilter.objects.filter(campaign=campaign).exclude(query__regex=unknown)


def _record(what: str, own: SavedFilter, user: User) -> None:
    record_campaign_event(
        f"filter.{what}", own.campaign, user, object_id=own.pk, name=own.name, query=own.query
    )
