"""The part of a campaign's terms on the allocation of HITs: their order, the limits per worker on
tasks and open HITs, and the time span in which HITs are handed out."""

from datetime import datetime

from django import forms

from annotation.models import Campaign
from annotation.models.campaign import MAX_CONCURRENT, MAX_HITS
from annotation.research.terms.part import Arguments, TermsPart
from annotation.schemes.terms import UsualTerms

# The format in which browsers write and read a date-time field; all times are UTC.
TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A date and time, in UTC."""

    def __init__(self, *, label: str, help_text: str) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=TYPED)
        error = {"invalid": "Enter a date and a time, such as 2027-03-31 18:00."}
        super().__init__(
            required=False, widget=widget, label=label, help_text=help_text, error_messages=error
        )


class WalkTerms(TermsPart):
    """The terms that are fixed once a campaign is launched."""

    walk = forms.ChoiceField(
        choices=Campaign.Walk.choices,
        required=False,
        label="Order of tasks",
        help_text="From the first task on: items already started are finished first, and a few "
        "fast workers may do most of the work. From a different place: each worker "
        "starts at a different item and goes round, so that the time at which an item is "
        "judged does not determine who judges it. Items then get their judgments late, so "
        "the reading test certifies workers later, and certifies fewer of them if they do "
        "only a few tasks each.",
    )

    def terms(self) -> Arguments:
        return super().terms() | {"walk": self.cleaned_data["walk"] or UsualTerms.walk}

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        return super().filled(terms) | {"walk": terms.walk}


class ServingTerms(TermsPart):
    """The terms that can change while a campaign runs."""

    most_project_hits = forms.IntegerField(
        min_value=1,
        max_value=MAX_HITS,
        required=False,
        label="Maximum tasks per worker in the project",
        help_text="Workers who have done this many tasks in all campaigns of the project get no "
        "more here. Leave empty for no limit.",
    )
    most_at_once = forms.IntegerField(
        min_value=1,
        max_value=MAX_CONCURRENT,
        required=False,
        label="Maximum open tasks per worker",
        help_text="Counts all campaigns of the project; within one campaign, a worker has one "
        "task at a time. Leave empty for one in each campaign.",
    )
    opens_at = MomentField(label="Opens at (UTC)", help_text="Leave empty to open at launch.")
    closes_at = MomentField(
        label="Closes at (UTC)",
        help_text="Workers get no new tasks after this time; tasks in progress can still be "
        "submitted. Leave empty to close it yourself.",
    )

    def terms(self) -> Arguments:
        own = {name: self.cleaned_data[name] for name in ServingTerms.base_fields}
        return super().terms() | own

    @classmethod
    def filled(cls, terms: Campaign | UsualTerms) -> dict[str, object]:
        found = {name: getattr(terms, name) for name in ServingTerms.base_fields}
        return super().filled(terms) | {
            name: value.strftime(TYPED) if isinstance(value, datetime) else value
            for name, value in found.items()
        }
