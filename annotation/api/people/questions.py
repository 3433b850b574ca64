"""Operations on messages between workers and researchers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Identifier, Strict, Text, Whole, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_workers
from annotation.api.pagination import LARGEST_KEY, PageOf, Paging, page_of
from annotation.api.people.workforce import enrolment_for
from annotation.api.scope import caller, campaign_for
from annotation.models import Message as MessageModel
from annotation.models import Rejection
from annotation.models.people.message import MAX_MESSAGE_LENGTH
from annotation.services.people.questions import answer_question, settle_questions


class Message(Form):
    """A message between a worker and the researchers of a campaign."""

    id = Integer("The message's number.")
    worker = Integer("The worker's number in the project.")
    sender = Choice("Who wrote it.", MessageModel.Sender.choices)
    hit = Integer(
        "The HIT that the question is about; null: none.", source="hit_id", allow_null=True
    )
    judgments = Array(
        "The rejected judgments that this message objects to; empty for other messages.",
        child=Integer(),
    )
    text = String("What was written.")
    at = DateTime("When it was written.")
    settled_at = DateTime(
        "For a worker's message, when it was answered or closed; for a researcher's message, when "
        "the worker read it. null: not yet.",
        allow_null=True,
    )


class ListQuestions(ResearcherOperation):
    class Filters(Paging):
        worker = WholeInText("Only the thread of this worker.", required=False)
        settled = YesOrNoInText("Only settled ones, or only open ones.", required=False)

    @sees_workers(name="list_questions", asks=Filters, gives=PageOf(Message, "messages"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List workers' questions and the answers in the order in which they were written.
        `after` is an id. An objection names the rejected `judgments`: change their review, or
        answer the worker."""
        campaign = campaign_for(request, campaign_id)
        found = MessageModel.objects.filter(campaign=campaign).select_related("enrolment__worker")
        found = found.filter(**self.filters(worker="enrolment__worker__number"))
        if "settled" in self.query:
            found = found.filter(settled_at__isnull=not self.query["settled"])
        rows, following = page_of(found, request, self.query)
        objected = _objected(rows)
        shown = [_to_dict(one, objected[one.pk]) for one in rows]
        return {"results": shown, "next": following}


class AnswerQuestion(ResearcherOperation):
    class Input(Strict):
        submission_id = Identifier(
            "A UUID per answer, chosen by the client: repeated requests store it once."
        )
        text = Text(
            "The answer. The worker sees it on their page, without your name.",
            max_length=MAX_MESSAGE_LENGTH,
        )

    @runs_campaigns(name="answer_question", takes=Input, gives={200: Message})
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Answer a worker, which settles their earlier questions. You can also write first."""
        written = answer_question(
            enrolment=enrolment_for(request, campaign_id, worker),
            user=caller(request),
            text=self.body["text"],
            key=self.body["submission_id"],
        )
        return _to_dict(written, [])


class SettleQuestions(ResearcherOperation):
    class Input(Strict):
        until = Whole(
            "The `id` of the last message you have read; later ones stay open.",
            min_value=1,
            max_value=LARGEST_KEY,
        )

    class Output(Form):
        worker = Integer("The worker's number in the project.")
        settled = Integer("The number of questions settled.")

    @runs_campaigns(name="settle_questions", takes=Input, gives={200: Output})
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Mark a worker's questions, up to a message, as not needing an answer."""
        enrolment = enrolment_for(request, campaign_id, worker)
        until = self.body["until"]
        settled = settle_questions(enrolment=enrolment, user=caller(request), until=until)
        return {"worker": worker, "settled": settled}


def _objected(messages: Sequence[MessageModel]) -> Mapping[int | None, Sequence[int]]:
    """Return the judgments whose rejection each message objects to."""
    found: defaultdict[int | None, list[int]] = defaultdict(list)
    rows = Rejection.objects.filter(objection__in=[one.pk for one in messages]).order_by("pk")
    for message, judgment in rows.values_list("objection", "judgment"):
        found[message].append(judgment)
    return found


def _to_dict(one: MessageModel, judgments: Sequence[int]) -> dict[str, object]:
    return vars(one) | {"worker": one.enrolment.worker.number, "judgments": judgments}
