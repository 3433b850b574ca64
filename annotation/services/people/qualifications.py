"""Decide who may join a campaign: by lists of ids, by their work in the project, and by their
platform's information about them.

This is checked once, when a worker joins: it cannot slow down a claim, and no worker is sent
away in the middle of their work. Recorded and simulated workers are exempt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection
from django.db.models import Count, Q
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, ClaimedTraits, Enrolment, Judgment, Worker
from annotation.services.errors import NotQualified
from annotation.services.people.qualification_rules import Qualifications
from annotation.text.languages.territories import any_of, country_named, language_named

EXEMPT_SOURCES = {Worker.Source.REPLAY, Worker.Source.SIMULATED}

# The message does not say which list was used, nor what else is on it.
NOT_INVITED = gettext_noop(
    "This work is not open to you. The researchers decide who can take part."
)
DID_BEFORE = gettext_noop(
    "This work is for people who did not take part in earlier parts of this study."
)
NOT_PASSED = gettext_noop(
    "This work is for people who took part in an earlier part of this study and passed it."
)
FEW_TASKS = gettext_noop(
    "This work is for people who have done more than {least} tasks in this study. You have "
    "done {done}."
)
FEW_APPROVED = gettext_noop(
    "This work is for people with more than {least} of their reviewed tasks accepted. Yours: "
    "{share}."
)
OTHER_COUNTRY = gettext_noop("This work is for people from {places}, according to their platform.")
OTHER_LANGUAGE = gettext_noop(
    "This work is for people who speak {places}, according to their platform."
)

# For each campaign and worker, with one index per list: names are compared as people see them, ids
# exactly.
ON_LISTS = """
SELECT campaign.id, worker.id,
       EXISTS (SELECT 1 FROM annotation_listedid
               WHERE campaign_id = campaign.id AND side = 'in'),
       EXISTS (SELECT 1 FROM annotation_listedid
               WHERE campaign_id = campaign.id AND side = 'in' AND worker.source = 'name'
                     AND folded = worker.folded)
       OR EXISTS (SELECT 1 FROM annotation_listedid
                  WHERE campaign_id = campaign.id AND side = 'in' AND worker.source <> 'name'
                        AND external_id = worker.external_id),
       EXISTS (SELECT 1 FROM annotation_listedid
               WHERE campaign_id = campaign.id AND side = 'out' AND worker.source = 'name'
                     AND folded = worker.folded)
       OR EXISTS (SELECT 1 FROM annotation_listedid
                  WHERE campaign_id = campaign.id AND side = 'out' AND worker.source <> 'name'
                        AND external_id = worker.external_id)
