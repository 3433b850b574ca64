"""Request a model's answers to all items of a campaign: begin, stop, resume, and save the result as
a set."""

import hashlib
from collections import Counter
from decimal import Decimal
from typing import TypedDict, Unpack

import orjson
from django.db import transaction
from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Now

from addons.model_annotators.models import ModelAnswer, ModelEndpoint, ModelRun
from addons.model_annotators.services.prompts import supports_models
from addons.model_annotators.services.terms import MAX_SUM, Terms
from annotation.capabilities import Capability
from annotation.models import HIT, Annotation, AnnotationSet, Campaign, HeldSet, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.messages import send
from annotation.services.lifecycle.guard import require_open
from annotation.services.sets.answers import without_marks
from annotation.services.sets.reference_sets import MAX_REFERENCE_SETS
from annotation.services.unique_names import unless_taken

Status, State = ModelRun.Status, ModelAnswer.State
MAX_ITEMS = 100_000
BATCH = 2_000
# States with an answer: the same call is not bought again.
CAME = (State.SOUND, State.UNFIT, State.REFUSED)


def begin_run(*, campaign: Campaign, user: User, endpoint: ModelEndpoint, terms: Terms) -> ModelRun:
    """Request a model's answers to each item of a campaign; a Celery process sends the calls."""
    require_open(campaign.dataset, campaign)
    _require_owner(campaign, user)
    if not supports_models(campaign):
        raise Invalid("Models do not support this kind of work yet.", field="campaign")
    if campaign.status == Campaign.Status.DRAFT:
        raise Invalid(
            "This campaign is a draft and has no items yet. Launch it first.", field="campaign"
        )
    if endpoint.project_id != campaign.dataset.project_id:
        raise Invalid("Choose an endpoint of this project.", field="endpoint")
    columns = terms.checked()
    with transaction.atomic():
        locked = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        if ModelRun.objects.filter(campaign=locked, status=Status.WAITING).exists():
            raise Conflict("A model is already working on this campaign. Wait for it, or stop it.")
        named = AnnotationSet.objects.filter(dataset=campaign.dataset_id, name=columns["name"])
        if named.exists():
            raise Conflict(f"The dataset already has a set named {columns['name']}.", field="name")
        items = list(
            HIT.objects.filter(campaign=locked).order_by("item_id").values_list("item", flat=True)
        )
        if len(items) > MAX_ITEMS:
            raise Invalid(f"The maximum is {MAX_ITEMS:,} items.", field="campaign")
        found = ModelRun.objects.create(
            campaign=locked,
            endpoint=endpoint,
            user=user,
            prompt_version=_version(locked, columns["prompt"]),
            **columns,
        )
        rows = (ModelAnswer(asked=found, item_id=item) for item in dict.fromkeys(items))
        ModelAnswer.objects.bulk_create(rows, batch_size=BATCH)
        _record("asked", found, user)
        transaction.on_commit(lambda: send("tasks.ask", found.pk))
    return found


def stop_run(*, run: ModelRun, user: User) -> None:
    """Stop a round; answers to calls in progress are still stored. It can be resumed at any
    time."""
    with transaction.atomic():
        rows = ModelRun.objects.filter(pk=run.pk, status=Status.WAITING)
        if rows.update(status=Status.STOPPED):
            _record("stopped", run, user)


def resume_run(
    *, run: ModelRun, user: User, budget: Decimal | None = None, lost_too: bool = False
) -> None:
    """Resume a round, with another budget if one is given. `lost_too`: also repeat calls without an
    answer, which may be paid for twice."""
    require_open(run.campaign.dataset, run.campaign)
    _require_owner(run.campaign, user)
    if budget is not None and not 0 <= budget <= MAX_SUM:
        raise Invalid("Enter an amount of 0 or more.", field="budget")
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=run.campaign_id)
        found = ModelRun.objects.select_for_update(of=("self",)).get(pk=run.pk)
        if found.set_id is not None:
            raise Conflict(
                "This round has been saved as a set, and sets are read-only. Start a new round."
            )
        if found.endpoint_id is None:
            raise Conflict("Its endpoint was removed. Start a new round with another endpoint.")
        others = ModelRun.objects.filter(campaign=run.campaign_id, status=Status.WAITING)
        if others.exists():
            raise Conflict("A model is already working on this campaign. Wait for it, or stop it.")
        if lost_too:
            lost = ModelAnswer.objects.filter(asked=found, state=State.LOST)
            lost.update(state=State.WAITING, problem="")
        found.status, found.problem, found.failures = Status.WAITING, "", 0
        found.budget = found.budget if budget is None else budget
        found.save(update_fields=["status", "problem", "failures", "budget"])
        ModelRun.objects.filter(pk=found.pk).update(rests_until=Now())
        _record("resumed", found, user, lost_too=lost_too)
        transaction.on_commit(lambda: send("tasks.ask", found.pk))


