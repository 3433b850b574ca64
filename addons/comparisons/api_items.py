"""The operation that lists the items of a comparison with the answers of both sides."""

from collections.abc import Mapping, Sequence

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.comparisons.api import comparisons_of
from addons.comparisons.models import ComparedItem, Side
from addons.comparisons.services.compared_items import (
    MAX_ANSWERS,
    ORDERED_BY,
    Answers,
    answers_of,
    page_of_compared,
)
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Page, Paging, address_after
from annotation.api.scope import refuse
from annotation.models import Item


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
        found = comparisons_of(request).defer("results").filter(pk=comparison_id).first()
        if found is None:
            refuse(request, "comparison", comparison_id)
        order, most = self.query["order"], self.query["limit"]
        rows = page_of_compared(found, order, self.query.get("after"), most + 1)
        shown, last = rows[:most], None
        if len(rows) > most:
            last = getattr(shown[-1], ORDERED_BY[order].lstrip("-"))
        answer = {
            "results": _lines(found.crowd, found.gold, shown),
            "next": None if last is None else address_after(request, str(last)),
        }
        return Response(self.Output(answer).data)


def _lines(crowd: Side, gold: Side, rows: Sequence[ComparedItem]) -> list[dict[str, object]]:
    keys = {pk for row in rows for pk in (row.item_id, row.gold_item_id)}
    items: Mapping[int, Item] = Item.objects.select_related("document").in_bulk(keys)
    mine = answers_of(crowd, [row.item_id for row in rows], items)
    theirs = answers_of(gold, [row.gold_item_id for row in rows], items)
    return [
        {
            **vars(row),
            "text": items[row.item_id].text,
            "crowd": _to_dicts(mine[row.item_id]),
            "gold": _to_dicts(theirs[row.gold_item_id]),
        }
        for row in rows
    ]


def _to_dicts(answers: Answers) -> list[dict[str, object]]:
    return [{"form": form, "times": times} for form, times in answers]
