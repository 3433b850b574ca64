"""Item filters in the query of an operation."""

from rest_framework.request import Request

from annotation.api.basic_fields import Choice
from annotation.api.fields import Field, Moment, Strict, Text, Values, WholeInText, YesOrNoInText
from annotation.api.items.saved_filters import saved_in, within_sight
from annotation.models import Campaign
from annotation.services.items.addon_filters import addon_conditions
from annotation.services.items.filters import (
    LARGEST,
    MAX_TEXT_LENGTH,
    NUMBER,
    REVIEWS,
    ItemFilter,
    checked,
    readers,
)

NUMBERS = ("disagreement_from", "disagreement_to", "entropy_from", "entropy_to")


def _whole(help_text: str) -> WholeInText:
    return WholeInText(help_text, required=False, min_value=0, max_value=LARGEST)


def _number(help_text: str) -> Text:
    return Text(help_text, required=False, pattern=NUMBER.pattern)


class FilterQuery(Strict):
    """The filters of items; omitted ones do not apply."""

    saved = WholeInText(
        "The number of a saved filter: only items that it finds. Conditions in the query override "
        "those of the filter.",
        required=False,
        min_value=1,
        max_value=LARGEST,
    )
    q = Text("Only those that contain this text.", required=False, max_length=MAX_TEXT_LENGTH)
    worker = WholeInText(
        "Only those with a judgment of this worker, by number; not for members who may not see who "
        "answered what. A single judgment must meet this, `since`, `until`, `review` and `late`.",
        required=False,
        min_value=0,
        max_value=LARGEST,
    )
    since = Moment("Only those with a judgment submitted since then.", required=False)
    until = Moment("Only those with a judgment submitted before then.", required=False)
    review = Choice("Only those with a judgment with this review.", tuple(REVIEWS), required=False)
    late = YesOrNoInText("Only those with a judgment late, or in time.", required=False)
    length_from = _whole("Only those with at least this many words.")
    length_to = _whole("Only those with at most this many words.")
    stratum = Text("Only pairs of this stratum.", required=False, max_length=MAX_TEXT_LENGTH)
    judgments_from = _whole("Only those with at least this many judgments in their summary.")
    judgments_to = _whole("Only those with at most this many; 0: those without any.")
    disagreement_from = _number("Only those whose disagreement is this or more.")
    disagreement_to = _number("Only those whose disagreement is this or less.")
    entropy_from = _number("Only those whose entropy is this or more, in bits.")
    entropy_to = _number("Only those whose entropy is this or less, in bits.")
    tie = YesOrNoInText(
        "Only those with a tie between the most frequent answers, or without.", required=False
    )
    undecided = YesOrNoInText("Only those without a consensus, or with one.", required=False)
    decided = YesOrNoInText("Only those that an adjudicator decided, or not.", required=False)

    def get_fields(self) -> dict[str, Field]:
        """Return the fields with those of add-ons."""
        fields: dict[str, Field] = super().get_fields()
        for name, one in addon_conditions().items():
            fields[name] = _number(one.help) if one.kind == "number" else _whole(one.help)
        return fields

    def validate(self, attrs: Values) -> Values:
        """Return the values with their filter."""
        filters = {name: value for name, value in attrs.items() if name in readers()}
        of_addons = addon_conditions().items()
        for name in (*NUMBERS, *(name for name, one in of_addons if one.kind == "number")):
            if name in filters:
                filters[name] = float(filters[name])
        return {**attrs, "wanted": checked(filters)}


def wanted_in(request: Request, campaign: Campaign, query: Values) -> ItemFilter:
    """Return the filter of a query, including its saved filter if the caller may use that."""
    wanted = within_sight(request, campaign, query["wanted"])
    if "saved" in query:
        return saved_in(request, campaign, query["saved"]).with_more(wanted)
    return wanted
