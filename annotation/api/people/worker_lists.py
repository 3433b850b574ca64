"""Operations on who may join a running campaign: lists of ids, and consent."""

from rest_framework import serializers
from rest_framework.request import Request

from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, WholeInText
from annotation.api.operations import (
    ResearcherOperation,
    runs_campaigns,
    sees_figures,
    sees_platform_ids,
    sees_workers,
)
from annotation.api.pagination import LARGEST_KEY, PageOf, Paging
from annotation.api.scope import caller, campaign_for
from annotation.models import Campaign, ConsentAnswer, ConsentText, ListedId
from annotation.models.terms.reading_terms import MAX_CONSENT_LENGTH
from annotation.services.campaigns.consent_texts import change_consent
from annotation.services.people.worker_lists import change_list

MAX_CONCURRENT = 10_000


class Listed(Form):
    """An id on one of a campaign's lists."""

    side = Choice("Whether it is admitted or blocked.", ListedId.Side.choices)
    external_id = String("The id, as it was given.")


class ListChanged(Form):
    """The effect of a change of a list."""

    side = Choice("Which list.", ListedId.Side.choices)
    added = Integer("The number of ids added.")
    removed = Integer("The number of ids removed.")
    ids = Integer("The number of ids on it now.")


class Consent(Form):
    """The consent text of a campaign."""

    version = Integer("The current version; 0: none.")
    text = String("Its text, in Markdown.")


def _ids(help_text: str) -> serializers.ListField:
    return Array(help_text, child=Text(max_length=120), required=False, max_length=MAX_CONCURRENT)


class ListListed(ResearcherOperation):
    class Filters(Paging):
        side = Choice("Only one of the two lists.", ListedId.Side.choices, required=False)

    @sees_platform_ids(name="list_listed_ids", asks=Filters, gives=PageOf(Listed, "ids"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the ids that a campaign admits or blocks.
        Only for owners of the project: with their session, or a token with the scope `ids`."""
        rows = ListedId.objects.filter(campaign=campaign_for(request, campaign_id))
        return self.page(rows.filter(**self.filters("side")))


class ChangeListed(ResearcherOperation):
    class Input(Strict):
        side = Choice("Which list.", ListedId.Side.choices)
        add = _ids("Ids to add; ids already on it stay.")
        remove = _ids("Ids to remove; ids not on it are ignored.")

    @sees_platform_ids(name="change_listed_ids", takes=Input, gives={200: ListChanged})
    def post(self, request: Request, campaign_id: int) -> object:
        """Add ids to a campaign's list of admitted or blocked ids, and remove others.
        Lists only affect workers who join later."""
        campaign = campaign_for(request, campaign_id)
        changed = change_list(
            campaign=campaign,
            user=caller(request),
            side=self.body["side"],
            add=self.body.get("add", ()),
            remove=self.body.get("remove", ()),
        )
        return {"side": self.body["side"], **vars(changed)}


class ReadConsent(ResearcherOperation):
    @sees_figures(name="read_consent", gives={200: Consent})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the consent text."""
        return _consent(campaign_for(request, campaign_id))


class ConsentGiven(Form):
    """A worker's answer to one version of the text."""

    worker = Integer("The worker's number in the project.", source="enrolment.worker.number")
    version = Integer("The version shown.", source="text.version")
    agreed = Boolean("Whether they agreed.")
    answered_at = DateTime("When they answered.")


class ListConsents(ResearcherOperation):
    class Filters(Paging):
        version = WholeInText(
            "Only answers to this version.", required=False, min_value=1, max_value=LARGEST_KEY
        )

    @sees_workers(name="list_consents", asks=Filters, gives=PageOf(ConsentGiven, "answers"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List workers' answers to each version of the consent text."""
        campaign = campaign_for(request, campaign_id)
        rows = ConsentAnswer.objects.filter(enrolment__campaign=campaign)
        rows = rows.filter(**self.filters(version="text__version"))
        return self.page(rows.select_related("enrolment__worker", "text"))


class ChangeConsent(ResearcherOperation):
    class Input(Strict):
        text = Text(
            "The new text, in Markdown. Empty: no consent is requested.",
            allow_blank=True,
            max_length=MAX_CONSENT_LENGTH,
        )

    @runs_campaigns(name="change_consent", takes=Input, gives={200: Consent})
    def post(self, request: Request, campaign_id: int) -> object:
        """Publish a new consent text. Workers who agreed to an earlier version must agree again
        before their next task. Publishing the same text again changes nothing."""
        campaign = campaign_for(request, campaign_id)
        changed = change_consent(campaign=campaign, user=caller(request), text=self.body["text"])
        return _consent(changed)


def _consent(campaign: Campaign) -> dict[str, object]:
    """Return the current text; for a draft, the future one."""
    versions = ConsentText.objects.filter(campaign=campaign, version=campaign.consent_version)
    text = versions.values_list("text", flat=True).first()
    return {"version": campaign.consent_version, "text": campaign.consent if text is None else text}
