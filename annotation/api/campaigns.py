"""A researcher's campaigns: draft, launch, pause, resume, close, extend."""

from decimal import Decimal

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text, Whole, WholeInText, YesOrNo
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import caller, campaign_for, campaigns_of, dataset_for
from annotation.models import Campaign as CampaignModel
from annotation.schemes import SCHEMES
from annotation.services.campaigns import (
    MAX_REDUNDANCY,
    close_campaign,
    create_campaign,
    edit_campaign,
    extend_redundancy,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)


class Campaign(Form):
    id = serializers.IntegerField()
    project = serializers.IntegerField(source="dataset.project_id")
    dataset = serializers.IntegerField(source="dataset_id")
    name = serializers.CharField()
    scheme = serializers.CharField()
    status = serializers.ChoiceField(CampaignModel.Status.choices)
    code = serializers.CharField(help_text="Workers join under this code.")
    redundancy = serializers.IntegerField()
    most_judgments = serializers.IntegerField(
        allow_null=True, help_text="Asked until an absolute majority, up to so many."
    )
    majority_of = serializers.ChoiceField(CampaignModel.MajorityOf.choices)
    known_every = serializers.IntegerField(
        allow_null=True, help_text="Of so many HITs of a worker, one has a known answer."
    )
    known_feedback = serializers.BooleanField()
    training_hits = serializers.IntegerField()
    pass_share = serializers.CharField(
        allow_null=True, help_text="Below it, a worker is stopped. A decimal, as a text."
    )
    pass_after = serializers.IntegerField()
    leave_out_failed = serializers.BooleanField()
    reward = serializers.CharField()
    currency = serializers.CharField()
    seconds_allotted = serializers.IntegerField()
    instructions = serializers.CharField()
    settings = serializers.DictField()
    hits = serializers.IntegerField(source="hit_count")
    created_at = serializers.DateTimeField()
    launched_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class Terms(Strict):
    """What a draft may still change."""

    name = Text(required=False, max_length=120)
    redundancy = Whole(required=False, min_value=1, max_value=MAX_REDUNDANCY)
    most_judgments = Whole(required=False, allow_null=True, min_value=1, max_value=MAX_REDUNDANCY)
    majority_of = serializers.ChoiceField(CampaignModel.MajorityOf.choices, required=False)
    known_every = Whole(required=False, allow_null=True, min_value=2, max_value=1000)
    known_feedback = YesOrNo(required=False)
    training_hits = Whole(required=False, min_value=0, max_value=100)
    pass_share = Text(
        required=False,
        allow_null=True,
        pattern=r"0\.[0-9]{1,3}|1(\.0{1,3})?",
        help_text="From 0.001 to 1, a decimal, as a text.",
    )
    pass_after = Whole(required=False, min_value=1, max_value=1000)
    leave_out_failed = YesOrNo(required=False)
    reward = Text(
        required=False, pattern=r"[0-9]{1,5}(\.[0-9]{1,3})?", help_text="A decimal, as a text."
    )
    currency = Text(required=False, pattern="[A-Z]{3}")
    seconds_allotted = Whole(required=False, min_value=30, max_value=604_800)
    instructions = Text(required=False, max_length=10_000, allow_blank=True)
    settings = serializers.DictField(
        required=False,
        help_text='The scheme\'s own. Pairs: {"preset": "binary", "three-way" or "custom", '
        '"question": …, "answers": [{"label": …, "key": …, "yes": …}, …], "keywords": [1, 3] or '
        'null, "help": [examples]}; what is left out comes from the preset.',
    )

    def validate_pass_share(self, value: str | None) -> Decimal | None:
        return None if value is None else Decimal(value)

    def validate_reward(self, value: str) -> Decimal:
        return Decimal(value)


