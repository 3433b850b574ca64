"""The work and the terms of a campaign in words for workers, with one sentence on what they are
offered: the number of tasks, their time and pay, and what may follow."""

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Campaign, Enrolment
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.services.people.platform_return import has_codes
from annotation.services.wordings.terms import wordings_of
from annotation.text.money import in_currency
from midpath.text.formatting import hourly, rounded_up

UNITS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (86_400, lambda count: ngettext("{count} day", "{count} days", count)),
    (3_600, lambda count: ngettext("{count} hour", "{count} hours", count)),
    (60, lambda count: ngettext("{count} minute", "{count} minutes", count)),
    (1, lambda count: ngettext("{count} second", "{count} seconds", count)),
)
MINUTE = 60
# From here on, amounts are rounded to whole units.
ROUND_FROM = 10
WHOLE_OFFER = gettext_noop("{tasks}, about {time}, {pay} (about {hourly} an hour)")
WITHOUT_PAY = gettext_noop("{tasks}, about {time}")
WITHOUT_TIME = gettext_noop("{tasks}, {pay}")
OF_MINUTES = gettext_noop("Tasks for about {time}, {pay} per task (about {hourly} an hour)")
OF_MINUTES_UNPAID = gettext_noop("Tasks for about {time}")
OF_MINUTES_NOT_TIMED = gettext_noop("Tasks for about {time}, {pay} per task")
LIMITED = gettext_noop("{offer}; time limit {time} per task")
WITH_BONUS = gettext_noop("{offer}; more tasks possible, paid as a bonus")
WITH_MORE = gettext_noop("{offer}; more tasks possible")


def terms_shown(campaign: Campaign) -> dict[str, object]:
    most = most_of(campaign)
    return work_of(campaign) | {
        "most": most,
        "offer": offer_of(campaign, most),
        "earned_at_most": money(campaign.reward * (campaign.training_hits + most), campaign),
        "reward": money(campaign.reward, campaign) if campaign.reward else "",
    }


def work_of(campaign: Campaign) -> dict[str, object]:
    """Return the page context that describes the work. A campaign may have its own question."""
    scheme = scheme_of(campaign)
    own, standard = campaign.instructions, scheme.instructions_of(campaign.settings)
    is_own = bool(own) and not scheme.is_standard(own)
    has_question = bool(campaign.settings.get("question"))
    return {
        "campaign": campaign,
        "scheme": scheme,
        "languages": settings.LANGUAGES,
        "question": scheme.question_of(campaign.settings),
        "hint": scheme.hint_of(campaign.settings),
        "question_in": campaign.language if has_question else "",
        "instructions": own if is_own else standard,
        "instructions_in": campaign.language if is_own else "",
    }


def wording_shown(enrolment: Enrolment, wanted: str) -> dict[str, object]:
    """Return the worker's own wording of the instructions, if there are several. A dry run shows
    the wanted one, and the names of all."""
    campaign = enrolment.campaign
    wordings, number = wordings_of(campaign), enrolment.wording or 1
    if not wordings:
        return {}
    shown: dict[str, object] = {}
    if campaign.is_dry_run:
        numbers = {str(one): one for one in range(1, len(wordings) + 1)}
        number = numbers.get(wanted, number)
        shown = {"wordings": [one["name"] for one in wordings], "wording": number}
    if number == 1:
        return shown
    own = wordings[number - 1]["instructions"]
    return shown | {"instructions": own, "instructions_in": campaign.language}


def most_of(campaign: Campaign) -> int:
    """Return the maximum number of tasks for one worker after the training."""
    return most_hits_after_training(campaign, campaign.training_hits)


def offer_of(campaign: Campaign, most: int) -> str:
    """Return the whole sentence; `most` is the maximum number of tasks after the training."""
    offer = gettext(LIMITED).format(
        offer=work_offered(campaign, most), time=duration(campaign.seconds_allotted)
    )
    place = _tasks_of_place(campaign, most)
    if (place is None or place >= most) and campaign.place_minutes is None:
        return offer
    bonus = bool(campaign.reward) and has_codes(campaign)
    return gettext(WITH_BONUS if bonus else WITH_MORE).format(offer=offer)


def work_offered(campaign: Campaign, most: int) -> str:
    """Return the tasks of a submission, or of the whole work, with their time and pay."""
    place = _tasks_of_place(campaign, most)
    per_hour = hourly(Decimal(campaign.reward), campaign.seconds_expected)
    parts = {"hourly": "" if per_hour is None else _rounded(per_hour, campaign)}
    if place is None and campaign.place_minutes is not None:
        parts |= {"time": duration(campaign.place_minutes * MINUTE)}
        parts |= {"pay": money(campaign.reward, campaign)}
        timed = OF_MINUTES_NOT_TIMED if per_hour is None else OF_MINUTES
        return gettext(timed if campaign.reward else OF_MINUTES_UNPAID).format(**parts)
    count = most if place is None else place
    parts |= {"tasks": _tasks(campaign, count, whole=place is None)}
    parts |= {"time": _about(count * (campaign.seconds_expected or 0), campaign)}
    parts |= {"pay": _pay(campaign, count, of_place=place is not None)}
    if not campaign.reward:
        return gettext(WITHOUT_PAY if parts["time"] else "{tasks}").format(**parts)
    return gettext(WITHOUT_TIME if per_hour is None else WHOLE_OFFER).format(**parts)


def _tasks_of_place(campaign: Campaign, most: int) -> int | None:
    return None if campaign.place_hits is None else min(campaign.place_hits, most)


def _tasks(campaign: Campaign, count: int, *, whole: bool) -> str:
    """Return the number of tasks, with "up to" if some workers get fewer, the minutes may run out
    first, or a pilot decides how it goes on."""
    fewer = varies(campaign) if whole else campaign.place_minutes is not None
    if fewer or campaign.waits_for_pilot:
        words = ngettext("up to {count} task", "up to {count} tasks", count)
        return capfirst(words.format(count=count))
    return ngettext("{count} task", "{count} tasks", count).format(count=count)


def _about(seconds: int, campaign: Campaign) -> str:
    """Return a time rounded to the minute; for a submission, at most its minutes."""
    if campaign.place_minutes is not None:
        seconds = min(seconds, campaign.place_minutes * MINUTE)
    if seconds < MINUTE:
        return duration(seconds)
    return duration((seconds + MINUTE // 2) // MINUTE * MINUTE)


def _pay(campaign: Campaign, tasks: int, *, of_place: bool) -> str:
    """Return the pay of this many tasks. For a submission it is rounded up to an amount that
    platforms can pay."""
    pay = campaign.reward * tasks
    if of_place and has_codes(campaign):
        pay = rounded_up(pay, campaign.currency)
    return money(pay, campaign)


def _rounded(per_hour: Decimal, campaign: Campaign) -> str:
    if per_hour < ROUND_FROM:
        return money(per_hour, campaign)
    return money(per_hour.quantize(Decimal(1), ROUND_HALF_UP), campaign).replace(".00", "")


def varies(campaign: Campaign) -> bool:
    """Return whether some workers of the campaign can get more tasks than others."""
    return (
        campaign.uses_known
        or bool(campaign.repeat_every)
        or campaign.most_hits_per_worker is not None
    )


def duration(seconds: int) -> str:
    """Return a duration in its one or two largest units: "10 minutes", "1 hour 30 minutes", "2
    days"."""
    parts = []
    for size, words in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(words(count).format(count=count))
    return " ".join(parts[:2])


def money(amount: Decimal, campaign: Campaign) -> str:
    return in_currency(amount, campaign.currency)
