"""The maximum and current cost of a campaign, worded for research pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import Budget, Spent, budget_of, spent_by
from annotation.services.campaigns.extension import More
from annotation.services.campaigns.wages import low_pay
from midpath.text.formatting import counted, written

WITHOUT_FEE = "excluding the platform’s fee"
MINUTE = 60
NO_BOUND = (
    "Every worker also earns the reward for {each}, and the number of workers is unlimited: set a "
    "maximum."
)


@dataclass(frozen=True)
class Costs:
    """The cost of a campaign. `most` is the maximum sum of rewards, or says that there is no
    maximum, and `total` includes the platform's fee; `sums` is the calculation; `warning` says what
    to do about it; `time` is the duration of the work and its hourly pay, if known; `low` is a
    warning of low pay."""

    most: str
    judgments: str
    sums: str
    warning: str = ""
    total: str = ""
    time: str = ""
    low: str = ""


def costs_of(campaign: Campaign, budget: Budget) -> Costs:
    sums = "; ".join(_parts(campaign, budget))
    if budget.judgments is None:
        each = counted(budget.known_each, "gold answer")
        warning = NO_BOUND.format(each=each)
        unbound = "unlimited"
        low, time = _low(campaign), _time(budget)
        return Costs(unbound, "any number of", f"{sums}.", warning, unbound, time, low)
    each = f"{budget.currency} {written(budget.reward)}"
    most = _amount(budget, budget.reward * budget.judgments)
    total = f"× {each} = {_at_most(budget)}"
    whole = f"{sums} {total}" if ";" not in sums else f"{sums}. {budget.judgments:,} {total}"
    return Costs(
        most,
        f"{budget.judgments:,}",
        whole,
        _too_few(campaign, budget),
        _amount(budget, budget.total or Decimal(0)),
        _time(budget),
        _low(campaign),
    )


def costs_of_more(before: Campaign, after: Campaign) -> Costs:
    """Return what changed terms of a launched campaign add to its possible cost."""
    added_redundancy = 0 if after.is_adaptive else max(after.redundancy - before.redundancy, 0)
    budget = budget_of(after, more=after.planned - before.planned if added_redundancy else 0)
    costs = costs_of(after, budget)
    now, then = budget_of(before).judgments, budget.judgments
    if now is None or then is None or now == then:
        return costs
    noun, each = scheme_of(after).noun, f"{after.currency} {written(after.reward)}"
    more = then - now
    added = f"{counted(abs(more), 'judgment')} {'more' if more > 0 else 'fewer'}"
    if added_redundancy and more == after.hit_count * added_redundancy:
        added = f"{after.hit_count:,} {noun}s × {added_redundancy:,} more = {more:,} judgments"
    money = f"{after.currency} {written(abs(more) * after.reward)}"
    return replace(costs, sums=f"{added} × {each} = {money}. Total: {_at_most(budget)}")


def costs_of_found(campaign: Campaign, more: More) -> Costs:
    """Return the additional cost of more judgments of the items that match a filter."""
    budget = budget_of(campaign, more=more.at_most)
    each = f"{campaign.currency} {written(campaign.reward)}"
    money = f"{campaign.currency} {written(more.judgments * campaign.reward)}"
    added = f"{counted(more.judgments, 'judgment')} more × {each} = {money}."
    if budget.judgments is None:
        return replace(costs_of(campaign, budget), sums=added)
    return replace(costs_of(campaign, budget), sums=f"{added} Total: {_at_most(budget)}")


def costs_together(budgets: Sequence[Budget]) -> str:
    """Return the maximum total cost of campaigns, fees included; amounts in different currencies
    are listed one after the other."""
    totals: dict[str, Decimal] = {}
    for budget in budgets:
        if budget.total is None:
            return "unlimited"
        totals[budget.currency] = totals.get(budget.currency, Decimal(0)) + budget.total
    return " and ".join(f"{currency} {written(total)}" for currency, total in totals.items())


def spent_on(campaign: Campaign) -> str:
    """Return the number of judgments that have earned a reward, and their sum."""
    return describe_spent(campaign, spent_by(campaign))


def describe_spent(campaign: Campaign, spent: Spent) -> str:
    noun = scheme_of(campaign).noun
    text = counted(spent.judgments, "judgment")
    extras = [counted(spent.known, "gold answer")] * bool(spent.known)
    extras += [counted(spent.repeats, "repeat")] * bool(spent.repeats)
    if extras:
        ordinary = spent.judgments - spent.known - spent.repeats
        text += f" ({', '.join([f'{ordinary:,} of {noun}s', *extras])})"
    if spent.unowed:
        text += f", {spent.unowed:,} of them simulated"
    if campaign.reward:
        text += f", {campaign.currency} {written(spent.money)} earned"
    if campaign.reward and spent.unowed:
        text += (
            f", and {campaign.currency} {written(spent.pretended)} more if people had done the "
            "simulated ones"
        )
    return text


def _low(campaign: Campaign) -> str:
    """Return a warning of low pay as long as the reward can still be changed."""
    return low_pay(campaign) if campaign.status == Campaign.Status.DRAFT else ""


def _amount(budget: Budget, money: Decimal) -> str:
    return f"{budget.currency} {written(money)}"


def _at_most(budget: Budget) -> str:
    """Return the maximum sum and the platform's fee, as the end of a sentence."""
    most = _amount(budget, budget.cost or Decimal(0))
    if not budget.fee_percent or not budget.cost:
        return f"{most} at most, {WITHOUT_FEE}."
    percent = f"{budget.fee_percent.normalize():f}%"
    total = _amount(budget, budget.total or Decimal(0))
    return f"{most} at most; with the platform’s fee of {percent}, {total}."


