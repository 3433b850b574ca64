"""Draft, edit, launch, pause, extend and close campaigns."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest, Now

from annotation.events import CampaignClosed, emit
from annotation.models import (
    HIT,
    AgreementState,
    Campaign,
    Dataset,
    EntailmentState,
    Publication,
    User,
)
from annotation.models.terms.campaign_terms import TERM
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.schemes import SCHEMES, SEGMENTATIONS, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import ChecksItems
from annotation.schemes.terms import UsualTerms
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_open_campaign
from annotation.services.campaigns.consent_texts import publish_consent
from annotation.services.campaigns.extra_judgments import store_extra_judgments
from annotation.services.campaigns.fitting import count_left_out, require_parts
from annotation.services.campaigns.gold_consensus import require_gold
from annotation.services.campaigns.hits import make_hits
from annotation.services.campaigns.people_terms import check_fields, check_people
from annotation.services.campaigns.quiz_questions import check_quiz
from annotation.services.campaigns.suggestions import make_suggestions
from annotation.services.campaigns.terms import (
    check_practice_left,
    check_quality,
    check_workers,
    check_workers_for,
    count_known,
)
from annotation.services.campaigns.wages import follow_wage, usual_pay
from annotation.services.datasets.parts import parts_of
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.guard import require_open
from annotation.services.pay.budgets import open_purse
from annotation.services.people.qualification_rules import check_qualifications
from annotation.services.prepared import refresh_statistics
from annotation.services.unique_names import unless_taken
from annotation.services.wordings.terms import check_wordings
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.release import next_reopenings
from midpath.schemes.base import InvalidSettings

Status = Campaign.Status
# With so many, a plan made before the launch would slow every claim down.
MANY_HITS = 1000
SET_AT_LAUNCH = ("status", "launched_at", "hit_count", "known_count", "consent_version")
EDITABLE = (*TERM, "name", "reward", "qualifications", "instructions", "settings")


def create_campaign(
    *, dataset: Dataset, scheme: str, user: User | None, parts: str = "", **terms: object
) -> Campaign:
    """Draft a campaign. The scheme's defaults fill in missing terms. With `parts`, its items are
    the sections or paragraphs of the documents, in a dataset of their own."""
    if scheme not in SCHEMES or dataset.kind not in SCHEMES[scheme].dataset_kinds:
        raise Invalid(f"This dataset has no scheme {scheme!r}.", field="scheme")
    require_open(dataset)
    with transaction.atomic():
        if parts:
            require_parts(scheme)
            dataset = parts_of(documents=dataset, level=parts, user=user)
        campaign = Campaign(dataset=dataset, scheme=scheme, created_by=user)
        campaign.left_out = count_left_out(dataset, scheme)
        usual = usual_pay(asdict(_usual_terms(SCHEMES[scheme], terms.get("settings"))), terms)
        _set_terms(campaign, usual | terms)
        _save_under_its_name(campaign)
        record_campaign_event("campaign.created", campaign, user)
    return campaign


def _usual_terms(scheme: Scheme, settings: object) -> UsualTerms:
    """Return the default terms, with those of the settings' preset if the scheme's have any."""
    if scheme.presets_have_terms and isinstance(settings, Mapping):
        return scheme.usual_terms_of(settings)
    return scheme.usual_terms


def edit_campaign(*, campaign: Campaign, user: User, **terms: object) -> Campaign:
    with transaction.atomic():
        campaign = lock_open_campaign(campaign)
        if campaign.status != Status.DRAFT:
            raise Conflict("Only drafts can be edited. The terms are fixed at launch.")
        _set_terms(campaign, terms)
        _save_under_its_name(campaign)
        record_campaign_event("campaign.edited", campaign, user)
    return campaign


def launch_campaign(
    *, campaign: Campaign, user: User | None, accept_unmatched_gold: bool = False
) -> Campaign:
    """Create the HITs in shuffled order and start serving them.

    Raise Conflict if gold answers of the file are not answers of the campaign, which usually means
    that its settings are wrong. `accept_unmatched_gold` launches it anyway, unless the campaign
    uses gold answers."""
    with transaction.atomic():
        campaign = lock_open_campaign(campaign)
        if campaign.status != Status.DRAFT:
            raise Conflict("This campaign has already been launched.")
        check_workers(campaign)
        check_practice_left(campaign)
        if not accept_unmatched_gold and not campaign.uses_known:
            require_gold(campaign)
        campaign.hit_count, campaign.known_count = make_hits(campaign)
        make_suggestions(campaign)
        campaign.status = Status.LIVE
        campaign.launched_at = Now()
        publish_consent(campaign)
        campaign.save(update_fields=SET_AT_LAUNCH)
        AgreementState.objects.create(campaign_id=campaign.pk)
        open_purse(campaign)
        _pair_with_others(campaign)
        record_campaign_event("campaign.launched", campaign, user, hits=campaign.hit_count)
        if campaign.hit_count >= MANY_HITS:
            tables = ("annotation_hit", "annotation_item")
            transaction.on_commit(partial(refresh_statistics, *tables), robust=True)
    campaign.refresh_from_db(fields=["launched_at"])
    return campaign


def pause_campaign(*, campaign: Campaign, user: User) -> Campaign:
    """Stop handing out HITs. Workers with an open HIT may still submit it."""
    return _move(campaign, user, {Status.LIVE}, Status.PAUSED, "paused")


def resume_campaign(*, campaign: Campaign, user: User) -> Campaign:
    return _move(campaign, user, {Status.PAUSED, Status.CLOSED}, Status.LIVE, "resumed")


def close_campaign(*, campaign: Campaign, user: User) -> Campaign:
    return _move(campaign, user, {Status.LIVE, Status.PAUSED}, Status.CLOSED, "closed")


def extend_redundancy(*, campaign: Campaign, user: User | None, redundancy: int) -> Campaign:
    """Request more judgments of every HIT that does not have as many extra judgments. Completed
    HITs are offered before new ones."""
    with transaction.atomic():
        hits = _hits_with_own_quota(campaign)
        lock_decision(hits)
        campaign = lock_open_campaign(campaign)
        if campaign.status == Status.DRAFT:
            raise Conflict("This campaign is a draft. Edit its redundancy instead.")
        if not campaign.redundancy < redundancy <= MAX_REDUNDANCY:
            raise Invalid(
                "You can only increase the redundancy. Choose a number from "
                f"{campaign.redundancy + 1} to {MAX_REDUNDANCY}.",
                field="redundancy",
            )
        if campaign.most_judgments is not None and redundancy > campaign.most_judgments:
            noun = scheme_of(campaign).noun
            raise Invalid(
                f"Each {noun} gets at most {campaign.most_judgments} judgments. Choose at most "
                "that number.",
                field="redundancy",
            )
        last = next_reopenings(campaign.pk, campaign.hit_count)
        HIT.objects.filter(campaign=campaign, known=False).update(
            quota=_extended(campaign, redundancy),
            reopened=last - campaign.hit_count + F("position"),
        )
        before, campaign.redundancy = campaign.redundancy, redundancy
        check_workers_for(campaign, redundancy)
        store_extra_judgments(campaign)
        campaign.save(update_fields=["redundancy", "asked_beyond", "most_beyond"])
        settle_hits(campaign, hits)
        record_campaign_event("campaign.extended", campaign, user, before=before, after=redundancy)
    campaign.refresh_from_db()
    return campaign


def _hits_with_own_quota(campaign: Campaign) -> list[int]:
    """Return the HITs that need their own number of slots: some of their judgments do not count, or
    more count than were requested. A HIT that becomes one after this query reopens by itself."""
    lost = campaign.judgments.filter(hit__known=False, took_slot=True, counts=False, repeat=False)
    special = Q(pk__in=lost.order_by().values("hit"))
    if not campaign.is_adaptive:
        special |= ~Q(quota=Greatest("at_least", campaign.redundancy))
    return list(
        HIT.objects.filter(special, campaign=campaign, known=False).values_list("pk", flat=True)
    )


def _extended(campaign: Campaign, redundancy: int) -> Combinable:
    """Return the new quota of HITs. With adaptive redundancy, additional slots are kept, and so are
    a HIT's extra judgments."""
    if campaign.is_adaptive:
        return Greatest(F("quota"), Value(redundancy))
    before, after = (
        Greatest(F("at_least"), Value(least)) for least in (campaign.redundancy, redundancy)
    )
    return F("quota") + after - before


