"""Operations on a campaign's items: found by filters that combine, in an order, with summaries."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Moment, Text, WholeInText, YesOrNoInText
from annotation.api.items.saved import saved_in
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Limited, Page, address_after
from annotation.api.scope import campaign_for
from annotation.api.sight import sight_of
from annotation.capabilities import Capability
from annotation.models import HIT, ItemSummary
from annotation.services.items.filters import (
    LARGEST,
    LONGEST_TEXT,
    NUMBER,
    READERS,
    REVIEWS,
    ItemFilter,
    checked,
    insist_on_sight,
)
from annotation.services.items.orders import LONGEST_KEY, ORDERS, POSITION, page_of_items
from annotation.services.work.skip import Skips, skips_of

NUMBERS = (
    *("disagreement_from", "disagreement_to", "entropy_from", "entropy_to"),
    *("apart_from", "apart_to"),
)


class JudgedItem(Form):
    """An item of a campaign with a summary of its judgments."""

    id = serializers.IntegerField(help_text="The item's number.")
    position = serializers.IntegerField(help_text="Its place in the dataset.")
    text = serializers.CharField(help_text="The text, or the name of an item that is not a text.")
    content = serializers.DictField(help_text="What the scheme works on: words, both texts, …")
    hit = serializers.IntegerField(help_text="The HIT that asks about it in this campaign.")
    quota = serializers.IntegerField(help_text="How many judgments are asked for.")
    taken = serializers.IntegerField(help_text="Slots that are leased or judged.")
    judgments = serializers.IntegerField(help_text="How many the summary holds.")
    distinct = serializers.IntegerField(
        help_text="How many different annotations there are among them."
    )
    disagreement = serializers.FloatField(
        allow_null=True, help_text="How far they are apart; null where this is undefined."
    )
    entropy = serializers.FloatField(
        allow_null=True,
        help_text="The entropy of its different annotations, in bits; null likewise.",
    )
    tied = serializers.BooleanField(
        help_text="The annotations given most often were given equally often."
    )
    undecided = serializers.BooleanField(help_text="The workers settle on no annotation.")
    judged_at = serializers.DateTimeField(
        allow_null=True, help_text="When the last judgment of the summary came."
    )
    length = serializers.IntegerField(
        allow_null=True, help_text="How many words there are to read."
    )
    stratum = serializers.CharField(allow_null=True, help_text="Of a pair that has one.")
    summary = serializers.DictField(
        allow_null=True, help_text="Annotations by frequency, and what they agree on."
    )
    skipped = serializers.IntegerField(help_text="How often workers skipped it.")
    skipped_later = serializers.IntegerField(help_text="How often of these until later.")
    skip_reasons = serializers.DictField(
        child=serializers.IntegerField(), help_text="How often for each reason; `unsaid`: for none."
    )


def _whole(help_text: str) -> WholeInText:
    return WholeInText(required=False, min_value=0, max_value=LARGEST, help_text=help_text)


def _number(help_text: str) -> Text:
    return Text(required=False, pattern=NUMBER.pattern, help_text=help_text)


class ItemQuery(Limited):
    """The filters of items and their order; one that is left out asks for nothing."""

    after = Text(
        required=False,
        max_length=LONGEST_KEY,
        help_text="Begin after this place: a position, or of another order what `next` of the page "
        "before holds.",
    )
    order = serializers.ChoiceField(
        tuple(ORDERS),
        required=False,
        default=POSITION,
        help_text="By `position` in the dataset; by the others the most first, with `-` the least. "
        "Items without a figure have no place in the order by it. `apart` goes with `comparison`.",
    )
    saved = WholeInText(
        required=False,
        min_value=1,
        max_value=LARGEST,
        help_text="Only those that this saved filter finds, by number. What the query asks for by "
        "itself comes in the place of the same in it.",
    )
    q = Text(required=False, max_length=LONGEST_TEXT, help_text="Only those that hold this text.")
    worker = WholeInText(
        required=False,
        min_value=0,
        max_value=LARGEST,
        help_text="Only those with a judgment of this worker, by number; not for members who may "
        "not see who answered what. One judgment has to meet this, `since`, `until`, `review` and "
        "`late`.",
    )
    since = Moment(required=False, help_text="Only those with a judgment submitted since then.")
    until = Moment(required=False, help_text="Only those with a judgment submitted before then.")
    review = serializers.ChoiceField(
        tuple(REVIEWS), required=False, help_text="Only those with a judgment with this review."
    )
    late = YesOrNoInText(required=False, help_text="Only those with a judgment late, or in time.")
    length_from = _whole("Only those of so many words or more.")
    length_to = _whole("Only those of so many words or fewer.")
    stratum = Text(required=False, max_length=LONGEST_TEXT, help_text="Only pairs of this stratum.")
    judgments_from = _whole("Only those with so many judgments or more in their summary.")
    judgments_to = _whole("Only those with so many or fewer; 0: those without any.")
    disagreement_from = _number("Only those whose disagreement is this or more.")
    disagreement_to = _number("Only those whose disagreement is this or less.")
    entropy_from = _number("Only those whose entropy is this or more, in bits.")
    entropy_to = _number("Only those whose entropy is this or less, in bits.")
    tie = YesOrNoInText(
        required=False,
        help_text="Only those whose most frequent answers were given equally often, or not.",
    )
    undecided = YesOrNoInText(
        required=False, help_text="Only those whose workers settle on no answer, or on one."
    )
    decided = YesOrNoInText(
        required=False, help_text="Only those that an adjudicator decided, or not."
    )
    comparison = _whole("Only those that this comparison holds, whose crowd the campaign is.")
    apart_from = _number(
        "Only those on which its sides are so far apart or more: 1 less how alike an answer of "
        "either is on average."
    )
    apart_to = _number("Only those on which they are so far apart or less.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values with their filter."""
        asked = {name: value for name, value in attrs.items() if name in READERS}
        for name in NUMBERS:
            if name in asked:
                asked[name] = float(asked[name])
        return {**attrs, "wanted": checked(asked)}


