"""The URLs of projects and their members."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.projects import audit, invitations, members, projects, tokens

project_urls: list[URLPattern] = [
    path(
        "projects",
        address("Projects", projects.ListProjects, projects.CreateProject),
        name="projects",
    ),
    path(
        "projects/<int:project_id>/invitations",
        address("Invitations", invitations.ListInvitations, invitations.Invite),
        name="invitations",
    ),
    path(
        "projects/<int:project_id>/invitations/<int:invitation_id>/withdraw",
        address("WithdrawInvitation", invitations.WithdrawInvitation),
        name="withdraw_invitation",
    ),
    path(
        "projects/<int:project_id>/members",
        address("Members", members.ListMembers, members.AddMember),
        name="members",
    ),
    path(
        "projects/<int:project_id>/members/<int:user_id>",
        address("Member", members.ChangeMember),
        name="member",
    ),
    path(
        "projects/<int:project_id>/members/<int:user_id>/remove",
        address("RemoveMember", members.RemoveMember),
        name="remove_member",
    ),
    path(
        "projects/<int:project_id>/leave",
        address("LeaveProject", members.LeaveProject),
        name="leave_project",
    ),
    path("projects/<int:project_id>/tokens", address("Tokens", tokens.ListTokens), name="tokens"),
    path(
        "projects/<int:project_id>/tokens/<int:token_id>/revoke",
        address("RevokeToken", tokens.RevokeToken),
        name="revoke_token",
    ),
    path("projects/<int:project_id>/audit", address("Audit", audit.ListAudit), name="audit"),
]
