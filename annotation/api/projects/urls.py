"""The addresses of projects and of who is in them."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.projects import invitations, projects

project_urls: list[URLPattern] = [
    path("projects", address("Projects", projects.ListProjects), name="projects"),
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
]
