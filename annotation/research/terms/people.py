"""The part of a campaign's terms about who may join and how workers leave."""

from django import forms

from annotation.models import Campaign
from annotation.models.people_terms import (
    MAX_ADDRESS_LENGTH,
    MAX_CLAIMS_PER_ADDRESS,
    MAX_CODE_LENGTH,
    MAX_PER_DAY,
    MAX_PLACE_HITS,
    MAX_PLACE_MINUTES,
    LinkTrust,
    is_code,
)
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.about import AboutTerms
from annotation.research.terms.part import Arguments, TermsPart
from annotation.schemes.terms import UsualTerms

USUAL = UsualTerms()
TRUSTED = (
    (LinkTrust.CODE, "Any link; returning workers show a return code"),
    (LinkTrust.SIGNED, "Only links that you sign here, one per id"),
    (LinkTrust.PLATFORM, "Only links that Prolific signs"),
)


def _code(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        max_length=MAX_CODE_LENGTH,
        required=False,
        validators=(is_code,),
        label=label,
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class PeopleTerms(TermsPart):
    link_trust = forms.ChoiceField(
        choices=TRUSTED,
        required=False,
        label="Allowed links",
        help_text="With the first option, workers can also choose their own name. With the "
        "others, each person needs a signed link.",
    )
    platform_study = forms.CharField(
        max_length=120,
        required=False,
        label="Prolific’s id of the study",
        help_text="Only links of this study are accepted. Leave empty for any study.",
    )
    access_code = forms.CharField(
        max_length=MAX_CODE_LENGTH,
        required=False,
        label="Access code",
        help_text="Workers type it when they join. Leave empty for none.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    screened = forms.BooleanField(
        required=False, label="Approve each new worker before their first task"
    )
    offered = forms.BooleanField(
        required=False,
        label="Offer to workers of this project on their own page",
        help_text="Shown to workers who fulfil its conditions, as long as it lets them in. "
        "Workers from a platform do not see it: they find their work there.",
    )
    joins_per_day = forms.IntegerField(
        min_value=1,
        max_value=MAX_PER_DAY,
        required=False,
        label="New workers per day",
        help_text="From all addresses, within 24 hours. Prevents one person with many names "
        "from using up the budget. Leave empty for no limit.",
    )
    claims_per_address = forms.IntegerField(
        min_value=1,
        max_value=MAX_CLAIMS_PER_ADDRESS,
        required=False,
        label="Tasks per minute for one address",
        help_text="For all workers at this address together. Leave empty for no limit.",
    )
    place_hits = forms.IntegerField(
        min_value=1,
        max_value=MAX_PLACE_HITS,
        required=False,
        label="Tasks per submission",
        help_text="After this many tasks, a worker has completed their submission on the "
        "platform and sees the code. Leave empty to show it when no tasks are left for them.",
    )
    place_minutes = forms.IntegerField(
        min_value=1,
        max_value=MAX_PLACE_MINUTES,
        required=False,
        label="Or minutes of active work",
        help_text="Whichever comes first. Leave empty for no time limit.",
    )
    completion_code = _code("Completion code", "For workers who complete their submission.")
    screen_out_code = _code(
        "Screen-out code", "For workers who are not let in or who fail the training."
    )
    no_consent_code = _code("No-consent code", "For workers who do not consent.")
    return_address = forms.CharField(
        max_length=MAX_ADDRESS_LENGTH,
        required=False,
        label="Return address",
        help_text="{code}, {id}, {study} and {session} are filled in. Leave empty for "
        "Prolific’s address if Prolific sent the worker, and none for others.",
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}),
    )

    def terms(self) -> Arguments:
        given = {name: self.cleaned_data.get(name) for name in PeopleTerms.base_fields}
        given["link_trust"] = given["link_trust"] or USUAL.link_trust
        return super().terms() | given

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        people = {name: getattr(terms, name) for name in PeopleTerms.base_fields}
        return super().filled(terms) | people


class PeopleForm(AboutTerms, PeopleTerms, ServiceForm):
    """The same for a launched campaign, with its title for workers and the researcher's name."""
