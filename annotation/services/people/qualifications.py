"""Decide who may join a campaign: by lists of ids, by what they did in the project, and by what
their platform claims of them.

All of it is asked once, when a worker joins: it cannot make a claim slower, and nobody is sent away
in the middle of their work. Recorded and simulated workers are not asked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import connection
from django.db.models import Count, Q, Sum
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, ClaimedTraits, Enrolment, Judgment, Worker
from annotation.services.errors import Invalid, NotQualified

MOST_CAMPAIGNS = 50
MOST_TASKS = 1_000_000
MOST_TRAITS = 50
CODES = {"countries": re.compile("[A-Z]{2}"), "languages": re.compile("[a-z]{2,3}")}
NOT_ASKED = {Worker.Source.REPLAY, Worker.Source.SIMULATED}

# Neither says which list it was, nor what else stands on it.
NOT_INVITED = gettext_noop(
    "This work is not open to you. Whoever invited you decides who can take part."
)
DID_BEFORE = gettext_noop(
    "This work is for people who did not take part in an earlier part of this study."
)
NOT_PASSED = gettext_noop(
    "This work is for people who took part in an earlier part of this study and passed it."
)
FEW_TASKS = gettext_noop(
    "This work is for people who did more than {least} tasks of this study. You did {done}."
)
FEW_APPROVED = gettext_noop(
    "This work is for people of whose reviewed tasks more than {least} were accepted. Of yours it "
    "is {share}."
)
OTHER_COUNTRY = gettext_noop("This work is for people from {places}, as their platform tells it.")
OTHER_LANGUAGE = gettext_noop(
    "This work is for people who speak {places}, as their platform tells it."
)

# By one index for each list: a name by how people see it, an id exactly.
ON_LISTS = """
SELECT EXISTS (SELECT 1 FROM annotation_listedid WHERE campaign_id = %(campaign)s AND side = 'in'),
       EXISTS (SELECT 1 FROM annotation_listedid
               WHERE campaign_id = %(campaign)s AND side = 'in' AND {column} = %(id)s),
       EXISTS (SELECT 1 FROM annotation_listedid
               WHERE campaign_id = %(campaign)s AND side = 'out' AND {column} = %(id)s)