def keep_run(*, run: ModelRun, user: User | None) -> AnnotationSet:
    """Save the valid answers of a finished round as a set, and compare it with the crowd."""
    require_open(run.campaign.dataset, run.campaign)
    with transaction.atomic():
        found = ModelRun.objects.select_for_update(of=("self",)).get(pk=run.pk)
        if found.set is not None:
            return found.set
        if found.status == Status.WAITING:
            raise Conflict("The model is still working. Wait for it, or stop it.")
        sound = ModelAnswer.objects.filter(asked=found, state=State.SOUND)
        if not sound.exists():
            raise Conflict("No valid answers came, so there is nothing to save.")
        own = _set_of(found, list(sound.order_by("pk")), user)
        ModelRun.objects.filter(pk=found.pk).update(set=own)
        compared = HeldSet.objects.not_deleted().filter(campaign=found.campaign_id)
        if compared.count() < MAX_REFERENCE_SETS:
            HeldSet.objects.create(campaign_id=found.campaign_id, set=own, user=user)
        _record("kept", found, user, annotations=own.annotation_count)
    return own


def due_runs() -> list[int]:
    """Return the rounds to work on, the longest waiting first."""
    rows = ModelRun.objects.not_deleted().filter(status=Status.WAITING, rests_until__lte=Now())
    return list(rows.order_by("beat_at", "pk").values_list("pk", flat=True))


class Counts(TypedDict):
    """Numbers of items in each state and of answers bought, and the amount spent."""

    states: dict[str, int]
    total: int
    spent: Decimal
    bought: int
    tokens_in: int
    tokens_out: int
    again: int


def counts_of(run: ModelRun) -> Counts:
    """Return how many items are in each state, what was spent, and how many answers were bought."""
    rows = ModelAnswer.objects.filter(asked=run)
    states = dict(rows.order_by().values_list("state").annotate(Count("pk")))
    sums = rows.aggregate(
        spent=Sum("cost"),
        paid=Count("pk", filter=Q(bought=True)),
        again=Count("pk", filter=Q(bought=False, state__in=(State.SOUND, State.UNFIT))),
        tokens_in=Sum("tokens_in"),
        tokens_out=Sum("tokens_out"),
    )
    return {
        "states": {state: states.get(state, 0) for state in State.values},
        "total": sum(states.values()),
        "spent": sums["spent"] or Decimal(0),
        "bought": sums["paid"],
        "tokens_in": sums["tokens_in"] or 0,
        "tokens_out": sums["tokens_out"] or 0,
        "again": sums["again"],
    }


def _set_of(run: ModelRun, sound: list[ModelAnswer], user: User | None) -> AnnotationSet:
    campaign = run.campaign
    counts = counts_of(run)
    left_out = Counter(
        {State(state).label: times for state, times in counts["states"].items() if times}
    )
    left_out.pop(State.SOUND.label)
    digest = hashlib.sha256(orjson.dumps([[one.item_id, one.payload] for one in sound]))
    refusal = Conflict(
        f"The dataset already has a set named {run.name}. Rename that one first.", field="name"
    )
    with unless_taken("one_set_of_a_name_per_dataset", refusal):
        own = AnnotationSet.objects.create(
            dataset=campaign.dataset,
            name=run.name,
            scheme=campaign.scheme,
            settings=without_marks(campaign.settings),
            made_by=AnnotationSet.MadeBy.MODEL,
            source=f"Requested from {run.endpoint}" if run.endpoint else "Requested by Midpath",
            version=f"prompt {run.prompt_version}",
            facts=_facts(run, counts["spent"]),
            named=True,
            filename="",
            digest=digest.hexdigest(),
            annotation_count=len(sound),
            annotator_count=1,
            item_count=len(sound),
            left_out=dict(left_out),
            created_by=user,
        )
    Annotation.objects.bulk_create(
        (
            Annotation(
                set=own,
                item_id=one.item_id,
                annotator=1,
                payload=one.payload,
                vector=one.vector or [],
            )
            for one in sound
        ),
        batch_size=BATCH,
    )
    return own


def _facts(run: ModelRun, spent: Decimal) -> dict[str, str]:
    facts = {
        "model": run.model,
        "version": f"prompt {run.prompt_version}",
        "prompt": run.prompt,
        "temperature": "" if run.temperature is None else f"{run.temperature.normalize():f}",
        "seed": "" if run.seed is None else str(run.seed),
        "cost": f"{spent.normalize():f} {run.currency}",
    }
    return {name: value for name, value in facts.items() if value}


def _version(campaign: Campaign, prompt: str) -> int:
    """Return the number of a prompt among those of the campaign, or the next number for a new
    prompt."""
    before = ModelRun.objects.filter(campaign=campaign)
    same = before.filter(prompt=prompt).values_list("prompt_version", flat=True).first()
    return same or (before.aggregate(last=Max("prompt_version"))["last"] or 0) + 1


def _require_owner(campaign: Campaign, user: User) -> None:
    require(campaign.dataset.project, user, Capability.PAY, "ask a model, which costs money")


class _Details(TypedDict, total=False):
    """Details of these acts in the audit log."""

    lost_too: bool
    annotations: int


def _record(what: str, run: ModelRun, user: User | None, **details: Unpack[_Details]) -> None:
    record_campaign_event(
        f"model.{what}",
        run.campaign,
        user,
        object_id=run.pk,
        name=run.name,
        model=run.model,
        budget=str(run.budget),
        **details,
    )
