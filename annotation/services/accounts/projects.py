"""Make projects."""

from django.db import transaction

from annotation.models import Membership, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import Invalid


def create_project(*, user: User, name: str, description: str = "") -> Project:
    if not name.strip():
        raise Invalid("Give the project a name.", field="name")
    with transaction.atomic():
        project = Project.objects.create(name=name.strip(), description=description.strip())
        Membership.objects.create(project=project, user=user, role=Membership.Role.OWNER)
        record_event("project.created", project=project, user=user, object_id=project.pk)
    return project
