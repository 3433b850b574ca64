"""Operations on suggestions: the answers of a set from which workers of a campaign start."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, DateTime, Integer, Object
from annotation.api.fields import Form, Strict, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_figures
from annotation.api.scope import caller, campaign_for, set_for
from annotation.models import Campaign, CampaignReport, PreAnnotation
from annotation.models.work.suggestion import TENTHS
from annotation.services.campaigns.suggestions import choose_suggestions, drop_suggestions


class Measured(Form):
    """Judgments that started from a suggestion compared with those that did not, as last
    computed."""

    version = Integer("The version from which it was computed.")
    judgments = Integer("How many were in the figures of that version.")
    made_at = DateTime("When it was made.")
    results = Object(
        "`suggested` and `alone` have judgments, workers, `same` (the share that is the suggested "
        "answer, seen or not), mean `likeness` to it, median `seconds` and `alpha` of each arm; "
        "the `same`, `likeness`, `seconds` and `alpha` next to them are differences (with minus "
        "without), each with value, interval over workers, and p of an exact test where applicable."
    )


class Told(Form):
    """The suggestions that workers of a campaign start from."""

    suggested = Boolean("False: workers get no suggestions.")
    set = Integer("The set's number; null: none, or it was deleted.", allow_null=True)
    annotator = Integer("The annotator used: the one with the most answers.", allow_null=True)
    tenths = Integer("How many of every ten HITs have a suggestion.", allow_null=True)
    unfit = Integer(
        "The number of answers in the set that are not valid in the campaign; 0 before the launch."
    )
    measured = Measured(allow_null=True, help_text="Their effect; null until computed.")


class Suggestions(ResearcherOperation):
    class Input(Strict):
        set = Whole("A set of the campaign's items, made for its scheme.")
        tenths = Whole(
            "How many of every ten HITs get a suggestion; the others are the control.",
            default=TENTHS // 2,
            min_value=1,
            max_value=TENTHS - 1,
        )

    @sees_figures(name="read_suggestions", gives={200: Told})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read a campaign's suggestions and their effect on the answers."""
        return suggestions_of(campaign_for(request, campaign_id))

    @runs_campaigns(name="choose_suggestions", takes=Input, gives={200: Told})
    def post(self, request: Request, campaign_id: int) -> object:
        """Use the answers of a set as suggestions in a draft, on part of the HITs."""
        campaign = campaign_for(request, campaign_id)
        own = set_for(request, self.body["set"])
        choose_suggestions(
            campaign=campaign, own=own, tenths=self.body["tenths"], user=caller(request)
        )
        return suggestions_of(campaign)


class DropSuggestions(ResearcherOperation):
    @runs_campaigns(name="drop_suggestions", gives={200: Told})
    def post(self, request: Request, campaign_id: int) -> object:
        """Remove the suggestions from a draft."""
        campaign = campaign_for(request, campaign_id)
        drop_suggestions(campaign=campaign, user=caller(request))
        return suggestions_of(campaign)


def suggestions_of(campaign: Campaign) -> dict[str, object]:
    chosen = PreAnnotation.objects.filter(campaign=campaign).first()
    report = campaign.reports.filter(kind=CampaignReport.Kind.ARMS).first()
    return {
        "suggested": chosen is not None,
        "set": chosen.set_id if chosen else None,
        "annotator": chosen.annotator if chosen else None,
        "tenths": chosen.tenths if chosen else None,
        "unfit": chosen.unfit if chosen else 0,
        "measured": report if report and report.results else None,
    }
