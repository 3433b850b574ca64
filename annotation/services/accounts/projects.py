"""Create projects."""

from typing import TypedDict

from django.db import transaction

from annotation.models import APIToken, Membership, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import Forbidden, Invalid


class _Details(TypedDict, total=False):
    """Details of this act in the audit log."""

    token: str


def create_project(
    *, user: User, name: str, description: str = "", token: APIToken | None = None
) -> Project:
    """Create a project owned by the user. `token` is the token used for the request, if any."""
    if token is not None and not token.of_account:
        raise Forbidden(
            "This token is for one project, so it cannot create another. Use a token of your "
            "account: issue one on the page “API tokens” under your name."
        )
    if not name.strip():
        raise Invalid("Give the project a name.", field="name")
    by: _Details = {} if token is None else {"token": token.name}
    with transaction.atomic():
        project = Project.objects.create(name=name.strip(), description=description.strip())
        Membership.objects.create(project=project, user=user, role=Membership.Role.OWNER)
        record_event("project.created", project=project, user=user, object_id=project.pk, **by)
    return project
