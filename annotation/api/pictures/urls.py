from django.urls import URLPattern

from annotation.api.operations import url
from annotation.api.pictures import apps, instruction_pictures

picture_urls: list[URLPattern] = [
    url("items/<int:item_id>/pictures", "pictures", apps.AddPicture),
    url(
        "items/<int:item_id>/pictures/<slug:sha256>/describe",
        "describe_picture",
        apps.DescribePicture,
    ),
    url("items/<int:item_id>/pictures/<slug:sha256>/remove", "remove_picture", apps.RemovePicture),
    url(
        "campaigns/<int:campaign_id>/shown-pictures",
        "shown_pictures",
        instruction_pictures.ListShownPictures,
        instruction_pictures.ShowPicture,
    ),
    url(
        "campaigns/<int:campaign_id>/shown-pictures/hide",
        "hide_picture",
        instruction_pictures.HidePicture,
    ),
]
