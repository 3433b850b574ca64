"""Practice and worked examples for campaigns that were launched without them."""

from annotation.models import Campaign, Item, KnownAnswer
from annotation.schemes import scheme_of


def some_answer(campaign: Campaign, item: Item) -> list[int]:
    """Return a valid answer: nothing cut or marked, the right-branching tree, the first option, or
    that a document has no answer."""
    if campaign.scheme == "evidence":
        return [0] * 7
    if campaign.scheme == "spans":
        return [len(item.words)]
    if campaign.scheme in {"flat", "nested"}:
        gaps = range(len(item.words) - 1)
        return [0 if campaign.scheme == "flat" else len(gaps) - 1 - gap for gap in gaps]
    return [0]


def practise_on(campaign: Campaign, *uses: str, needed: int | None = None) -> None:
    """Store answers for each use, to the campaign's first items, bypassing the rule that tasks are
    neither practised nor shown; new workers then have to practise."""
    items = campaign.dataset.items.select_related("document").order_by("position")
    for use, item in zip(uses, items, strict=False):
        vector = some_answer(campaign, item)
        KnownAnswer.objects.create(
            campaign=campaign,
            item=item,
            vector=vector,
            written=scheme_of(campaign).written(vector, item, campaign.settings),
            why="Read it to the end once more, and look at what belongs together.",
            use=use,
            source=KnownAnswer.Source.DRAWN,
        )
    Campaign.objects.filter(pk=campaign.pk).update(
        practice=uses.count("practice"), practice_pass=needed
    )
