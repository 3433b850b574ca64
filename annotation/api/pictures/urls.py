"""The URLs of pictures."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.pictures import apps, instruction_pictures

picture_urls: list[URLPattern] = [
    path("items/<int:item_id>/pictures", address("AddPicture", apps.AddPicture), name="pictures"),
    path(
        "items/<int:item_id>/pictures/<slug:sha256>/describe",
        address("DescribePicture", apps.DescribePicture),
        name="describe_picture",
    ),
    path(
        "items/<int:item_id>/pictures/<slug:sha256>/remove",
        address("RemovePicture", apps.RemovePicture),
        name="remove_picture",
    ),
    path(
        "campaigns/<int:campaign_id>/shown-pictures",
        address(
            "ShownPictures",
            instruction_pictures.ListShownPictures,
            instruction_pictures.ShowPicture,
        ),
        name="shown_pictures",
    ),
    path(
        "campaigns/<int:campaign_id>/shown-pictures/hide",
        address("HidePicture", instruction_pictures.HidePicture),
        name="hide_picture",
    ),
]
