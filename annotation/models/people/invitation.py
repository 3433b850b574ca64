"""Invitations of people to a project, by a link or by mail."""

from typing import Self

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import ExpressionWrapper, F, Q
from django.db.models.functions import Now

from annotation.capabilities import BLINDABLE, CAPABILITIES
from annotation.models.people.user import User
from annotation.models.project import Membership, Project
from annotation.models.rules import rule, unique

MAX_USES = 50


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def acceptable(self) -> Self:
        """Keep invitations that can still be accepted."""
        return self.filter(ending="", expires_at__gt=Now(), project__deleted_at=None)

    def with_details(self) -> Self:
        """Annotate everything that a list of invitations shows."""
        expired = ExpressionWrapper(Q(expires_at__lte=Now()), output_field=models.BooleanField())
        return self.select_related("project", "user").annotate(expired=expired)


class Invitation(models.Model):
    """An invitation to become a member with a role. Only the SHA-256 of its token is stored; a
    mailed invitation gets its token when it is sent.

    `email` is empty unless it is mailed; `server` is the address of this server as the inviter
    knows it, for the link in the mail."""

    class Ending(models.TextChoices):
        NONE = "", "open"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    class Mail(models.TextChoices):
        NONE = "", "not mailed"
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        FAILED = "failed", "failed"

    project = models.ForeignKey(Project, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Membership.Role)
    blind = models.BooleanField(default=False, db_default=False)
    digest = models.CharField(max_length=64, blank=True, default="")
    most_uses = models.PositiveSmallIntegerField(
        default=1, validators=[MaxValueValidator(MAX_USES)]
    )
    uses = models.PositiveSmallIntegerField(default=0, db_default=0)
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    ending = models.CharField(max_length=9, choices=Ending, blank=True, default="")
    ended_at = models.DateTimeField(null=True)
    email = models.EmailField(blank=True, default="")
    server = models.CharField(max_length=300, blank=True, default="")
    mail = models.CharField(max_length=7, choices=Mail, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    rests_until = models.DateTimeField(db_default=Now())
    problem = models.CharField(max_length=200, blank=True, default="")

    # Annotated by told().
    expired: bool

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            unique("each_token_invites_once", "digest", condition=~Q(digest="")),
            rule("an_invitation_is_to_a_known_role", Q(role__in=tuple(CAPABILITIES))),
            rule(
                "only_adjudicators_and_viewers_are_invited_blind",
                Q(blind=False) | Q(role__in=BLINDABLE),
            ),
            rule(
                "an_invitation_is_used_no_more_than_it_may_be",
                Q(uses__lte=F("most_uses")) & Q(most_uses__range=(1, MAX_USES)),
            ),
            rule(
                "an_invitation_that_ended_has_a_time",
                Q(ending="", ended_at=None) | (~Q(ending="") & Q(ended_at__isnull=False)),
            ),
            rule(
                "an_invitation_is_a_link_or_mailed_to_one_person",
                (Q(email="", mail="") & ~Q(digest=""))
                | (~Q(email="") & ~Q(mail="") & Q(most_uses=1)),
            ),
        )
        indexes = (
            models.Index(
                fields=("rests_until",), condition=Q(mail="waiting"), name="invitation_to_mail"
            ),
        )

    @property
    def state(self) -> str:
        """Return the state of the invitation in one word."""
        return self.ending or ("expired" if self.expired else self.mail) or "open"

    @property
    def stands(self) -> bool:
        return not self.ending and not self.expired
