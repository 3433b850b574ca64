"""Operations on typologies (function words and the side of adpositions), and on a project's word
lists."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text
from annotation.api.jobs.jobs import Job, job_for, job_response, listed
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import caller, dataset_for, project_for
from annotation.capabilities import Capability
from annotation.models import Project, WordList
from annotation.models import Typology as TypologyModel
from annotation.options.typology import TypologyOptions
from annotation.scopes import Scope
from annotation.services.datasets.word_lists import MAX_WORD_LENGTH, MAX_WORDS, set_word_list
from annotation.services.errors import Invalid, NameTaken, NotFound
from annotation.services.jobs.typologies import ask_for_typology
from annotation.services.names import rename

MAX_CODE_LENGTH = 20
CODE = "The code of the language, such as en or pt-br."


class Typology(Job):
    """Function words of a dataset's language, and the side of its adpositions."""

    language = serializers.CharField(help_text=CODE)


class TypologyWithResults(Typology):
    """Function words of a dataset's language and the side of its adpositions, with results."""

    results = serializers.DictField(
        help_text=(
            "The word lists with their figures, the decision and its dependence on the sample, "
            "and the proposed adpositions; empty until ready."
        )
    )


class TypologyInput(OptionsInput):
    options = TypologyOptions

    language = Text(max_length=MAX_CODE_LENGTH, help_text=CODE)


class Typologies(ResearcherOperation):
    class Output(Page):
        results = Typology(many=True, help_text="The typologies of this page.")

    @operation(
        name="list_typologies",
        needs=Capability.SEE_FIGURES,
        asks=Paging,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, dataset_id: int) -> Response:
        """List the analyses of function words of a dataset, oldest first."""
        rows = TypologyModel.objects.filter(dataset=dataset_for(request, dataset_id))
        shown, following = page_of(listed(rows).select_related("dataset"), request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)

    @operation(
        name="ask_for_typology",
        needs=Capability.EDIT_DATASETS,
        takes=TypologyInput,
        creates=True,
        gives={202: Typology},
        refuses=(401, 404, 409),
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


class ReadTypology(ResearcherOperation):
    @operation(
        name="read_typology",
        needs=Capability.SEE_TEXTS,
        gives={200: TypologyWithResults},
        refuses=(401, 404),
    )
    def get(self, request: Request, typology_id: int) -> Response:
        """Read the progress or the results of a typology."""
        return job_response(TypologyWithResults, job_for(request, TypologyModel, typology_id))


class Words(Form):
    """A project's own list of prepositions of a language."""

    id = serializers.IntegerField(help_text="The list's number.")
    language = serializers.CharField(help_text=CODE)
    words = serializers.ListField(
        child=serializers.CharField(), help_text="The words, in alphabetical order."
    )
    revision = serializers.IntegerField(help_text="Grows by one with each change.")


class WordLists(ResearcherOperation):
    class Output(Page):
        results = Words(many=True, help_text="The lists of this page.")

    class Input(Strict):
        language = Text(max_length=MAX_CODE_LENGTH, help_text=CODE)
        words = serializers.ListField(
            child=Text(max_length=MAX_WORD_LENGTH),
            max_length=MAX_WORDS,
            help_text="All its words; they replace the current ones.",
        )

    @operation(
        name="list_words",
        needs=Capability.EDIT_DATASETS,
        scopes=(Scope.READ,),
        asks=Paging,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List a project's own lists of prepositions; languages without one have Midpath's."""
        rows = WordList.objects.filter(project=project_for(request, project_id))
        shown, following = page_of(rows, request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)

    @operation(
        name="set_words",
        needs=Capability.EDIT_DATASETS,
        takes=Input,
        gives={200: Words},
        refuses=(401, 404, 409),
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Set the list of prepositions of a language; figures that depend on it are recomputed."""
        project = project_for(request, project_id)
        return Response(
            Words(set_word_list(project=project, user=caller(request), **self.body)).data
        )


class RenameWords(ResearcherOperation):
    class Input(Strict):
        to = Text(max_length=MAX_CODE_LENGTH, help_text=f"The new language. {CODE}")

    @operation(
        name="rename_words",
        needs=Capability.EDIT_DATASETS,
        takes=Input,
        gives={200: Words},
        refuses=(401, 404, 409),
    )
    def post(self, request: Request, project_id: int, language: str) -> Response:
        """Change the language of a list."""
        found = _list_of(project_for(request, project_id), language)
        try:
            renamed = rename(thing=found, user=caller(request), name=self.body["to"])
        except (Invalid, NameTaken) as error:
            error.details["field"] = "to"
            raise
        renamed.refresh_from_db()
        return Response(Words(renamed).data)


def _list_of(project: Project, language: str) -> WordList:
    found = WordList.objects.filter(project=project, language=language).first()
    if found is None:
        raise NotFound("The project has no list of its own for this language.")
    return found
