"""Operations that list a campaign's items, filtered and sorted, with summaries."""

from collections.abc import Mapping

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, DateTime, Float, Integer, Object, String
from annotation.api.fields import Form, Text
from annotation.api.items.filtering import FilterQuery, wanted_in
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Limited, PageOf, address_after
from annotation.api.scope import campaign_for
from annotation.models import HIT
from annotation.services.items.addon_filters import addon_orders
from annotation.services.items.cursors import MAX_KEY_LENGTH, POSITION, orders, page_of_items
from annotation.services.work.skip import Skips, skips_of

# The summary of an item that nobody has judged.
NO_SUMMARY: Mapping[str, object] = {
    **dict.fromkeys(("judgments", "distinct"), 0),
    **dict.fromkeys(("tied", "undecided"), False),
    **dict.fromkeys(("disagreement", "entropy", "judged_at", "summary")),
}


class JudgedItem(Form):
    """An item of a campaign with a summary of its judgments."""

    id = Integer("The item's number.")
    position = Integer("Its place in the dataset.")
    text = String("The text, or the name of an item that is not a text.")
    content = Object("What the scheme works on: words, both texts, …")
    hit = Integer("Its HIT in this campaign.")
    quota = Integer("The number of requested judgments.")
    taken = Integer("Slots that are leased or judged.")
    judgments = Integer("The number of judgments in the summary.")
    distinct = Integer("How many different annotations there are among them.")
    disagreement = Float("Their disagreement; null if undefined.", allow_null=True)
    entropy = Float(
        "The entropy of its different annotations, in bits; null if undefined.", allow_null=True
    )
    tied = Boolean("The most frequent annotations are tied.")
    undecided = Boolean("There is no consensus.")
    judged_at = DateTime("When the last judgment of the summary came.", allow_null=True)
    length = Integer("The number of words to read.", allow_null=True)
    stratum = String("Of a pair that has one.", allow_null=True)
    summary = Object("Annotations by frequency, and what they agree on.", allow_null=True)
    skipped = Integer("The number of skips.")
    skipped_later = Integer("Of these, skips until later.")
    skip_reasons = Object("Skips by reason; `unsaid`: without a reason.", child=Integer())


class ItemQuery(Limited, FilterQuery):
    """The filters of items and their order; omitted ones do not apply."""

    after = Text(
        "Start after this place: a position or, in other orders, the value in `next` of the "
        "previous page.",
        required=False,
        max_length=MAX_KEY_LENGTH,
    )
    order = Choice(
        "By `position` in the dataset; `text` and `stratum` from A to Z, with `-` from Z "
        "to A; by the others the largest, the latest or the true first, with `-` the smallest, the "
        "earliest or the false. `text` sorts by the first 100 characters. `reviewed` and `late` "
        "count judgments. Items without a value are left out of that order. `worker` (when "
        "they judged) requires the filter by a worker"
        + "".join(f", `{name}` requires `{one.needs}`" for name, one in addon_orders().items())
        + ".",
        tuple(orders()),
        required=False,
        default=POSITION,
    )


class ListCampaignItems(ResearcherOperation):
    @sees_texts(name="list_campaign_items", asks=ItemQuery, gives=PageOf(JudgedItem, "items"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List a campaign's items with counts of their judgments; filters combine."""
        campaign = campaign_for(request, campaign_id)
        wanted = wanted_in(request, campaign, self.query)
        order, after = self.query["order"], self.query.get("after", "")
        found = page_of_items(campaign, wanted, order, after, self.query["limit"])
        skips = skips_of(campaign, [hit.pk for hit in found.hits])
        shown = [_item(hit) | _skipped(skips.get(hit.pk)) for hit in found.hits]
        following = address_after(request, found.next) if found.next else None
        return {"results": shown, "next": following}


def _skipped(skips: Skips | None) -> dict[str, object]:
    reasons = skips.reasons if skips else {}
    return {
        "skipped": skips.times if skips else 0,
        "skipped_later": skips.later if skips else 0,
        "skip_reasons": {reason or "unsaid": times for reason, times in reasons.items()},
    }


def _item(hit: HIT) -> dict[str, object]:
    summary = vars(hit.summary) if hasattr(hit, "summary") else NO_SUMMARY
    return {**summary, **vars(hit), **vars(hit.item), "hit": hit.pk}
