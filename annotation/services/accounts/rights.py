"""Check a member's rights where a service requires it."""

from annotation.capabilities import Capability, members_with, refusal_of
from annotation.models import Project, User
from annotation.services.errors import Forbidden


def may(project: Project, user: User, capability: Capability) -> bool:
    return project.memberships.filter(user=user, **members_with(capability)).exists()


def require(project: Project, user: User, capability: Capability, what: str = "") -> None:
    """Refuse members whose role lacks the capability; `what` names the action."""
    if not may(project, user, capability):
        raise Forbidden(refusal_of(capability, what))
