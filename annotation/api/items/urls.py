from django.urls import URLPattern

from annotation.api.items import events, listing, saved_filters
from annotation.api.operations import url

CAMPAIGN = "campaigns/<int:campaign_id>"

item_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/items", "campaign_items", listing.ListCampaignItems),
    url(f"{CAMPAIGN}/items/<int:item_id>/events", "item_events", events.ListItemEvents),
    url(f"{CAMPAIGN}/filters", "filters", saved_filters.Filters),
    url("filters/<int:filter_id>", "filter", saved_filters.OneFilter),
    url("filters/<int:filter_id>/delete", "delete_filter", saved_filters.DeleteFilter),
]
