"""Reasons for disagreement: edit the codebook of a campaign, and code decisions with its reasons.

A decision never changes, but its reasons may: a codebook is written while adjudicators read."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import Campaign, CodedDecision, Decision, DecisionReason, User
from annotation.models.work.decision_reason import MAX_DESCRIPTION_LENGTH, MAX_REASON_LENGTH
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.short_texts import one_line
from annotation.services.unique_names import unless_taken
from midpath.text.formatting import counted

MAX_REASONS = 50
UNKNOWN = "Choose reasons of this campaign’s codebook."
TOO_MANY = f"A codebook has at most {MAX_REASONS} reasons."
TAKEN = "Another reason has this name, or would have it for a moment. Rename one at a time."
MEANWHILE = (
    "“{name}” has been changed in the meantime. Open the page again to see the codebook of now."
)


@dataclass(frozen=True)
class ReasonText:
    """A reason as a researcher writes it; `key` is its number, None if it is new."""

    name: str
    description: str = ""
    key: int | None = None


def set_reasons(
    *,
    campaign: Campaign,
    user: User,
    reasons: Sequence[ReasonText],
    seen: Sequence[ReasonText] | None = None,
) -> None:
    """Replace the codebook: rename, add and remove reasons. A reason of a decision is not removed.

    With `seen`, the codebook that the researcher saw, only their own changes are made: what others
    have added or renamed since stays."""
    checked = [_checked(one) for one in reasons]
    _require_sound(checked)
    with transaction.atomic():
        Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)
        of_campaign = DecisionReason.objects.select_for_update().filter(campaign=campaign)
        known = {one.pk: one for one in of_campaign}
        shown = [_text_of(one) for one in known.values()] if seen is None else seen
        kept = {one.key for one in checked}
        if kept - {None, *(one.key for one in shown)}:
            raise Invalid(UNKNOWN, field="reasons")
        _remove([known.pop(one.key) for one in shown if one.key in known.keys() - kept])
        with unless_taken("one_reason_of_a_name_per_campaign", Conflict(TAKEN)):
            for one in _own_changes(checked, shown, [_text_of(one) for one in known.values()]):
                _write(campaign, known, one)
        names = list(of_campaign.values_list("name", flat=True))
        if len(names) > MAX_REASONS:
            raise Invalid(TOO_MANY, field="reasons")
        record_campaign_event("decisions.reasons", campaign, user, reasons=names)


def code_decision(
    *,
    decision: Decision,
    user: User,
    reasons: Collection[int],
    seen: Collection[int] | None = None,
) -> Decision:
    """Set the reasons of a decision in force. With `seen`, the reasons that it had on the screen,
    those that others have given it since stay."""
    with transaction.atomic():
        decision = Decision.objects.select_for_update(of=("self",)).get(pk=decision.pk)
        if decision.withdrawn_at is not None:
            raise Conflict("This decision was withdrawn, so its reasons do not change.")
        has = set(decision.codes.values_list("reason_id", flat=True))
        others = set() if seen is None else has - set(seen)
        removed = set() if seen is None else set(seen) - has
        chosen = checked_reasons(decision.campaign, (set(reasons) - removed) | others)
        add_codes(decision, chosen)
        record_campaign_event(
            "decision.coded",
            decision.campaign,
            user,
            object_id=decision.pk,
            reasons=[one.name for one in chosen],
        )
    return decision


def checked_reasons(campaign: Campaign, keys: Collection[int]) -> list[DecisionReason]:
    """Return the reasons with these numbers, or raise Invalid."""
    if not keys:
        return []
    # A reason that a decision is about to have is not removed meanwhile.
    reasons = DecisionReason.objects.select_for_update(no_key=True)
    found = list(reasons.filter(campaign=campaign, pk__in=keys).order_by("pk"))
    if len(found) < len(set(keys)):
        raise Invalid(UNKNOWN, field="reasons")
    return found


def add_codes(decision: Decision, reasons: Collection[DecisionReason]) -> None:
    """Give a decision exactly these reasons; call it in a transaction."""
    CodedDecision.objects.filter(decision=decision).exclude(reason__in=reasons).delete()
    rows = [CodedDecision(decision=decision, reason=one) for one in reasons]
    CodedDecision.objects.bulk_create(rows, ignore_conflicts=True)


@dataclass(frozen=True)
class ReasonCounts:
    """The number of final decisions with each reason, and with none."""

    reasons: Sequence[tuple[DecisionReason, int]]
    uncoded: int
    decisions: int


def count_reasons(campaign: Campaign) -> ReasonCounts:
    """Count by one statement, so that the numbers are of one moment."""
    decided = Decision.objects.final().filter(campaign=campaign)
    found = DecisionReason.objects.filter(campaign=campaign).order_by("pk")
    rows = found.annotate(
        times=Count("codes", filter=Q(codes__decision__final=True)),
        decided=_number(decided),
        uncoded=_number(decided.filter(codes=None)),
    )
    reasons = [(one, one.times, one.uncoded, one.decided) for one in rows]
    if not reasons:
        return ReasonCounts([], number := decided.count(), number)
    return ReasonCounts([one[:2] for one in reasons], *reasons[0][2:])


def _number(rows: QuerySet[Decision]) -> Coalesce:
    by_campaign = rows.order_by().values("campaign").annotate(number=Count("pk"))
    return Coalesce(Subquery(by_campaign.values("number")), 0)


def _checked(one: ReasonText) -> ReasonText:
    name = one_line(
        one.name, "name", MAX_REASON_LENGTH, f"Write at most {MAX_REASON_LENGTH} characters."
    )
    description = one_line(
        one.description,
        "description",
        MAX_DESCRIPTION_LENGTH,
        f"Write at most {MAX_DESCRIPTION_LENGTH} characters.",
    )
    if not name:
        raise Invalid("Give every reason a name.", field="name")
    return ReasonText(name, description, one.key)


def _require_sound(reasons: Sequence[ReasonText]) -> None:
    if len(reasons) > MAX_REASONS:
        raise Invalid(TOO_MANY, field="reasons")
    names = Counter(one.name for one in reasons)
    keys = Counter(one.key for one in reasons if one.key is not None)
    if twice := [name for name, times in names.items() if times > 1]:
        raise Invalid(f"Two reasons are named {twice[0]}. Rename one.", field="name")
    if any(times > 1 for times in keys.values()):
        raise Invalid("One reason is in the codebook twice.", field="reasons")


def _remove(reasons: Sequence[DecisionReason]) -> None:
    used = CodedDecision.objects.filter(reason__in=reasons)
    if first := used.select_related("reason").first():
        times = used.filter(reason=first.reason).count()
        raise Conflict(
            f"{counted(times, 'decision')} {'has' if times == 1 else 'have'} the reason "
            f"{first.reason}. Rename it, or code these decisions differently first."
        )
    DecisionReason.objects.filter(pk__in=[one.pk for one in reasons]).delete()


def _own_changes(
    wanted: Sequence[ReasonText], shown: Sequence[ReasonText], now: Sequence[ReasonText]
) -> Iterator[ReasonText]:
    """Yield the reasons that differ from those shown, or raise Conflict if others have changed them
    differently since."""
    was, current = {one.key: one for one in shown}, {one.key: one for one in now}
    added_since = {one.name: one for one in now if one.key not in was}
    for one in wanted:
        if one.key is None:
            other = added_since.get(one.name)
            if other is not None and other.description != one.description:
                raise Conflict(MEANWHILE.format(name=one.name))
            if other is None:
                yield one
        elif one != was[one.key] and one != current.get(one.key):
            if current.get(one.key) != was[one.key]:
                raise Conflict(MEANWHILE.format(name=was[one.key].name))
            yield one


def _write(campaign: Campaign, known: Mapping[int, DecisionReason], text: ReasonText) -> None:
    own = known[text.key] if text.key is not None else DecisionReason(campaign=campaign)
    own.name, own.description = text.name, text.description
    own.save()


def _text_of(reason: DecisionReason) -> ReasonText:
    return ReasonText(reason.name, reason.description, reason.pk)
