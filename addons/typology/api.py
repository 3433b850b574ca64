"""Operations on typologies: function words and the side of adpositions."""

from rest_framework.request import Request
from rest_framework.response import Response

from addons.typology.job_kinds import TYPOLOGY
from addons.typology.services import ask_for_typology
from annotation.api.basic_fields import Object, String
from annotation.api.fields import Text
from annotation.api.jobs.jobs import Job, JobOperations, job_response
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller, dataset_for
from annotation.capabilities import Capability
from midpath.typology.options import TypologyOptions

MAX_CODE_LENGTH = 20
CODE = "The code of the language, such as en or pt-br."


class Typology(Job):
    """Function words of a dataset's language, and the side of its adpositions."""

    language = String(CODE)


class TypologyWithResults(Typology):
    """Function words of a dataset's language and the side of its adpositions, with results."""

    results = Object(
        "The word lists with their figures, the decision and its dependence on the sample, and the "
        "proposed adpositions; empty until ready."
    )


class TypologyInput(OptionsInput):
    options = TypologyOptions

    language = Text(CODE, max_length=MAX_CODE_LENGTH)


class AskForTypology(ResearcherOperation):
    @edits_datasets(
        name="ask_for_typology", takes=TypologyInput, creates=True, gives={202: Typology}
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Detect a dataset's function words and the side of its adpositions in the background."""
        typology = ask_for_typology(
            dataset=dataset_for(request, dataset_id),
            user=caller(request),
            language=self.body["language"],
            options=TypologyOptions.from_flat(chosen_in(TypologyInput, self.body)),
        )
        return job_response(Typology, typology, 202)


OPERATIONS = JobOperations(
    kind=TYPOLOGY,
    folder="typologies",
    listed=Typology,
    list_doc="List the analyses of function words of a dataset, oldest first.",
    found=TypologyWithResults,
    read_doc="Read the progress or the results of a typology.",
    sees=Capability.SEE_TEXTS,
    ask=AskForTypology,
)
