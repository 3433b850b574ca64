"""Operations on a researcher's campaigns: draft, duplicate, launch, pause, resume, close,
extend."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, Object
from annotation.api.fields import OpenChoice, Strict, Text, Whole, WholeInText
from annotation.api.items.saved_filters import MAX_VALUE_LENGTH, filter_in, saved_in
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_figures
from annotation.api.pagination import ArchivedToo, PageOf, in_use_or_archived
from annotation.api.scope import caller, campaign_for, campaigns_of, dataset_for
from annotation.api.term_fields import field_of
from annotation.api.terms import HELP, Campaign, FirstTerms, Terms
from annotation.api.visibility import with_code_visibility
from annotation.models import Campaign as CampaignModel
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.models.terms.reading_terms import INSTRUCTIONS
from annotation.schemes import SCHEMES
from annotation.services.campaigns.campaigns import (
    close_campaign,
    create_campaign,
    edit_campaign,
    extend_redundancy,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)
from annotation.services.campaigns.copies import duplicate_campaign, free_name
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.campaigns.pilot import count_pilot, end_pilot
from annotation.services.items.filters import LARGEST, ItemFilter
from midpath.exchange.segments import LEVELS


class ListCampaigns(ResearcherOperation):
    class Filters(ArchivedToo):
        dataset = WholeInText("Only campaigns on this dataset.", required=False)
        project = WholeInText("Only campaigns of this project.", required=False)
        scheme = OpenChoice("Only campaigns of this scheme.", sorted(SCHEMES), required=False)
        status = Choice(
            "Only campaigns with this status.", CampaignModel.Status.choices, required=False
        )

    @sees_figures(name="list_campaigns", asks=Filters, gives=PageOf(Campaign, "campaigns"))
    def get(self, request: Request) -> object:
        """List campaigns, the oldest first."""
        filters = self.filters("dataset", "scheme", "status", project="dataset__project")
        rows = in_use_or_archived(campaigns_of(request), self.query).filter(**filters)
        return self.page(with_code_visibility(request, rows))


class CreateCampaign(ResearcherOperation):
    class Input(FirstTerms):
        dataset = Whole("The dataset to annotate.")
        scheme = OpenChoice("What workers do; it must fit the dataset's kind.", sorted(SCHEMES))
        name = Text(HELP["name"], max_length=120)
        parts = Choice(
            "Ask about each section or paragraph of the documents instead of whole documents. "
            "These become a separate dataset, which the campaign uses; other campaigns on the same "
            "parts share it. Labels only.",
            LEVELS,
            required=False,
        )

    @runs_campaigns(
        name="create_campaign", takes=Input, creates=True, gives={201: Campaign}, refuses=(404,)
    )
    def post(self, request: Request) -> object:
        """Draft a campaign on a dataset."""
        terms = dict(self.body)
        dataset = dataset_for(request, terms.pop("dataset"))
        campaign = create_campaign(dataset=dataset, user=caller(request), **terms)
        campaign.refresh_from_db()
        return campaign


class ReadCampaign(ResearcherOperation):
    @sees_figures(name="read_campaign", gives={200: Campaign})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read a campaign's terms and its state."""
        return campaign_for(request, campaign_id, with_code_visibility)


class EditCampaign(ResearcherOperation):
    class Input(Terms):
        """The terms to change; all others stay unchanged."""

    @runs_campaigns(name="edit_campaign", takes=Input, gives={200: Campaign})
    def patch(self, request: Request, campaign_id: int) -> object:
        """Change the terms of a draft."""
        campaign = campaign_for(request, campaign_id)
        edited = edit_campaign(campaign=campaign, user=caller(request), **self.body)
        edited.refresh_from_db()
        return edited


