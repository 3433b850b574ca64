"""The operation that describes the methods of a campaign, for papers and datasheets."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Boolean, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.scope import campaign_for
from annotation.models import Campaign
from annotation.services.errors import Conflict
from annotation.services.methods.methods_text import methods_of


class Sentence(Form):
    """One sentence of the paragraph."""

    about = String("Its topic: task, workers, pay … A figure is named by its path.")
    text = String("The sentence.")
    cites = Array("The `bibtex` keys of the papers it cites.", child=String())


class DatasheetEntry(Form):
    """One question of the datasheet."""

    question = String("After Datasheets for Datasets.")
    answer = String("The answer, as far as known.")
    yours = Boolean("Whether only the researchers can answer it.")


class Methods(Form):
    """The methods of a campaign for a paper, from the current data."""

    version = Integer("The version of the figures used.", source="facts.version")
    midpath = String("The version of Midpath.", source="facts.midpath")
    sentences = Sentence(many=True, help_text="The paragraph, sentence by sentence.")
    datasheet = DatasheetEntry(many=True, help_text="Questions and answers.")
    text = String("The paragraph.")
    markdown = String("Paragraph, table of agreement and datasheet.")
    latex = String("The same, with citations; needs booktabs.")
    bibtex = String("The papers that are cited, the datasheet’s among them.")


class ReadMethods(ResearcherOperation):
    @sees_figures(name="read_methods", gives={200: Methods}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """Describe the task, workers, pay, exclusions and agreement of a campaign.
        The numbers are those of the pages and of `read_figures`. Drafts are refused."""
        campaign = campaign_for(request, campaign_id)
        if campaign.status == Campaign.Status.DRAFT:
            raise Conflict("This campaign is a draft, so it has no methods yet. Launch it first.")
        return methods_of(campaign)
