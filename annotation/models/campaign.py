"""A campaign: one scheme on one dataset, with its terms."""

import secrets
import string
from decimal import Decimal
from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, Now

from annotation.models.dataset import Dataset
from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.people_terms import PEOPLE_CONSTRAINTS, PeopleTerms
from annotation.text.languages import NAMES

# No dash: a command would read a code that starts with one as an option.
CODE_ALPHABET = string.ascii_letters + string.digits
MAX_WORKERS = 100_000
MAX_HITS = 1_000_000
MAX_JOINS = 10_000
MAX_CLAIMS = 600
MAX_CONSENT_LENGTH = 20_000
MAX_CONCURRENT = 100
MAX_QUESTIONS = 20
MAX_TRIES = 20
MAX_PRACTICE = 50
MAX_DAYS = 90
MAX_APART = 1000
MAX_WARM_UP = 1000


def new_code() -> str:
    """Generate a code for a campaign's link: unguessable, but short enough to type."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(12))


def new_seed() -> int:
    return secrets.randbelow(2**31)


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


class Campaign(PutAway, PeopleTerms):
    class Status(models.TextChoices):
        DRAFT = "draft", "draft"
        LIVE = "live", "live"
        PAUSED = "paused", "paused"
        CLOSED = "closed", "closed"

    class Walk(models.TextChoices):
        TOGETHER = "together", "all from the first task"
        OWN = "own", "each from a different place"

    class MajorityOf(models.TextChoices):
        ANSWERS = "answers", "each answer by itself"
        YES_NO = "yes_no", "yes or no"

    dataset = models.ForeignKey(Dataset, models.PROTECT, related_name="campaigns")
    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    settings = models.JSONField(default=dict, blank=True)
    redundancy = models.PositiveSmallIntegerField(
        validators=(MinValueValidator(1), MaxValueValidator(1000))
    )
    most_judgments = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(1000)),
        help_text="Maximum judgments until a majority agrees; null: the redundancy.",
    )
    majority_of = models.CharField(
        max_length=10, choices=MajorityOf, default=MajorityOf.ANSWERS, db_default="answers"
    )
    known_every = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(2), MaxValueValidator(1000)),
        help_text="One in this many HITs of a worker is a gold HIT.",
    )
    known_feedback = models.BooleanField(default=False, db_default=False)
    known_agreement = models.DecimalField(
        max_digits=4,
        decimal_places=3,
        null=True,
        blank=True,
        validators=(MinValueValidator(Decimal("0.001")), MaxValueValidator(1)),
        help_text="Minimum agreement with the gold answer; null: the same answer.",
    )
    training_hits = models.PositiveSmallIntegerField(
        default=0, db_default=0, validators=(MaxValueValidator(100),)
    )
    pass_share = models.DecimalField(
        max_digits=4,
        decimal_places=3,
        null=True,
        blank=True,
        validators=(MinValueValidator(Decimal("0.001")), MaxValueValidator(1)),
        help_text="The pass score for gold answers; null: no worker is stopped.",
    )
    pass_after = models.PositiveSmallIntegerField(
        default=5, db_default=5, validators=(MinValueValidator(1), MaxValueValidator(1000))
    )
    leave_out_failed = models.BooleanField(default=False, db_default=False)
    repeat_every = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(2), MaxValueValidator(MAX_APART)),
        help_text="One in this many HITs of a worker repeats an earlier one.",
    )
    repeat_after = models.PositiveSmallIntegerField(
        default=10,
        db_default=10,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_APART)),
        help_text="The minimum number of other HITs between a HIT and its repeat.",
    )
    warm_up = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        validators=(MaxValueValidator(MAX_WARM_UP),),
        help_text="HITs after which workers see how their answers compare; 0: never.",
    )
    most_workers = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_WORKERS)),
        help_text="The maximum number of workers; required with training or gold answers.",
    )
    most_hits_per_worker = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_HITS)),
        help_text="The maximum number of HITs per worker, after training.",
    )
    joins_per_address = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_JOINS)),
        help_text="The maximum number of joins per hour from one address; null: no limit.",
    )
    walk = models.CharField(
        max_length=10, choices=Walk, default=Walk.TOGETHER, db_default="together"
    )
    most_project_hits = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_HITS)),
        help_text="The maximum number of HITs per worker in the project.",
    )
    most_at_once = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_CONCURRENT)),
        help_text="The maximum number of open HITs per worker in the project.",
    )
    qualifications = models.JSONField(default=dict, blank=True, db_default={})
    opens_at = models.DateTimeField(
        null=True, blank=True, help_text="When the first HITs are handed out; null: at launch."
    )
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="When HITs are no longer handed out; null: no end."
    )
    claims_per_minute = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_CLAIMS)),
        help_text="The maximum number of HITs per minute and worker; null: no limit.",
    )
    reward = models.DecimalField(max_digits=8, decimal_places=3, validators=(MinValueValidator(0),))
    hourly_wage = models.DecimalField(
        max_digits=6,
        decimal_places=2,
        null=True,
        blank=True,
        validators=(MinValueValidator(Decimal("0.01")),),
        help_text="The hourly pay that sets the reward; null: it was set directly.",
    )
    currency = models.CharField(max_length=3)
    fee_percent = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        default=Decimal(0),
        db_default=0,
        validators=(MinValueValidator(0), MaxValueValidator(100)),
        help_text="The platform's fee on each reward, in percent.",
    )
    budget = models.DecimalField(
        max_digits=14,
        decimal_places=2,
        null=True,
        blank=True,
        validators=(MinValueValidator(0),),
        help_text="The maximum that may be owed and paid, including the platform's fee.",
    )
    approve_after_days = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_DAYS)),
        help_text="Days after which unreviewed judgments are accepted automatically.",
    )
    approved_until = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Judgments up to this time were accepted automatically.",
    )
    seconds_expected = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(604_800)),
        help_text="The expected seconds per judgment, for estimates of time and pay.",
    )
    seconds_allotted = models.PositiveIntegerField(
        validators=(MinValueValidator(30), MaxValueValidator(604_800))
    )
    instructions = models.TextField(blank=True, max_length=10_000)
    language = models.CharField(
        max_length=5,
        blank=True,
        default="",
        db_default="",
        choices=tuple(NAMES.items()),
        help_text="The language of its instructions and texts; workers' pages open in it.",
    )
    instructions_markdown = models.BooleanField(
        default=True, db_default=True, help_text="If false, they are plain text."
    )
    consent = models.TextField(
        blank=True,
        default="",
        db_default="",
        max_length=MAX_CONSENT_LENGTH,
        help_text="What workers agree to before they begin, in Markdown; empty: none.",
    )
    quiz = models.JSONField(
        default=list,
        db_default=Value([], output_field=models.JSONField()),
        blank=True,
        help_text="Questions about the instructions, before the first task.",
    )
    quiz_pass = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_QUESTIONS)),
        help_text="How many of them must be answered correctly; null: all.",
    )
    quiz_tries = models.PositiveSmallIntegerField(
        default=2, db_default=2, validators=(MinValueValidator(1), MaxValueValidator(MAX_TRIES))
    )
    practice = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        validators=(MaxValueValidator(MAX_PRACTICE),),
        help_text="The number of practice items before the first task.",
    )
    practice_pass = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_PRACTICE)),
        help_text="How many of them must be answered correctly; null: no pass score.",
    )
    practice_tries = models.PositiveSmallIntegerField(
        default=2, db_default=2, validators=(MinValueValidator(1), MaxValueValidator(MAX_TRIES))
    )
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
            models.UniqueConstraint(
                fields=("dataset", "name"),
                condition=Q(deleted_at=None),
                name="one_campaign_of_a_name_per_dataset",
            ),
            models.CheckConstraint(
                condition=Q(adjudicators__in=(1, 2)), name="one_or_two_adjudicators"
            ),
            models.CheckConstraint(
                condition=Q(archived_at=None) | ~Q(status="live"),
                name="a_live_campaign_is_not_archived",
            ),
            models.CheckConstraint(
                condition=Q(deleted_at=None) | ~Q(status="live"),
                name="a_live_campaign_is_not_deleted",
            ),
            models.CheckConstraint(
                condition=Q(dry_run_of=None) | Q(is_dry_run=True),
                name="only_a_dry_run_is_of_another_campaign",
            ),
            models.CheckConstraint(condition=Q(redundancy__gte=1), name="redundancy_is_positive"),
            models.CheckConstraint(
                condition=Q(hourly_wage__isnull=True)
                | Q(
                    seconds_expected__isnull=False,
                    hourly_wage__gt=0,
                    hourly_wage__lte=F("reward") * 3600 / F("seconds_expected"),
                ),
                name="a_reward_pays_the_hourly_wage",
            ),
            models.CheckConstraint(
                condition=Q(most_judgments__isnull=True) | Q(most_judgments__gte=F("redundancy")),
                name="most_judgments_are_not_fewer_than_the_first",
            ),
            models.CheckConstraint(
                condition=Q(pass_share__isnull=True) | Q(pass_share__gt=0, pass_share__lte=1),
                name="pass_share_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(known_agreement__isnull=True)
                | Q(known_agreement__gt=0, known_agreement__lte=1),
                name="known_agreement_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(most_workers__isnull=True) | Q(worker_count__lte=F("most_workers")),
                name="no_more_workers_than_the_most",
            ),
            models.CheckConstraint(
                condition=Q(most_workers__isnull=True)
                | Q(most_workers__gte=Coalesce("most_judgments", "redundancy")),
                name="most_workers_can_fill_every_hit",
            ),
            models.CheckConstraint(
                condition=Q(most_hits_per_worker__isnull=True) | Q(most_hits_per_worker__gte=1),
                name="most_hits_per_worker_are_positive",
            ),
            models.CheckConstraint(
                condition=Q(joins_per_address__isnull=True) | Q(joins_per_address__gte=1),
                name="joins_per_address_are_positive",
            ),
            models.CheckConstraint(
                condition=Q(claims_per_minute__isnull=True) | Q(claims_per_minute__gte=1),
                name="claims_per_minute_are_positive",
            ),
            models.CheckConstraint(
                condition=Q(most_project_hits__isnull=True) | Q(most_project_hits__gte=1),
                name="most_hits_in_a_project_are_positive",
            ),
            models.CheckConstraint(
                condition=Q(most_at_once__isnull=True) | Q(most_at_once__gte=1),
                name="most_leases_at_once_are_positive",
            ),
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(opens_at__lt=F("closes_at")),
                name="a_campaign_opens_before_it_closes",
            ),
            models.CheckConstraint(
                condition=Q(budget__isnull=True) | Q(budget__gte=0),
                name="a_budget_is_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(language__in=("", *NAMES)),
                name="a_campaign_speaks_a_known_language",
            ),
            models.CheckConstraint(
                condition=Q(practice_pass__isnull=True) | Q(practice_pass__lte=F("practice")),
                name="no_more_right_in_practice_than_asked",
            ),
            models.CheckConstraint(
                condition=Q(approve_after_days__isnull=True) | Q(approve_after_days__gte=1),
                name="nothing_is_approved_before_a_day_is_over",
            ),
            models.CheckConstraint(
                condition=Q(repeat_every__isnull=True) | Q(repeat_every__gte=2),
                name="not_every_hit_is_a_repeat",
            ),
            models.CheckConstraint(
                condition=Q(repeat_after__gte=1), name="a_repeat_does_not_follow_at_once"
            ),
            models.CheckConstraint(condition=Q(reward__gte=0), name="reward_is_not_negative"),
            models.CheckConstraint(
                condition=Q(fee_percent__gte=0, fee_percent__lte=100),
                name="the_fee_is_at_most_the_reward",
            ),
            models.CheckConstraint(
                condition=Q(seconds_expected__isnull=True) | Q(seconds_expected__gte=1),
                name="a_judgment_takes_some_time",
            ),
            models.CheckConstraint(
                condition=Q(status="draft") | Q(launched_at__isnull=False),
                name="a_campaign_that_serves_was_launched",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_adaptive(self) -> bool:
        return self.most_judgments is not None

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
        share = self.pass_share
        return "" if share is None else f"{Decimal(share) * 100:.1f}".removesuffix(".0") + "%"

    @property
    def is_full(self) -> bool:
        return self.most_workers is not None and self.worker_count >= self.most_workers

    @property
    def uses_known(self) -> bool:
        return bool(self.known_every or self.training_hits)
