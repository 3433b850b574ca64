"""The part of a campaign's terms that says who may come in and how they leave."""

from typing import Any

from django import forms

from annotation.models import Campaign
from annotation.models.people_terms import (
    LONGEST_ADDRESS,
    LONGEST_CODE,
    MOST_A_DAY,
    MOST_CLAIMS_OF_ADDRESS,
    MOST_PLACE_HITS,
    MOST_PLACE_MINUTES,
    LinkTrust,
    is_code,
)
from annotation.research.common.forms import CalmForm
from annotation.research.terms.about import AboutTerms
from annotation.research.terms.part import TermsPart
from annotation.schemes.terms import UsualTerms

USUAL = UsualTerms()
TRUSTED = (
    (LinkTrust.CODE, "Any link; who comes back shows a return code"),
    (LinkTrust.SIGNED, "Only links that you sign here, one for each id"),
    (LinkTrust.PLATFORM, "Only links that Prolific signs"),
)


def _code(label: str, told: str) -> forms.CharField:
    return forms.CharField(
        max_length=LONGEST_CODE,
        required=False,
        validators=(is_code,),
        label=label,
        help_text=told,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class PeopleTerms(TermsPart):
    link_trust = forms.ChoiceField(
        choices=TRUSTED,
        required=False,
        label="Whose links are believed",
        help_text="With the first, anybody may choose a name, too. With the others nobody can: "
        "each person needs a link of their own.",
    )
    platform_study = forms.CharField(
        max_length=120,
        required=False,
        label="Prolific’s id of the study",
        help_text="Only links of this study are taken. Empty: of any.",
    )
    access_code = forms.CharField(
        max_length=LONGEST_CODE,
        required=False,
        label="Access code",
        help_text="Whoever joins for the first time has to type it. Empty: nothing.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    screened = forms.BooleanField(
        required=False, label="Let each new worker in by hand, before their first task"
    )
    offered = forms.BooleanField(
        required=False,
        label="Offer it to workers of this project on their own page",
        help_text="To those whom it would let in, as long as it does. Not to those whom a platform "
        "sent: they find their work there.",
    )
    joins_per_day = forms.IntegerField(
        min_value=1,
        max_value=MOST_A_DAY,
        required=False,
        label="New workers a day",
        help_text="From everywhere, within 24 hours. Keeps one person with many names from "
        "taking the budget. Empty: any number.",
    )
    claims_per_address = forms.IntegerField(
        min_value=1,
        max_value=MOST_CLAIMS_OF_ADDRESS,
        required=False,
        label="HITs a minute for one address",
        help_text="For all workers behind it together. Empty: any number.",
    )
    place_hits = forms.IntegerField(
        min_value=1,
        max_value=MOST_PLACE_HITS,
        required=False,
        label="HITs that make a place",
        help_text="After so many a worker has completed their place on the platform and is shown "
        "the code. Empty: when nothing is left for them.",
    )
    place_minutes = forms.IntegerField(
        min_value=1,
        max_value=MOST_PLACE_MINUTES,
        required=False,
        label="Or minutes of active work",
        help_text="Whichever comes first. Empty: however long it takes.",
    )
    completion_code = _code("Completion code", "For whoever has completed their place.")
    screen_out_code = _code("Screen-out code", "For whoever is not let in, or fails the training.")
    no_consent_code = _code("No-consent code", "For whoever does not consent.")
    return_address = forms.CharField(
        max_length=LONGEST_ADDRESS,
        required=False,
        label="Address to go back to",
        help_text="{code}, {id}, {study} and {session} are filled in. Empty: Prolific’s own for "
        "those whom Prolific sent, none for others.",
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}),
    )

    def terms(self) -> dict[str, Any]:
        given = {name: self.cleaned_data.get(name) for name in PeopleTerms.base_fields}
        given["link_trust"] = given["link_trust"] or USUAL.link_trust
        return super().terms() | given

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, Any]:
        people = {name: getattr(terms, name) for name in PeopleTerms.base_fields}
        return super().filled(terms) | people


class PeopleForm(AboutTerms, PeopleTerms, CalmForm):
    """The same of a campaign that was launched, with what workers call it and who asks."""
