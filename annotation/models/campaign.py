"""A campaign: one scheme on one dataset, with its terms."""

import secrets
import string
from decimal import Decimal
from typing import Self

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now

from annotation.models.dataset import Dataset
from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.people_terms import PEOPLE_CONSTRAINTS, LinkTrust
from annotation.models.rules import rule, rule_if_set, unique
from annotation.models.terms.campaign_terms import TermColumns
from annotation.models.terms.quality_terms import SettleBy
from annotation.text.languages import NAMES

# No dash: a command would read a code that starts with one as an option.
CODE_ALPHABET = string.ascii_letters + string.digits
MAX_NAME_LENGTH = 120


def new_code() -> str:
    """Generate a code for a campaign's link: unguessable, but short enough to type."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(12))


def new_seed() -> int:
    return secrets.randbelow(2**31)


def _percent(share: Decimal | str) -> str:
    return f"{Decimal(share) * 100:.1f}".removesuffix(".0") + "%"


class CampaignQuerySet(PutAwayQuerySet["Campaign"]):
    def visible_to(self, user: User) -> Self:
        return self.not_deleted().filter(dataset__project__memberships__user=user)

    def live(self) -> Self:
        return self.filter(status=Campaign.Status.LIVE)

    def launched(self) -> Self:
        return self.exclude(status=Campaign.Status.DRAFT)

    def with_progress(self) -> Self:
        """Annotate the numbers of judgments: `judged`, `requested` and `most`, the maximum that may
        be requested under adaptive redundancy."""
        return self.annotate(
            judged=Coalesce("agreement__judgments", 0),
            requested=F("hit_count") * F("redundancy") + F("asked_beyond"),
            most=F("hit_count") * Coalesce("most_judgments", "redundancy") + F("most_beyond"),
        )


_Campaigns = models.Manager.from_queryset(CampaignQuerySet)


class ActiveCampaigns(_Campaigns["Campaign"]):
    def get_queryset(self) -> CampaignQuerySet:
        return CampaignQuerySet(self.model, using=self._db).not_deleted()


class Campaign(PutAway, TermColumns):
    """A campaign. The columns of most terms follow from their declarations.

    `link_version` is part of the key that signs links: raising it invalidates all earlier links."""

    class Status(models.TextChoices):
        DRAFT = "draft", "draft"
        LIVE = "live", "live"
        PAUSED = "paused", "paused"
        CLOSED = "closed", "closed"

    dataset = models.ForeignKey(Dataset, models.PROTECT, related_name="campaigns")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    scheme = models.CharField(max_length=20)
    settings = models.JSONField(default=dict, blank=True)
    qualifications = models.JSONField(default=dict, blank=True, db_default={})
    reward = models.DecimalField(max_digits=8, decimal_places=3, validators=(MinValueValidator(0),))
    approved_until = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Judgments up to this time were accepted automatically.",
    )
    instructions = models.TextField(blank=True, max_length=10_000)
    link_version = models.PositiveIntegerField(default=1, db_default=1, editable=False)
    consent_version = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="The current version of the consent text; 0: none.",
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    seed = models.BigIntegerField(default=new_seed, editable=False)
    hit_count = models.PositiveIntegerField(default=0, editable=False)
    asked_beyond = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Judgments requested for single HITs, beyond the redundancy.",
    )
    most_beyond = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="The same, beyond the maximum per HIT.",
    )
    known_count = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Gold HITs, not among the others; in a draft, items that will be.",
    )
    pilot_ended_at = models.DateTimeField(
        null=True, editable=False, help_text="When its pilot ended; null: it has not."
    )
    pilot_instructions = models.TextField(
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The instructions of its pilot, if they were changed after it.",
    )
    left_out = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Items of the dataset that do not fit its scheme.",
    )
    worker_count = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="The number of workers who have joined."
    )
    reopenings = models.BigIntegerField(
        default=0,
        editable=False,
        help_text="How many slots were reopened; each reopened HIT has its number.",
    )
    mean_accuracy = models.PositiveSmallIntegerField(
        null=True,
        editable=False,
        help_text="How often its workers are right, in thousandths; null: not estimated yet.",
    )
    adjudicators = models.PositiveSmallIntegerField(
        default=1,
        db_default=1,
        editable=False,
        help_text="Adjudicators per HIT; two decide independently.",
    )
    is_dry_run = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="A copy in a project without members, in which a researcher works as a worker.",
    )
    dry_run_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="dry_runs",
        help_text="The campaign that it is a copy of.",
    )
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    launched_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    objects = ActiveCampaigns()
    everything = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            *PEOPLE_CONSTRAINTS,
            unique(
                "one_campaign_of_a_name_per_dataset",
                "dataset",
                "name",
                condition=Q(deleted_at=None),
            ),
            rule("one_or_two_adjudicators", Q(adjudicators__in=(1, 2))),
            rule("a_live_campaign_is_not_archived", Q(archived_at=None) | ~Q(status="live")),
            rule("a_live_campaign_is_not_deleted", Q(deleted_at=None) | ~Q(status="live")),
            rule("only_a_dry_run_is_of_another_campaign", Q(dry_run_of=None) | Q(is_dry_run=True)),
            rule("redundancy_is_positive", Q(redundancy__gte=1)),
            rule(
                "a_reward_pays_the_hourly_wage",
                Q(hourly_wage__isnull=True)
                | Q(
                    seconds_expected__isnull=False,
                    hourly_wage__gt=0,
                    hourly_wage__lte=F("reward") * 3600 / F("seconds_expected"),
                ),
            ),
            rule_if_set(
                "most_judgments_are_not_fewer_than_the_first", "most_judgments", gte=F("redundancy")
            ),
            rule(
                "a_posterior_is_of_single_answers_up_to_a_maximum",
                ~Q(settle_by="posterior") | Q(majority_of="answers", most_judgments__isnull=False),
            ),
            rule(
                "a_posterior_can_be_reached",
                Q(min_posterior__gt=Decimal("0.5"), min_posterior__lt=1),
            ),
            rule_if_set("workers_are_sometimes_right", "mean_accuracy", gte=1, lte=999),
            rule_if_set("pass_share_is_a_share", "pass_share", gt=0, lte=1),
            rule_if_set("known_agreement_is_a_share", "known_agreement", gt=0, lte=1),
            rule(
                "no_more_workers_than_the_most",
                Q(most_workers__isnull=True) | Q(worker_count__lte=F("most_workers")),
            ),
            rule_if_set(
                "most_workers_can_fill_every_hit",
                "most_workers",
                gte=Coalesce("most_judgments", "redundancy"),
            ),
            rule_if_set("most_hits_per_worker_are_positive", "most_hits_per_worker", gte=1),
            rule_if_set("joins_per_address_are_positive", "joins_per_address", gte=1),
            rule_if_set("claims_per_minute_are_positive", "claims_per_minute", gte=1),
            rule_if_set("most_hits_in_a_project_are_positive", "most_project_hits", gte=1),
            rule_if_set("most_leases_at_once_are_positive", "most_at_once", gte=1),
            rule(
                "a_campaign_opens_before_it_closes",
                Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(opens_at__lt=F("closes_at")),
            ),
            rule_if_set("a_budget_is_not_negative", "budget", gte=0),
            rule("a_campaign_speaks_a_known_language", Q(language__in=("", *NAMES))),
            rule_if_set("no_more_right_in_practice_than_asked", "practice_pass", lte=F("practice")),
            rule_if_set("nothing_is_approved_before_a_day_is_over", "approve_after_days", gte=1),
            rule_if_set("not_every_hit_is_a_repeat", "repeat_every", gte=2),
            rule("a_repeat_does_not_follow_at_once", Q(repeat_after__gte=1)),
            rule("reward_is_not_negative", Q(reward__gte=0)),
            rule("the_fee_is_at_most_the_reward", Q(fee_percent__gte=0, fee_percent__lte=100)),
            rule_if_set("a_judgment_takes_some_time", "seconds_expected", gte=1),
            rule("a_pilot_is_walked_together", Q(pilot_items=0) | Q(walk="together")),
            rule("a_pilot_has_one_wording", Q(pilot_items=0) | Q(wordings=[])),
            rule("only_a_pilot_ends", Q(pilot_ended_at=None) | Q(pilot_items__gt=0)),
            rule(
                "only_after_a_pilot_are_instructions_changed",
                Q(pilot_instructions="") | Q(pilot_ended_at__isnull=False),
            ),
            rule(
                "a_campaign_that_serves_was_launched",
                Q(status="draft") | Q(launched_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def waits_for_pilot(self) -> bool:
        """Return whether only the items of the pilot are handed out."""
        return bool(self.pilot_items) and self.pilot_pauses and self.pilot_ended_at is None

    @property
    def is_adaptive(self) -> bool:
        return self.most_judgments is not None

    @property
    def settles_by_posterior(self) -> bool:
        return self.settle_by == SettleBy.POSTERIOR

    @property
    def most_per_item(self) -> int:
        """Return the maximum number of paid judgments per item."""
        return self.most_judgments or self.redundancy

    @property
    def planned(self) -> int:
        """Return the number of judgments planned by the terms and by extra requests for single
        HITs, gold HITs excluded. With adaptive redundancy, this assumes that all workers agree."""
        return self.hit_count * self.redundancy + self.asked_beyond

    @property
    def most_planned(self) -> int:
        """Return the number of planned judgments if the workers of no HIT agree."""
        return self.hit_count * self.most_per_item + self.most_beyond

    @property
    def pass_percent(self) -> str:
        """Return the pass score as a percentage for people; empty if there is none."""
        return "" if self.pass_share is None else _percent(self.pass_share)

    @property
    def posterior_percent(self) -> str:
        return _percent(self.min_posterior)

    @property
    def has_people_terms(self) -> bool:
        """Return whether any terms about who may join differ from the defaults, so that pages show
        them."""
        changed = self.access_code or self.screened or self.joins_per_day or self.completion_code
        return bool(changed) or self.link_trust != LinkTrust.CODE

    @property
    def is_full(self) -> bool:
        return self.most_workers is not None and self.worker_count >= self.most_workers

    @property
    def uses_known(self) -> bool:
        return bool(self.known_every or self.training_hits)
