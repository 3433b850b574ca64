"""Decide who may see a project and what they may do in it.

A project always has an owner: its owners are locked before one of them leaves or is demoted, so
that two of them cannot remove each other at once."""

from django.db import transaction
from django.db.models.functions import Now

from annotation.capabilities import BLINDABLE, CAPABILITIES, Capability, refusal_of
from annotation.models import Invitation, Membership, Project, User
from annotation.services.accounts.tokens import revoke_token
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Forbidden, Invalid, NotFound

Role = Membership.Role


def add_member(
    *, project: Project, by: User, username: str, role: str = Role.MANAGER, blind: bool = False
) -> Membership:
    require_role(role, blind=blind)
    with transaction.atomic():
        require_manager(project, by)
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise Invalid(f"There is no account named {username!r}.", field="username")
        membership, created = Membership.objects.get_or_create(
            project=project, user=user, defaults={"role": role, "blind": blind}
        )
        if not created:
            raise Conflict(f"{user.username} is already a member.")
        record_event(
            "member.added",
            project=project,
            user=by,
            object_id=user.pk,
            member=user.username,
            role=named(role, blind),
        )
    return membership


def change_member(
    *, project: Project, by: User, user_id: int, role: str, blind: bool = False
) -> Membership:
    """Give a member another role. Idempotent."""
    require_role(role, blind=blind)
    with transaction.atomic():
        require_manager(project, by)
        membership = _locked(project, user_id)
        if (membership.role, membership.blind) == (role, blind):
            return membership
        if role != Role.OWNER:
            _require_another_owner(project, user_id)
        before = named(membership.role, membership.blind)
        membership.role, membership.blind = role, blind
        membership.save(update_fields=["role", "blind"])
        if Capability.MANAGE_MEMBERS not in membership.can:
            end_invitations(user_id, project=project)
        record_event(
            "member.changed",
            project=project,
            user=by,
            object_id=user_id,
            member=membership.user.username,
            before=before,
            after=named(role, blind),
        )
    return membership


def remove_member(*, project: Project, by: User, user_id: int) -> None:
    with transaction.atomic():
        require_manager(project, by)
        _take_out(_locked(project, user_id), by, "member.removed")


def leave_project(*, project: Project, user: User) -> None:
    """Leave a project; its last owner cannot."""
    with transaction.atomic():
        lock_owners(project)
        _take_out(_locked(project, user.pk), user, "member.left")


def end_invitations(user_id: int, **where: Project) -> None:
    """Withdraw the invitations by a person who no longer manages members."""
    theirs = Invitation.objects.filter(user=user_id, ending="", **where)
    theirs.update(ending=Invitation.Ending.WITHDRAWN, ended_at=Now())


def require_role(role: str, *, blind: bool) -> None:
    if role not in CAPABILITIES:
        raise Invalid(f"Choose one of {', '.join(CAPABILITIES)}.", field="role")
    if blind and role not in BLINDABLE:
        raise Invalid("Only adjudicators and viewers can be blind.", field="blind")


def named(role: str, blind: bool) -> str:
    return f"{role}, blind" if blind else role


def _take_out(membership: Membership, by: User, verb: str) -> None:
    project, user = membership.project, membership.user
    _require_another_owner(project, user.pk)
    membership.delete()
    end_invitations(user.pk, project=project)
    # Revoked permanently: a member who is added again creates new tokens.
    for token in project.tokens.filter(user=user, revoked_at=None):
        revoke_token(token=token, user=by)
    record_event(verb, project=project, user=by, object_id=user.pk, member=user.username)


def _locked(project: Project, user_id: int) -> Membership:
    rows = project.memberships.select_for_update(of=("self",)).select_related("user", "project")
    found = rows.filter(user=user_id).first()
    if found is None:
        raise NotFound("There is no such member.")
    return found


def require_manager(project: Project, by: User) -> None:
    if by.pk not in {member.user_id for member in lock_owners(project)}:
        raise Forbidden(refusal_of(Capability.MANAGE_MEMBERS, "change its members"))


def lock_owners(project: Project) -> list[Membership]:
    """Return the owners, who alone manage members, and lock them."""
    return list(project.memberships.select_for_update().filter(role=Role.OWNER))


def is_only_owner(project: Project, user_id: int) -> bool:
    owners = project.memberships.filter(role=Role.OWNER).values_list("user", flat=True)
    return list(owners[:2]) == [user_id]


def _require_another_owner(project: Project, user_id: int) -> None:
    if is_only_owner(project, user_id):
        raise Conflict("A project needs an owner: make someone else an owner first.")
