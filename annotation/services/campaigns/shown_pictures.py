"""Add and remove the pictures in a campaign's instructions and consent text."""

import re
import unicodedata
from collections.abc import Sequence

from django.db import transaction

from annotation.models import Campaign, Picture, ShownPicture, User
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_campaign
from annotation.services.datasets.pictures import (
    forget_picture,
    keep_picture,
    of_each,
    require_little_work,
)
from annotation.services.errors import Conflict, Invalid, NotFound
from midpath.exchange.pictures import clean_picture

MAX_SHOWN = 20
MAX_NAME_LENGTH = 60
NOT_IN_NAMES = re.compile(r"[^a-z0-9._-]+")


def show_pictures(*, campaign: Campaign, user: User, files: Sequence[tuple[str, bytes]]) -> None:
    """Add all of these files, each a name and a body, or none.

    A picture is referred to by its file's name in plain form. A name that is in use keeps its
    picture: a text that workers have read does not change."""
    if not files:
        raise Invalid("Choose a picture to add.", field="pictures")
    bodies = [body for _, body in files]
    require_little_work(bodies)
    pictures = of_each(clean_picture, bodies)
    with transaction.atomic():
        campaign = lock_campaign(campaign)
        taken = dict(campaign.shown_pictures.values_list("name", "picture__sha256"))
        for (filename, _), picture in zip(files, pictures, strict=True):
            name = plain_name(filename)
            if taken.get(name, picture.sha256) != picture.sha256:
                raise Conflict(
                    f"A picture named {name} already exists. Rename this file.",
                    field="pictures",
                )
            if name not in taken:
                taken[name] = picture.sha256
                stored = keep_picture(campaign.dataset.project_id, picture)
                ShownPicture.objects.create(campaign=campaign, picture=stored, name=name)
        if len(taken) > MAX_SHOWN:
            raise Conflict(
                f"A campaign can have at most {MAX_SHOWN} pictures. Remove some first.",
                field="pictures",
            )
        record_campaign_event("wording.pictures_added", campaign, user, names=sorted(taken))


def hide_picture(*, campaign: Campaign, user: User, name: str) -> None:
    """Remove a picture from a draft. Pictures that workers may have seen cannot be removed."""
    with transaction.atomic():
        campaign = lock_campaign(campaign)
        if campaign.status != Campaign.Status.DRAFT:
            raise Conflict(
                "The campaign has been launched, so pictures that workers may have "
                "seen cannot change."
            )
        shown = campaign.shown_pictures.select_related("picture").filter(name=name).first()
        if shown is None:
            raise NotFound(f"This campaign has no picture {name}.")
        shown.delete()
        forget_picture(shown.picture)
        record_campaign_event("wording.picture_removed", campaign, user, name=name)


def copy_pictures(*, source: Campaign, target: Campaign) -> None:
    """Copy the pictures of the original to a duplicate."""
    ShownPicture.objects.bulk_create(
        ShownPicture(campaign=target, picture_id=shown.picture_id, name=shown.name)
        for shown in source.shown_pictures.all()
    )


def picture_shown_by(campaign: Campaign, sha256: str) -> Picture | None:
    """Return a picture if this campaign's texts may show it, else None."""
    return Picture.objects.filter(shown_by__campaign=campaign, sha256=sha256).first()


def plain_name(filename: str) -> str:
    """Return a file's name in a plain form for use in texts.

    >>> plain_name("Ein Baum (2).PNG"), plain_name("Ärzte.jpg"), plain_name("图.png")
    ('ein-baum-2.png', 'arzte.jpg', 'picture.png')
    """
    apart = unicodedata.normalize("NFKD", filename).casefold()
    plain = "".join(each for each in apart if not unicodedata.combining(each))
    stem, dot, ending = NOT_IN_NAMES.sub("-", plain).strip("-").rpartition(".")
    stem = stem.strip("-.") if dot else ""
    return f"{(stem or 'picture')[: MAX_NAME_LENGTH - 10]}{dot}{ending[:9]}"
