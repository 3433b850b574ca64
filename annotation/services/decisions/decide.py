"""Make decisions: accept a judgment, edit one, or write a new answer. A decision is checked like
any worker's answer. With one adjudicator it is final at once. Two adjudicators decide
independently; equal decisions are final, and a third step resolves disagreements. Judgments and
figures of agreement do not change."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.db.models.functions import Now

from annotation.models import HIT, AgreementState, Campaign, Decision, ItemSummary, Judgment, User
from annotation.models.work.decision import MAX_NOTE_LENGTH, PAIR
from annotation.schemes import OWN_WORDS, scheme_of
from annotation.services.audit import record_campaign_event, record_event
from annotation.services.decisions.reasons import add_codes, checked_reasons
from annotation.services.decisions.status import DecisionStatus, decision_status
from annotation.services.errors import Conflict, Invalid
from annotation.services.short_texts import one_line
from midpath.schemes.base import InvalidAnswer

How = Decision.How
WAITS = "You have decided this {noun}. Another adjudicator decides it independently."
MEANWHILE = (
    "This {noun} has been decided in the meantime. Look at that decision first; decide again to "
    "replace it."
)
TAKEN = "Another decision has this submission_id. Use a new id for each decision."
SENT = ("user_id", "hit_id", "judgment_id", "vector", "note")
MAX_SEEN = 1000


@dataclass(frozen=True)
class Seen:
    """The screen of an adjudicator: the judgments by number, none if answers were hidden, and the
    current decisions, by number. If a decision is in force that they did not see, nothing is
    decided; with None, any current decision is replaced."""

    judgments: Sequence[int] = ()
    blind: bool = False
    decisions: Collection[int] | None = None


def accept_judgment(
    *,
    judgment: Judgment,
    user: User,
    note: str = "",
    seen: Seen | None = None,
    submission_id: UUID | None = None,
    reasons: Collection[int] = (),
) -> Decision:
    """Accept a judgment as the decision. It has to count. Resending it under the same id returns
    the same decision."""
    hit = _hit(judgment.hit_id)
    made = Decision(
        submission_id=submission_id,
        how=How.ACCEPTED,
        judgment=judgment,
        payload=_choices(hit, judgment.payload),
        vector=judgment.vector,
        note=checked_note(note),
    )
    return _decide(hit, made, user, seen or Seen((judgment.pk,)), reasons)


def decide(
    *,
    hit: HIT,
    payload: Mapping[str, object],
    user: User,
    note: str = "",
    edited: Judgment | None = None,
    seen: Seen | None = None,
    submission_id: UUID | None = None,
    reasons: Collection[int] = (),
) -> Decision:
    """Decide by the adjudicator's own answer, or by an edited judgment.

    An edit that leaves the answer unchanged is an acceptance."""
    hit = _hit(hit.pk)
    vector = _parsed(hit, payload)
    if edited is not None and edited.hit_id != hit.pk:
        raise Conflict("This judgment is about another item, so it cannot be edited here.")
    if edited is not None and tuple(edited.vector) == vector:
        return accept_judgment(
            judgment=edited,
            user=user,
            note=note,
            seen=seen,
            submission_id=submission_id,
            reasons=reasons,
        )
    made = Decision(
        submission_id=submission_id,
        how=How.WRITTEN if edited is None else How.EDITED,
        judgment=edited,
        payload=_choices(hit, payload),
        vector=list(vector),
        note=checked_note(note),
    )
    return _decide(hit, made, user, seen or Seen(), reasons)


def withdraw_decision(*, decision: Decision, user: User) -> Decision:
    """Withdraw a decision; it stays in the history. Idempotent."""
    with transaction.atomic():
        hit = _locked(_hit(decision.hit_id))
        decision = Decision.objects.select_for_update().get(pk=decision.pk)
        if decision.withdrawn_at is not None:
            return decision
        _withdraw([decision.pk], user)
        _settle(hit)
        _record("decision.withdrawn", decision, user)
        decision.refresh_from_db()
    return decision


def withdraw_own_words(judgments: Sequence[int]) -> None:
    """Withdraw the decisions based on these judgments, whose workers withdrew their own words."""
    made = Decision.objects.in_force().filter(judgment__in=judgments).select_related("hit")
    for one in made.order_by("hit_id", "pk"):
        hit = _locked(_hit(one.hit_id))
        _withdraw([one.pk], None)
        _settle(hit)
        one.hit = hit
        _record("decision.withdrawn", one, None)


def set_adjudicators(*, campaign: Campaign, user: User, number: int) -> Campaign:
    """Set whether one or two adjudicators decide each HIT. Earlier decisions stay unchanged."""
    if number not in (1, PAIR):
        raise Invalid("Choose one or two adjudicators.", field="adjudicators")
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)
        if campaign.adjudicators == number:
            return campaign
        before, campaign.adjudicators = campaign.adjudicators, number
        campaign.save(update_fields=["adjudicators"])
        record_event(
            "decisions.apart", campaign=campaign, user=user, before=before, adjudicators=number
        )
    return campaign


def _decide(hit: HIT, made: Decision, user: User, seen: Seen, reasons: Collection[int]) -> Decision:
    made.campaign, made.hit, made.user = hit.campaign, hit, user
    try:
        with transaction.atomic():
            made.adjudicator = _number_of(hit.campaign, user)
            _locked(hit)
            if earlier := _sent_before(made):
                return earlier
            _store(made, user, decision_status(hit, user), seen)
            # Decisions are locked before reasons, as in `code_decision`: otherwise a deadlock.
            add_codes(made, checked_reasons(hit.campaign, reasons))
    except IntegrityError as error:
        raise Conflict(TAKEN) from error
    made.refresh_from_db()
    return made


def _store(made: Decision, user: User, status: DecisionStatus, seen: Seen) -> None:
    """Store a decision on a locked HIT, replacing the previous ones."""
    hit, noun = made.hit, scheme_of(made.campaign).noun
    if made.judgment is not None and not made.judgment.counts:
        raise Conflict(f"This judgment does not count, so it cannot be {made.how}.")
    if status.waits:
        raise Conflict(WAITS.format(noun=noun))
    if seen.decisions is not None and {one.pk for one in status.shown} - set(seen.decisions):
        raise Conflict(MEANWHILE.format(noun=noun))
    made.seen, made.apart = _screen(hit, seen, status), status.apart
    _withdraw([one.pk for one in status.replaced], user)
    made.save(force_insert=True)
    _settle(hit)
    _record("decision.made", made, user, how=made.how)


def _sent_before(made: Decision) -> Decision | None:
    """Return the decision stored under the same id, if it is the same decision."""
    if made.submission_id is None:
        return None
    rows = Decision.objects.filter(submission_id=made.submission_id)
    earlier = rows.select_related("hit__campaign").first()
    if earlier is None:
        return None
    if any(getattr(earlier, name) != getattr(made, name) for name in SENT):
        raise Conflict(TAKEN)
    earlier.again = True
    return earlier


def _settle(hit: HIT) -> None:
    """Mark which decision is the answer of its HIT: that of the third step, or else the first of
    two independent decisions that agree."""
    in_force = list(Decision.objects.in_force().filter(hit=hit).order_by("pk"))
    settling = [one for one in in_force if not one.apart]
    apart = [one for one in in_force if one.apart]
    final = settling[-1] if settling else None
    if final is None and len(apart) >= PAIR and agree(hit, *apart[:PAIR]):
        final = apart[0]
    others = [one.pk for one in in_force if one is not final and one.final]
    Decision.objects.filter(pk__in=others).update(final=False)
    if final is not None and not final.final:
        Decision.objects.filter(pk=final.pk).update(final=True)


def agree(hit: HIT, one: Decision, other: Decision) -> bool:
    """Return whether two decisions are the same answer, by the rule of the scheme."""
    settings = hit.campaign.settings
    return scheme_of(hit.campaign).agrees(one.vector, other.vector, settings)


def checked_note(note: str) -> str:
    """Return a note on one line, or raise Invalid."""
    too_long = f"Write at most {MAX_NOTE_LENGTH:,} characters."
    return one_line(note, "note", MAX_NOTE_LENGTH, too_long)


def _choices(hit: HIT, payload: Mapping[str, object]) -> dict[str, object]:
    """Return the part of an answer that is stored: choices only, no free text of its sender."""
    scheme = scheme_of(hit.campaign)
    return dict(payload) if scheme.name in OWN_WORDS else scheme.impersonal(payload)


def _parsed(hit: HIT, payload: Mapping[str, object]) -> tuple[int, ...]:
    scheme, settings = scheme_of(hit.campaign), hit.campaign.settings
    if len(orjson.dumps(payload)) > scheme.room(hit.item, settings):
        raise Invalid("This is longer than any valid answer.", field="payload")
    try:
        return tuple(scheme.parse(payload, hit.item, settings))
    except InvalidAnswer as error:
        raise Invalid(error.message, field=error.field) from error


def _screen(hit: HIT, seen: Seen, status: DecisionStatus) -> dict[str, object]:
    """Return what is recorded of the screen. The numbers are those of this HIT."""
    state = AgreementState.objects.filter(campaign=hit.campaign)
    seen_judgments = list(seen.judgments)[:MAX_SEEN]
    judgments = (
        Judgment.objects.filter(hit=hit, pk__in=seen_judgments)
        if seen_judgments
        else Judgment.objects.none()
    )
    screen: dict[str, object] = {
        "version": state.values_list("version", flat=True).first() or 0,
        "judgments": sorted(judgments.values_list("pk", flat=True)),
        "decisions": sorted({one.pk for one in status.shown} & set(seen.decisions or ())),
        "blind": seen.blind,
    }
    if not seen.blind and (shown := _most_frequent(hit)):
        screen["consensus"] = shown
    return screen


def _most_frequent(hit: HIT) -> dict[str, object]:
    """Return the most frequent answer in the figures, its count, and whether another one is as
    frequent."""
    found = ItemSummary.objects.filter(hit=hit).values_list("summary__annotations", flat=True)
    times = found.first() or []
    if not times or not times[0][0]:
        return {}
    vector, most = times[0]
    scheme = scheme_of(hit.campaign)
    own = scheme.name in OWN_WORDS
    answer = "" if own else scheme.written(vector, hit.item, hit.campaign.settings)
    tied = len(times) > 1 and times[1][1] == most
    return {"answer": answer, "times": most, "of": sum(one[1] for one in times), "tied": tied}


def _number_of(campaign: Campaign, user: User) -> int:
    """Return an adjudicator's number in a campaign, assigning the next one if necessary."""
    made = Decision.objects.filter(campaign=campaign)
    own = made.filter(user=user).order_by("pk").values_list("adjudicator", flat=True)
    number = own.first()
    if number is None:
        Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=campaign.pk)
        last: int | None = made.aggregate(last=Max("adjudicator"))["last"]
        number = own.first() or (last or 0) + 1
    return number


def _withdraw(keys: Sequence[int], user: User | None) -> None:
    in_force = Decision.objects.in_force().filter(pk__in=keys)
    in_force.update(final=False, withdrawn_at=Now(), withdrawn_by=user)


def _hit(key: int) -> HIT:
    rows = HIT.objects.select_related("campaign__dataset__project", "item__document")
    return rows.get(pk=key)


def _locked(hit: HIT) -> HIT:
    """Lock a HIT, so that decisions on it are made one after the other."""
    list(HIT.objects.select_for_update(of=("self",), no_key=True).filter(pk=hit.pk).values("pk"))
    return hit


def _record(verb: str, decision: Decision, user: User | None, **details: object) -> None:
    record_campaign_event(
        verb,
        decision.hit.campaign,
        user,
        worker=None,
        object_id=decision.pk,
        hit=decision.hit_id,
        adjudicator=decision.adjudicator,
        **details,
    )
