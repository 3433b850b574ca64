"""Operations on the members of a project and their roles."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, Integer, String
from annotation.api.fields import Form, Strict, Text, YesOrNo
from annotation.api.operations import ResearcherOperation, manages_members, sees_figures
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, project_for
from annotation.capabilities import CAPABILITIES
from annotation.scopes import Scope
from annotation.services.accounts.members import (
    add_member,
    change_member,
    leave_project,
    remove_member,
)

ROLES = [(role, role) for role in CAPABILITIES]


class Member(Form):
    """A member of a project."""

    user = Integer("The account's number.", source="user_id")
    username = String("The account's name.", source="user.username")
    role = Choice("What they may do.", ROLES)
    blind = Boolean("Whether they do not see who answered what.")


class RoleInput(Strict):
    role = Choice("What they may do.", ROLES)
    blind = YesOrNo(
        "Adjudicators and viewers only: they do not see who answered what.",
        required=False,
        default=False,
    )


class ListMembers(ResearcherOperation):
    @sees_figures(name="list_members", asks=Paging, gives=PageOf(Member, "members"))
    def get(self, request: Request, project_id: int) -> object:
        """List the members of a project in the order in which they joined."""
        rows = project_for(request, project_id).memberships.select_related("user")
        return self.page(rows)


class AddMember(ResearcherOperation):
    class Input(RoleInput):
        username = Text("The name of an existing account.", max_length=150)

    @manages_members(name="add_member", takes=Input, creates=True, gives={201: Member})
    def post(self, request: Request, project_id: int) -> object:
        """Add a person who has an account; invite others."""
        project = project_for(request, project_id)
        return add_member(project=project, by=caller(request), **self.body)


class ChangeMember(ResearcherOperation):
    @manages_members(name="change_member", takes=RoleInput, gives={200: Member})
    def patch(self, request: Request, project_id: int, user_id: int) -> object:
        """Change a member's role, effective from their next request.
        The last owner cannot be changed."""
        project = project_for(request, project_id)
        return change_member(project=project, by=caller(request), user_id=user_id, **self.body)


class RemoveMember(ResearcherOperation):
    @manages_members(name="remove_member", gives={204: None})
    def post(self, request: Request, project_id: int, user_id: int) -> None:
        """Remove a member. Their tokens for the project are revoked permanently."""
        project = project_for(request, project_id)
        remove_member(project=project, by=caller(request), user_id=user_id)


class LeaveProject(ResearcherOperation):
    @sees_figures(name="leave_project", scopes=(Scope.PEOPLE,), gives={204: None})
    def post(self, request: Request, project_id: int) -> None:
        """Leave a project, which revokes your tokens for it. The last owner cannot leave."""
        leave_project(project=project_for(request, project_id), user=caller(request))
