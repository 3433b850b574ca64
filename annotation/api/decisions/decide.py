"""Operations that make and withdraw decisions, and set the number of adjudicators per HIT."""

from collections.abc import Collection
from typing import TypedDict
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Integer, Object
from annotation.api.decisions.listing import Decision, decisions_shown, shown_decision
from annotation.api.fields import Form, Identifier, Strict, Text, Whole, YesOrNo
from annotation.api.operations import ResearcherOperation, adjudicates, runs_campaigns
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import HIT, Campaign, Judgment, User
from annotation.models import Decision as DecisionModel
from annotation.models.work.decision import MAX_NOTE_LENGTH, PAIR
from annotation.services.decisions.decide import (
    Seen,
    accept_judgment,
    decide,
    set_adjudicators,
    withdraw_decision,
)
from annotation.services.decisions.reasons import MAX_REASONS
from annotation.services.errors import Invalid, NotFound

MAX_NAMED = 1000


class Deciding(TypedDict):
    """Arguments of every decision."""

    user: User
    note: str
    seen: Seen
    submission_id: UUID
    reasons: Collection[int]


class MakeDecision(ResearcherOperation):
    class Input(Strict):
        submission_id = Identifier(
            "Made by the client, one for each decision; the same again is stored once."
        )
        hit = Whole("The HIT to decide.", min_value=1)
        judgment = Whole(
            "The judgment to accept or, with a `payload`, the one it is based on.",
            required=False,
            allow_null=True,
            min_value=1,
        )
        payload = Object(
            "A new answer, as a worker would submit it.", required=False, allow_null=True
        )
        note = Text(
            "The reason, one line.", required=False, allow_blank=True, max_length=MAX_NOTE_LENGTH
        )
        reasons = Array(
            "Why workers disagreed: reasons of the codebook, by number.",
            child=Whole(min_value=1),
            required=False,
            max_length=MAX_REASONS,
        )
        seen = Array(
            "The judgments that were looked at, by number.",
            child=Whole(min_value=1),
            required=False,
            max_length=MAX_NAMED,
        )
        blind = YesOrNo("Whether workers' answers were hidden.", default=False)
        replaces = Array(
            "The decisions in force on the HIT that this one replaces or settles. If there is "
            "another one, nothing is stored (409).",
            child=Whole(min_value=1),
            required=False,
            max_length=MAX_NAMED,
        )

    @adjudicates(name="decide", takes=Input, gives={201: Decision, 200: Decision})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Decide a HIT: accept a judgment, edit one, or write a new answer.

        201 if it was stored now, 200 if the same decision was stored before. No judgment and no
        figure of agreement changes."""
        campaign, body = campaign_for(request, campaign_id), self.body
        hit = _hit_for(campaign, body["hit"])
        judgment = _judgment_for(hit, body["judgment"]) if body.get("judgment") else None
        given: Deciding = {
            "user": caller(request),
            "note": body.get("note", ""),
            "seen": Seen(body.get("seen", ()), body["blind"], body.get("replaces", ())),
            "submission_id": body["submission_id"],
            "reasons": body.get("reasons", ()),
        }
        if body.get("payload") is not None:
            made = decide(hit=hit, payload=body["payload"], edited=judgment, **given)
        elif judgment is not None:
            made = accept_judgment(judgment=judgment, **given)
        else:
            raise Invalid("Name a judgment to accept, or send an answer.", field="payload")
        return Response(serialized_decision(campaign, request, made.pk), 200 if made.again else 201)


class WithdrawDecision(ResearcherOperation):
    @adjudicates(name="withdraw_decision", gives={200: Decision}, refuses=())
    def post(self, request: Request, campaign_id: int, decision_id: int) -> Response:
        """Withdraw a decision. It remains in the history. Idempotent."""
        campaign = campaign_for(request, campaign_id)
        found = DecisionModel.objects.shown_to(caller(request)).filter(campaign=campaign)
        decision = first_of(
            found.filter(pk=decision_id), "This campaign has no decision with this number."
        )
        withdraw_decision(decision=decision, user=caller(request))
        return Response(serialized_decision(campaign, request, decision.pk))


class Adjudicators(Form):
    """The number of adjudicators per HIT."""

    adjudicators = Integer("1, or 2 who decide independently.")


class ShareDecisions(ResearcherOperation):
    class Input(Strict):
        adjudicators = Whole(
            "1: one adjudicator decides each HIT. 2: two decide independently (double-blind); "
            "equal decisions are final, a third decision settles others.",
            min_value=1,
            max_value=PAIR,
        )

    @runs_campaigns(name="share_decisions", takes=Input, gives={200: Adjudicators})
    def post(self, request: Request, campaign_id: int) -> object:
        """Set the number of adjudicators per HIT. Earlier decisions do not change."""
        campaign = set_adjudicators(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            number=self.body["adjudicators"],
        )
        return {"adjudicators": campaign.adjudicators}


def _hit_for(campaign: Campaign, key: int) -> HIT:
    found = HIT.objects.filter(campaign=campaign, known=False, pk=key).first()
    if found is None or campaign.status == Campaign.Status.DRAFT:
        raise NotFound("This campaign has no HIT with this number to decide.")
    return found


def _judgment_for(hit: HIT, key: int) -> Judgment:
    found = Judgment.objects.filter(hit=hit, pk=key).select_related("campaign").first()
    if found is None:
        raise Invalid("This HIT has no judgment with this number.", field="judgment")
    return found


def serialized_decision(campaign: Campaign, request: Request, key: int) -> object:
    decision = decisions_shown(campaign, caller(request)).get(pk=key)
    return Decision(shown_decision(decision, campaign)).data
