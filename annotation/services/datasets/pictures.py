"""Add, describe and remove pictures of apps, until a campaign on the apps is launched."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from annotation.models import Campaign, Dataset, Item, Picture, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.lifecycle.guard import require_open
from annotation.services.short_texts import one_line
from midpath.exchange.pictures import CleanPicture, NoPicture, clean_picture, pixels_in
from midpath.json_types import JsonObject

T = TypeVar("T")
MAX_PICTURES = 12
MAX_PIXELS_AT_ONCE = 80_000_000
MAX_ALT_LENGTH = 300


def add_pictures(*, item: Item, user: User, bodies: Sequence[bytes], alt: str = "") -> Item:
    """Add all of these pictures to an app or none. `alt` describes them for people who do not see
    them."""
    alt = _described(alt)
    if not bodies:
        raise Invalid("Choose a picture to add.", field="pictures")
    require_little_work(bodies)
    pictures = of_each(clean_picture, bodies)
    with transaction.atomic():
        item = _locked(item)
        shown: list[dict[str, object]] = list(item.content.get("pictures") or ())
        known = {one["sha256"] for one in shown}
        for picture in pictures:
            if picture.sha256 not in known:
                known.add(picture.sha256)
                shown.append(_store_shown(item, picture, alt))
        if len(shown) > MAX_PICTURES:
            raise Conflict(
                f"{item} would have {len(shown)} pictures; the maximum is {MAX_PICTURES}. Remove "
                "some first.",
                field="pictures",
            )
        return _show(item, user, shown, "pictures.added")


def describe_picture(*, item: Item, user: User, sha256: str, alt: str) -> Item:
    """Change the description of a picture. An empty one removes it."""
    alt = _described(alt)
    with transaction.atomic():
        item = _locked(item)
        shown: list[dict[str, object]] = list(item.content.get("pictures") or ())
        before = {one["sha256"]: one["alt"] for one in shown}
        if sha256 not in before:
            raise NotFound(f"{item} no longer shows that picture.")
        if before[sha256] == alt:
            return item
        after = [one | {"alt": alt} if one["sha256"] == sha256 else one for one in shown]
        return _show(item, user, after, "pictures.described", before=before[sha256], after=alt)


def remove_picture(*, item: Item, user: User, sha256: str) -> Item:
    """Remove a picture from an app. Its file is deleted with the last app of the project that
    showed it."""
    with transaction.atomic():
        item = _locked(item)
        before = item.content.get("pictures") or ()
        after = [one for one in before if one["sha256"] != sha256]
        if len(after) == len(before):
            return item
        item = _show(item, user, after, "pictures.removed")
        project = item.dataset.project_id
        for picture in Picture.objects.filter(project=project, sha256=sha256).defer("body"):
            forget_picture(picture)
        return item


def forget_picture(picture: Picture) -> None:
    """Delete a picture that its project no longer shows."""
    items = items_showing(picture.sha256).filter(dataset__project=picture.project_id)
    if not items.exists():
        Picture.objects.filter(pk=picture.pk, shown_by=None).delete()


def keep_picture(project_id: int, picture: CleanPicture) -> Picture:
    """Store a picture for a project, once."""
    stored, _ = Picture.objects.get_or_create(
        project_id=project_id,
        sha256=picture.sha256,
        defaults={
            "body": picture.body,
            "media_type": picture.media_type,
            "width": picture.width,
            "height": picture.height,
        },
    )
    return stored


def picture_of(dataset: Dataset, sha256: str) -> Picture | None:
    """Return a picture if an item of this dataset shows it, else None."""
    if not items_showing(sha256).filter(dataset=dataset).exists():
        return None
    return Picture.objects.filter(project=dataset.project_id, sha256=sha256).first()


def items_showing(sha256: str) -> QuerySet[Item]:
    return Item.objects.filter(content__pictures__contains=[{"sha256": sha256}])


def _described(alt: str) -> str:
    too_long = f"Describe it in at most {MAX_ALT_LENGTH} characters."
    return one_line(alt, "alt", MAX_ALT_LENGTH, too_long)


def require_little_work(bodies: Sequence[bytes]) -> None:
    """Refuse too many pictures, or too many pixels by their headers, before decoding any."""
    if len(bodies) > MAX_PICTURES:
        raise Invalid(
            f"These are {len(bodies)} pictures; an app can have at most {MAX_PICTURES}. Choose "
            "fewer.",
            field="pictures",
        )
    pixels = sum(of_each(pixels_in, bodies))
    if pixels > MAX_PIXELS_AT_ONCE:
        raise Invalid(
            f"These pictures have {pixels / 10**6:,.0f} million pixels together; at most "
            f"{MAX_PIXELS_AT_ONCE // 10**6} million are allowed at once. Add them in parts, or "
            "make them smaller.",
            field="pictures",
        )


def of_each(work: Callable[[bytes], T], bodies: Sequence[bytes]) -> list[T]:
    """Return the result of `work` for each picture. With several pictures, a refusal names the
    picture."""
    found = []
    for number, body in enumerate(bodies, 1):
        try:
            found.append(work(body))
        except NoPicture as error:
            which = f"Picture {number} of {len(bodies)}: " if len(bodies) > 1 else ""
            raise Invalid(f"{which}{error.message}", field="pictures") from error
    return found


def _locked(item: Item) -> Item:
    """Lock the item's dataset, so that no launch uses pictures that are being changed, and return
    the item."""
    dataset = (
        Dataset.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project")
        .get(pk=item.dataset_id)
    )
    require_open(dataset)
    if dataset.kind != Dataset.Kind.APPS:
        raise Invalid(f"{dataset.name} contains {dataset.kind}, but only apps have pictures.")
    if Campaign.objects.launched().filter(dataset=dataset).exists():
        raise Conflict(
            "A campaign on these apps was launched, so you can no longer change what workers see. "
            "To use other pictures, import the apps again."
        )
    return Item.objects.select_related("dataset").get(pk=item.pk)


def _store_shown(item: Item, picture: CleanPicture, alt: str) -> dict[str, object]:
    keep_picture(item.dataset.project_id, picture)
    sizes = {"width": picture.width, "height": picture.height}
    return {"sha256": picture.sha256, "alt": alt, **sizes}


def _show(
    item: Item, user: User, pictures: Sequence[JsonObject], verb: str, **details: object
) -> Item:
    item.content = {**item.content, "pictures": list(pictures)}
    item.save(update_fields=["content"])
    record_event(
        verb,
        project=item.dataset.project_id,
        campaign=None,
        worker=None,
        user=user,
        object_id=item.pk,
        name=item.text,
        pictures=len(pictures),
        **details,
    )
    return item
