"""The URLs of a campaign's terms."""

from django.urls import URLPattern, path

from annotation.research.terms import duplicate, shown_pictures, terms

terms_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/new/", terms.new, name="new_campaign"),
    path(
        "datasets/<int:dataset_id>/campaigns/instructions/",
        terms.instructions,
        name="new_instructions",
    ),
    path("campaigns/<int:campaign_id>/edit/", terms.edit, name="edit_campaign"),
    path("campaigns/<int:campaign_id>/duplicate/", duplicate.duplicate, name="duplicate_campaign"),
    path(
        "campaigns/<int:campaign_id>/reading/pictures/",
        shown_pictures.show,
        name="shown_pictures",
    ),
    path(
        "campaigns/<int:campaign_id>/reading/pictures/remove/",
        shown_pictures.hide,
        name="hide_picture",
    ),
]
