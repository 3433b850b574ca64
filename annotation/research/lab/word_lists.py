"""The prepositions of languages, which members edit, with proposals by a typology."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from annotation.capabilities import Capability
from annotation.models import CampaignReport, Project, Typology, WordList
from annotation.research.common.access import ResearcherRequest, membership_of, needs, typology_for
from annotation.research.common.paging import whole_number
from annotation.research.common.rename import NameForm
from annotation.research.datasets.typology_charts import words_of_side
from annotation.research.lab.forms import WordsForm
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.errors import ServiceError
from annotation.services.names import rename

FIRST = 20


@dataclass(frozen=True)
class Proposal:
    """Words that look like prepositions, the most likely first, and the list in use."""

    typology: Typology
    words: Sequence[str]
    present: Sequence[str]

    @property
    def new(self) -> list[str]:
        return _without(self.words, self.present)

    @property
    def parts(self) -> list[tuple[str, list[str]]]:
        return [
            ("New", self.new),
            ("In both", _without(self.words, self.new)),
            ("Only in the present list", _without(self.present, self.words)),
        ]

    def fillings(self) -> dict[str, tuple[str, Sequence[str]]]:
        """Return the word lists that can fill the box, by their name in the URL."""
        found: dict[str, tuple[str, Sequence[str]]] = {
            "proposed": (f"all {len(self.words):,} proposed", self.words)
        }
        if len(self.words) > FIRST:
            found["first"] = (f"the first {FIRST} proposed", self.words[:FIRST])
        if self.present:
            found["both"] = ("both lists", [*self.present, *self.new])
            found["present"] = ("the present list", self.present)
        return found


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.EDIT_DATASETS)
def words(request: ResearcherRequest, project_id: int, language: str) -> HttpResponse:
    """Members of the project. Midpath's list applies until they save their own. A proposal only
    fills in the form."""
    project = membership_of(request, project_id).project
    typology = _typology_in(request, project)
    present = _words_of(project, language, typology)
    proposal = _proposal(typology, request.GET.get("side", ""), present) if typology else None
    fillings = proposal.fillings() if proposal else {"present": ("", present)}
    fill = request.GET.get("fill", "")
    fill = fill if fill in fillings else next(iter(fillings))
    known = {"language": language, "words": "\n".join(fillings[fill][1])}
    form = WordsForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        language = form.cleaned_data["language"]
        try:
            set_word_list(
                project=project,
                user=request.user,
                language=language,
                words=form.cleaned_data["words"].splitlines(),
            )
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, "The list is saved. The prepositions are being recounted.")
            return redirect(f"{reverse('research:lab', args=(project.pk,))}?language={language}")
    context = {
        "project": project,
        "language": language,
        "own": WordList.objects.filter(project=project, language=language).exists(),
        "form": form,
        "proposal": proposal,
        "fillings": [(key, name, key == fill) for key, (name, _) in fillings.items()],
        "side": request.GET.get("side", ""),
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/lab/word_lists.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.EDIT_DATASETS)
def rename_words(request: ResearcherRequest, project_id: int, language: str) -> HttpResponse:
    """Members of the project: change the language of one of its lists."""
    project = membership_of(request, project_id).project
    found = WordList.objects.filter(project=project, language=language).first()
    if found is None:
        raise Http404
    form = NameForm(request.POST or None, initial={"name": language})
    form.fields["name"].label = "Language code"
    if request.method == "POST" and form.is_valid():
        try:
            rename(thing=found, user=request.user, name=form.cleaned_data["name"])
        except ServiceError as error:
            form.refuse(error, language="name")
        else:
            messages.success(request, f"Renamed from “{language}”.")
            return redirect("research:words", project.pk, found.language)
    context = {"project": project, "language": language, "form": form}
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/lab/rename_words.html", context, status=status)


def _typology_in(request: ResearcherRequest, project: Project) -> Typology | None:
    """Return the typology in the URL, which must belong to this project."""
    number = whole_number(request, "typology")
    if number is None:
        return None
    typology = typology_for(request, number)
    if typology.dataset.project_id != project.pk:
        raise Http404
    return typology


def _proposal(typology: Typology, side: str, present: Sequence[str]) -> Proposal:
    words = words_of_side(typology, side)
    if not words:
        raise Http404
    return Proposal(typology, words, present)


def _words_of(project: Project, language: str, typology: Typology | None) -> Sequence[str]:
    """Return the project's own list, or Midpath's as stored with the typology or a report."""
    own = WordList.objects.filter(project=project, language=language).first()
    if own is not None:
        return own.words
    if typology is not None and typology.language == language:
        found: Sequence[str] = typology.results.get("comes_with", [])
        return found
    report = CampaignReport.objects.filter(
        campaign__dataset__project=project, results__prepositions__has_key=language
    ).first()
    if report is None:
        return []
    used: Sequence[str] = report.results["prepositions"][language]["words"]
    return used


def _without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    known = {word.casefold() for word in others}
    return [word for word in words if word.casefold() not in known]
