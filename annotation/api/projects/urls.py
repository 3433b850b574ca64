from django.urls import URLPattern

from annotation.api.operations import url
from annotation.api.projects import audit, invitations, members, projects, tokens

PROJECT = "projects/<int:project_id>"

project_urls: list[URLPattern] = [
    url("projects", "projects", projects.ListProjects, projects.CreateProject),
    url(f"{PROJECT}/invitations", "invitations", invitations.ListInvitations, invitations.Invite),
    url(
        f"{PROJECT}/invitations/<int:invitation_id>/withdraw",
        "withdraw_invitation",
        invitations.WithdrawInvitation,
    ),
    url(f"{PROJECT}/members", "members", members.ListMembers, members.AddMember),
    url(f"{PROJECT}/members/<int:user_id>", "member", members.ChangeMember),
    url(f"{PROJECT}/members/<int:user_id>/remove", "remove_member", members.RemoveMember),
    url(f"{PROJECT}/leave", "leave_project", members.LeaveProject),
    url(f"{PROJECT}/tokens", "tokens", tokens.ListTokens),
    url(f"{PROJECT}/tokens/<int:token_id>/revoke", "revoke_token", tokens.RevokeToken),
    url(f"{PROJECT}/audit", "audit", audit.ListAudit),
]
