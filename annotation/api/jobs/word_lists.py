"""Operations on a project's lists of prepositions."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, first_of, project_for
from annotation.models import Project, WordList
from annotation.scopes import Scope
from annotation.services.datasets.word_lists import MAX_WORD_LENGTH, MAX_WORDS, set_word_list
from annotation.services.errors import Invalid, NameTaken
from annotation.services.names import rename

MAX_CODE_LENGTH = 20
CODE = "The code of the language, such as en or pt-br."


class Words(Form):
    """A project's own list of prepositions of a language."""

    id = Integer("The list's number.")
    language = String(CODE)
    words = Array("The words, in alphabetical order.", child=String())
    revision = Integer("Grows by one with each change.")


class WordLists(ResearcherOperation):
    class Input(Strict):
        language = Text(CODE, max_length=MAX_CODE_LENGTH)
        words = Array(
            "All its words; they replace the current ones.",
            child=Text(max_length=MAX_WORD_LENGTH),
            max_length=MAX_WORDS,
        )

    @edits_datasets(
        name="list_words", scopes=(Scope.READ,), asks=Paging, gives=PageOf(Words, "lists")
    )
    def get(self, request: Request, project_id: int) -> object:
        """List a project's own lists of prepositions; languages without one have Midpath's."""
        rows = WordList.objects.filter(project=project_for(request, project_id))
        return self.page(rows)

    @edits_datasets(name="set_words", takes=Input, gives={200: Words})
    def post(self, request: Request, project_id: int) -> object:
        """Set the list of prepositions of a language; figures that depend on it are recomputed."""
        project = project_for(request, project_id)
        return set_word_list(project=project, user=caller(request), **self.body)


class RenameWords(ResearcherOperation):
    class Input(Strict):
        to = Text(f"The new language. {CODE}", max_length=MAX_CODE_LENGTH)

    @edits_datasets(name="rename_words", takes=Input, gives={200: Words})
    def post(self, request: Request, project_id: int, language: str) -> object:
        """Change the language of a list."""
        found = _list_of(project_for(request, project_id), language)
        try:
            renamed = rename(thing=found, user=caller(request), name=self.body["to"])
        except (Invalid, NameTaken) as error:
            error.details["field"] = "to"
            raise
        renamed.refresh_from_db()
        return renamed


def _list_of(project: Project, language: str) -> WordList:
    return first_of(
        WordList.objects.filter(project=project, language=language),
        "The project has no list of its own for this language.",
    )