class ListCampaigns(ResearcherOperation):
    class Filters(Paging):
        dataset = WholeInText(required=False)
        project = WholeInText(required=False)
        scheme = serializers.ChoiceField(sorted(SCHEMES), required=False)
        status = serializers.ChoiceField(CampaignModel.Status.choices, required=False)

    class Output(Page):
        results = Campaign(many=True)

    LOOKUPS = {
        "dataset": "dataset",
        "project": "dataset__project",
        "scheme": "scheme",
        "status": "status",
    }

    @operation(name="list_campaigns", asks=Filters, gives={200: Output}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """List campaigns, the oldest first."""
        filters = {
            lookup: self.asked[name] for name, lookup in self.LOOKUPS.items() if name in self.asked
        }
        rows, following = page_of(campaigns_of(request).filter(**filters), request, self.asked)
        return Response(self.Output({"results": rows, "next": following}).data)


class CreateCampaign(ResearcherOperation):
    class Input(Terms):
        dataset = Whole()
        scheme = serializers.ChoiceField(sorted(SCHEMES))
        name = Text(max_length=120)

    @operation(
        name="create_campaign",
        takes=Input,
        gives={201: Campaign},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request) -> Response:
        """Draft a campaign over a dataset."""
        terms = dict(self.sent)
        dataset = dataset_for(request, terms.pop("dataset"))
        campaign = create_campaign(dataset=dataset, user=caller(request), **terms)
        campaign.refresh_from_db()
        return Response(Campaign(campaign).data, 201)


class ReadCampaign(ResearcherOperation):
    @operation(name="read_campaign", gives={200: Campaign}, refuses=(401, 404))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Read a campaign's terms and where it stands."""
        return Response(Campaign(campaign_for(request, campaign_id)).data)


class EditCampaign(ResearcherOperation):
    class Input(Terms):
        """Only the terms that are sent change."""

    @operation(
        name="edit_campaign", takes=Input, gives={200: Campaign}, refuses=(401, 403, 404, 409)
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Change the terms of a draft."""
        campaign = campaign_for(request, campaign_id)
        edited = edit_campaign(campaign=campaign, user=caller(request), **self.sent)
        return Response(Campaign(edited).data)


class LaunchCampaign(ResearcherOperation):
    @operation(name="launch_campaign", gives={200: Campaign}, refuses=(401, 403, 404, 409))
    def post(self, request: Request, campaign_id: int) -> Response:
        """Fix the terms and begin to serve."""
        campaign = campaign_for(request, campaign_id)
        return Response(Campaign(launch_campaign(campaign=campaign, user=caller(request))).data)


class PauseCampaign(ResearcherOperation):
    @operation(name="pause_campaign", gives={200: Campaign}, refuses=(401, 403, 404, 409))
    def post(self, request: Request, campaign_id: int) -> Response:
        """Hand out no new HITs; open ones may still be submitted."""
        campaign = campaign_for(request, campaign_id)
        return Response(Campaign(pause_campaign(campaign=campaign, user=caller(request))).data)


class ResumeCampaign(ResearcherOperation):
    @operation(name="resume_campaign", gives={200: Campaign}, refuses=(401, 403, 404, 409))
    def post(self, request: Request, campaign_id: int) -> Response:
        """Serve again."""
        campaign = campaign_for(request, campaign_id)
        return Response(Campaign(resume_campaign(campaign=campaign, user=caller(request))).data)


class CloseCampaign(ResearcherOperation):
    @operation(name="close_campaign", gives={200: Campaign}, refuses=(401, 403, 404, 409))
    def post(self, request: Request, campaign_id: int) -> Response:
        """End the campaign; open HITs may still be submitted."""
        campaign = campaign_for(request, campaign_id)
        return Response(Campaign(close_campaign(campaign=campaign, user=caller(request))).data)


class ExtendCampaign(ResearcherOperation):
    class Input(Strict):
        redundancy = Whole(min_value=1, max_value=MAX_REDUNDANCY)

    @operation(
        name="extend_campaign", takes=Input, gives={200: Campaign}, refuses=(401, 403, 404, 409)
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Ask for more judgments of every HIT."""
        campaign = campaign_for(request, campaign_id)
        extended = extend_redundancy(campaign=campaign, user=caller(request), **self.sent)
        return Response(Campaign(extended).data)
