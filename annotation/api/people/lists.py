"""Operations on what decides who may come in and stays to be changed: lists of ids, and consent."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text, WholeInText
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import LARGEST_KEY, Page, Paging, page_of
from annotation.api.scope import caller, campaign_for
from annotation.capabilities import Capability
from annotation.models import Campaign, ConsentAnswer, ConsentText, ListedId
from annotation.models.campaign import LONGEST_CONSENT
from annotation.services.campaigns.consent import change_consent
from annotation.services.people.lists import change_list

MOST_AT_ONCE = 10_000


class Listed(Form):
    """An id on one of a campaign's lists."""

    side = serializers.ChoiceField(
        ListedId.Side.choices, help_text="Whether whoever has it is let in or kept out."
    )
    external_id = serializers.CharField(help_text="The id, as it was given.")


class ListChanged(Form):
    """The effect of a change of a list."""

    side = serializers.ChoiceField(ListedId.Side.choices, help_text="Which list.")
    added = serializers.IntegerField(help_text="How many ids are on it that were not before.")
    removed = serializers.IntegerField(help_text="How many were taken off it.")
    ids = serializers.IntegerField(help_text="How many it holds now.")


class Consent(Form):
    """The text that a campaign's workers are asked to agree to."""

    version = serializers.IntegerField(help_text="The version that is asked now; 0: none is.")
    text = serializers.CharField(help_text="Its text, in Markdown.")


def _ids(told: str) -> serializers.ListField:
    return serializers.ListField(
        child=Text(max_length=120), required=False, max_length=MOST_AT_ONCE, help_text=told
    )


class ListListed(ResearcherOperation):
    class Filters(Paging):
        side = serializers.ChoiceField(
            ListedId.Side.choices, required=False, help_text="Only one of the two lists."
        )

    class Output(Page):
        results = Listed(many=True, help_text="The ids of this page.")

    @operation(
        name="list_listed_ids",
        needs=Capability.SEE_PLATFORM_IDS,
        asks=Filters,
        gives={200: Output},
        refuses=(401, 403, 404),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """List the ids that a campaign lets in or keeps out.

        For owners of the project only: by their session, or by a token of the scope `ids`."""
        rows = ListedId.objects.filter(campaign=campaign_for(request, campaign_id))
        if "side" in self.query:
            rows = rows.filter(side=self.query["side"])
        shown, following = page_of(rows, request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)


class ChangeListed(ResearcherOperation):
    class Input(Strict):
        side = serializers.ChoiceField(ListedId.Side.choices, help_text="Which list.")
        add = _ids("Ids to put on it; those on it already stay.")
        remove = _ids("Ids to take off it; those not on it are passed over.")

    @operation(
        name="change_listed_ids",
        needs=Capability.SEE_PLATFORM_IDS,
        takes=Input,
        gives={200: ListChanged},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Put ids on a campaign's list of those to let in or to keep out, and take others off.

        Whoever has joined stays: a list decides about those who come."""
        campaign = campaign_for(request, campaign_id)
        changed = change_list(
            campaign=campaign,
            user=caller(request),
            side=self.body["side"],
            add=self.body.get("add", ()),
            remove=self.body.get("remove", ()),
        )
        return Response(ListChanged({"side": self.body["side"], **vars(changed)}).data)


class ReadConsent(ResearcherOperation):
    @operation(
        name="read_consent", needs=Capability.SEE_FIGURES, gives={200: Consent}, refuses=(401, 404)
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Read what workers are asked to agree to."""
        return Response(Consent(_consent(campaign_for(request, campaign_id))).data)


class ConsentGiven(Form):
    """A worker's answer to one version of the text."""

    worker = serializers.IntegerField(
        source="enrolment.worker.number", help_text="The worker's number in the project."
    )
    version = serializers.IntegerField(
        source="text.version", help_text="The version that they were shown."
    )
    agreed = serializers.BooleanField(help_text="Whether they agreed.")
    answered_at = serializers.DateTimeField(help_text="When they answered.")


class ListConsents(ResearcherOperation):
    class Filters(Paging):
        version = WholeInText(
            required=False,
            min_value=1,
            max_value=LARGEST_KEY,
            help_text="Only answers to this version.",
        )

    class Output(Page):
        results = ConsentGiven(many=True, help_text="The answers of this page.")

    @operation(
        name="list_consents",
        needs=Capability.SEE_WORKERS,
        asks=Filters,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """List which worker agreed to which version of the consent, or declined, and when."""
        campaign = campaign_for(request, campaign_id)
        rows = ConsentAnswer.objects.filter(enrolment__campaign=campaign)
        if "version" in self.query:
            rows = rows.filter(text__version=self.query["version"])
        rows = rows.select_related("enrolment__worker", "text")
        shown, following = page_of(rows, request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)


class ChangeConsent(ResearcherOperation):
    class Input(Strict):
        text = Text(
            allow_blank=True,
            max_length=LONGEST_CONSENT,
            help_text="The new text, in Markdown. Empty: nothing is asked from now on.",
        )

    @operation(
        name="change_consent",
        needs=Capability.RUN_CAMPAIGNS,
        takes=Input,
        gives={200: Consent},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Ask workers to agree to another text.

        Who agreed to an earlier one is asked again before their next task; the same text again
        changes nothing."""
        campaign = campaign_for(request, campaign_id)
        changed = change_consent(campaign=campaign, user=caller(request), text=self.body["text"])
        return Response(Consent(_consent(changed)).data)


def _consent(campaign: Campaign) -> dict[str, Any]:
    """Return the text as it is asked; of a draft, as it will be."""
    asked = ConsentText.objects.filter(campaign=campaign, version=campaign.consent_version)
    text = asked.values_list("text", flat=True).first()
    return {
        "version": campaign.consent_version,
        "text": campaign.consent if text is None else text,
    }
