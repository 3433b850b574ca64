"""Check a campaign's quality terms: adaptive redundancy, gold answers, training, and the number of
workers who are paid for these."""

from django.db.models import QuerySet

from annotation.models import Campaign, Dataset, Item, KnownAnswer
from annotation.models.terms.quality_terms import MajorityOf
from annotation.models.terms.serving_terms import Walk
from annotation.schemes import COMPARABLE, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import Adaptive, Graded, HasExample, HasGoldAnswers, YesNo
from annotation.services.campaigns.extra_judgments import most_of_one
from annotation.services.campaigns.fitting import included_items
from annotation.services.errors import Conflict, Invalid
from midpath.schemes.base import InvalidAnswer
from midpath.text.formatting import counted

LEARN_INSTEAD = " Workers learn from the worked example instead."
NO_MAJORITY = (
    "{title} has too many possible answers to wait for a majority. Choose a fixed number of "
    "judgments; the planner shows the benefit of each number."
)
NO_POSTERIOR = (
    "To settle by posterior, workers must choose one of a few answers. Settle by majority, or let "
    "workers choose a single label."
)
WITHOUT_BOUND = (
    "Every worker is paid for {what}, so set a maximum number of workers. Otherwise the cost of "
    "the campaign has no limit."
)


def check_quality(campaign: Campaign) -> None:
    """Raise Invalid, with the field, if the scheme or the other terms do not allow a term."""
    _check_majority(campaign)
    _check_posterior(campaign)
    _check_known(campaign)
    _check_practice(campaign)
    _check_warm_up(campaign)
    _check_pilot(campaign)
    check_workers(campaign)
    check_times(campaign)


def check_times(campaign: Campaign) -> None:
    """Raise Invalid if a campaign closes before it opens."""
    opens, closes = campaign.opens_at, campaign.closes_at
    if opens is not None and closes is not None and opens >= closes:
        raise Invalid("It must close after it opens.", field="closes_at")


def check_workers(campaign: Campaign) -> None:
    """Raise Invalid if nothing bounds the cost of gold answers, or if too few workers may join."""
    most, each = campaign.most_workers, most_of_one(campaign)
    if most is None and campaign.uses_known:
        what = "training" if campaign.training_hits else "gold answers"
        raise Invalid(WITHOUT_BOUND.format(what=what), field="most_workers")
    if isinstance(most, int) and isinstance(each, int) and most < each:
        noun = scheme_of(campaign).noun
        raise Invalid(
            f"Each {noun} is judged by up to {each} different workers, so at least this many "
            f"must be able to join. Choose {each} or more.",
            field="most_workers",
        )


def _check_pilot(campaign: Campaign) -> None:
    if campaign.pilot_items and campaign.walk != Walk.TOGETHER:
        raise Invalid(
            "In a pilot all workers judge the same items first, so they must all start from the "
            "first task. Choose this order, or no pilot.",
            field="pilot_items",
        )


def _check_warm_up(campaign: Campaign) -> None:
    scheme = scheme_of(campaign)
    if not campaign.warm_up:
        return
    if scheme.name not in COMPARABLE:
        raise Invalid(
            f"{scheme.title}: answers of different workers cannot be compared, so there would be "
            "nothing to show after a warm-up.",
            field="warm_up",
        )
    if isinstance(campaign.redundancy, int) and campaign.redundancy < 2:
        raise Invalid(
            f"Each {scheme.noun} is judged once, so there are no other answers to compare with "
            "after a warm-up. Ask for at least two judgments of each, or for no warm-up.",
            field="warm_up",
        )


