"""The part of a campaign's terms on how often workers get a HIT again."""

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MAX_APART
from annotation.research.terms.part import Arguments, TermsPart
from annotation.schemes.terms import UsualTerms

USUAL = UsualTerms()


class RepeatTerms(TermsPart):
    """Repeated HITs are outside the order, like gold HITs, and fit every scheme."""

    repeat_every = forms.IntegerField(
        min_value=2,
        max_value=MAX_APART,
        required=False,
        label="Frequency of repeated tasks",
        help_text="10: one in ten tasks of a worker repeats an earlier one. Leave empty for never.",
    )
    repeat_after = forms.IntegerField(
        min_value=1,
        max_value=MAX_APART,
        required=False,
        label="Minimum tasks between the two",
        help_text="A task is repeated after this many to twice as many other tasks.",
    )

    def terms(self) -> Arguments:
        return super().terms() | {
            "repeat_every": self.cleaned_data["repeat_every"],
            "repeat_after": self.cleaned_data["repeat_after"] or USUAL.repeat_after,
        }

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        own = {name: getattr(terms, name) for name in RepeatTerms.base_fields}
        return super().filled(terms) | own
