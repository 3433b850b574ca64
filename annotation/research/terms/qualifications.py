"""The part of a campaign's terms about who may join, and the form of its id lists."""

import json
from decimal import Decimal
from typing import cast

from django import forms

from annotation.models import Campaign, ListedId
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.part import Arguments, Offer, TermsPart
from annotation.schemes.terms import UsualTerms
from annotation.services.people.qualification_rules import MAX_TASKS, PRESETS, Qualifications

HUNDRED = Decimal(100)
LISTS = ("not_who_did", "only_who_passed")
CODES = ("countries", "languages")


class QualificationTerms(TermsPart):
    """The terms of who may join; if all are empty, everyone may."""

    not_who_did = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Exclude workers of",
        help_text="Workers who submitted anything in these campaigns cannot join.",
    )
    only_who_passed = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Only workers who passed",
        help_text="Workers must have submitted something, passed the training if there is one, "
        "and not been stopped or excluded, in each chosen campaign.",
    )
    more_tasks_than = forms.IntegerField(
        min_value=0,
        max_value=MAX_TASKS,
        required=False,
        label="Tasks done in this project, more than",
        help_text="Paid tasks, at the time of joining. Leave empty for no condition.",
    )
    approved_above = forms.DecimalField(
        min_value=Decimal(0),
        max_value=Decimal("99.9"),
        decimal_places=1,
        required=False,
        label="Accepted judgments in percent, more than",
        help_text="Of the judgments accepted or rejected in this project. Workers without "
        "reviewed judgments can join. Leave empty for no condition.",
    )
    countries = forms.CharField(
        max_length=400,
        required=False,
        label="Countries",
        help_text="Country codes from the platform, such as IN, US. Leave empty for any.",
    )
    languages = forms.CharField(
        max_length=400,
        required=False,
        label="Languages",
        help_text="Language codes from the platform, such as hi, en. Leave empty for any.",
    )

    @property
    def chosen_campaigns(self) -> list[forms.BoundField]:
        return [self[name] for name in LISTS if name in self.fields]

    @property
    def presets(self) -> list[tuple[str, str, str]]:
        """Return the title of each paper's qualifications, in words, and their fields as JSON."""
        return [
            (one.title, one.about, json.dumps(_answers(Qualifications.stored(one.rules))))
            for one in PRESETS.values()
        ]

    def fit(self, offer: Offer) -> None:
        super().fit(offer)
        others = Campaign.objects.launched().filter(dataset__project=offer.dataset.project_id)
        found = [(str(one.pk), one.name) for one in others.order_by("-pk")[:50]]
        for name in LISTS:
            cast(forms.MultipleChoiceField, self.fields[name]).choices = found
            if not found:
                del self.fields[name]

    def terms(self) -> Arguments:
        data, share = self.cleaned_data, self.cleaned_data["approved_above"]
        rules = {
            **{name: [int(one) for one in data.get(name, ())] for name in LISTS},
            **{name: data[name].replace(",", " ").split() for name in CODES},
            "more_tasks_than": data["more_tasks_than"],
            "approved_above": None if share is None else str(share / HUNDRED),
        }
        return super().terms() | {"qualifications": rules}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        found = Qualifications.of(terms) if isinstance(terms, Campaign) else Qualifications()
        lists = {name: [str(one) for one in getattr(found, name)] for name in LISTS}
        return super().filled(terms) | lists | _answers(found)


def _answers(rules: Qualifications) -> dict[str, object]:
    """Return the form's values for the rules that do not name campaigns."""
    share = rules.approved_above
    return {
        **{name: ", ".join(getattr(rules, name)) for name in CODES},
        "more_tasks_than": rules.more_tasks_than,
        "approved_above": None if share is None else f"{(share * HUNDRED).normalize():f}",
    }


class ListForm(ServiceForm):
    """Ids, pasted or in a file, one per line; traits are CSV lines."""

    written = forms.CharField(required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(required=False, max_length=200)
    what = forms.ChoiceField(choices=[*ListedId.Side.choices, ("traits", "traits")])

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        file = data.get("file")
        if file is not None:
            try:
                data["written"] = file.read().decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise forms.ValidationError("This file is not UTF-8 text.") from error
        return data