FROM annotation_campaign campaign CROSS JOIN annotation_worker worker
WHERE campaign.id = ANY(%s) AND worker.id = ANY(%s)
"""


@dataclass(frozen=True)
class Facts:
    """The facts that some campaigns need about some workers, each by the worker's key. `listed`
    says for a campaign and a worker whether there is an allowlist, and whether they are on it, and
    on the blocklist. `did` and `passed` are campaigns; `earned` is the number of their paid tasks,
    `approved` how many were accepted and how many decided."""

    listed: Mapping[tuple[int, int], tuple[bool, bool, bool]]
    did: Mapping[int, set[int]]
    earned: Mapping[int, int]
    passed: Mapping[int, set[int]]
    approved: Mapping[int, tuple[int, int]]
    traits: Mapping[int, tuple[str, str]]


def require_qualified(campaign: Campaign, worker: Worker) -> None:
    """Raise NotQualified, with the reason for the worker, if the campaign does not admit them."""
    if worker.source in EXEMPT_SOURCES:
        return
    facts = facts_about([campaign], [worker])
    if why := why_not(campaign, worker, facts):
        raise NotQualified(why, campaign_status=campaign.status)


def facts_about(campaigns: Sequence[Campaign], workers: Sequence[Worker]) -> Facts:
    """Read the facts that these campaigns need about these workers, with one query per kind of
    rule, however many workers there are."""
    rules = [Qualifications.of(campaign) for campaign in campaigns]
    keys = [worker.pk for worker in workers]
    did, earned = _done(keys, rules)
    return Facts(
        listed=_listed([campaign.pk for campaign in campaigns], keys),
        did=did,
        earned=earned,
        passed=_passed(keys, rules),
        approved=_approvals(keys) if any(one.approved_above is not None for one in rules) else {},
        traits=_traits(workers) if any(one.countries or one.languages for one in rules) else {},
    )


def why_not(campaign: Campaign, worker: Worker, facts: Facts) -> str:
    """Return why a campaign does not admit a worker; empty if it does."""
    rules = Qualifications.of(campaign)
    has_list, is_in, is_out = facts.listed[campaign.pk, worker.pk]
    if is_out or (has_list and not is_in):
        return gettext(NOT_INVITED)
    if facts.did.get(worker.pk, set()) & set(rules.not_who_did):
        return gettext(DID_BEFORE)
    if set(rules.only_who_passed) - facts.passed.get(worker.pk, set()):
        return gettext(NOT_PASSED)
    done, least = facts.earned.get(worker.pk, 0), rules.more_tasks_than
    if least is not None and done <= least:
        return gettext(FEW_TASKS).format(least=f"{least:,}", done=f"{done:,}")
    return _few_approved(worker, rules.approved_above, facts) or _others(worker, rules, facts)


def approval_of(worker: Worker) -> tuple[int, int]:
    """Return how many of a worker's judgments in the project were accepted, and how many were
    accepted or rejected. Judgments without a review, or set aside, are neither."""
    return _approvals([worker.pk]).get(worker.pk, (0, 0))


def _approvals(workers: Sequence[int]) -> dict[int, tuple[int, int]]:
    review = Judgment.Review
    by = "assignment__enrolment__worker"
    found = Judgment.objects.filter(assignment__enrolment__worker__in=workers).order_by().values(by)
    counted = found.annotate(
        accepted=Count("pk", Q(review=review.ACCEPTED)),
        decided=Count("pk", Q(review__in=(review.ACCEPTED, review.REJECTED))),
    )
    return {row[by]: (row["accepted"], row["decided"]) for row in counted}


def _listed(
    campaigns: Sequence[int], workers: Sequence[int]
) -> dict[tuple[int, int], tuple[bool, bool, bool]]:
    with connection.cursor() as cursor:
        cursor.execute(ON_LISTS, [list(campaigns), list(workers)])
        return {
            (campaign, worker): (has_list, is_in, is_out)
            for campaign, worker, has_list, is_in, is_out in cursor
        }


def _done(
    workers: Sequence[int], rules: Sequence[Qualifications]
) -> tuple[dict[int, set[int]], dict[int, int]]:
    """Return the campaigns in which each of these workers submitted something, and the number of
    their paid tasks; nothing if no campaign needs it."""
    did: dict[int, set[int]] = {}
    earned: dict[int, int] = {}
    if any(one.not_who_did or one.more_tasks_than is not None for one in rules):
        own = Enrolment.objects.filter(worker__in=workers, submitted__gt=0)
        for worker, campaign, paid in own.values_list("worker_id", "campaign_id", "earning"):
            did.setdefault(worker, set()).add(campaign)
            earned[worker] = earned.get(worker, 0) + paid
    return did, earned


def _passed(workers: Sequence[int], rules: Sequence[Qualifications]) -> dict[int, set[int]]:
    """Return which of the required campaigns each worker passed: they submitted something after the
    training, passed the training if there is one, and are neither stopped nor excluded."""
    wanted = {campaign for one in rules for campaign in one.only_who_passed}
    passed: dict[int, set[int]] = {}
    if not wanted:
        return passed
    rows = Enrolment.objects.filter(
        Q(campaign__training_hits=0) | Q(trained_at__isnull=False) | Q(restored_at__isnull=False),
        worker__in=workers,
        campaign__in=wanted,
        submitted__gt=0,
        stopped_at=None,
        excluded_at=None,
    )
    for worker, campaign in rows.values_list("worker_id", "campaign_id"):
        passed.setdefault(worker, set()).add(campaign)
    return passed


def _traits(workers: Sequence[Worker]) -> dict[int, tuple[str, str]]:
    """Return the country and the language of each worker whose platform reported them."""
    claimed = ClaimedTraits.objects.filter(
        project__in={worker.project_id for worker in workers},
        external_id__in=[worker.external_id for worker in workers],
    )
    claims = {(one.project_id, one.external_id): (one.country, one.language) for one in claimed}
    found = {worker.pk: claims.get((worker.project_id, worker.external_id)) for worker in workers}
    return {worker: traits for worker, traits in found.items() if traits is not None}


def _few_approved(worker: Worker, least: Decimal | None, facts: Facts) -> str:
    """Return whether the share of accepted judgments is known and not above this one. It is
    undefined for workers without decided judgments, who are not refused."""
    accepted, decided = facts.approved.get(worker.pk, (0, 0))
    if least is None or not decided or accepted > least * decided:
        return ""
    share = gettext("{done} of {total}").format(done=accepted, total=decided)
    return gettext(FEW_APPROVED).format(least=f"{least * 100:.1f} %", share=share)


def _others(worker: Worker, rules: Qualifications, facts: Facts) -> str:
    country, language = facts.traits.get(worker.pk, ("", ""))
    if rules.countries and country not in rules.countries:
        return gettext(OTHER_COUNTRY).format(places=any_of(map(country_named, rules.countries)))
    if rules.languages and language not in rules.languages:
        return gettext(OTHER_LANGUAGE).format(places=any_of(map(language_named, rules.languages)))
    return ""
