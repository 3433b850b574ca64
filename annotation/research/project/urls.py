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

PROJECT = "projects/<int:project_id>"

project_urls: list[URLPattern] = [
    path("", projects.list_projects, name="projects"),
    path("projects/new/", projects.new_project, name="new_project"),
    *lifecycle_urls("project", "projects"),
    path(f"{PROJECT}/", projects.show_project, name="project"),
    *(path(f"{PROJECT}/{kind}/", lists.show, {"kind": kind}, name=kind) for kind in lists.LISTS),
    path(f"{PROJECT}/search/", lists.search, name="search"),
    rename_url("project", "projects"),
    path(f"{PROJECT}/pay/", project_pay.show, name="project_pay"),
    path(f"{PROJECT}/audit/", projects.show_audit, name="audit"),
    path(f"{PROJECT}/members/", members.show_members, name="members"),
    path(f"{PROJECT}/members/<int:user_id>/remove/", members.remove, name="remove_member"),
    path(f"{PROJECT}/members/<int:user_id>/", members.change, name="change_member"),
    path(f"{PROJECT}/invitations/", invitations.show, name="invite"),
    path(
        f"{PROJECT}/invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw,
        name="withdraw_invitation",
    ),
    path(f"{PROJECT}/leave/", members.leave, name="leave_project"),
    path(f"{PROJECT}/tokens/", project_tokens.show_tokens, name="tokens"),
    path(f"{PROJECT}/tokens/<int:token_id>/revoke/", project_tokens.revoke, name="revoke_token"),
]
