"""Models as annotators: their endpoints, each round of requests, and each answer."""

from decimal import Decimal
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models import AnnotationSet, Campaign, Dataset, Item, Project, User

# Prices are given per million tokens, in hundredths of a cent or less, so a token costs a fraction
# of that.
SUM_DIGITS, SUM_PLACES = 24, 12


class ModelEndpoint(models.Model):
    """An endpoint of the chat-completions API, with the project's key to it. The key is sealed, so
    that the database alone does not reveal it. `last_four` are its last characters; both are empty
    without a key."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="endpoints")
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=300)
    sealed = models.TextField(blank=True)
    last_four = models.CharField(max_length=4, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    set_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "annotation_modelendpoint"
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("project", "name"), name="one_endpoint_of_a_name_per_project"
            ),
            models.CheckConstraint(
                condition=Q(sealed="", last_four="") | (~Q(sealed="") & ~Q(last_four="")),
                name="a_sealed_key_is_known_by_its_end",
            ),
        )

    def __str__(self) -> str:
        return self.name


class ModelRunQuerySet(models.QuerySet["ModelRun"]):
    def not_deleted(self) -> Self:
        return self.filter(campaign__deleted_at=None)


class ModelRun(models.Model):
    """A round that requests a model's answers to the items of a campaign.

    The prompt is stored as it was sent, with its number among the campaign's prompts. Prices are
    per million tokens. `run` numbers the attempts: only the last one may write, and `beat_at` is
    the time of its last write; no request is sent before `rests_until`. `requests_at` are the times
    of the requests of the last minute, if `most_a_minute` limits them. `set` is the resulting
    annotation set."""

    class Status(models.TextChoices):
        WAITING = "waiting", "under way"
        STOPPED = "stopped", "stopped"
        SPENT = "spent", "stopped at its budget"
        FAILED = "failed", "failed"
        READY = "ready", "ready"

    class Limit(models.TextChoices):
        TOKENS = "max_tokens", "max_tokens"
        COMPLETION = "max_completion_tokens", "max_completion_tokens"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="model_runs")
    endpoint = models.ForeignKey(ModelEndpoint, models.SET_NULL, null=True, related_name="runs")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=120)
    model = models.CharField(max_length=200)
    prompt = models.TextField()
    prompt_version = models.PositiveIntegerField()
    temperature = models.DecimalField(max_digits=4, decimal_places=2, null=True)
    seed = models.BigIntegerField(null=True)
    limit_name = models.CharField(max_length=30, choices=Limit, default=Limit.TOKENS)
    most_tokens = models.PositiveIntegerField()
    price_in = models.DecimalField(max_digits=12, decimal_places=6)
    price_out = models.DecimalField(max_digits=12, decimal_places=6)
    currency = models.CharField(max_length=3)
    budget = models.DecimalField(max_digits=12, decimal_places=4)
    at_once = models.PositiveSmallIntegerField(default=1)
    most_a_minute = models.PositiveSmallIntegerField(null=True)
    requests_at = ArrayField(models.DateTimeField(), default=list, db_default=[])
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    problem = models.CharField(max_length=500, blank=True)
    failures = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    beat_at = models.DateTimeField(db_default=Now())
    rests_until = models.DateTimeField(db_default=Now())
    set = models.OneToOneField(AnnotationSet, models.SET_NULL, null=True, related_name="made_in")

    objects = ModelRunQuerySet.as_manager()

    class Meta:
        db_table = "annotation_modelrun"
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(price_in__gte=0, price_out__gte=0, budget__gte=0),
                name="what_a_model_costs_is_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(most_a_minute=None) | Q(most_a_minute__gte=1),
                name="a_round_may_ask_at_least_once_a_minute",
            ),
            models.CheckConstraint(
                condition=Q(most_a_minute=None) | Q(requests_at__len__lte=F("most_a_minute")),
                name="a_round_asks_no_more_in_a_minute_than_it_may",
            ),
            models.UniqueConstraint(
                fields=("campaign",),
                condition=Q(status="waiting"),
                name="one_model_at_a_time_is_asked_for_a_campaign",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def home(self) -> Dataset:
        return self.campaign.dataset

    @property
    def under_way(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def is_discarded(self) -> bool:
        """Rounds are stopped and resumed, but never discarded."""
        return False


class ModelAnswer(models.Model):
    """An item of a round, and its result.

    The intent is committed before the request is sent: `sent` means that the outcome is unknown,
    `lost` that it was sent and never answered. `cost` is what was or may have been paid; `bought`
    says whether the endpoint gave the words in this round, and not in an earlier one."""

    class State(models.TextChoices):
        WAITING = "waiting", "not asked yet"
        SENT = "sent", "being asked"
        SOUND = "sound", "answered"
        UNFIT = "unfit", "no answer of the scheme"
        REFUSED = "refused", "refused by the model"
        LOST = "lost", "no answer came"

    asked = models.ForeignKey(ModelRun, models.CASCADE, related_name="answers")
    item = models.ForeignKey(Item, models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    digest = models.CharField(max_length=64, blank=True)
    words = models.TextField(blank=True)
    problem = models.CharField(max_length=300, blank=True)
    payload = models.JSONField(null=True)
    vector = ArrayField(models.IntegerField(), null=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=SUM_DIGITS, decimal_places=SUM_PLACES, default=Decimal(0))
    bought = models.BooleanField(default=False)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "annotation_modelanswer"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("asked", "item"), name="an_item_is_asked_once_a_round"),
            models.CheckConstraint(
                condition=Q(state="sound", vector__isnull=False, payload__isnull=False)
                | (~Q(state="sound") & Q(vector=None, payload=None)),
                name="a_sound_answer_of_a_model_has_a_vector",
            ),
            models.CheckConstraint(
                condition=Q(cost__gte=0), name="no_answer_of_a_model_is_paid_back"
            ),
        )
        indexes = (
            models.Index(fields=("asked", "state", "id"), name="model_answers_by_state"),
            models.Index(
                fields=("digest",),
                condition=Q(state__in=("sound", "unfit", "refused"), bought=True),
                name="model_words_bought",
            ),
        )

    def __str__(self) -> str:
        return f"answer {self.pk}, {self.state}"