def _set_terms(campaign: Campaign, terms: Mapping[str, object]) -> None:
    unknown = set(terms) - set(EDITABLE)
    if unknown:
        raise Invalid(f"Campaigns have no field {min(unknown)}.", field=min(unknown))
    for name, value in terms.items():
        setattr(campaign, name, value)
    follow_wage(campaign, terms)
    scheme = scheme_of(campaign)
    try:
        campaign.settings = scheme.check_settings(campaign.settings)
        if isinstance(scheme, ChecksItems):
            scheme.check_items(campaign.dataset, campaign.settings)
    except InvalidSettings as error:
        raise Invalid(error.message, field=f"settings.{error.field}") from error
    # Store the instructions that workers see, so that the gold file contains them.
    if not campaign.instructions.strip():
        campaign.instructions = scheme.instructions_of(campaign.settings)
    check_quality(campaign)
    check_people(campaign)
    check_qualifications(campaign)
    check_quiz(campaign)
    check_wordings(campaign)
    campaign.known_count = count_known(campaign)
    check_fields(campaign)


def _save_under_its_name(campaign: Campaign) -> None:
    taken = (
        f"A campaign named {campaign.name} already exists for this dataset. Choose another name."
    )
    with unless_taken("one_campaign_of_a_name_per_dataset", Conflict(taken, field="name")):
        campaign.save()