class ListCampaignItems(ResearcherOperation):
    class Output(Page):
        results = JudgedItem(many=True, help_text="The items of this page.")

    @operation(
        name="list_campaign_items",
        needs=Capability.SEE_TEXTS,
        asks=ItemQuery,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """List a campaign's items with counts of their judgments; filters combine."""
        campaign = campaign_for(request, campaign_id)
        wanted: ItemFilter = self.query["wanted"]
        if "saved" in self.query:
            wanted = saved_in(request, campaign, self.query["saved"]).with_more(wanted)
        if wanted.worker is not None:
            insist_on_sight(wanted, sight_of(request, campaign.dataset.project_id))
        order, after = self.query["order"], self.query.get("after", "")
        found = page_of_items(campaign, wanted, order, after, self.query["limit"])
        skips = skips_of(campaign, [hit.pk for hit in found.hits])
        shown = [_item(hit) | _skipped(skips.get(hit.pk)) for hit in found.hits]
        following = address_after(request, found.next) if found.next else None
        return Response(self.Output({"results": shown, "next": following}).data)


def _skipped(skips: Skips | None) -> dict[str, Any]:
    reasons = skips.reasons if skips else {}
    return {
        "skipped": skips.times if skips else 0,
        "skipped_later": skips.later if skips else 0,
        "skip_reasons": {reason or "unsaid": times for reason, times in reasons.items()},
    }


def _item(hit: HIT) -> dict[str, Any]:
    summary: ItemSummary | None = getattr(hit, "summary", None)
    return {
        "id": hit.item_id,
        "position": hit.item.position,
        "text": hit.item.text,
        "content": hit.item.content,
        "hit": hit.pk,
        "quota": hit.quota,
        "taken": hit.taken,
        "judgments": summary.judgments if summary else 0,
        "distinct": summary.distinct if summary else 0,
        "disagreement": summary.disagreement if summary else None,
        "entropy": summary.entropy if summary else None,
        "tied": summary is not None and summary.tied,
        "undecided": summary is not None and summary.undecided,
        "judged_at": summary.judged_at if summary else None,
        "length": hit.item.length,
        "stratum": hit.item.stratum,
        "summary": summary.summary if summary else None,
    }