def _time(budget: Budget) -> str:
    """Return the duration and hourly pay of the work; empty if unknown."""
    if budget.seconds_expected is None or budget.hourly is None:
        return ""
    pay = f"{budget.currency} {written(budget.hourly)} an hour"
    each = f"At about {lasting(budget.seconds_expected)} per judgment, workers earn {pay}"
    if budget.seconds is None:
        return f"{each}."
    return f"{each}; the total work is {lasting(budget.seconds)}."


def lasting(seconds: int) -> str:
    """Format a duration for people: to the second below ten minutes, then to the minute, and from
    ten hours on to the hour.

    >>> lasting(49), lasting(112), lasting(5880), lasting(98_000)
    ('49 s', '1 min 52 s', '1 h 38 min', '27 h')
    """
    if seconds < MINUTE:
        return f"{seconds} s"
    if seconds < 10 * MINUTE:
        minutes, rest = divmod(seconds, MINUTE)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    minutes = round(seconds / MINUTE)
    if minutes < 10 * MINUTE:
        hours, rest = divmod(minutes, MINUTE)
        return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest))
    return f"{round(minutes / MINUTE):,} h"


def _parts(campaign: Campaign, budget: Budget) -> list[str]:
    noun, each = scheme_of(campaign).noun, campaign.most_per_item
    usual, extra = budget.hits * each, campaign.most_beyond
    parts = [f"{counted(budget.hits, noun)} × {each:,} = {counted(usual, 'judgment')}"]
    if extra:
        parts.append(f"{extra:,} extra for selected items")
    again = budget.ordinary - usual - extra
    if again > 0 and campaign.leave_out_failed:
        parts.append(f"up to {again:,} more to replace workers who fail")
    elif again > 0:
        parts.append(f"{again:,} requested again")
    if budget.known:
        workers, known = counted(budget.workers or 0, "worker"), f"{budget.known_each:,} gold"
        parts.append(f"{workers} × {known} = {budget.known:,} more")
    if budget.repeats and budget.repeat_every:
        parts.append(f"one repeat per {budget.repeat_every - 1:,} = {budget.repeats:,} more")
    if budget.by_workers is not None and budget.by_workers == budget.judgments:
        parts.append(
            f"but {counted(budget.workers or 0, 'worker')} do at most {budget.hits_each or 0:,} "
            f"each, {budget.by_workers:,} in total"
        )
    return parts


def _too_few(campaign: Campaign, budget: Budget) -> str:
    """Return a warning if the workers cannot do all requested judgments."""
    cap, workers = campaign.most_hits_per_worker, budget.workers
    if cap is None or workers is None:
        return ""
    requested = budget.hits * campaign.redundancy + campaign.asked_beyond
    if workers * cap >= requested:
        return ""
    noun, extra = scheme_of(campaign).noun, campaign.asked_beyond
    besides = f", with {extra:,} extra for selected items," if extra else ""
    return (
        f"{counted(workers, 'worker')} doing {cap:,} each give {workers * cap:,} judgments, but "
        f"{budget.hits:,} {noun}s × {campaign.redundancy:,}{besides} require {requested:,}."
    )
