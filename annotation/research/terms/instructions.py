"""The instructions as workers see them, from the terms typed so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.templatetags.static import static

from annotation.models import Campaign
from annotation.research.common.desks import desk_context
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.settings import SchemeSettings
from annotation.schemes import SCHEMES
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import HasExample
from annotation.schemes.styles import styles_of
from annotation.services.campaigns.fitting import item_at
from annotation.services.campaigns.quiz_questions import Question
from annotation.services.wordings.terms import Wording

OF_READING = ("instructions", "wordings", "consent", "quiz")


@dataclass(frozen=True)
class Shown:
    """The worker's page of instructions; or `wrong`, the reason why it cannot be shown yet."""

    scheme: Scheme | None = None
    campaign: Campaign | None = None
    question: str = ""
    hint: str = ""
    instructions: str = ""
    example: Mapping[str, object] | None = None
    consent: str = ""
    quiz: Sequence[Question] = ()
    wordings: Sequence[Wording] = ()
    standard: bool = False
    wrong: str = ""

    @property
    def example_template(self) -> str:
        return f"worker/schemes/{self.scheme.name}_example.html" if self.scheme else ""

    @property
    def styles(self) -> list[str]:
        return styles_of(self.scheme.name) if self.scheme else []

    @property
    def drawing(self) -> dict[str, object]:
        """Return the script that draws the example on the worker's page, and the example."""
        script = static(f"js/worker/{self.scheme.name}/desk.js") if self.scheme else ""
        return {"script": script, "example": self.example}


def shown_to_workers(
    form: CampaignForm, scheme_settings: SchemeSettings, pictured: Campaign | None = None
) -> Shown:
    """Return what workers would read before they start if these terms were saved.

    The pictures are those of the draft that is edited, or of `pictured`."""
    scheme = SCHEMES.get(str(form["scheme"].value() or ""))
    if scheme is None or scheme not in form.schemes:
        return Shown(wrong="Choose what workers will do.")
    settings, wrong = scheme_settings.read(scheme)
    wrong = wrong or " ".join(
        str(error) for name in OF_READING for error in form.errors.get(name, [])
    )
    if settings is None or wrong:
        return Shown(scheme, wrong=wrong)
    own = form.own_of(_given(form, "instructions") or "")
    campaign = form.offer.campaign or pictured
    return Shown(
        scheme,
        Campaign(
            pk=campaign.pk if campaign else None,
            dataset=form.offer.dataset,
            scheme=scheme.name,
            settings=settings,
            language=_given(form, "language") or "",
            instructions_markdown=bool(_given(form, "instructions_markdown")),
        ),
        question=scheme.question_of(settings),
        hint=scheme.hint_of(settings),
        instructions=own or scheme.instructions_of(settings),
        example=scheme.example_of(settings) if isinstance(scheme, HasExample) else {},
        consent=_given(form, "consent") or "",
        quiz=_listed(form, "quiz"),
        wordings=_listed(form, "wordings"),
        standard=not own,
    )


def task_shown(shown: Shown) -> dict[str, object] | None:
    """Return the context of a worker's task on the first text that fits; None if there is none."""
    item = item_at(shown.campaign, 1) if shown.campaign else None
    if shown.campaign is None or item is None:
        return None
    return desk_context(shown.campaign, item, drafts="preview")


def _listed(form: CampaignForm, name: str) -> Any:
    """Return a list of objects in the form; for a stored draft, the stored one."""
    if form.is_bound:
        return form.cleaned_data.get(name) or ()
    return getattr(form.offer.campaign, name) if form.offer.campaign else ()


def _given(form: CampaignForm, name: str) -> Any:
    return form.cleaned_data.get(name) if form.is_bound else form.initial.get(name)
