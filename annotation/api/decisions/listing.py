"""Operations that read decisions. Adjudicators appear as numbers, never names."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import caller, campaign_for
from annotation.models import Campaign, User
from annotation.models import Decision as DecisionModel
from annotation.schemes import scheme_of
from annotation.services.decisions.queue import since_decided


class Seen(Form):
    """An adjudicator's screen, as recorded."""

    version = serializers.IntegerField(help_text="The version of the figures.")
    judgments = serializers.ListField(
        child=serializers.IntegerField(), help_text="The judgments that were shown, by number."
    )
    decisions = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The other decisions in force on the same HIT that were shown.",
    )
    blind = serializers.BooleanField(help_text="Workers' answers were hidden.")


class Decision(Form):
    """An adjudicator’s answer to a HIT. It never changes, but can be withdrawn."""

    id = serializers.IntegerField(help_text="The decision's number.")
    hit = serializers.IntegerField(source="hit_id", help_text="The HIT that was decided.")
    item = serializers.IntegerField(help_text="The item of that HIT.")
    adjudicator = serializers.IntegerField(help_text="The adjudicator's number in the campaign.")
    how = serializers.ChoiceField(
        DecisionModel.How.choices,
        help_text="`accepted`: taken from a judgment; `edited`: based on one; `written`: new.",
    )
    judgment = serializers.IntegerField(
        source="judgment_id",
        allow_null=True,
        help_text="The judgment it is based on; null for a new answer.",
    )
    payload = serializers.DictField(help_text="The answer as it was sent.")
    vector = serializers.ListField(
        child=serializers.IntegerField(), help_text="The answer as a list of numbers."
    )
    form = serializers.CharField(help_text="The same answer in its plain form.")
    note = serializers.CharField(allow_blank=True, help_text="The reason, for the record.")
    apart = serializers.BooleanField(
        help_text="It was made without seeing another adjudicator's decision."
    )
    final = serializers.BooleanField(help_text="It is the answer of its HIT.")
    seen = Seen(help_text="What was on the screen.")
    decided_at = serializers.DateTimeField(help_text="When it was decided.")
    withdrawn_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was withdrawn or replaced; null while in force."
    )
    judgments_since = serializers.IntegerField(
        help_text="How many judgments that count came after it."
    )


class ListDecisions(ResearcherOperation):
    class Filters(Paging):
        hit = WholeInText(required=False, help_text="Only decisions on this HIT.")
        item = WholeInText(required=False, help_text="Only decisions on this item.")
        adjudicator = WholeInText(required=False, help_text="Only those of this adjudicator.")
        how = serializers.ChoiceField(
            DecisionModel.How.choices, required=False, help_text="Only those made in this way."
        )
        final = YesOrNoInText(required=False, help_text="Only answers of their HITs, or others.")
        apart = YesOrNoInText(required=False, help_text="Only those made independently, or not.")
        withdrawn = YesOrNoInText(
            required=False, help_text="Only those withdrawn, or those in force."
        )

    class Output(Page):
        results = Decision(many=True, help_text="The decisions of this page.")

    @sees_texts(name="list_decisions", asks=Filters, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """List the decisions of a campaign in order, including withdrawn ones. `after` is an id.
        With two adjudicators, a decision is hidden from the others until both have decided."""
        campaign = campaign_for(request, campaign_id)
        given = self.filters("hit", "adjudicator", "how", "final", "apart", item="hit__item")
        found = decisions_shown(campaign, caller(request)).filter(**given)
        if "withdrawn" in self.query:
            found = found.filter(withdrawn_at__isnull=not self.query["withdrawn"])
        rows, following = page_of(found, request, self.query)
        shown = [shown_decision(row, campaign) for row in rows]
        return Response(self.Output({"results": shown, "next": following}).data)


def decisions_shown(campaign: Campaign, user: User) -> QuerySet[DecisionModel]:
    """Return the decisions that a researcher may see, each with the number of judgments since."""
    found = DecisionModel.objects.shown_to(user).filter(campaign=campaign)
    return found.select_related("hit__item__document").annotate(since=since_decided())


def shown_decision(decision: Any, campaign: Campaign) -> dict[str, object]:
    """Return the API's form of a decision found by `decisions_shown`."""
    seen = decision.seen
    return {
        **vars(decision),
        "item": decision.hit.item_id,
        "form": scheme_of(campaign).written(decision.vector, decision.hit.item, campaign.settings),
        "seen": {
            "version": seen.get("version", 0),
            "judgments": seen.get("judgments", []),
            "decisions": seen.get("decisions", []),
            "blind": bool(seen.get("blind")),
        },
        "judgments_since": decision.since or 0,
    }
