"""The prepositions of languages, which members edit, with proposals by add-ons."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import CampaignReport, Project, WordList
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.common.rename import NameForm
from annotation.research.lab.forms import WordsForm
from annotation.research.lab.proposals import Proposal, Source, links_of_addons, proposed_source
from annotation.services.datasets.word_lists import set_word_list
from annotation.services.errors import ServiceError
from annotation.services.names import rename


@needs(Capability.EDIT_DATASETS)
def words(request: ResearcherRequest, project_id: int, language: str) -> HttpResponse:
    """Members of the project. Midpath's list applies until they save their own. A proposal only
    fills in the form."""
    project = membership_of(request, project_id).project
    source = proposed_source(request, project)
    present = _words_of(project, language, source)
    proposal = Proposal(source, present) if source else None
    fillings = proposal.fillings() if proposal else {"present": ("", present)}
    fill = request.GET.get("fill", "")
    fill = fill if fill in fillings else next(iter(fillings))
    known = {"language": language, "words": "\n".join(fillings[fill][1])}
    form = WordsForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        language = form.cleaned_data["language"]
        with form.showing(ServiceError):
            set_word_list(
                project=project,
                user=request.user,
                language=language,
                words=form.cleaned_data["words"].splitlines(),
            )
            messages.success(request, "The list is saved. The prepositions are being recounted.")
            return redirect(f"{reverse('research:lab', args=(project.pk,))}?language={language}")
    context = {
        "project": project,
        "language": language,
        "own": WordList.objects.filter(project=project, language=language).exists(),
        "form": form,
        "proposal": proposal,
        "fillings": [(key, name, key == fill) for key, (name, _) in fillings.items()],
        "links_of_addons": links_of_addons(project),
    }
    return render(request, "research/lab/word_lists.html", context, status=form.status)


@needs(Capability.EDIT_DATASETS)
def rename_words(request: ResearcherRequest, project_id: int, language: str) -> HttpResponse:
    """Members of the project: change the language of one of its lists."""
    project = membership_of(request, project_id).project
    found = get_object_or_404(WordList, project=project, language=language)
    form = NameForm(request.POST or None, initial={"name": language})
    form.fields["name"].label = "Language code"
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, language="name"):
            rename(thing=found, user=request.user, name=form.cleaned_data["name"])
            messages.success(request, f"Renamed from “{language}”.")
            return redirect("research:words", project.pk, found.language)
    context = {"project": project, "language": language, "form": form}
    return render(request, "research/lab/rename_words.html", context, status=form.status)


def _words_of(project: Project, language: str, source: Source | None) -> Sequence[str]:
    """Return the project's own list, or Midpath's as stored with a proposal or a report."""
    own = WordList.objects.filter(project=project, language=language).first()
    if own is not None:
        return own.words
    if source is not None and source.language == language:
        return source.own
    report = CampaignReport.objects.filter(
        campaign__dataset__project=project, results__prepositions__has_key=language
    ).first()
    if report is None:
        return []
    used: Sequence[str] = report.results["prepositions"][language]["words"]
    return used
