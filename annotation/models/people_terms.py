"""The terms of a campaign about who may join, and how workers return."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q

MAX_PER_DAY = 100_000
MAX_CLAIMS_PER_ADDRESS = 100_000
MAX_PLACE_HITS = 10_000
MAX_PLACE_MINUTES = 1_440
MAX_CODE_LENGTH = 40
MAX_ADDRESS_LENGTH = 500
# Characters that platforms accept and that need no escape in a URL.
CODE = r"[A-Za-z0-9_-]+"
is_code = RegexValidator(rf"^{CODE}\Z", "Use letters, digits, - and _ only.")


def _code(help_text: str) -> "models.CharField[str, str]":
    return models.CharField(
        max_length=MAX_CODE_LENGTH,
        blank=True,
        default="",
        db_default="",
        validators=(is_code,),
        help_text=help_text,
    )


class LinkTrust(models.TextChoices):
    """The trust in the id of a link."""

    CODE = "code", "any link; returning workers show a return code"
    SIGNED = "signed", "only links that Midpath signed"
    PLATFORM = "platform", "only links that Prolific signed"


class PeopleTerms(models.Model):
    """Terms of a campaign that may be changed while it runs.

    `link_version` is part of the key that signs links: raising it invalidates all earlier links."""

    link_trust = models.CharField(
        max_length=10, choices=LinkTrust, default=LinkTrust.CODE, db_default="code"
    )
    link_version = models.PositiveIntegerField(default=1, db_default=1, editable=False)
    platform_study = models.CharField(max_length=120, blank=True, default="", db_default="")
    access_code = models.CharField(
        max_length=MAX_CODE_LENGTH, blank=True, default="", db_default=""
    )
    screened = models.BooleanField(default=False, db_default=False)
    offered = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether workers of the project find it on their own page.",
    )
    joins_per_day = models.PositiveIntegerField(
        null=True, blank=True, validators=(MinValueValidator(1), MaxValueValidator(MAX_PER_DAY))
    )
    claims_per_address = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_CLAIMS_PER_ADDRESS)),
    )
    place_hits = models.PositiveIntegerField(
        null=True, blank=True, validators=(MinValueValidator(1), MaxValueValidator(MAX_PLACE_HITS))
    )
    place_minutes = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=(MinValueValidator(1), MaxValueValidator(MAX_PLACE_MINUTES)),
    )
    completion_code = _code("Shown to workers who completed their submission.")
    screen_out_code = _code("Shown to workers who are not admitted or fail the training.")
    no_consent_code = _code("Shown to workers who do not consent.")
    return_address = models.CharField(
        max_length=MAX_ADDRESS_LENGTH, blank=True, default="", db_default=""
    )

    title = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="What workers call the work; without it, what they do in it.",
    )
    researcher = models.CharField(max_length=120, blank=True, default="", db_default="")
    institution = models.CharField(max_length=200, blank=True, default="", db_default="")
    contact = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        abstract = True

    @property
    def has_people_terms(self) -> bool:
        """Return whether any of these terms differ from the defaults, so that pages show them."""
        changed = self.access_code or self.screened or self.joins_per_day or self.completion_code
        return bool(changed) or self.link_trust != LinkTrust.CODE


PEOPLE_CONSTRAINTS = (
    models.CheckConstraint(
        condition=Q(link_trust__in=LinkTrust.values), name="a_link_is_trusted_in_a_known_way"
    ),
    *(
        models.CheckConstraint(
            condition=Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__gte": 1}),
            name=f"{field}_are_positive",
        )
        for field in ("joins_per_day", "claims_per_address", "place_hits", "place_minutes")
    ),
)
