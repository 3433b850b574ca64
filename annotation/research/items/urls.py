from django.urls import URLPattern, path

from annotation.research.common.rename import rename_url
from annotation.research.common.routes import of_campaign
from annotation.research.items import history, item, listing, saved_filters

item_urls: list[URLPattern] = [
    of_campaign("items/", listing.list_items, "items"),
    of_campaign("items/<int:hit_id>/", item.show_item, "item"),
    of_campaign("items/<int:hit_id>/history/", history.show_history, "item_history"),
    of_campaign("filters/", saved_filters.show_filters, "filters"),
    path("filters/<int:filter_id>/", saved_filters.show, name="filter"),
    rename_url("filter", "filters"),
    path("filters/<int:filter_id>/delete/", saved_filters.delete, name="delete_filter"),
    of_campaign("skips.csv", item.skips_csv, "skips_csv"),
    path("judgments/<int:judgment_id>/review/", item.review, name="review_judgment"),
]
