"""The part of a campaign's terms with the title for workers and the researcher's name."""

from django import forms

from annotation.models import Campaign, Project, User
from annotation.research.terms.part import Arguments, TermsPart
from annotation.schemes.terms import UsualTerms

WHO = ("researcher", "institution", "contact")


class AboutTerms(TermsPart):
    title = forms.CharField(
        max_length=120,
        required=False,
        label="Title for workers",
        help_text="Workers see this title and never the campaign’s name, so the name can "
        "contain what they should not know. Leave empty to show what they do, such as "
        "“Cutting texts”.",
    )
    researcher = forms.CharField(
        max_length=120,
        required=False,
        label="Researcher’s name",
        help_text="Workers see it before they join.",
    )
    institution = forms.CharField(max_length=200, required=False, label="Institution")
    contact = forms.CharField(
        max_length=200,
        required=False,
        label="Contact",
        help_text="An e-mail address or another way to reach you. Workers see it, too.",
    )

    def terms(self) -> Arguments:
        return super().terms() | {name: self.cleaned_data[name] for name in AboutTerms.base_fields}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        about = {name: getattr(terms, name) for name in AboutTerms.base_fields}
        return super().filled(terms) | about


def who_asks(project: Project, user: User) -> dict[str, str]:
    """Return the researcher's name and contact from the latest campaign or the account."""
    named = Campaign.objects.filter(dataset__project=project).exclude(researcher="")
    last = named.order_by("-pk").values(*WHO).first()
    if last is not None:
        return {name: str(value) for name, value in last.items()}
    return {"researcher": user.get_full_name(), "contact": user.email}
