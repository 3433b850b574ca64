"""The URLs of a campaign's items and of their filters."""

from django.urls import URLPattern, path

from annotation.api.items import events, listing, saved_filters
from annotation.api.operations import address

item_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/items",
        address("CampaignItems", listing.ListCampaignItems),
        name="campaign_items",
    ),
    path(
        "campaigns/<int:campaign_id>/items/<int:item_id>/events",
        address("ItemEvents", events.ListItemEvents),
        name="item_events",
    ),
    path(
        "campaigns/<int:campaign_id>/filters",
        address("Filters", saved_filters.Filters),
        name="filters",
    ),
    path("filters/<int:filter_id>", address("Filter", saved_filters.OneFilter), name="filter"),
    path(
        "filters/<int:filter_id>/delete",
        address("DeleteFilter", saved_filters.DeleteFilter),
        name="delete_filter",
    ),
]
