"""Publish, pause, resume and stop a study on Prolific, and add submissions.

Steps that cost money are priced by Prolific's calculator and confirmed by an owner first. A step is
sent only from a state of the study in which Prolific documents it, so that a step whose response
was lost shows in the state, and is not sent again."""

from decimal import Decimal
from typing import TypedDict

from django.db import transaction

from addons.prolific.models import ProlificStep, ProlificStudy
from addons.prolific.services.answers import cents, text, whole
from addons.prolific.services.client import OutOfTime, Prolific, ProlificProblem, Refused
from addons.prolific.services.readiness import problem_with_name, require_ready
from addons.prolific.services.studies import (
    ask_for_visit,
    connected_study,
    locked_study,
    require_nothing_under_way,
    require_owner,
)
from annotation.models import Campaign, User
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid

Action = ProlificStep.Action
State = ProlificStep.State

MAX_PLACES = 100_000
# The states in which each step is possible, and the state it leads to, as documented by Prolific.
FROM = {
    Action.PUBLISH: ("UNPUBLISHED",),
    Action.PAUSE: ("ACTIVE",),
    Action.START: ("PAUSED",),
    Action.STOP: ("ACTIVE", "PAUSED"),
    Action.PLACES: ("ACTIVE", "PAUSED", "AWAITING REVIEW", "COMPLETED"),
}
TO = {
    Action.PUBLISH: ("PUBLISHING", "ACTIVE"),
    Action.PAUSE: ("PAUSED",),
    Action.START: ("ACTIVE",),
    Action.STOP: ("AWAITING REVIEW", "COMPLETED"),
}


def possible_steps(study: ProlificStudy) -> list[str]:
    """Return the steps that Prolific accepts in the study's state."""
    return [action for action, states in FROM.items() if study.state in states]


def ask_for_step(
    *, campaign: Campaign, user: User, action: str, places: int | None = None
) -> ProlificStep:
    """Request a step of a study. A step that costs money is priced by a visit and then has to be
    confirmed; the others are sent by the visit."""
    require_owner(campaign, user)
    with locked_study(campaign) as study:
        if action not in possible_steps(study):
            raise Conflict(_impossible(study))
        if study.steps.filter(state__in=ProlificStep.OPEN).exists():
            raise Conflict("Another step of this study is open. Confirm or discard it first.")
        if action == Action.PLACES and not (study.places or 0) < (places or 0) <= MAX_PLACES:
            raise Invalid(
                f"Enter the total number of submissions: more than {study.places or 0:,}.",
                field="places",
            )
        if action == Action.PUBLISH:
            _require_live(campaign)
        step = ProlificStep.objects.create(
            study=study,
            action=action,
            places=places if action == Action.PLACES else None,
            state=State.ASKED if action in ProlificStep.COSTS else State.CONFIRMED,
            user=user,
        )
        _record("prolific.step_asked", campaign, user, step)
        ask_for_visit(study, user)
    return step


def confirm_step(
    *,
    campaign: Campaign,
    user: User,
    step: int,
    cost: str,
    address: str,
    accept_unready: bool = False,
) -> None:
    """Have a step sent, if it costs what the owner confirmed.

    Raise Conflict if the study is to be published but is not ready; `accept_unready` publishes it
    anyway. `address` is where Prolific is to send participants."""
    require_owner(campaign, user)
    name_trouble = "" if accept_unready else problem_with_name(address)
    with locked_study(campaign) as study:
        found = study.steps.filter(pk=step, state=State.PRICED).first()
        if found is None:
            raise Conflict("Nothing to confirm: someone else was faster. Reload the page.")
        if found.cost_read != cost:
            raise Conflict("The price has changed. Check the new total and confirm again.")
        if found.action == Action.PUBLISH:
            _require_live(campaign)
            if not accept_unready:
                require_ready(campaign, address, name_trouble)
        study.steps.filter(pk=found.pk).update(state=State.CONFIRMED, user=user, problem="")
        _record("prolific.step_confirmed", campaign, user, found)
        ask_for_visit(study, user)


def leave_step(*, campaign: Campaign, user: User) -> None:
    """Cancel a step: it is not sent any more. If it was sent before, the study's state shows it."""
    require_owner(campaign, user)
    with transaction.atomic():
        require_nothing_under_way(campaign)
        study = connected_study(campaign)
        found = study.steps.filter(state__in=ProlificStep.OPEN).first()
        if found is not None:
            study.steps.filter(pk=found.pk).update(state=State.DROPPED, problem="")
            _record("prolific.step_left", campaign, user, found)


def ask_price_of_publishing(study: ProlificStudy, user: User | None) -> None:
    """Have the next visit price the publication of a new study."""
    ProlificStep.objects.create(study=study, action=Action.PUBLISH, user=user)


def read_study(study: ProlificStudy, prolific: Prolific) -> None:
    """Store the current state of a study on Prolific."""
    said = prolific.study(study.study)
    study.name = text(said.get("name"), 200)
    study.state = text(said.get("status"), 40)
    study.places = whole(said.get("total_available_places"))
    study.reward = whole(said.get("reward"))
    study.save(update_fields=["name", "state", "places", "reward"])


