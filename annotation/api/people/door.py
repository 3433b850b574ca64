"""Operations on who may come in to a campaign."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.people_terms import PeopleTerms
from annotation.api.scope import caller, campaign_for
from annotation.api.terms import Campaign
from annotation.capabilities import Capability
from annotation.names import MAX_NAME
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.people.trust import MOST_AT_ONCE, MOST_DAYS, end_links, sign_links


class SignedLink(Form):
    """A link that opens the campaign for one id."""

    id = serializers.CharField(source="worker", help_text="The id, as workers keep it.")
    link = serializers.CharField(help_text="The whole address; whoever has it is that worker.")
    until = serializers.DateTimeField(help_text="Until then it lets them join.")


class ChangePeople(ResearcherOperation):
    class Input(PeopleTerms):
        """The terms to change; those left out stay."""

    @operation(
        name="change_people",
        needs=Capability.RUN_CAMPAIGNS,
        takes=Input,
        gives={200: Campaign},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Change who may come in to a launched campaign, and how workers go back."""
        campaign = campaign_for(request, campaign_id)
        changed = set_people_terms(campaign=campaign, user=caller(request), **self.body)
        return Response(Campaign(changed).data)


class SignLinks(ResearcherOperation):
    class Input(Strict):
        ids = serializers.ListField(
            child=Text(max_length=MAX_NAME),
            min_length=1,
            max_length=MOST_AT_ONCE,
            help_text="Whatever tells your people apart.",
        )
        days = Whole(
            required=False,
            default=14,
            min_value=1,
            max_value=MOST_DAYS,
            help_text="For how many days the links let them join.",
        )

    class Output(Form):
        links = SignedLink(many=True, help_text="A link for each id, each id once.")

    @operation(
        name="sign_links",
        needs=Capability.SEE_PLATFORM_IDS,
        takes=Input,
        gives={200: Output},
        refuses=(401, 403, 404),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Sign a link for each id. Nothing of them is kept.

        For owners of the project only, as the ids are: by their session, or by a token of the scope
        `ids`."""
        campaign = campaign_for(request, campaign_id)
        signed = sign_links(
            campaign=campaign,
            user=caller(request),
            ids=self.body["ids"],
            days=self.body["days"],
        )
        door = request.build_absolute_uri(reverse("worker:join", args=(campaign.code,)))
        links: list[dict[str, Any]] = [
            {
                "worker": one.worker,
                "link": f"{door}?{urlencode(one.query)}",
                "until": one.until,
            }
            for one in signed
        ]
        return Response(self.Output({"links": links}).data)


class EndLinks(ResearcherOperation):
    @operation(
        name="end_links",
        needs=Capability.SEE_PLATFORM_IDS,
        gives={204: None},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """End all links that were signed so far. Whoever has joined stays in."""
        end_links(campaign=campaign_for(request, campaign_id), user=caller(request))
        return Response(status=204)
