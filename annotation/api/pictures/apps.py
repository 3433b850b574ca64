"""Operations on the pictures of an app, until a campaign on it is launched."""

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from annotation.api.basic_fields import Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.pictures.upload import PictureInput, body_of, named_as_sent
from annotation.api.scope import caller, datasets_of, note_project, refuse
from annotation.models import Dataset, Item
from annotation.services.datasets.pictures import (
    MAX_ALT_LENGTH,
    add_pictures,
    describe_picture,
    remove_picture,
)

ALT = "A description for people who cannot see it; empty: none."


class AppPicture(Form):
    """A picture of an app."""

    sha256 = String("The SHA-256 of its bytes, which identifies it.")
    alt = String(ALT, allow_blank=True)
    width = Integer("Its width in pixels.")
    height = Integer("Its height in pixels.")


class AppPictures(Form):
    """The pictures of an app, in their order."""

    item = Integer("The number of the app's item.")
    pictures = AppPicture(many=True, help_text="Its pictures now.")


class AltInput(Strict):
    alt = Text(ALT, allow_blank=True, max_length=MAX_ALT_LENGTH)


class AddPicture(ResearcherOperation):
    parser_classes = (MultiPartParser,)

    class Input(PictureInput):
        alt = Text(ALT, required=False, allow_blank=True, default="", max_length=MAX_ALT_LENGTH)

    @edits_datasets(
        name="add_picture", takes={"multipart/form-data": Input}, gives={200: AppPictures}
    )
    def post(self, request: Request, item_id: int) -> object:
        """Add a picture to the end of an app's pictures. Idempotent."""
        app = _app_for(request, item_id)
        with named_as_sent():
            shown = add_pictures(
                item=app,
                user=caller(request),
                bodies=[body_of(self.body["file"])],
                alt=self.body["alt"],
            )
        return _to_dict(shown)


class DescribePicture(ResearcherOperation):
    @edits_datasets(name="describe_picture", takes=AltInput, gives={200: AppPictures})
    def post(self, request: Request, item_id: int, sha256: str) -> object:
        """Change the description of an app's picture."""
        app = _app_for(request, item_id)
        alt = self.body["alt"]
        return _to_dict(describe_picture(item=app, user=caller(request), sha256=sha256, alt=alt))


class RemovePicture(ResearcherOperation):
    @edits_datasets(name="remove_picture", gives={200: AppPictures})
    def post(self, request: Request, item_id: int, sha256: str) -> object:
        """Remove a picture from an app. Idempotent."""
        app = _app_for(request, item_id)
        return _to_dict(remove_picture(item=app, user=caller(request), sha256=sha256))


def _app_for(request: Request, item_id: int) -> Item:
    rows = Item.objects.filter(dataset__in=datasets_of(request), dataset__kind=Dataset.Kind.APPS)
    found = rows.select_related("dataset").filter(pk=item_id).first()
    found = found or refuse(request, "app", item_id)
    note_project(request, found.dataset.project_id)
    return found


def _to_dict(app: Item) -> dict[str, object]:
    return {"item": app.pk, "pictures": app.content.get("pictures") or []}
