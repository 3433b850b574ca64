"""The operation that makes questions texts of their own."""

from rest_framework.request import Request

from annotation.api.datasets import NAME, Dataset
from annotation.api.fields import Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller, campaign_for, dataset_for, set_for
from annotation.services.datasets.question_texts import Source, make_question_texts
from annotation.services.errors import Invalid


class MakeQuestionTexts(ResearcherOperation):
    class Input(Strict):
        name = Text(NAME, max_length=120)
        evidence_campaign = Whole(
            "A campaign of evidence on these questions. The sentences that its workers marked so "
            "far become the column `evidence`.",
            required=False,
        )
        evidence_set = Whole(
            "The same from an annotation set of these questions. Give one of the two or neither.",
            required=False,
        )

    @edits_datasets(
        name="make_question_texts",
        takes=Input,
        creates=True,
        gives={201: Dataset},
        refuses=(404, 409),
    )
    def post(self, request: Request, dataset_id: int) -> object:
        """Create a dataset in which each question is a text of its own, for campaigns of labels or
        spans.

        Items keep their names, their document, and the single values of their file as columns."""
        made = make_question_texts(
            questions=dataset_for(request, dataset_id),
            user=caller(request),
            name=self.body["name"],
            evidence=self._evidence(request),
        )
        made.refresh_from_db()
        return made

    def _evidence(self, request: Request) -> Source | None:
        campaign, own = (self.body.get(f"evidence_{one}") for one in ("campaign", "set"))
        if campaign is not None and own is not None:
            raise Invalid("Give a campaign or an annotation set, not both.", field="evidence_set")
        if campaign is not None:
            return campaign_for(request, campaign)
        return None if own is None else set_for(request, own)
