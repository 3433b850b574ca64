"""The URLs of projects and their members."""

from django.urls import URLPattern, path

from annotation.research.common.rename import rename_url
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls
from annotation.research.project import (
    invitations,
    lists,
    members,
    project_pay,
    project_tokens,
    projects,
)

project_urls: list[URLPattern] = [
    path("", projects.list_projects, name="projects"),
    path("projects/new/", projects.new_project, name="new_project"),
    *lifecycle_urls("project", "projects"),
    path("projects/<int:project_id>/", projects.show_project, name="project"),
    *(
        path(f"projects/<int:project_id>/{kind}/", lists.show, {"kind": kind}, name=kind)
        for kind in lists.LISTS
    ),
    path("projects/<int:project_id>/search/", lists.search, name="search"),
    rename_url("project", "projects"),
    path("projects/<int:project_id>/pay/", project_pay.show, name="project_pay"),
    path("projects/<int:project_id>/audit/", projects.show_audit, name="audit"),
    path("projects/<int:project_id>/members/", members.show_members, name="members"),
    path(
        "projects/<int:project_id>/members/<int:user_id>/remove/",
        members.remove,
        name="remove_member",
    ),
    path(
        "projects/<int:project_id>/members/<int:user_id>/",
        members.change,
        name="change_member",
    ),
    path("projects/<int:project_id>/invitations/", invitations.show, name="invite"),
    path(
        "projects/<int:project_id>/invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw,
        name="withdraw_invitation",
    ),
    path("projects/<int:project_id>/leave/", members.leave, name="leave_project"),
    path("projects/<int:project_id>/tokens/", project_tokens.show_tokens, name="tokens"),
    path(
        "projects/<int:project_id>/tokens/<int:token_id>/revoke/",
        project_tokens.revoke,
        name="revoke_token",
    ),
]
