"""Collect a worker's state over all their campaigns: what they can continue, what they can
start, their pay, and the decisions on their work.

The number of queries does not depend on the number of campaigns."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, F, Prefetch, Q
from django.utils.translation import gettext, gettext_noop

from annotation.models import Assignment, Campaign, Enrolment, LedgerEntry, Rejection, Worker
from annotation.models.people_terms import LinkTrust
from annotation.services.clock import database_now
from annotation.services.errors import Enough, NothingLeft, NotServing, Over
from annotation.services.pay.balance import Balance, balances_of
from annotation.services.pay.funding import allowing_one_more
from annotation.services.people.entry import APPROVAL, Step, next_step
from annotation.services.people.platform_return import has_done_enough
from annotation.services.people.qualifications import facts_about, why_not
from annotation.services.people.questions import new_answers
from annotation.services.work.allocation import OVER, Load, check_terms, check_window, loads_of
from annotation.services.work.gold_scores import training_of
from annotation.services.work.rejections import rejected_tasks

MAX_WORKS = 50
MAX_OFFERS = 20
MAX_LOOKED_AT = 60
MAX_DECISIONS = 10
# Maximum number of tasks listed per rejection.
MAX_NAMED = 3
NOBODY = Load(0, 0)
# Platform workers find their next work there: their place and their pay are there, too.
OFFERED_TO = {Worker.Source.NAME, Worker.Source.LINK}

ENDED = gettext_noop("Your work here has ended")
TURNED_AWAY = gettext_noop("You were not approved")
PAUSED = gettext_noop("The work is paused")
ENOUGH = gettext_noop("You have reached the maximum number of tasks")
NOTHING_LEFT = gettext_noop("No tasks right now")
NO_MONEY = gettext_noop("The budget has run out for now")


@dataclass(frozen=True)
class Work:
    """A campaign that a worker has joined. `open_task` is their open task; `why_not` says why there
    is none for them now, and `over` whether this is final."""

    enrolment: Enrolment
    balance: Balance
    open_task: Assignment | None
    step: Step | None
    why_not: str
    over: bool

    @property
    def goes_on(self) -> bool:
        """Return whether there is a button to continue: to the open task, a step, or the next
        task."""
        return self.open_task is not None or not self.why_not or self.waits

    @property
    def waits(self) -> bool:
        return self.step is APPROVAL and not self.over


@dataclass(frozen=True)
class CurrencyPay:
    """The pay of a worker in one currency, over all campaigns."""

    currency: str
    earned: Decimal
    sent: Decimal
    paid: Decimal
    owed: Decimal


@dataclass(frozen=True)
class Home:
    works: Sequence[Work]
    more: bool
    offers: Sequence[Campaign]
    pay: Sequence[CurrencyPay]
    decisions: Sequence[LedgerEntry]

    @property
    def in_progress(self) -> list[Work]:
        """Return the campaigns that can be continued, those with an open task first."""
        return sorted(
            (one for one in self.works if one.goes_on), key=lambda one: one.open_task is None
        )

    @property
    def others(self) -> list[Work]:
        return [one for one in self.works if not one.goes_on]


def home_of(workers: Collection[int]) -> Home:
    """Return the home page data of these workers, who are presumably one person."""
    rows = Enrolment.objects.filter(worker__in=workers, erased_at=None, campaign__deleted_at=None)
    rows = rows.annotate(answers=new_answers(), rejected=rejected_tasks())
    rows = rows.select_related("campaign__dataset", "worker").order_by("-joined_at", "-pk")
    enrolments = list(rows[: MAX_WORKS + 1])
    more, enrolments = len(enrolments) > MAX_WORKS, enrolments[:MAX_WORKS]
    works = _works(enrolments)
    decisions = LedgerEntry.objects.filter(enrolment__in=enrolments)
    decisions = decisions.select_related("campaign", "line").annotate(
        unnamed=Count("rejections") - MAX_NAMED,
        objectionable=Count(
            "rejections", filter=Q(rejections__ended_at=None, rejections__objected_at=None)
        ),
    )
    named = Rejection.objects.select_related("judgment__hit__item").order_by("pk")[:MAX_NAMED]
    decisions = decisions.prefetch_related(Prefetch("rejections", named, to_attr="rejected"))
    return Home(
        works,
        more,
        offers_to(workers),
        _pay(works),
        list(decisions.order_by("-pk")[:MAX_DECISIONS]),
    )


def language_of_latest(workers: Collection[int]) -> str:
    """Return the language of the campaign joined last that has one; empty if none has."""
    rows = Enrolment.objects.filter(worker__in=workers, campaign__deleted_at=None)
    rows = rows.exclude(campaign__language="").order_by("-joined_at", "-pk")
    return rows.values_list("campaign__language", flat=True).first() or ""


def offers_to(workers: Collection[int]) -> list[Campaign]:
    """Return the campaigns that are offered to these workers, admit one of them now, and were not
    joined by any of them."""
    own = list(Worker.objects.filter(pk__in=workers, source__in=OFFERED_TO))
    if not own:
        return []
    now = database_now()
    campaigns = (
        Campaign.objects.live()
        .filter(
            Q(most_workers=None) | Q(worker_count__lt=F("most_workers")),
            Q(opens_at=None) | Q(opens_at__lte=now),
            Q(closes_at=None) | Q(closes_at__gt=now),
            offered=True,
            link_trust=LinkTrust.CODE,
            dataset__project__in={worker.project_id for worker in own},
        )
        .exclude(enrolments__worker__in=workers)
        .select_related("dataset")
    )
    found = list(campaigns[:MAX_LOOKED_AT])
    facts, affording = facts_about(found, own), allowing_one_more(found)
    return [
        campaign
        for campaign in found
        if (not campaign.reward or campaign.pk in affording)
        and any(
            worker.project_id == campaign.dataset.project_id
            and not why_not(campaign, worker, facts)
            for worker in own
        )
    ][:MAX_OFFERS]


def _works(enrolments: Sequence[Enrolment]) -> list[Work]:
    open_tasks = {
        one.enrolment_id: one
        for one in Assignment.objects.timed().filter(
            enrolment__in=enrolments, status=Assignment.Status.OPEN
        )
    }
    loads = loads_of({one.worker_id for one in enrolments})
    affording = allowing_one_more([one.campaign for one in enrolments])
    now = database_now()
    works = []
    for one, balance in zip(enrolments, balances_of(enrolments), strict=True):
        sentence, over = _obstacle(one, loads.get(one.worker_id, NOBODY), now)
        if not sentence and one.campaign.reward and one.campaign_id not in affording:
            sentence = gettext(NO_MONEY)
        works.append(Work(one, balance, open_tasks.get(one.pk), next_step(one), sentence, over))
    return works


def _obstacle(enrolment: Enrolment, load: Load, now: datetime) -> tuple[str, bool]:
    """Return why a worker gets no task now (empty if they may), and whether that is final. The
    budget is not checked."""
    campaign = enrolment.campaign
    if end := _end(enrolment):
        return gettext(end), True
    early = campaign.opens_at is not None and campaign.opens_at > now
    over = campaign.closes_at is not None and campaign.closes_at <= now
    try:
        check_window(campaign.status, campaign.opens_at, over, early)
        in_training = training_of(campaign, enrolment) is not None
        check_terms(campaign, load, in_training=in_training)
    except (NotServing, NothingLeft) as error:
        return error.message, isinstance(error, Over | Enough)
    return _hindrance(enrolment), False


def _end(enrolment: Enrolment) -> str:
    """Return why a worker gets no more tasks, to be translated; empty if they may."""
    if enrolment.has_ended:
        return ENDED
    if enrolment.campaign.status == Campaign.Status.CLOSED:
        return OVER
    if enrolment.turned_away_at is not None:
        return TURNED_AWAY
    return ENOUGH if has_done_enough(enrolment) else ""


def _hindrance(enrolment: Enrolment) -> str:
    """Return why a worker gets no task at the moment; empty if they may."""
    campaign = enrolment.campaign
    if next_step(enrolment) is APPROVAL:
        return gettext("Before the first task: {what}.").format(what=gettext(APPROVAL.what))
    if campaign.status != Campaign.Status.LIVE:
        return gettext(PAUSED)
    return gettext(NOTHING_LEFT) if enrolment.nothing_left_at == campaign.reopenings else ""


def _pay(works: Sequence[Work]) -> list[CurrencyPay]:
    """Return the paid amounts per currency."""
    by_currency: dict[str, list[Balance]] = {}
    for work in works:
        if work.enrolment.campaign.reward or work.balance.total:
            by_currency.setdefault(work.enrolment.campaign.currency, []).append(work.balance)
    return [
        CurrencyPay(
            currency,
            sum((one.total for one in each), Decimal(0)),
            sum((one.waiting for one in each), Decimal(0)),
            sum((one.paid for one in each), Decimal(0)),
            sum((one.owed for one in each), Decimal(0)),
        )
        for currency, each in sorted(by_currency.items())
    ]
