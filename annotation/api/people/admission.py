"""Operations on who may join a campaign."""

from django.urls import reverse
from django.utils.http import urlencode
from rest_framework.request import Request

from annotation.api.basic_fields import Array, DateTime, String
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_platform_ids
from annotation.api.scope import caller, campaign_for
from annotation.api.term_fields import PeopleTerms
from annotation.api.terms import Campaign
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.people.trust import MAX_CONCURRENT, MAX_DAYS, end_links, sign_links
from midpath.text.display_names import MAX_NAME


class SignedLink(Form):
    """A link to the campaign for one id."""

    id = String("The id as stored for the worker.", source="worker")
    link = String("The full address; anyone who has it can work under that id.")
    until = DateTime("Workers can join with it until then.")


class ChangePeople(ResearcherOperation):
    class Input(PeopleTerms):
        """The terms to change; others stay unchanged."""

    @runs_campaigns(name="change_people", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Change who may join a launched campaign, and how workers return to a platform."""
        campaign = campaign_for(request, campaign_id)
        return set_people_terms(campaign=campaign, user=caller(request), **self.body)


class SignLinks(ResearcherOperation):
    class Input(Strict):
        ids = Array(
            "Any ids that identify your participants.",
            child=Text(max_length=MAX_NAME),
            min_length=1,
            max_length=MAX_CONCURRENT,
        )
        days = Whole(
            "The number of days the links are valid for joining.",
            required=False,
            default=14,
            min_value=1,
            max_value=MAX_DAYS,
        )

    class Output(Form):
        links = SignedLink(many=True, help_text="A link for each distinct id.")

    @sees_platform_ids(name="sign_links", takes=Input, gives={200: Output}, refuses=())
    def post(self, request: Request, campaign_id: int) -> object:
        """Sign a link for each id.
        The links are not stored. Only for owners of the project, because of the ids: with their
        session, or a token with the scope `ids`."""
        campaign = campaign_for(request, campaign_id)
        signed = sign_links(
            campaign=campaign, user=caller(request), ids=self.body["ids"], days=self.body["days"]
        )
        join_url = request.build_absolute_uri(reverse("worker:join", args=(campaign.code,)))
        links: list[dict[str, object]] = [
            {"worker": one.worker, "link": f"{join_url}?{urlencode(one.query)}", "until": one.until}
            for one in signed
        ]
        return {"links": links}


class EndLinks(ResearcherOperation):
    @sees_platform_ids(name="end_links", gives={204: None})
    def post(self, request: Request, campaign_id: int) -> None:
        """Revoke all links signed so far. Workers who have joined can go on."""
        end_links(campaign=campaign_for(request, campaign_id), user=caller(request))
