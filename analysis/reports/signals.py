"""The report of signals: how each worker of a campaign works, and the reading test."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple, cast

from django.db import transaction

from agreement.reading.ranks import COMPARED, MOST_OTHERS, Plan, Rank, ranks_as_they_came
from agreement.reading.standing import Standing, certified_after, courses, standing_of
from agreement.votes.workers import Share, agreement
from analysis.reading.material import Material
from analysis.reading.work import Done
from analysis.schemes import analysis_of
from analysis.signals.against_others import Against, against_others
from analysis.signals.gathering import Given, gather, standings_of
from analysis.signals.with_themselves import NEVER, Consistency, with_themselves
from annotation.models import Enrolment, WorkerSignals
from annotation.services.webhooks.telling import tell_of_flagged
from annotation.tables.figures.signals import OneWorker, Signals

ALONE = "Each item is judged by one worker, so there are no others' answers to compare with."
Results = dict[str, Any]
Times = Mapping[int, list[tuple[int, int]]]  # of each item its enrolments and their milliseconds


class Compared(NamedTuple):
    """A worker's times and answers beside the others', and beside their own."""

    faster: float | None
    majority: Share | None
    others: Against
    themselves: Consistency


def signals_of(material: Material) -> Results:
    """Return the signals of all workers together, and under "workers" those of each."""
    ranks, reason = _ranks(material)
    standings = {enrolment: standing_of(made) for enrolment, made in ranks.items()}
    by_worker: defaultdict[int, list[Done]] = defaultdict(list)
    for one in material.work.done:
        by_worker[one.enrolment].append(one)
    faster, majorities = _faster(material.work.done), _majorities(material)
    agreeing = against_others(material)
    settings = material.campaign.settings
    themselves = with_themselves(material.work.again, analysis_of(material.campaign), settings)
    readers = sum(bool(one.bets) for one in standings.values())
    workers = [
        _worker(
            material,
            done,
            ranks.get(enrolment, []),
            standings.get(enrolment, standing_of([])),
            readers,
            Compared(
                faster.get(enrolment),
                majorities.get(enrolment),
                agreeing.get(done[0].worker, Against(None, None)),
                themselves.get(enrolment, NEVER),
            ),
        )
        for enrolment, done in by_worker.items()
    ]
    states = Counter(one["state"] for one in workers)
    times = [one.milliseconds for one in material.work.done]
    told: Signals = {
        "reason": reason,
        "others": _others(material),
        "compared": COMPARED,
        "readers": readers,
        "certified": states["certified"],
        "other": states["other"],
        "half_after": certified_after(standings, 0.5),
        "nine_tenths_after": certified_after(standings, 0.9),
        "milliseconds": median(times) if times else None,
    }
    return {**told, "workers": workers}


def keep_signals(campaign_id: int, version: int, results: Results) -> None:
    """Store each worker's signals, and leave in the results what is told of all together."""
    rows = [
        WorkerSignals(campaign_id=campaign_id, version=version, **one)
        for one in cast(list[dict[str, Any]], results.pop("workers"))
    ]
    columns = [
        column.name for column in WorkerSignals._meta.concrete_fields if column.name != "enrolment"
    ]
    with transaction.atomic():
        stored = WorkerSignals.objects.filter(campaign=campaign_id)
        before = set(
            stored.filter(state=WorkerSignals.State.OTHER).values_list("enrolment", flat=True)
        )
        stored.exclude(enrolment__in=[row.enrolment_id for row in rows]).delete()
        WorkerSignals.objects.bulk_create(
            rows,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["enrolment"],
            update_fields=columns,
        )
        flagged = {
            row.enrolment_id for row in rows if row.state == WorkerSignals.State.OTHER
        } - before
        found = Enrolment.objects.filter(pk__in=flagged).order_by("pk")
        for enrolment in found.select_related("campaign__dataset", "worker"):
            tell_of_flagged(enrolment, "reading")


def _others(material: Material) -> int:
    return min(material.work.redundancy - 1, MOST_OTHERS)


def _ranks(material: Material) -> tuple[dict[int, list[Rank]], str]:
    """Return each enrolment's ranks, whose answers are judgments, or why there are none."""
    analysis, work = analysis_of(material.campaign), material.work
    test = analysis.reading
    if test is None:
        return {}, analysis.no_reading
    if work.redundancy < 2:
        return {}, ALONE
    given, judgments = [], []
    for one in work.done:
        context = work.contexts[one.item]
        if len(told := test.coordinates(one.vector, context)):
            given.append(Given(one.position, one.enrolment, told, test.stratum(told, context)))
            judgments.append(one.pk)
    gathered = gather(given)
    plan = Plan(work.redundancy, _others(material), COMPARED, material.campaign.seed)
    _, own = standings_of(gathered, ranks_as_they_came(gathered.answers, plan))
    return {
        cast(int, gathered.workers[worker]): [
            rank._replace(answer=judgments[rank.answer]) for rank in made
        ]
        for worker, made in own.items()
    }, ""


def _worker(
    material: Material,
    done: Sequence[Done],
    ranks: Sequence[Rank],
    standing: Standing,
    readers: int,
    compared: Compared,
) -> OneWorker:
    pattern, majority = analysis_of(material.campaign).pattern, compared.majority
    patterns = Counter(pattern(one.vector) for one in done)
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
        "ranked": standing.bets,
        "state": standing.state(readers),
        "certified_at": standing.certified_at,
        "stake": standing.log_wealth,
        "highest": standing.highest,
        "against": standing.log_against,
        "highest_against": standing.highest_against,
        "p": standing.p,
        "ranks": [[*rank, *stakes] for rank, *stakes in zip(ranks, *courses(ranks), strict=True)],
    }


def _faster(done: Sequence[Done]) -> dict[int, float]:
    """Return of what share of others' judgments of the same items each was faster, on average over
    their items; an equal time counts half."""
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
    """Return how often each worker's answer is that of the majority of the others."""
    votes = (
        (one.item, one.enrolment, repr(one.vector)) for one in material.work.done if one.folded
    )
    return {who: record.with_others for who, record in agreement(votes, least=1).records.items()}
