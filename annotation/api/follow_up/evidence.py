"""The operation that drafts an evidence campaign from workers' questions."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Integer, String
from annotation.api.datasets import NAME
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns
from annotation.api.scope import caller, campaign_for, dataset_for
from annotation.api.terms import Campaign
from annotation.services.campaigns.elicitation import ask_for_evidence


class AskForEvidence(ResearcherOperation):
    class Input(Strict):
        documents = Whole(
            "A dataset of documents of the project, named as the apps or their column `policy`."
        )
        name = Text(f"The name of the questions' dataset. {NAME}", max_length=120)

    class Output(Form):
        campaign = Campaign(help_text="The draft.")
        questions = Integer("The number of questions.")
        apps = Integer("The number of apps.")
        without = Array("Apps without a document, which are left out.", child=String())

    @runs_campaigns(name="ask_for_evidence", takes=Input, creates=True, gives={201: Output})
    def post(self, request: Request, campaign_id: int) -> object:
        """Create a dataset of workers' questions, and draft an evidence campaign on it.
        Duplicate questions are merged. Both are created or neither."""
        documents = dataset_for(request, self.body["documents"])
        drafted, matched = ask_for_evidence(
            campaign=campaign_for(request, campaign_id),
            documents=documents,
            user=caller(request),
            name=self.body["name"],
        )
        drafted.refresh_from_db()
        return {
            "campaign": drafted,
            "questions": len(matched.questions),
            "apps": matched.apps,
            "without": matched.without,
        }
