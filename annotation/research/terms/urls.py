from django.urls import URLPattern, path

from annotation.research.terms import duplicate, shown_pictures, terms

CAMPAIGN = "campaigns/<int:campaign_id>"

terms_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/new/", terms.new, name="new_campaign"),
    path(
        "datasets/<int:dataset_id>/campaigns/instructions/",
        terms.instructions,
        name="new_instructions",
    ),
    path(f"{CAMPAIGN}/edit/", terms.edit, name="edit_campaign"),
    path(f"{CAMPAIGN}/duplicate/", duplicate.duplicate, name="duplicate_campaign"),
    path(f"{CAMPAIGN}/reading/pictures/", shown_pictures.show, name="shown_pictures"),
    path(f"{CAMPAIGN}/reading/pictures/remove/", shown_pictures.hide, name="hide_picture"),
]
