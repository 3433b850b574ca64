"""Operations on gold answers: a campaign's gold HITs, practice items and examples."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_texts
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import KnownAnswer
from annotation.models.work.gold_answer import MAX_WHY_LENGTH
from annotation.services.campaigns.gold_answers import remove_answer
from annotation.services.campaigns.sent_answers import SentAnswer, keep_answers

MAX_CONCURRENT = 500


class RightAnswer(Form):
    """A gold answer given in a campaign."""

    id = Integer("The answer's number.")
    item = Integer("The number of the item.", source="item_id")
    answer = String("Its plain form.", source="written")
    vector = Array("Its canonical form: equal for equal answers.", child=Integer())
    use = Choice("Its use.", KnownAnswer.Use.choices)
    why = String("Why it is right, shown to workers.")
    source = Choice("Its source.", KnownAnswer.Source.choices)  # type: ignore[assignment]
    made_at = DateTime("When it was added.")


class KeptAnswers(Form):
    """The effect of sending gold answers."""

    kept = Integer("The number added or replaced.")
    changed = Integer("The number with only a changed use or explanation.")
    unchanged = Integer("The number unchanged.")


class SentAnswerForm(Strict):
    """A gold answer to an item."""

    item = Whole("The number of the item, in the campaign's dataset.", min_value=1)
    payload = Object("The answer, as a worker would send it.")
    use = Choice(
        "`known`: mixed in without notice or used in training. `practice`: before the first HIT. "
        "`example`: shown with its answer.",
        KnownAnswer.Use.choices,
        required=False,
        default=KnownAnswer.Use.KNOWN.value,
    )
    why = Text(
        "Why it is right, shown to workers.",
        required=False,
        allow_blank=True,
        default="",
        max_length=MAX_WHY_LENGTH,
    )


class ListRightAnswers(ResearcherOperation):
    class Filters(Paging):
        use = Choice("Only those with this use.", KnownAnswer.Use.choices, required=False)

    @sees_texts(name="list_right_answers", asks=Filters, gives=PageOf(RightAnswer, "answers"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the gold answers given in a campaign, without those from the dataset's file."""
        rows = campaign_for(request, campaign_id).known_answers.filter(removed_at=None)
        return self.page(rows.filter(**self.filters("use")))


class KeepRightAnswers(ResearcherOperation):
    class Input(Strict):
        answers = Array(
            f"Gold answers to different items, at most {MAX_CONCURRENT}.",
            child=SentAnswerForm(),
            allow_empty=False,
            max_length=MAX_CONCURRENT,
        )

    @runs_campaigns(name="keep_right_answers", takes=Input, gives={200: KeptAnswers})
    def post(self, request: Request, campaign_id: int) -> object:
        """Store gold answers, all or none, for schemes that allow them.
        Each is checked like a worker's answer. An earlier gold answer to the same item is
        replaced. Gold answers in use as gold HITs since the launch can only change their `why`.
        Idempotent."""
        done = keep_answers(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            answers=[SentAnswer(**one) for one in self.body["answers"]],
        )
        return vars(done)


class RemoveRightAnswer(ResearcherOperation):
    @runs_campaigns(name="remove_right_answer", gives={200: RightAnswer})
    def post(self, request: Request, campaign_id: int, answer_id: int) -> object:
        """Remove a gold answer, which can be restored on a page. Idempotent."""
        campaign = campaign_for(request, campaign_id)
        found = first_of(
            campaign.known_answers.filter(pk=answer_id),
            "This campaign has no gold answer with this number.",
        )
        found.campaign = campaign
        return remove_answer(answer=found, user=caller(request))
