from django.urls import URLPattern, path

from annotation.research.common.routes import of_campaign
from annotation.research.terms import duplicate, shown_pictures, terms

terms_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/campaigns/new/", terms.new, name="new_campaign"),
    path(
        "datasets/<int:dataset_id>/campaigns/instructions/",
        terms.instructions,
        name="new_instructions",
    ),
    of_campaign("edit/", terms.edit, "edit_campaign"),
    of_campaign("duplicate/", duplicate.duplicate, "duplicate_campaign"),
    of_campaign("reading/pictures/", shown_pictures.show, "shown_pictures"),
    of_campaign("reading/pictures/remove/", shown_pictures.hide, "hide_picture"),
]