class DuplicateCampaign(ResearcherOperation):
    class Input(Strict):
        name = Text(
            "Default: the campaign's name, with a number if it is taken.",
            required=False,
            max_length=120,
        )
        dataset = Whole(
            "A dataset of the same project that fits the scheme. Default: the campaign's own.",
            required=False,
        )

    @runs_campaigns(name="duplicate_campaign", takes=Input, creates=True, gives={201: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Draft a campaign on the same scheme, terms and settings, without workers or judgments."""
        campaign = campaign_for(request, campaign_id)
        chosen = self.body.get("dataset", campaign.dataset_id)
        dataset = dataset_for(request, chosen)
        copy = duplicate_campaign(
            campaign=campaign,
            dataset=dataset,
            name=self.body.get("name") or free_name(dataset, campaign.name),
            user=caller(request),
        )
        copy.refresh_from_db()
        return copy


class LaunchCampaign(ResearcherOperation):
    class Input(Strict):
        accept_unmatched_gold = Boolean(
            "Launch although gold answers of the dataset’s file are not among the campaign’s "
            "answers. Otherwise such a launch is refused, with how many match.",
            required=False,
        )

    @runs_campaigns(name="launch_campaign", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Launch a campaign: fix its terms and start to hand out HITs."""
        return launch_campaign(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            accept_unmatched_gold=self.body.get("accept_unmatched_gold", False),
        )


class PauseCampaign(ResearcherOperation):
    @runs_campaigns(name="pause_campaign", gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Pause a campaign: no new HITs are handed out; open ones can still be submitted."""
        campaign = campaign_for(request, campaign_id)
        return pause_campaign(campaign=campaign, user=caller(request))


class ResumeCampaign(ResearcherOperation):
    @runs_campaigns(name="resume_campaign", gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Resume a paused campaign."""
        campaign = campaign_for(request, campaign_id)
        return resume_campaign(campaign=campaign, user=caller(request))


class CloseCampaign(ResearcherOperation):
    @runs_campaigns(name="close_campaign", gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Close the campaign; open HITs can still be submitted."""
        campaign = campaign_for(request, campaign_id)
        return close_campaign(campaign=campaign, user=caller(request))


class EndPilot(ResearcherOperation):
    class Input(Strict):
        instructions = field_of(INSTRUCTIONS, required=False)

    @runs_campaigns(name="end_pilot", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """End a campaign's pilot: the other HITs are handed out.

        `instructions` replaces those of the pilot, which the gold file keeps."""
        return end_pilot(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            instructions=self.body.get("instructions", ""),
        )


class CountPilot(ResearcherOperation):
    class Input(Strict):
        counts = Boolean("Whether the figures include the pilot's judgments.")

    @runs_campaigns(name="count_pilot", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Include the judgments of a pilot that has ended in the figures, or set them aside.

        Those set aside are paid, and requested again from other workers."""
        campaign = campaign_for(request, campaign_id)
        count_pilot(campaign=campaign, user=caller(request), counts=self.body["counts"])
        return campaign


class ExtendCampaign(ResearcherOperation):
    class Input(Strict):
        redundancy = Whole(
            f"{HELP['redundancy']} Must be higher than now.", min_value=1, max_value=MAX_REDUNDANCY
        )
        saved = Whole(
            "The number of a saved filter: only the items that it finds now get more judgments. "
            "Items that already have as many requested stay unchanged.",
            required=False,
            min_value=1,
            max_value=LARGEST,
        )
        filter = Object(
            "The same as a filter in the form of `save_filter`. If given with `saved`, its "
            "conditions override those of the saved filter.",
            child=Text("The value of a condition.", max_length=MAX_VALUE_LENGTH),
            required=False,
            allow_empty=False,
        )

    @runs_campaigns(name="extend_campaign", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Request more judgments for every HIT, or for those that a filter finds."""
        campaign, redundancy = campaign_for(request, campaign_id), self.body["redundancy"]
        wanted = self._wanted(request, campaign)
        if wanted is None:
            return extend_redundancy(campaign=campaign, user=caller(request), redundancy=redundancy)
        ask_more_of(campaign=campaign, user=caller(request), wanted=wanted, redundancy=redundancy)
        campaign.refresh_from_db()
        return campaign

    def _wanted(self, request: Request, campaign: CampaignModel) -> ItemFilter | None:
        """Return the filter in the request; None without one."""
        given, saved = self.body.get("filter"), self.body.get("saved")
        wanted = None if saved is None else saved_in(request, campaign, saved)
        if given is None:
            return wanted
        own = filter_in(request, campaign, given)
        return own if wanted is None else wanted.with_more(own)
