"""Bonuses through Prolific's API: set up, confirmed by an owner, paid by one call, verified in
submissions.

Paying is the one call here that must not be repeated. Its intent is committed before the call; a
process that finds the intent checks the submissions for it, and never repeats the call."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models.functions import Now

from addons.prolific.models import ProlificBonus, ProlificBonusLine, ProlificStudy
from addons.prolific.services.answers import IS_ID, cents, text
from addons.prolific.services.client import OutOfTime, Prolific, ProlificProblem, Refused, Unsure
from addons.prolific.services.in_flight import close_what_is_seen
from annotation.models import PaymentLine
from annotation.services.pay.batches import locked_lines, settle_lines

State = ProlificBonus.State


def work_on_bonuses(study: ProlificStudy, prolific: Prolific) -> None:
    """Advance each open bonus of a study by one step."""
    rows = ProlificBonus.objects.filter(study=study.study, batch__campaign=study.campaign_id)
    for bonus in rows.filter(state__in=ProlificBonus.OPEN).select_related("batch__campaign"):
        try:
            _step(bonus, study, prolific)
        except OutOfTime:
            raise
        except ProlificProblem as problem:
            _tell(bonus, str(problem))


def _step(bonus: ProlificBonus, study: ProlificStudy, prolific: Prolific) -> None:
    if bonus.state == State.WANTED:
        _set_up(bonus, study, prolific)
    elif bonus.state == State.CONFIRMED:
        _pay(bonus, prolific)
    elif bonus.state in ProlificBonus.IN_FLIGHT:
        _look_for(bonus, prolific)


def _set_up(bonus: ProlificBonus, study: ProlificStudy, prolific: Prolific) -> None:
    """Get the price of the bonus. If Prolific's response does not match, drop the bonus."""
    currency = bonus.batch.campaign.currency
    if study.currency != currency:
        found = study.currency or "an unknown currency"
        return drop(bonus, f"The study is in {found}, the list in {currency}.")
    try:
        said = prolific.set_up_bonuses(study.study, csv_of(bonus))
    except Refused as problem:
        return drop(bonus, str(problem))
    bulk = text(said.get("id"), 65)
    amount, total = cents(said.get("amount")), cents(said.get("total_amount"))
    if not IS_ID.fullmatch(bulk) or total is None:
        raise ProlificProblem("Prolific’s answer does not match its documentation.")
    if amount != bonus.amount or total < bonus.amount:
        return drop(bonus, "Prolific calculated a different amount, so nothing was paid.")
    ProlificBonus.objects.filter(pk=bonus.pk, state=State.WANTED).update(
        state=State.PRICED,
        bulk=bulk,
        fees=cents(said.get("fees")),
        tax=cents(said.get("vat")),
        total=total,
        problem="",
    )
    return None


def csv_of(bonus: ProlificBonus) -> str:
    """Return a bonus in Prolific's format: a line for each submission, with the amount."""
    rows = bonus.lines.values_list("submission", "line__amount").order_by("pk")
    return "".join(f"{submission},{amount:.2f}\n" for submission, amount in rows)


def _pay(bonus: ProlificBonus, prolific: Prolific) -> None:
    """Pay a bonus by one call, after committing the intent."""
    for one in bonus.lines.filter(before=None).select_related("line__enrolment__worker"):
        ProlificBonusLine.objects.filter(pk=one.pk).update(before=_shown(one, prolific))
    prolific.get_ready()
    if not _begin(bonus):
        return
    rows = ProlificBonus.objects.filter(pk=bonus.pk, state=State.SENDING)
    try:
        prolific.pay_bonuses(bonus.bulk)
    except Unsure as problem:
        _tell(
            bonus, f"{problem} It is not sent again; the submissions will show whether it was paid."
        )
    except ProlificProblem as problem:
        rows.update(state=State.PRICED, sent_at=None, problem=str(problem)[:300])
    else:
        rows.update(state=State.SENT, problem="")


def _begin(bonus: ProlificBonus) -> bool:
    """Commit the intent of the call, and return whether this process may make it."""
    with transaction.atomic():
        lines = {line.pk: line for line in locked_lines(bonus.batch)}
        mine = list(bonus.lines.all())
        if any(lines[one.line_id].status != PaymentLine.Status.WAITING for one in mine):
            drop(bonus, "Some of these payments were settled manually, so nothing was sent.")
            return False
        others = ProlificBonusLine.objects.exclude(bonus=bonus).filter(
            bonus__state__in=ProlificBonus.IN_FLIGHT,
            submission__in=[one.submission for one in mine],
            released=False,
            seen=False,
        )
        if others.exists():
            _tell(bonus, "It waits for an earlier bonus of the same amount.")
            return False
        rows = ProlificBonus.objects.filter(pk=bonus.pk, state=State.CONFIRMED)
        return bool(rows.update(state=State.SENDING, sent_at=Now(), problem=""))


def _look_for(bonus: ProlificBonus, prolific: Prolific) -> None:
    """Read from the submissions which lines are paid, and settle those."""
    unseen = bonus.lines.filter(seen=False, released=False)
    found: list[ProlificBonusLine] = []
    try:
        for one in unseen.select_related("line__enrolment__worker"):
            found += [one] * (_shown(one, prolific) > (one.before or 0))
    finally:
        _settle(bonus, found)
    ProlificBonus.objects.filter(pk=bonus.pk).update(read_at=Now())


def _settle(bonus: ProlificBonus, found: Iterable[ProlificBonusLine]) -> None:
    """Enter what Prolific shows as paid into the ledger; a bonus with all lines seen is done."""
    keys = {one.line_id for one in found}
    with transaction.atomic():
        lines = [line for line in locked_lines(bonus.batch) if line.pk in keys]
        waiting = [line for line in lines if line.status == PaymentLine.Status.WAITING]
        settle_lines(
            bonus.batch, waiting, PaymentLine.Status.PAID, bonus.confirmed_by, "by Prolific’s API"
        )
        bonus.lines.filter(line__in=keys).update(seen=True)
        close_what_is_seen([bonus.pk])


def _shown(one: ProlificBonusLine, prolific: Prolific) -> int:
    """Return how many bonuses of exactly the line's sum its submission shows as paid."""
    said = prolific.submission(one.submission)
    shown = said.get("bonus_payments")
    if not isinstance(shown, list):
        raise ProlificProblem("Prolific does not report paid bonuses, so none were sent.")
    if said.get("participant", one.line.enrolment.worker.external_id) != (
        one.line.enrolment.worker.external_id
    ):
        raise ProlificProblem(
            "A submission now belongs to a different participant, so none were sent."
        )
    return sum(cents(each) == one.line.amount for each in shown)


def drop(bonus: ProlificBonus, problem: str = "") -> None:
    """Drop an unsent bonus; its payments can be set up again."""
    states = (State.WANTED, State.PRICED, State.CONFIRMED)
    rows = ProlificBonus.objects.filter(pk=bonus.pk, state__in=states)
    with transaction.atomic():
        if rows.update(state=State.DROPPED, problem=problem[:300]):
            bonus.lines.update(released=True)


def _tell(bonus: ProlificBonus, problem: str) -> None:
    ProlificBonus.objects.filter(pk=bonus.pk).update(problem=problem[:300])