def read_currency(study: ProlificStudy, prolific: Prolific) -> None:
    """Store the currency in which a study pays; it never changes."""
    if study.currency:
        return
    try:
        rewards = prolific.cost(study.study).get("rewards")
    except Refused:
        return
    of_rewards = rewards.get("rewards") if isinstance(rewards, dict) else None
    currency = of_rewards.get("currency") if isinstance(of_rewards, dict) else ""
    study.currency = text(currency, 3).upper()
    study.save(update_fields=["currency"])


def work_on_steps(study: ProlificStudy, prolific: Prolific) -> None:
    """Advance the open step of a study. A failure of the step does not prevent anything else."""
    step = study.steps.filter(state__in=ProlificStep.OPEN).first()
    if step is None:
        return
    try:
        if step.state == State.ASKED:
            _price(step, study, prolific)
        elif step.state == State.CONFIRMED:
            _send(step, study, prolific)
    except OutOfTime:
        raise
    except Refused as problem:
        _keep(step, state=State.DROPPED, problem=str(problem)[:300])
    except ProlificProblem as problem:
        _keep(step, problem=str(problem)[:300])


def _price(step: ProlificStep, study: ProlificStudy, prolific: Prolific, problem: str = "") -> None:
    """Get the price of a step. If it is impossible or in another currency, drop it."""
    if study.state not in FROM[Action(step.action)]:
        return _drop(step, _impossible(study))
    read_currency(study, prolific)
    currency = study.campaign.currency
    if study.currency and study.currency != currency:
        return _drop(step, f"The study pays in {study.currency}, the campaign in {currency}.")
    if study.reward is None or study.places is None:
        raise ProlificProblem("Prolific’s answer is not what its documentation says.")
    places = _costly_places(step, study)
    if places < 1:
        return _drop(step, "The study already has this many submissions.")
    total = _total(study.reward, places, prolific)
    priced = {"reward": study.reward, "priced_places": places, "total": total, "problem": problem}
    return _keep(step, state=State.PRICED, **priced)


def _send(step: ProlificStep, study: ProlificStudy, prolific: Prolific) -> None:
    action = Action(step.action)
    if _shows(step, study):
        return _keep(step, state=State.DONE, problem="")
    if study.state not in FROM[action]:
        return _drop(step, _impossible(study))
    if action in ProlificStep.COSTS and not _costs_as_confirmed(step, study, prolific):
        _keep(step, state=State.ASKED)
        return _price(step, study, prolific, "Prolific’s price has changed. Check the new total.")
    if action == Action.PLACES:
        prolific.raise_places(study.study, step.places or 0)
    else:
        prolific.get_ready()
        prolific.move_study(study.study, action.value)
    read_study(study, prolific)
    if _shows(step, study):
        return _keep(step, state=State.DONE, problem="")
    return None


def _shows(step: ProlificStep, study: ProlificStudy) -> bool:
    """Return whether the study is in the state to which the step leads."""
    if step.action == Action.PLACES:
        return (study.places or 0) >= (step.places or 0)
    return study.state in TO[Action(step.action)]


def _costs_as_confirmed(step: ProlificStep, study: ProlificStudy, prolific: Prolific) -> bool:
    places = _costly_places(step, study)
    if study.reward is None or (study.reward, places) != (step.reward, step.priced_places):
        return False
    return step.total is None or _total(study.reward, places, prolific) == step.total


def _costly_places(step: ProlificStep, study: ProlificStudy) -> int:
    """Return the number of places that the step has to pay for."""
    places = study.places or 0
    return (step.places or 0) - places if step.action == Action.PLACES else places


def _total(reward: int, places: int, prolific: Prolific) -> Decimal | None:
    """Return Prolific's price for this many places; None if there is none, or if it is less than
    the rewards and so cannot be right."""
    try:
        total = cents(prolific.cost_of_places(reward=reward, places=places).get("total_cost"))
    except Refused:
        return None
    floor = Decimal(reward * places) / 100
    return total if total is None or total >= floor else None


def _require_live(campaign: Campaign) -> None:
    if campaign.status != Campaign.Status.LIVE:
        raise Conflict("Launch the campaign first: participants could not work yet.")


def _impossible(study: ProlificStudy) -> str:
    return f"Prolific does not do this while the study is {study.state.lower() or 'unknown'}."


def _drop(step: ProlificStep, problem: str) -> None:
    _keep(step, state=State.DROPPED, problem=problem[:300])


def _keep(step: ProlificStep, **columns: object) -> None:
    ProlificStep.objects.filter(pk=step.pk).update(**columns)


class _Details(TypedDict, total=False):
    """Details of these acts in the audit log."""

    places: int
    total: str
    currency: str


def _record(verb: str, campaign: Campaign, user: User, step: ProlificStep) -> None:
    fields: _Details = {"places": step.places} if step.places else {}
    if step.total is not None:
        fields["total"], fields["currency"] = str(step.total), campaign.currency
    record_campaign_event(verb, campaign, user, object_id=step.pk, action=step.action, **fields)
