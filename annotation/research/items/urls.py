from django.urls import URLPattern, path

from annotation.research.common.rename import rename_url
from annotation.research.items import history, item, listing, saved_filters

CAMPAIGN = "campaigns/<int:campaign_id>"

item_urls: list[URLPattern] = [
    path(f"{CAMPAIGN}/items/", listing.list_items, name="items"),
    path(f"{CAMPAIGN}/items/<int:hit_id>/", item.show_item, name="item"),
    path(f"{CAMPAIGN}/items/<int:hit_id>/history/", history.show_history, name="item_history"),
    path(f"{CAMPAIGN}/filters/", saved_filters.show_filters, name="filters"),
    path("filters/<int:filter_id>/", saved_filters.show, name="filter"),
    rename_url("filter", "filters"),
    path("filters/<int:filter_id>/delete/", saved_filters.delete, name="delete_filter"),
    path(f"{CAMPAIGN}/skips.csv", item.skips_csv, name="skips_csv"),
    path("judgments/<int:judgment_id>/review/", item.review, name="review_judgment"),
]