def _check_known(campaign: Campaign) -> None:
    scheme = scheme_of(campaign)
    for field in ("known_every", "training_hits"):
        if getattr(campaign, field):
            _require_gold_answers(scheme, field)
    if campaign.pass_share is not None and not campaign.uses_known:
        raise Invalid(
            "A pass score needs gold answers. Mix in gold answers, or start with training.",
            field="pass_share",
        )
    if campaign.known_agreement is not None and not isinstance(scheme, Graded):
        raise Invalid(
            f"{scheme.title}: an answer either matches the gold answer or does not, so it has no "
            "degree of agreement.",
            field="known_agreement",
        )
    if campaign.leave_out_failed and campaign.pass_share is None:
        raise Invalid(
            "To leave out the work of workers who fail, set the share of gold answers they must "
            "get right.",
            field="leave_out_failed",
        )


def _check_practice(campaign: Campaign) -> None:
    scheme, most = scheme_of(campaign), campaign.practice_pass
    if campaign.practice:
        _require_gold_answers(scheme, "practice")
    if most is not None and isinstance(most, int) and most > (campaign.practice or 0):
        raise Invalid(
            f"Workers practise on {campaign.practice or 0} items. Require at most as many "
            "correct answers.",
            field="practice_pass",
        )


def _require_gold_answers(scheme: Scheme, field: str) -> None:
    if not isinstance(scheme, HasGoldAnswers):
        instead = LEARN_INSTEAD if isinstance(scheme, HasExample) else ""
        raise Invalid(scheme.why_never_known + instead, field=field)


def check_workers_for(campaign: Campaign, redundancy: int) -> None:
    """Raise Invalid if fewer workers may join than an item needs."""
    most = campaign.most_workers
    if most is not None and most < redundancy:
        raise Invalid(
            f"At most {most:,} workers may join this campaign, so no {scheme_of(campaign).noun} "
            f"can get {redundancy:,} judgments. Let more workers join first.",
            field="redundancy",
        )


def gold_scheme_of(campaign: Campaign) -> HasGoldAnswers:
    """Return the campaign's scheme, or raise Conflict if it cannot have gold answers."""
    scheme = scheme_of(campaign)
    if not isinstance(scheme, HasGoldAnswers):
        raise Conflict(scheme.why_never_known)
    return scheme


def known_items(campaign: Campaign) -> list[int]:
    """Return the keys of the items used as checks with gold answers. Raise Conflict if there are
    too few, or if the meaning of an answer given by a researcher has changed."""
    own = _own_answers(campaign)
    if not campaign.uses_known:
        return []
    own_known = {item for item, use in own.items() if use == KnownAnswer.Use.KNOWN}
    found = sorted({*check_known_answers(campaign)} - own.keys() | own_known)
    needed = campaign.training_hits + bool(campaign.known_every)
    if len(found) < needed:
        raise Conflict(
            f"These terms need at least {needed} items with a gold answer, but the dataset has "
            f"{len(found)}. Import more, or require fewer."
        )
    return found


def check_practice_left(campaign: Campaign) -> None:
    """Raise Conflict if the practice is longer than the number of its items."""
    if not campaign.practice:
        return
    left = practice_left(campaign)
    if left < campaign.practice:
        raise Conflict(
            f"Practice needs {counted(campaign.practice, scheme_of(campaign).noun)}, but only "
            f"{left} {'is' if left == 1 else 'are'} available. Add more under the gold answers, "
            "or require less practice."
        )


def shown_items(campaign: Campaign) -> list[int]:
    """Return the keys of the items whose answers workers see before they work."""
    current = KnownAnswer.objects.filter(campaign=campaign.pk, removed_at=None)
    return list(current.filter(use__in=KnownAnswer.SHOWN).values_list("item", flat=True))


def count_known(campaign: Campaign) -> int:
    """Return how many items the campaign uses as checks with gold answers."""
    if not campaign.uses_known:
        return 0
    current = KnownAnswer.objects.filter(campaign=campaign.pk, removed_at=None)
    own = current.filter(use=KnownAnswer.Use.KNOWN).count()
    return own + items_with_answer(campaign).exclude(pk__in=current.values("item")).count()


