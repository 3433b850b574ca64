"""Operations that read decisions. Adjudicators appear as numbers, never names."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request

from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import PageOf, Paging, page_of
from annotation.api.scope import caller, campaign_for
from annotation.models import Campaign, User
from annotation.models import Decision as DecisionModel
from annotation.schemes import scheme_of
from annotation.services.decisions.queue import since_decided


class Seen(Form):
    """An adjudicator's screen, as recorded."""

    version = Integer("The version of the figures.")
    judgments = Array("The judgments that were shown, by number.", child=Integer())
    decisions = Array(
        "The other decisions in force on the same HIT that were shown.", child=Integer()
    )
    blind = Boolean("Workers' answers were hidden.")


class Decision(Form):
    """An adjudicator’s answer to a HIT. It never changes, but can be withdrawn."""

    id = Integer("The decision's number.")
    hit = Integer("The HIT that was decided.", source="hit_id")
    item = Integer("The item of that HIT.")
    adjudicator = Integer("The adjudicator's number in the campaign.")
    how = Choice(
        "`accepted`: taken from a judgment; `edited`: based on one; `written`: new.",
        DecisionModel.How.choices,
    )
    judgment = Integer(
        "The judgment it is based on; null for a new answer.", source="judgment_id", allow_null=True
    )
    payload = Object("The answer as it was sent.")
    vector = Array("The answer as a list of numbers.", child=Integer())
    form = String("The same answer in its plain form.")
    note = String("The reason, for the record.", allow_blank=True)
    reasons = Array("Why workers disagreed: reasons of the codebook, by number.", child=Integer())
    apart = Boolean("It was made without seeing another adjudicator's decision.")
    final = Boolean("It is the answer of its HIT.")
    seen = Seen(help_text="What was on the screen.")
    decided_at = DateTime("When it was decided.")
    withdrawn_at = DateTime(
        "When it was withdrawn or replaced; null while in force.", allow_null=True
    )
    judgments_since = Integer("How many judgments that count came after it.")


class ListDecisions(ResearcherOperation):
    class Filters(Paging):
        hit = WholeInText("Only decisions on this HIT.", required=False)
        item = WholeInText("Only decisions on this item.", required=False)
        adjudicator = WholeInText("Only those of this adjudicator.", required=False)
        reason = WholeInText("Only those with this reason.", required=False)
        how = Choice("Only those made in this way.", DecisionModel.How.choices, required=False)
        final = YesOrNoInText("Only answers of their HITs, or others.", required=False)
        apart = YesOrNoInText("Only those made independently, or not.", required=False)
        withdrawn = YesOrNoInText("Only those withdrawn, or those in force.", required=False)

    @sees_texts(name="list_decisions", asks=Filters, gives=PageOf(Decision, "decisions"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the decisions of a campaign in order, including withdrawn ones. `after` is an id.
        With two adjudicators, a decision is hidden from the others until both have decided."""
        campaign = campaign_for(request, campaign_id)
        other_names = {"item": "hit__item", "reason": "codes__reason"}
        given = self.filters("hit", "adjudicator", "how", "final", "apart", **other_names)
        found = decisions_shown(campaign, caller(request)).filter(**given)
        if "withdrawn" in self.query:
            found = found.filter(withdrawn_at__isnull=not self.query["withdrawn"])
        rows, following = page_of(found, request, self.query)
        shown = [shown_decision(row, campaign) for row in rows]
        return {"results": shown, "next": following}


def decisions_shown(campaign: Campaign, user: User) -> QuerySet[DecisionModel]:
    """Return the decisions that a researcher may see, each with the number of judgments since."""
    found = DecisionModel.objects.shown_to(user).filter(campaign=campaign)
    found = found.select_related("hit__item__document").prefetch_related("codes")
    return found.annotate(since=since_decided())


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
        "reasons": [one.reason_id for one in decision.codes.all()],
        "judgments_since": decision.since or 0,
    }
