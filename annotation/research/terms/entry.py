"""The part of a campaign's terms on what workers read and do before their first task."""

from django import forms
from django.conf import settings

from annotation.models import Campaign
from annotation.models.campaign import (
    MAX_CONSENT_LENGTH,
    MAX_PRACTICE,
    MAX_QUESTIONS,
    MAX_TRIES,
)
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes.mixins import HasGoldAnswers
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.quiz_questions import Question, read_quiz, written_quiz
from annotation.services.errors import Invalid

OF_PRACTICE = ("practice", "practice_pass", "practice_tries")
MAX_QUIZ_LENGTH = 100_000
MARKDOWN = (
    "Markdown: **bold**, lists with - or 1., ## headings, | tables | and pictures, "
    "![what it shows](its-name.png)."
)


class EntryTerms(TermsPart):
    language = forms.ChoiceField(
        choices=(("", "Not specified"), *settings.LANGUAGES),
        required=False,
        label="Language of what you wrote",
        help_text="The language of your instructions, consent text and labels. Workers’ pages "
        "open in it. Workers can switch the buttons to another language.",
    )
    instructions_markdown = forms.BooleanField(
        required=False, label="Read the instructions as Markdown", help_text=MARKDOWN
    )
    consent = forms.CharField(
        max_length=MAX_CONSENT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        label="What workers agree to",
        help_text="In Markdown. Workers agree before their first task; the time and the exact "
        "version are recorded. Leave empty to ask for no consent.",
    )

    quiz = forms.CharField(
        max_length=MAX_QUIZ_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        label="Questions about the instructions",
        help_text="Shown after the instructions. Write a question, then its answers below it, "
        "one per line: [x] before a correct one, [ ] before the others. An explanation can "
        "follow after >. An empty line ends a question. Leave empty for no questions.",
    )
    quiz_pass = forms.IntegerField(
        min_value=1,
        max_value=MAX_QUESTIONS,
        required=False,
        label="Correct answers required",
        help_text="Leave empty to require all of them.",
    )
    quiz_tries = forms.IntegerField(
        min_value=1,
        max_value=MAX_TRIES,
        required=False,
        label="Maximum tries",
        help_text="Workers who fail every try are blocked; you can unblock them.",
    )

    practice = forms.IntegerField(
        min_value=0,
        max_value=MAX_PRACTICE,
        required=False,
        label="Practice tasks",
        help_text="Shown in the normal task interface, with immediate feedback; not counted and "
        "not paid. Choose the items and their gold answers after saving the draft.",
    )
    practice_pass = forms.IntegerField(
        min_value=1,
        max_value=MAX_PRACTICE,
        required=False,
        label="Correct practice answers required",
        help_text="Leave empty to require no minimum score.",
    )
    practice_tries = forms.IntegerField(
        min_value=1,
        max_value=MAX_TRIES,
        required=False,
        label="Maximum practice tries",
        help_text="Workers who fail every try are blocked; you can unblock them.",
    )

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        self.with_practice = [one.name for one in offer.schemes if isinstance(one, HasGoldAnswers)]
        if not self.with_practice:
            for name in OF_PRACTICE:
                del self.fields[name]

    def clean_quiz(self) -> list[Question]:
        try:
            return read_quiz(self.cleaned_data["quiz"])
        except Invalid as error:
            raise forms.ValidationError(error.message) from error

    def terms(self) -> Arguments:
        own = {name: self.cleaned_data.get(name) for name in EntryTerms.base_fields}
        if self.cleaned_data["scheme"] not in self.with_practice:
            own |= dict.fromkeys(OF_PRACTICE)
        own["practice"] = own["practice"] or 0
        own["practice_tries"] = own["practice_tries"] or UsualTerms.practice_tries
        own["quiz_tries"] = own["quiz_tries"] or UsualTerms.quiz_tries
        return super().terms() | own

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        own = {name: getattr(terms, name) for name in EntryTerms.base_fields}
        return super().filled(terms) | own | {"quiz": written_quiz(terms.quiz)}


class ConsentForm(ServiceForm):
    """A new consent text, for a launched campaign."""

    consent = forms.CharField(
        max_length=MAX_CONSENT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        label="What workers agree to from now on",
        help_text="In Markdown. Workers who agreed to an earlier version must agree again before "
        "their next task. Leave empty to stop requesting consent.",
    )
