"""Invite people to a project, and let them accept or decline. An invitation gives no more rights
than its inviter has when it is accepted. Owners are locked first, as in every change of members, so
it cannot be accepted while its inviter is demoted."""

import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.capabilities import Capability, capabilities_of
from annotation.models import Invitation, Membership, Project, User
from annotation.models.people.invitation import MAX_USES
from annotation.services.accounts.accounts import create_account
from annotation.services.accounts.members import lock_owners, named, require_manager, require_role
from annotation.services.accounts.tokens import digest_of
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.jobs.messages import send

MAX_INVITATION_DAYS = 30
USUAL_DAYS = 7
MAX_OPEN_INVITATIONS = 100
MAX_MAILS_PER_DAY = 50
MAX_MAILS_PER_USER_PER_DAY = 100
RETENTION = timedelta(days=7)
DEAD = "This invitation was used, withdrawn or has expired. Ask the sender for a new one."
Ending, Mail = Invitation.Ending, Invitation.Mail


def invite_by_link(
    *,
    project: Project,
    by: User,
    role: str,
    blind: bool = False,
    days: int = USUAL_DAYS,
    most_uses: int = 1,
) -> tuple[Invitation, str]:
    """Create an invitation and return it with its token, which is not stored."""
    if not 1 <= most_uses <= MAX_USES:
        raise Invalid(f"A link can be for 1 to {MAX_USES} people.", field="most_uses")
    token = secrets.token_urlsafe(32)
    made = _invite(project, by, role, blind, days, most_uses=most_uses, digest=digest_of(token))
    return made, token


def invite_by_mail(
    *,
    project: Project,
    by: User,
    role: str,
    email: str,
    server: str,
    blind: bool = False,
    days: int = USUAL_DAYS,
) -> Invitation:
    """Create an invitation that is mailed after the commit. `server` is the address of this server,
    with its scheme."""
    try:
        validate_email(email)
    except ValidationError as error:
        raise Invalid("This is not an e-mail address.", field="email") from error
    return _invite(
        project, by, role, blind, days, email=email, server=server[:300], mail=Mail.WAITING
    )


