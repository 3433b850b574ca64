"""Operations on the saved filters of a campaign's items."""

from collections.abc import Mapping

from rest_framework import serializers
from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Integer, Object, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_texts
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for, campaigns_of, refuse
from annotation.api.visibility import sight_of
from annotation.models import Campaign, SavedFilter
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.errors import Invalid
from annotation.services.items.filters import ItemFilter, read_known, require_sight
from annotation.services.items.saved_filters import (
    complete_filters,
    delete_filter,
    filter_of,
    save_filter,
    usable_by,
)
from annotation.services.names import rename

MAX_VALUE_LENGTH = 200


class Filter(Form):
    """A filter under a name."""

    id = Integer("Its number.")
    campaign = Integer("The campaign's number.", source="campaign_id")
    name = String("Its name.")
    filter = serializers.SerializerMethodField(
        help_text="Its conditions by name, as in the address of the items page."
    )
    created_at = DateTime("When it was saved.")

    def get_filter(self, own: SavedFilter) -> dict[str, str]:
        return filter_of(own).written()


class Filters(ResearcherOperation):
    class Input(Strict):
        name = Text("Its name.", max_length=MAX_NAME_LENGTH)
        filter = Object(
            "Its conditions by name, as in the address of the items page: numbers and days as "
            "text, `yes` or `no`.",
            child=Text("The value of a condition.", max_length=MAX_VALUE_LENGTH),
            allow_empty=False,
        )

    @sees_texts(name="list_filters", asks=Paging, gives=PageOf(Filter, "filters"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the saved filters of a campaign that you may use."""
        campaign = campaign_for(request, campaign_id)
        rows = usable_by(campaign, sight_of(request, campaign.dataset.project_id))
        return self.page(rows)

    @runs_campaigns(name="save_filter", takes=Input, creates=True, gives={201: Filter})
    def post(self, request: Request, campaign_id: int) -> object:
        """Save a filter under a name."""
        return save_filter(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            name=self.body["name"],
            wanted=read_known(self.body["filter"]),
        )


class OneFilter(ResearcherOperation):
    class Input(Strict):
        name = Text("Its new name.", max_length=MAX_NAME_LENGTH)

    @runs_campaigns(name="rename_filter", takes=Input, gives={200: Filter})
    def patch(self, request: Request, filter_id: int) -> object:
        """Rename a saved filter."""
        own = _filter_for(request, filter_id)
        return rename(thing=own, user=caller(request), **self.body)


class DeleteFilter(ResearcherOperation):
    @runs_campaigns(name="delete_filter", gives={204: None})
    def post(self, request: Request, filter_id: int) -> None:
        """Delete a saved filter; earlier results of it do not change."""
        delete_filter(own=_filter_for(request, filter_id), user=caller(request))


def saved_in(request: Request, campaign: Campaign, number: int) -> ItemFilter:
    own = complete_filters(campaign).filter(pk=number).first()
    if own is None:
        raise Invalid("This campaign has no such filter.", field="saved")
    return within_sight(request, campaign, filter_of(own))


def filter_in(request: Request, campaign: Campaign, given: Mapping[str, str]) -> ItemFilter:
    """Return the filter in a request, if the caller may filter by it."""
    return within_sight(request, campaign, read_known(given))


def within_sight(request: Request, campaign: Campaign, wanted: ItemFilter) -> ItemFilter:
    """Return the filter; refuse it if it names workers that the caller may not see."""
    if wanted.worker is not None:
        require_sight(wanted, sight_of(request, campaign.dataset.project_id))
    return wanted


def _filter_for(request: Request, filter_id: int) -> SavedFilter:
    rows = SavedFilter.objects.filter(campaign__in=campaigns_of(request), pk=filter_id)
    found = rows.select_related("campaign__dataset").first()
    return found or refuse(request, "filter", filter_id)