def practice_left(campaign: Campaign) -> int:
    """Return the number of items for practice."""
    current = KnownAnswer.objects.filter(campaign=campaign.pk, removed_at=None)
    return current.filter(use=KnownAnswer.Use.PRACTICE).count()


def _own_answers(campaign: Campaign) -> dict[int, str]:
    """Return the use of each answer given by researchers, by its item. Raise Conflict if the
    current settings read one of them differently."""
    scheme, found = scheme_of(campaign), {}
    current = KnownAnswer.objects.filter(campaign=campaign.pk, removed_at=None)
    for one in current.prefetch_related("item__document").order_by("item__position"):
        try:
            reads = scheme.written(one.vector, one.item, campaign.settings)
        except (IndexError, ValueError):
            reads = "nothing"
        if reads != one.written:
            raise Conflict(
                f"{scheme.noun.capitalize()} {one.item.text[:100]}: its gold answer was "
                f"“{one.written}”, but with the current settings it means “{reads}”. Enter it "
                "again or remove it."
            )
        found[one.item_id] = one.use
    return found


def check_known_answers(campaign: Campaign) -> list[int]:
    """Return the keys of the items that have a gold answer. Raise Conflict, with the item, if one
    has an answer that is not possible in this campaign."""
    scheme = scheme_of(campaign)
    if not isinstance(scheme, HasGoldAnswers):
        return []
    found = []
    for item in items_with_answer(campaign).order_by("position").iterator():
        try:
            if scheme.known_vector(item, campaign.settings) is not None:
                found.append(item.pk)
        except InvalidAnswer as error:
            raise Conflict(f"Item {item.text[:100]}: {error.message}") from error
    return found


def has_answers(dataset: Dataset, scheme: Scheme) -> bool:
    """Return whether the dataset's file gave a gold answer that this scheme can use."""
    return items_with_answer(Campaign(dataset=dataset, scheme=scheme.name)).exists()


def items_with_answer(campaign: Campaign) -> QuerySet[Item]:
    """Return the items of the campaign's dataset whose file gave a gold answer, whether or not the
    campaign uses them as checks."""
    scheme, items = scheme_of(campaign), included_items(campaign)
    if not isinstance(scheme, HasGoldAnswers):
        return items.none()
    *place, last = ("content", *scheme.known_at)
    items = items.filter(**{"__".join((*place, "has_key")): last})
    return items.exclude(**{"__".join((*place, last)): None})


def _check_majority(campaign: Campaign) -> None:
    scheme, most = scheme_of(campaign), campaign.most_judgments
    if most is not None and not isinstance(scheme, Adaptive):
        raise Invalid(NO_MAJORITY.format(title=scheme.title), field="most_judgments")
    if most is not None and isinstance(most, int) and most < campaign.redundancy:
        raise Invalid(
            f"Each item starts with {campaign.redundancy} judgments, so the maximum cannot be "
            f"{most}. Choose {campaign.redundancy} or more.",
            field="most_judgments",
        )
    if campaign.majority_of == MajorityOf.YES_NO and not (
        isinstance(scheme, YesNo) and scheme.yes_answers(campaign.settings)
    ):
        raise Invalid(
            "None of the answers counts as yes, so there is no yes/no majority.",
            field="majority_of",
        )


def _check_posterior(campaign: Campaign) -> None:
    scheme = scheme_of(campaign)
    if not campaign.settles_by_posterior:
        return
    if not isinstance(scheme, Adaptive) or scheme.count_answers(campaign.settings) is None:
        raise Invalid(NO_POSTERIOR, field="settle_by")
    if campaign.most_judgments is None:
        raise Invalid(
            "Judgments are requested until the posterior is reached, so set the maximum number of "
            "judgments, or settle by majority.",
            field="most_judgments",
        )
    if campaign.majority_of != MajorityOf.ANSWERS:
        raise Invalid(
            "A posterior is of each answer by itself. Choose this instead of yes or no, or settle "
            "by majority.",
            field="majority_of",
        )