def withdraw_invitation(*, invitation: Invitation, by: User) -> None:
    """End an invitation permanently. Idempotent."""
    with transaction.atomic():
        require_manager(invitation.project, by)
        open_row = Invitation.objects.filter(pk=invitation.pk, ending="")
        if open_row.update(ending=Ending.WITHDRAWN, ended_at=Now()):
            _record("invitation.withdrawn", invitation, by)


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of a token; None unless it can still be accepted."""
    rows = Invitation.objects.acceptable().select_related("project", "user")
    found = rows.filter(digest=digest_of(token)).first()
    return found if found is not None and _inviter_may(found) else None


def accept_invitation(*, token: str, user: User) -> Membership:
    """Make a user a member with the invited role. Existing members get the role only if it includes
    all their rights, and more."""
    with transaction.atomic():
        invitation = _locked(token)
        role, blind, project = invitation.role, invitation.blind, invitation.project
        membership, created = Membership.objects.get_or_create(
            project=project, user=user, defaults={"role": role, "blind": blind}
        )
        before = "" if created else named(membership.role, membership.blind)
        if before:
            if not membership.can < capabilities_of(role, blind=blind):
                raise Conflict(
                    f"You are already a member ({before}), and this invitation would not give you "
                    "more rights."
                )
            membership.role, membership.blind = role, blind
            membership.save(update_fields=["role", "blind"])
        _use(invitation)
        record_event(
            "member.joined",
            project=project,
            user=user,
            object_id=user.pk,
            role=named(role, blind),
            before=before,
            inviter=invitation.user.username,
        )
    return membership


def join_with_new_account(*, token: str, username: str, password: str) -> User:
    """Create an account for an invited person and make them a member; this counts as one use of the
    invitation."""
    if find_invitation(token) is None:
        raise NotFound(DEAD)
    try:
        with transaction.atomic():
            user = create_account(username=username, password=password)
            accept_invitation(token=token, user=user)
    except IntegrityError as error:
        taken = "This name was just taken. Choose another."
        raise Invalid(taken, field="username") from error
    return user


def decline_invitation(*, token: str, user: User | None) -> None:
    """Decline an invitation, which ends it. A link for several people remains valid for the
    others."""
    with transaction.atomic():
        invitation = _locked(token)
        if invitation.most_uses > 1:
            return
        invitation.ending = Ending.DECLINED
        _end(invitation)
        _record("invitation.declined", invitation, user)


def forget_invitations() -> None:
    """Delete invitations that ended or expired more than a week ago, with the e-mail addresses in
    them."""
    over = Q(ended_at__lt=Now() - RETENTION) | Q(expires_at__lt=Now() - RETENTION)
    Invitation.objects.filter(over).delete()


def _invite(
    project: Project, by: User, role: str, blind: bool, days: int, **rest: object
) -> Invitation:
    require_role(role, blind=blind)
    if not 1 <= days <= MAX_INVITATION_DAYS:
        raise Invalid(
            f"An invitation can be valid for 1 to {MAX_INVITATION_DAYS} days.", field="days"
        )
    with transaction.atomic():
        require_manager(project, by)
        _require_room(project, by, str(rest.get("email", "")))
        made = Invitation(project=project, user=by, role=role, blind=blind, **rest)
        made.expires_at = Now() + timedelta(days=days)
        made.save()
        _record("invitation.made", made, by)
        if made.email:
            transaction.on_commit(lambda: send("tasks.invite"))
    return made


def _require_room(project: Project, by: User, email: str) -> None:
    open_ones = project.invitations.filter(ending="", expires_at__gt=Now())
    if open_ones.count() >= MAX_OPEN_INVITATIONS:
        raise Conflict(f"{MAX_OPEN_INVITATIONS} invitations are already open. Withdraw some first.")
    if not email:
        return
    if open_ones.filter(email__iexact=email).exists():
        raise Conflict("This address has already been invited. Withdraw that invitation first.")
    _require_few_mails(project, by)


def _require_few_mails(project: Project, by: User) -> None:
    # Serialized, in case someone sends several invitations at once.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    mailed = Invitation.objects.exclude(email="").filter(made_at__gt=Now() - timedelta(days=1))
    if mailed.filter(project=project).count() >= MAX_MAILS_PER_DAY:
        raise Conflict(
            f"{MAX_MAILS_PER_DAY} invitations were e-mailed for this project within a day. Create "
            "a link instead, or continue tomorrow."
        )
    if mailed.filter(user=by).count() >= MAX_MAILS_PER_USER_PER_DAY:
        raise Conflict(
            f"You sent {MAX_MAILS_PER_USER_PER_DAY} invitations by e-mail within a day. Create a "
            "link instead, or continue tomorrow."
        )


def _locked(token: str) -> Invitation:
    """Return an open invitation, locked after the owners of its project."""
    found = find_invitation(token)
    if found is None:
        raise NotFound(DEAD)
    lock_owners(found.project)
    rows = Invitation.objects.acceptable().select_for_update(of=("self",))
    locked = rows.select_related("project", "user").filter(pk=found.pk).first()
    if locked is None or not _inviter_may(locked):
        raise NotFound(DEAD)
    return locked


def _inviter_may(invitation: Invitation) -> bool:
    """Return whether the inviter may still grant the invitation's role."""
    rows = Membership.objects.filter(project=invitation.project_id, user=invitation.user_id)
    inviter = rows.filter(user__is_active=True).first()
    if inviter is None or Capability.MANAGE_MEMBERS not in inviter.can:
        return False
    return capabilities_of(invitation.role, blind=invitation.blind) <= inviter.can


def _use(invitation: Invitation) -> None:
    """Count a use of a locked invitation; the last one ends it."""
    if invitation.uses + 1 < invitation.most_uses:
        Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
        return
    invitation.uses, invitation.ending = invitation.most_uses, Ending.ACCEPTED
    _end(invitation)


def _end(invitation: Invitation) -> None:
    invitation.ended_at = Now()
    invitation.save(update_fields=["uses", "ending", "ended_at"])


def _record(verb: str, invitation: Invitation, user: User | None) -> None:
    """Audit the outcome of an invitation, without its address: the audit outlives the address."""
    record_event(
        verb,
        project=invitation.project,
        user=user,
        object_id=invitation.pk,
        role=named(invitation.role, invitation.blind),
    )