"""


@dataclass(frozen=True)
class Qualifications:
    """The rules of a campaign for whoever joins, beside its lists. An empty one asks nothing."""

    not_who_did: tuple[int, ...] = ()
    only_who_passed: tuple[int, ...] = ()
    more_tasks_than: int | None = None
    approved_above: Decimal | None = None
    countries: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, campaign: Campaign) -> "Qualifications":
        kept = dict(campaign.qualifications)
        share = kept.pop("approved_above", None)
        lists = {name: tuple(value) for name, value in kept.items() if isinstance(value, list)}
        return cls(
            **lists,
            more_tasks_than=kept.get("more_tasks_than"),
            approved_above=None if share is None else Decimal(share),
        )


# ACL 2013, Table 3: what Ramanath et al. asked of workers, whose reward and time are usual terms.
OF_ACL_2013 = {"more_tasks_than": 100, "approved_above": "0.6", "countries": ["US"]}


def check_qualifications(campaign: Campaign) -> None:
    """Raise Invalid, with the field, if a qualification makes no sense; else write them as they are
    kept: in a fixed order, what asks nothing left out."""
    given = campaign.qualifications
    if not isinstance(given, Mapping):
        raise Invalid("Give an object.", field="qualifications")
    known = Qualifications.__dataclass_fields__
    if unknown := sorted(set(given) - set(known)):
        raise Invalid(
            f"There is no {unknown[0]}. The names are: {', '.join(known)}.", field="qualifications"
        )
    checks = {
        "not_who_did": _campaigns,
        "only_who_passed": _campaigns,
        "more_tasks_than": _tasks,
        "approved_above": _share,
        "countries": _codes,
        "languages": _codes,
    }
    kept = {name: checks[name](campaign, name, given.get(name)) for name in known}
    campaign.qualifications = {
        name: value for name, value in kept.items() if value is not None and value != []
    }


def require_qualified(campaign: Campaign, worker: Worker) -> None:
    """Raise NotQualified, with the reason for the worker, if the campaign does not let them in."""
    if worker.source in NOT_ASKED:
        return
    _require_lists(campaign, worker)
    asked = Qualifications.of(campaign)
    own = Enrolment.objects.filter(worker=worker)
    if asked.not_who_did and own.filter(campaign__in=asked.not_who_did, submitted__gt=0).exists():
        raise _not_qualified(campaign, gettext(DID_BEFORE))
    if asked.only_who_passed and not _has_passed(own.values_list("pk", flat=True), asked):
        raise _not_qualified(campaign, gettext(NOT_PASSED))
    if asked.more_tasks_than is not None:
        done = own.aggregate(done=Sum("earning"))["done"] or 0
        if done <= asked.more_tasks_than:
            told = gettext(FEW_TASKS).format(least=f"{asked.more_tasks_than:,}", done=f"{done:,}")
            raise _not_qualified(campaign, told)
    _require_approved(campaign, worker, asked.approved_above)
    _require_traits(campaign, worker, asked)


def approval_of(worker: Worker) -> tuple[int, int]:
    """Return how many of a worker's judgments in the project were accepted, and how many were
    accepted or rejected. What is not reviewed, or set aside, is neither."""
    review = Judgment.Review
    found = Judgment.objects.filter(assignment__enrolment__worker=worker).aggregate(
        accepted=Count("pk", Q(review=review.ACCEPTED)),
        decided=Count("pk", Q(review__in=(review.ACCEPTED, review.REJECTED))),
    )
    return found["accepted"], found["decided"]


def _require_lists(campaign: Campaign, worker: Worker) -> None:
    by_name = worker.source == Worker.Source.NAME
    statement = ON_LISTS.format(column="folded" if by_name else "external_id")
    own = worker.folded if by_name else worker.external_id
    place: dict[str, int | str] = {"campaign": campaign.pk, "id": own}
    with connection.cursor() as cursor:
        cursor.execute(statement, place)
        has_list, is_in, is_out = cursor.fetchone()
    if is_out or (has_list and not is_in):
        raise _not_qualified(campaign, gettext(NOT_INVITED))


def _has_passed(own: Any, asked: Qualifications) -> bool:
    """Return whether a worker passed each of these campaigns: they submitted something there after
    the training, came through that where there is one, and are neither stopped nor excluded."""
    passed = Enrolment.objects.filter(
        Q(campaign__training_hits=0) | Q(trained_at__isnull=False) | Q(restored_at__isnull=False),
        pk__in=own,
        campaign__in=asked.only_who_passed,
        submitted__gt=0,
        stopped_at=None,
        excluded_at=None,
    )
    return passed.count() == len(asked.only_who_passed)


def _require_approved(campaign: Campaign, worker: Worker, least: Decimal | None) -> None:
    """Raise NotQualified where the share of accepted judgments is known and not above this one.
    It is undefined for whoever has none that is decided, which keeps nobody out."""
    if least is None:
        return
    accepted, decided = approval_of(worker)
    if decided and accepted <= least * decided:
        share = gettext("{done} of {total}").format(done=accepted, total=decided)
        raise _not_qualified(
            campaign, gettext(FEW_APPROVED).format(least=f"{least * 100:.1f} %", share=share)
        )


def _require_traits(campaign: Campaign, worker: Worker, asked: Qualifications) -> None:
    if not (asked.countries or asked.languages):
        return
    claimed = ClaimedTraits.objects.filter(
        project=worker.project_id, external_id=worker.external_id
    ).first()
    if asked.countries and (claimed is None or claimed.country not in asked.countries):
        raise _not_qualified(
            campaign, gettext(OTHER_COUNTRY).format(places=_either(asked.countries))
        )
    if asked.languages and (claimed is None or claimed.language not in asked.languages):
        raise _not_qualified(
            campaign, gettext(OTHER_LANGUAGE).format(places=_either(asked.languages))
        )


def _either(codes: Sequence[str]) -> str:
    *others, last = codes
    if not others:
        return last
    return gettext("{others} or {last}").format(others=", ".join(others), last=last)


def _not_qualified(campaign: Campaign, message: str) -> NotQualified:
    return NotQualified(message, campaign_status=campaign.status)


def _campaigns(campaign: Campaign, name: str, given: Any) -> list[int] | None:
    if given in (None, [], ()):
        return None
    if not isinstance(given, list | tuple) or any(type(one) is not int for one in given):
        raise Invalid("Give the numbers of campaigns.", field=f"qualifications.{name}")
    wanted = sorted(set(given))
    others = Campaign.objects.filter(
        pk__in=wanted, dataset__project=campaign.dataset.project_id
    ).exclude(pk=campaign.pk)
    if len(wanted) > MOST_CAMPAIGNS or others.count() != len(wanted):
        raise Invalid(
            f"Give up to {MOST_CAMPAIGNS} other campaigns of this project.",
            field=f"qualifications.{name}",
        )
    return wanted


def _tasks(campaign: Campaign, name: str, given: Any) -> int | None:
    if given is None:
        return None
    if type(given) is not int or not 0 <= given <= MOST_TASKS:
        raise Invalid(
            f"Give a whole number from 0 to {MOST_TASKS:,}.", field=f"qualifications.{name}"
        )
    return given


def _share(campaign: Campaign, name: str, given: Any) -> str | None:
    if given is None:
        return None
    try:
        share = Decimal(str(given))
        if not 0 <= share < 1 or share != round(share, 3):
            raise InvalidOperation
    except InvalidOperation as error:
        raise Invalid(
            "Give a share from 0 to 0.999, as a decimal.", field=f"qualifications.{name}"
        ) from error
    return f"{share.normalize():f}"


def _codes(campaign: Campaign, name: str, given: Any) -> list[str] | None:
    if given in (None, [], ()):
        return None
    form = CODES[name]
    if not isinstance(given, list | tuple) or not all(
        isinstance(one, str) and form.fullmatch(one) for one in given
    ):
        kind = "two capital letters, as IN" if name == "countries" else "small letters, as hi"
        raise Invalid(f"Give codes of {kind}.", field=f"qualifications.{name}")
    if len(set(given)) > MOST_TRAITS:
        raise Invalid(f"Give up to {MOST_TRAITS}.", field=f"qualifications.{name}")
    return sorted(set(given))
