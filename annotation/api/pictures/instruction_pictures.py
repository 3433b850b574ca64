"""Operations on the pictures in a campaign's instructions and consent text."""

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from annotation.api.basic_fields import Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, runs_campaigns
from annotation.api.pictures.upload import PictureInput, body_of, named_as_sent
from annotation.api.scope import caller, campaign_for
from annotation.models import Campaign
from annotation.services.campaigns.shown_pictures import (
    MAX_NAME_LENGTH,
    hide_picture,
    show_pictures,
)


class ShownPicture(Form):
    """A picture that texts of a campaign can show."""

    name = String("Its file's name, written plainly: `![words](name)`.")
    width = Integer("Its width in pixels.", source="picture.width")
    height = Integer("Its height in pixels.", source="picture.height")


class ShownPictures(Form):
    """All pictures that texts of a campaign can show."""

    results = ShownPicture(many=True, help_text="In the order in which they were added.")


class ListShownPictures(ResearcherOperation):
    @runs_campaigns(name="list_shown_pictures", gives={200: ShownPictures})
    def get(self, request: Request, campaign_id: int) -> object:
        """List the pictures that a campaign's instructions and consent can show."""
        return _to_dict(campaign_for(request, campaign_id))


class ShowPicture(ResearcherOperation):
    parser_classes = (MultiPartParser,)

    @runs_campaigns(
        name="show_picture", takes={"multipart/form-data": PictureInput}, gives={200: ShownPictures}
    )
    def post(self, request: Request, campaign_id: int) -> object:
        """Add a picture for the instructions and consent text, named after its file.
        A name that is taken keeps its picture, so texts that workers have read do not change."""
        campaign, upload = campaign_for(request, campaign_id), self.body["file"]
        with named_as_sent():
            files = [(upload.name, body_of(upload))]
            show_pictures(campaign=campaign, user=caller(request), files=files)
        return _to_dict(campaign)


class HidePicture(ResearcherOperation):
    class Input(Strict):
        name = Text("Its name, as texts show it.", max_length=MAX_NAME_LENGTH)

    @runs_campaigns(name="hide_picture", takes=Input, gives={200: ShownPictures})
    def post(self, request: Request, campaign_id: int) -> object:
        """Remove a picture from a draft. After the launch, pictures stay."""
        campaign = campaign_for(request, campaign_id)
        hide_picture(campaign=campaign, user=caller(request), name=self.body["name"])
        return _to_dict(campaign)


def _to_dict(campaign: Campaign) -> dict[str, object]:
    rows = campaign.shown_pictures.select_related("picture").defer("picture__body").order_by("pk")
    return {"results": rows}
