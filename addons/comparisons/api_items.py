"""The operation that lists the items of a comparison with the answers of both sides."""

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
from annotation.api.basic_fields import Boolean, Choice, Float, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Page, Paging, address_after


class SideAnswer(Form):
    """An answer of one side."""

    form = String("The answer in its plain form.")
    times = Integer("The number of workers who gave it.")


class ComparedAnswers(Form):
    """An item that both sides answered."""

    item = Integer("The item's number.", source="item_id")
    gold_item = Integer(
        "The number of the gold item, which differs if the sides are on two datasets.",
        source="gold_item_id",
    )
    text = String("The text, or the name of an item that is not a text.")
    position = Integer("Its place in the order of the crowd's dataset.")
    rank = Integer("Its rank by distance, the farthest first.")
    alike = Float("The average similarity of the two sides' answers, from 0 to 1.")
    same = Boolean("Whether both have the same consensus; null: one has none.", allow_null=True)
    crowd = SideAnswer(
        many=True, help_text=f"The {MAX_ANSWERS} most frequent answers of the crowd."
    )
    gold = SideAnswer(many=True, help_text="The same for gold.")


class ListComparedItems(ResearcherOperation):
    class Filters(Paging):
        order = Choice(
            "The farthest `apart` first, the most `alike` first, or in the order of the `dataset`.",
            tuple(ORDERED_BY),
            required=False,
            default="apart",
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
