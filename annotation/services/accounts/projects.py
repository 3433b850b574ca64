"""Make projects and decide who may see them."""

from django.db import transaction

from annotation.models import Membership, Project, User
from annotation.services.accounts.tokens import revoke_token
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Forbidden, Invalid, NotFound


def create_project(*, user: User, name: str, description: str = "") -> Project:
    if not name.strip():
        raise Invalid("Give the project a name.", field="name")
    with transaction.atomic():
        project = Project.objects.create(name=name.strip(), description=description.strip())
        Membership.objects.create(project=project, user=user, role=Membership.Role.OWNER)
        record_event("project.created", project=project, user=user, object_id=project.pk)
    return project


def add_member(
    *, project: Project, by: User, username: str, role: str = Membership.Role.MEMBER
) -> Membership:
    with transaction.atomic():
        insist_on_owner(project, by, "change its members")
        if role not in Membership.Role.values:
            raise Invalid("Choose owner or member.", field="role")
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise Invalid(f"There is no account named {username!r}.", field="username")
        membership, created = Membership.objects.get_or_create(
            project=project, user=user, defaults={"role": role}
        )
        if not created:
            raise Conflict(f"{username} is a member already.")
        record_event("member.added", project=project, user=by, object_id=user.pk, role=role)
    return membership


def remove_member(*, project: Project, by: User, user_id: int) -> None:
    with transaction.atomic():
        insist_on_owner(project, by, "change its members")
        membership = project.memberships.select_for_update().filter(user=user_id).first()
        if membership is None:
            raise NotFound("There is no such member.")
        owners = project.memberships.filter(role=Membership.Role.OWNER).exclude(user=user_id)
        if not owners.exists():
            raise Conflict("A project needs an owner: make someone else an owner first.")
        membership.delete()
        # Revoked for good: a member who is added again makes new tokens.
        for token in project.tokens.filter(user=user_id, revoked_at=None):
            revoke_token(token=token, user=by)
        record_event("member.removed", project=project, user=by, object_id=user_id)


def insist_on_owner(project: Project, user: User, what: str) -> None:
    """Refuse anybody but an owner; `what` is what only owners may do. Owners are locked, so that
    two of them cannot remove each other at once."""
    owners = project.memberships.select_for_update().filter(role=Membership.Role.OWNER)
    if user.pk not in {owner.user_id for owner in owners}:
        raise Forbidden(f"Only an owner of the project may {what}.")
