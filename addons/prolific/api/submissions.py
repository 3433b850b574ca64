"""Operations on a study's submissions and the messages to its participants, by their Prolific ids.
For owners of the project."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.prolific.api.forms import MessageByProlific, SubmissionOnProlific
from addons.prolific.models import ProlificMessage, ProlificStudy, ProlificSubmission
from addons.prolific.models.drafts import MAX_MESSAGE_LENGTH
from addons.prolific.models.studies import MAX_REASON_LENGTH
from addons.prolific.services.messages import MAX_CONCURRENT as MAX_MESSAGES
from addons.prolific.services.messages import write_messages
from addons.prolific.services.studies import MAX_CONCURRENT, decide_submissions, try_again
from addons.prolific.services.submissions import SHOWN, lines_of, submissions_of
from annotation.api.basic_fields import Array, Choice, Integer
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, pays, pays_by_ids
from annotation.api.pagination import LARGEST_KEY, Page, Paging, page_of
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import Campaign
from annotation.models.people.platform import MIN_REASON_LENGTH


def _numbers(most: int, help_text: str) -> serializers.ListField:
    return Array(
        help_text, child=Whole(min_value=1, max_value=LARGEST_KEY), min_length=1, max_length=most
    )


class Decided(Form):
    """The effect of a decision."""

    decided = Integer("The number of decisions to send to Prolific.")


class MessagesWritten(Form):
    """The effect of sending messages."""

    messages = Integer("The number of messages to send.")


class ListProlificSubmissions(ResearcherOperation):
    class Filters(Paging):
        only = Choice(
            "Only those that are `open` to decide, `absent` here, decided but `unsent`, `refused` "
            "by Prolific, or set `aside`.",
            [(word, label) for word, label in SHOWN.items() if word],
            required=False,
        )

    class Output(Page):
        results = SubmissionOnProlific(many=True, help_text="The submissions of this page.")

    @pays_by_ids(name="list_prolific_submissions", asks=Filters, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """List the submissions of a campaign's study with their workers here."""
        campaign = campaign_for(request, campaign_id)
        study = _study_of(campaign)
        rows = submissions_of(study, self.query.get("only", ""))
        shown, following = page_of(rows, request, self.query)
        output = {"results": lines_of(study, campaign, shown), "next": following}
        return Response(self.Output(output).data)


class DecideProlific(ResearcherOperation):
    class Input(Strict):
        submissions = _numbers(MAX_CONCURRENT, "The submissions' numbers here.")
        decision = Choice("Approving pays; rejecting sends the reason.", ("approve", "reject"))
        category = Choice(
            "Prolific's category of a rejection.",
            ProlificSubmission.Category.choices,
            required=False,
        )
        reason = Text(
            f"For a rejection, at least {MIN_REASON_LENGTH} characters, shown to the worker.",
            required=False,
            max_length=MAX_REASON_LENGTH,
        )

    @pays(name="decide_prolific", takes=Input, gives={200: Decided})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Approve or reject submissions that wait for a review; a sync sends the decisions.
        Submissions already decided do not change."""
        campaign = campaign_for(request, campaign_id)
        done = decide_submissions(campaign=campaign, user=caller(request), **self.body)
        return Response(Decided({"decided": done}).data)


class TryProlificAgain(ResearcherOperation):
    @pays(name="try_prolific_again", gives={200: Decided})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Retry decisions that failed repeatedly."""
        campaign = campaign_for(request, campaign_id)
        done = try_again(campaign=campaign, user=caller(request))
        return Response(Decided({"decided": done}).data)


class ListProlificMessages(ResearcherOperation):
    class Output(Page):
        results = MessageByProlific(many=True, help_text="The messages of this page.")

    @pays_by_ids(name="list_prolific_messages", asks=Paging, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """List the messages to and from participants of a campaign's study, the oldest first."""
        rows = ProlificMessage.objects.filter(study=_study_of(campaign_for(request, campaign_id)))
        return self.page(rows)


class WriteProlificMessages(ResearcherOperation):
    class Input(Strict):
        submissions = _numbers(
            MAX_MESSAGES, "The numbers of the submissions whose participants get it."
        )
        body = Text("The same message to each of them.", max_length=MAX_MESSAGE_LENGTH)

    @pays(name="write_prolific_messages", takes=Input, creates=True, gives={201: MessagesWritten})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Write to the participants of submissions through Prolific, once each.
        A sync sends the messages."""
        campaign = campaign_for(request, campaign_id)
        number = write_messages(campaign=campaign, user=caller(request), **self.body)
        return Response(MessagesWritten({"messages": number}).data, 201)


def _study_of(campaign: Campaign) -> ProlificStudy:
    return first_of(
        ProlificStudy.objects.filter(campaign=campaign),
        "This campaign has no study on Prolific yet. Connect or create one.",
    )
