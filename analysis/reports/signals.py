"""The report of worker quality: signals of each worker of a campaign, and the reading test."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple, cast

from django.db import transaction
from django.db.models import QuerySet

from agreement.reading.ranks import COMPARED, MAX_OTHERS, OWN_MIN, Plan, Rank
from agreement.reading.status import Loss, Standing, certified_after, standing_of
from agreement.votes.workers import Share, agreement
from analysis.reading.material import Material
from analysis.reading.work import Done
from analysis.schemes import analysis_of
from analysis.signals.accuracies import accuracies_of
from analysis.signals.against_others import (
    NEVER,
    Against,
    Consistency,
    against_others,
    with_themselves,
)
from analysis.signals.gathering import Given, gather, ranks_by_worker
from analysis.signals.twins import (
    NOBODY,
    UNLIKE,
    Alike,
    alike_of,
    ranks_without_twins,
    stored_alike,
)
from annotation.events import WorkerFlagged, emit
from annotation.models import Campaign, Enrolment, WorkerSignals
from annotation.models.terms.serving_terms import Walk
from midpath.json_types import JsonObject
from midpath.tables.figures.signal_figures import OneAlike, OneWorker, Signals

ALONE = "Each item is judged by one worker, so there are no others' answers to compare with."
# Reasons for flagging a worker, as named in events, with the stored signals that show each.
FLAGS: Mapping[str, Mapping[str, object]] = {
    "reading": {"state": WorkerSignals.State.OTHER},
    "twins": {"twins__gt": 0},
    "follows": {"follows": True},
}
Results = dict[str, object]
Times = Mapping[int, list[tuple[int, int]]]  # for each item its enrolments and their milliseconds


class Tested(NamedTuple):
    """Tests of all answers together: the ranks of each enrolment, the judgments of the answers, the
    workers who answer alike, and the reason if there is neither."""

    ranks: Mapping[int, list[Rank]]
    alike: Alike
    stored_alike: Mapping[int, OneAlike]
    reason: str = ""


class Compared(NamedTuple):
    """A worker's times and answers compared with the others', and with their own. `accuracy` is how
    often they are right, in thousandths, if the campaign needs it."""

    faster: float | None
    majority: Share | None
    others: Against
    themselves: Consistency
    accuracy: int | None


def signals_of(material: Material) -> Results:
    """Return the signals of the campaign, under "workers" those of each worker, and the mean of
    their accuracies."""
    tested = _tested(material)
    ranks, alike = tested.ranks, tested.alike
    results = {enrolment: standing_of(made) for enrolment, made in ranks.items()}
    by_worker: defaultdict[int, list[Done]] = defaultdict(list)
    for one in material.work.done:
        by_worker[one.enrolment].append(one)
    faster, majorities = _faster(material.work.done), _majorities(material)
    agreeing = against_others(material)
    settings = material.campaign.settings
    themselves = with_themselves(material.work.again, analysis_of(material.campaign), settings)
    accuracies = accuracies_of(material)
    readers = sum(bool(one.bets) for one in results.values())
    test = analysis_of(material.campaign).reading
    workers = [
        _worker(
            material,
            done,
            ranks.get(enrolment, []),
            results.get(enrolment, standing_of([])),
            readers,
            Compared(
                faster.get(enrolment),
                majorities.get(enrolment),
                agreeing.get(done[0].worker, Against(None, None)),
                themselves.get(enrolment, NEVER),
                accuracies.of_workers.get(enrolment),
            ),
            tested.stored_alike.get(enrolment, UNLIKE),
        )
        for enrolment, done in by_worker.items()
    ]
    states = Counter(one["state"] for one in workers)
    times = [one.milliseconds for one in material.work.done]
    signals: Signals = {
        "reason": tested.reason,
        "others": _others(material),
        "compared": COMPARED,
        "readers": readers,
        "certified": states["certified"],
        "lost": states["lost"],
        "other": states["other"],
        "most_ranked": max((one["ranked"] for one in workers), default=0),
        "usual_answers": test.usual_answers if test else 0,
        "half_after": certified_after(results, 0.5),
        "nine_tenths_after": certified_after(results, 0.9),
        "milliseconds": median(times) if times else None,
        "pairs": alike.twins.tested,
        "twinned": len(alike.twinned),
        "clusters": len(alike.twins.clusters),
        "followers": len(alike.followers),
        "sampled": alike.sampled,
    }
    return {**signals, "workers": workers, "mean_accuracy": accuracies.mean}


def store_signals(campaign_id: int, version: int, results: Results) -> None:
    """Store each worker's signals and the mean accuracy, and leave the other signals of the
    campaign in the results."""
    mean_accuracy = results.pop("mean_accuracy")
    rows = [
        WorkerSignals(campaign_id=campaign_id, version=version, **one)
        for one in cast(list[JsonObject], results.pop("workers"))
    ]
    columns = [
        column.name for column in WorkerSignals._meta.concrete_fields if column.name != "enrolment"
    ]
    with transaction.atomic():
        stored = WorkerSignals.objects.filter(campaign=campaign_id)
        before = {name: set(_flagged(stored, name)) for name in FLAGS}
        stored.exclude(enrolment__in=[row.enrolment_id for row in rows]).delete()
        WorkerSignals.objects.bulk_create(
            rows,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["enrolment"],
            update_fields=columns,
        )
        for name in FLAGS:
            flagged = set(_flagged(stored, name)) - before[name]
            found = Enrolment.objects.filter(pk__in=flagged).order_by("pk")
            for enrolment in found.select_related("campaign__dataset", "worker"):
                emit(WorkerFlagged(enrolment, name))
        if mean_accuracy is not None:
            Campaign.objects.filter(pk=campaign_id).update(mean_accuracy=mean_accuracy)


def _flagged(stored: QuerySet[WorkerSignals], name: str) -> QuerySet[WorkerSignals, int]:
    return stored.filter(**FLAGS[name]).values_list("enrolment", flat=True)


def _others(material: Material) -> int:
    return min(material.work.redundancy - 1, MAX_OTHERS)


def _tested(material: Material) -> Tested:
    """Return each enrolment's ranks and twins. Workers with twins are ranked only by all others,
    since accounts that answer alike would vouch for each other."""
    analysis, work = analysis_of(material.campaign), material.work
    test = analysis.reading
    if test is None:
        return Tested({}, NOBODY, {}, analysis.no_reading)
    if work.redundancy < 2:
        return Tested({}, NOBODY, {}, ALONE)
    given, done = [], []
    for one in work.done:
        context = work.contexts[one.item]
        if len(coordinates := test.coordinates(one.vector, context)):
            given.append(
                Given(one.position, one.enrolment, coordinates, test.stratum(coordinates, context))
            )
            done.append(one)
    gathered = gather(given)
    plan = Plan(
        work.redundancy,
        _others(material),
        seed=material.campaign.seed,
        least=OWN_MIN if material.campaign.walk == Walk.OWN else 0,
    )
    alike = alike_of(
        gathered.answers.texts,
        gathered.answers.workers,
        [tuple(one.vector) for one in done],
        habits=[analysis.pattern(one.vector) for one in done],
        planned=work.redundancy,
        seed=material.campaign.seed,
    )
    ranks = ranks_without_twins(gathered.answers, plan, alike.twinned)
    own = ranks_by_worker(gathered.answers, ranks)
    enrolments = cast(Sequence[int], gathered.workers)
    by_enrolment = {
        enrolments[worker]: [rank._replace(answer=done[rank.answer].pk) for rank in made]
        for worker, made in own.items()
    }
    return Tested(by_enrolment, alike, stored_alike(alike, enrolments))


def _worker(
    material: Material,
    done: Sequence[Done],
    ranks: Sequence[Rank],
    result: Standing,
    readers: int,
    compared: Compared,
    alike: OneAlike,
) -> OneWorker:
    pattern, majority = analysis_of(material.campaign).pattern, compared.majority
    patterns = Counter(pattern(one.vector) for one in done)
    state, course = result.state(readers), result.course
    lost = result.lost if state == "lost" else None
    return {
        "enrolment_id": done[0].enrolment,
        "judgments": len(done),
        "milliseconds": median(one.milliseconds for one in done),
        "faster": compared.faster,
        "same": max(patterns.values()) / len(done) if len(done) > 1 else None,
        "alpha": compared.others.alpha,
        "s": compared.others.s,
        "majority": None if majority is None or not majority.items else float(majority.value or 0),
        "consistency": compared.themselves.value,
        "repeated": compared.themselves.repeated,
        "accuracy": compared.accuracy,
        "ranked": result.bets,
        "state": state,
        "certified_at": result.certified_at,
        "lost_at": lost.at if lost else None,
        "lost_since": _task(lost, done) if lost else None,
        "stake": result.log_wealth,
        "highest": result.highest,
        "against": result.log_against,
        "highest_against": result.highest_against,
        "p": result.p,
        **alike,
        "ranks": [
            [*rank, *stakes]
            for rank, *stakes in zip(ranks, course.stakes, course.against, strict=True)
        ],
    }


def _task(lost: Loss, done: Sequence[Done]) -> int:
    """Return the number, among the worker's judgments, of the first one after the change."""
    return sum(one.pk < lost.since for one in done) + 1


def _faster(done: Sequence[Done]) -> dict[int, float]:
    """Return for each worker the share of others' judgments of the same items that took longer,
    averaged over their items; an equal time counts half."""
    times: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in done:
        times[one.item].append((one.enrolment, one.milliseconds))
    shares: defaultdict[int, list[float]] = defaultdict(list)
    for here in times.values():
        for who, time in here if len(here) > 1 else ():
            longer = sum((other > time) + (other == time) / 2 for _, other in here) - 0.5
            shares[who].append(longer / (len(here) - 1))
    return {who: sum(found) / len(found) for who, found in shares.items()}


def _majorities(material: Material) -> dict[int, Share]:
    """Return for each worker how often their answer equals the majority of the others'."""
    votes = (
        (one.item, one.enrolment, repr(one.vector)) for one in material.work.done if one.folded
    )
    return {who: record.with_others for who, record in agreement(votes, least=1).records.items()}
