"""The page of the form of a campaign's terms, and the parts of it that follow the input."""

from django.forms import BoundField, Form
from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.research.common.access import ResearcherRequest
from annotation.research.terms.checks import checks_of
from annotation.research.terms.described import answers_in, described_campaigns, described_costs
from annotation.research.terms.folds import folds_of
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.instructions import shown_to_workers, task_shown
from annotation.research.terms.settings import SchemeSettings
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasSettings

# Terms that a script updates when the scheme changes, if the user has not edited them.
FOLLOWING = (
    "name",
    "redundancy",
    "most_judgments",
    "majority_of",
    "minutes",
    "reward",
    "seconds_expected",
    "instructions",
)
CUSTOM = "custom"


def show_terms(
    request: ResearcherRequest, form: CampaignForm, scheme_settings: SchemeSettings
) -> HttpResponse:
    dataset, draft = form.offer.dataset, form.offer.campaign
    context: dict[str, object] = {
        "project": dataset.project,
        "dataset": dataset,
        "campaign": draft,
        "form": form,
        "to_correct": _to_correct(form, scheme_settings),
    }
    if form.schemes:
        context |= {
            "settings_forms": scheme_settings.forms,
            "noun": form.offer.noun,
            "chosen": form["scheme"].value(),
            "companions": form.companions,
            "defaults": _defaults(form),
            **_live_context(request, form, scheme_settings, draft),
        }
    status = 400 if scheme_settings.wrong or (form.is_bound and form.errors) else 200
    return render(request, "research/terms/terms.html", context, status=status)


def _to_correct(form: CampaignForm, scheme_settings: SchemeSettings) -> list[BoundField]:
    """Return the fields with errors, of the form and of the chosen scheme's settings."""
    forms: list[Form] = [form, *([scheme_settings.chosen] if scheme_settings.chosen else [])]
    return [one[name] for one in forms for name in one.errors if name in one.fields]


def show_live(
    request: ResearcherRequest,
    form: CampaignForm,
    scheme_settings: SchemeSettings,
    draft: Campaign | None,
) -> HttpResponse:
    """Return what changes on the page while the user types; `draft` is the one being edited."""
    context = _live_context(request, form, scheme_settings, draft) | {"oob": True}
    return render(request, "research/terms/live.html", context)


def _live_context(
    request: ResearcherRequest,
    form: CampaignForm,
    scheme_settings: SchemeSettings,
    draft: Campaign | None,
) -> dict[str, object]:
    read = answers_in(form)
    described = [draft] if draft and not form.is_bound else described_campaigns(read)
    scheme = SCHEMES.get(scheme_settings.chosen_name)
    settings = scheme_settings.read(scheme)[0] if scheme in form.schemes and scheme else None
    shown = shown_to_workers(form, scheme_settings, draft)
    is_task = request.POST.get("shown") == "task" and Capability.SEE_TEXTS in request.can
    return {
        "shown": shown,
        "task": task_shown(shown) if is_task else None,
        "folds": folds_of(form, read),
        "settings_parts": scheme_settings.parts,
        "checks": checks_of(read, described, settings, draft),
        **described_costs(read, described),
    }


def _defaults(form: CampaignForm) -> dict[str, dict[str, str]]:
    """Return the default answers that the page's script fills in, by scheme and preset."""
    return {
        name: {
            field: "" if answer is None else str(answer)
            for field, answer in answers.items()
            if field in FOLLOWING
        }
        for name, answers in _usual_answers(form).items()
    }


def _usual_answers(form: CampaignForm) -> dict[str, dict[str, object]]:
    """Return the default answers by scheme, and by scheme and preset, such as pair/binary. Settings
    of the researcher's own change no other answers."""
    found = CampaignForm.usual_answers(form.offer)
    for scheme in form.schemes:
        presets = scheme.settings_form.known_presets if isinstance(scheme, HasSettings) else ()
        for preset in set(presets) - {CUSTOM}:
            own = CampaignForm.answers_with(scheme, {"preset": preset})
            found[f"{scheme.name}/{preset}"] = found[scheme.name] | own
    return found
