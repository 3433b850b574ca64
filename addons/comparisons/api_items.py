"""The operation that lists the items of a comparison with the answers of both sides."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.comparisons.api import comparisons_of, found_in
from addons.comparisons.services.compared_items import (
    MAX_ANSWERS,
    ORDERED_BY,
    Answers,
    page_of_compared,
    with_answers,
)
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Page, Paging, address_after


class SideAnswer(Form):
    """An answer of one side."""

    form = serializers.CharField(help_text="The answer in its plain form.")
    times = serializers.IntegerField(help_text="The number of workers who gave it.")


class ComparedAnswers(Form):
    """An item that both sides answered."""

    item = serializers.IntegerField(source="item_id", help_text="The item's number.")
    gold_item = serializers.IntegerField(
        source="gold_item_id",
        help_text="The number of the gold item, which differs if the sides are on two datasets.",
    )
    text = serializers.CharField(help_text="The text, or the name of an item that is not a text.")
    position = serializers.IntegerField(help_text="Its place in the order of the crowd's dataset.")
    rank = serializers.IntegerField(help_text="Its rank by distance, the farthest first.")
    alike = serializers.FloatField(
        help_text="The average similarity of the two sides' answers, from 0 to 1."
    )
    same = serializers.BooleanField(
        allow_null=True, help_text="Whether both have the same consensus; null: one has none."
    )
    crowd = SideAnswer(
        many=True, help_text=f"The {MAX_ANSWERS} most frequent answers of the crowd."
    )
    gold = SideAnswer(many=True, help_text="The same for gold.")


class ListComparedItems(ResearcherOperation):
    class Filters(Paging):
        order = serializers.ChoiceField(
            tuple(ORDERED_BY),
            required=False,
            default="apart",
            help_text=(
                "The farthest `apart` first, the most `alike` first, or in the order of the "
                "`dataset`."
            ),
        )

    class Output(Page):
        results = ComparedAnswers(many=True, help_text="The items of this page.")

    @sees_texts(name="list_compared_items", asks=Filters, gives={200: Output})
    def get(self, request: Request, comparison_id: int) -> Response:
        """List the items of a comparison with the answers of both sides.
        `after` is a position in the chosen order."""
        found = found_in(comparisons_of(request).defer("results"), request, comparison_id)
        order, most = self.query["order"], self.query["limit"]
        rows = page_of_compared(found, order, self.query.get("after"), most + 1)
        shown, last = rows[:most], None
        if len(rows) > most:
            last = getattr(shown[-1], ORDERED_BY[order].lstrip("-"))
        answer = {
            "results": [
                {
                    **vars(one.row),
                    "text": one.item.text,
                    "crowd": _to_dicts(one.crowd),
                    "gold": _to_dicts(one.gold),
                }
                for one in with_answers(found, shown)
            ],
            "next": None if last is None else address_after(request, str(last)),
        }
        return Response(self.Output(answer).data)


def _to_dicts(answers: Answers) -> list[dict[str, object]]:
    return [{"form": form, "times": times} for form, times in answers]