def _move(
    campaign: Campaign, user: User, before: set[Status], after: Status, verb: str
) -> Campaign:
    with transaction.atomic():
        campaign = lock_open_campaign(campaign)
        if campaign.status == after:
            return campaign
        if campaign.status not in before:
            raise Conflict(f"A campaign that is {campaign.status} cannot be {verb}.")
        if after == Status.LIVE:
            _require_no_publication(campaign)
        campaign.status = after
        closed_at = Now() if after == Status.CLOSED else None
        campaign.closed_at = closed_at
        campaign.save(update_fields=["status", "closed_at"])
        record_campaign_event(f"campaign.{verb}", campaign, user)
        if after == Status.CLOSED:
            emit(CampaignClosed(campaign))
    campaign.refresh_from_db()
    return campaign


def _require_no_publication(campaign: Campaign) -> None:
    """Refuse to serve a campaign whose answers are public. Publishing locks the campaign, too."""
    if Publication.objects.filter(snapshot__campaign=campaign, withdrawn_at=None).exists():
        raise Conflict(
            "A snapshot of this campaign is published, in which workers could read the gold "
            "answers and each other’s answers. Unpublish it first, or create a new campaign."
        )


def _pair_with_others(campaign: Campaign) -> None:
    """Track the entailment between this campaign and its companions on the same dataset. Launches
    wait for each other at the dataset's lock, so the second of two sees the first."""
    if campaign.scheme not in SEGMENTATIONS:
        return
    Dataset.objects.select_for_update(no_key=True).only("pk").get(pk=campaign.dataset_id)
    entails = {name: scheme.entails for name, scheme in SEGMENTATIONS.items()}
    launched = Campaign.objects.launched().filter(dataset=campaign.dataset_id)
    pairs = []
    for other, scheme in launched.values_list("pk", "scheme"):
        if scheme == entails[campaign.scheme]:
            pairs.append(EntailmentState(flat_id=other, nested=campaign))
        elif entails.get(scheme) == campaign.scheme:
            pairs.append(EntailmentState(flat=campaign, nested_id=other))
    EntailmentState.objects.bulk_create(pairs)
