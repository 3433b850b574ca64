"""Projects, members and tokens. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def add_member(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.AddMemberInput]
    ) -> models.Member:
        """Add a person who has an account; invite others."""
        return self._post(models.Member, f"projects/{project_id}/members", body, idempotency_key)

    def change_member(
        self, project_id: int, user_id: int, **body: Unpack[models.PatchedRoleInput]
    ) -> models.Member:
        """Change a member's role, effective from their next request."""
        return self._patch(models.Member, f"projects/{project_id}/members/{user_id}", body)

    def create_project(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateProjectInput]
    ) -> models.Project:
        """Create a project, which you own."""
        return self._post(models.Project, "projects", body, idempotency_key)

    def invite(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.InviteInput]
    ) -> models.NewInvitation:
        """Invite someone to a project, by link or e-mail."""
        return self._post(
            models.NewInvitation, f"projects/{project_id}/invitations", body, idempotency_key
        )

    def leave_project(self, project_id: int) -> None:
        """Leave a project, which revokes your tokens for it."""
        return self._post(type(None), f"projects/{project_id}/leave")

    def list_audit(
        self, project_id: int, **asked: Unpack[models.ListAuditQuery]
    ) -> Rows[models.Event]:
        """List the audit log of a project, oldest first; `after` continues where you were."""
        return self._rows(models.Event, f"projects/{project_id}/audit", asked)

    def list_invitations(
        self, project_id: int, **asked: Unpack[models.ListInvitationsQuery]
    ) -> Rows[models.Invitation]:
        """List the invitations to a project that are open or ended within a week."""
        return self._rows(models.Invitation, f"projects/{project_id}/invitations", asked)

    def list_members(
        self, project_id: int, **asked: Unpack[models.ListMembersQuery]
    ) -> Rows[models.Member]:
        """List the members of a project in the order in which they joined."""
        return self._rows(models.Member, f"projects/{project_id}/members", asked)

    def list_projects(self, **asked: Unpack[models.ListProjectsQuery]) -> Rows[models.Project]:
        """List the projects that you are a member of; with a project's token, that one."""
        return self._rows(models.Project, "projects", asked)

    def list_tokens(
        self, project_id: int, **asked: Unpack[models.ListTokensQuery]
    ) -> Rows[models.Token]:
        """List your tokens of a project, or all tokens if you manage its members."""
        return self._rows(models.Token, f"projects/{project_id}/tokens", asked)

    def remove_member(self, project_id: int, user_id: int) -> None:
        """Remove a member."""
        return self._post(type(None), f"projects/{project_id}/members/{user_id}/remove")

    def revoke_token(self, project_id: int, token_id: int) -> models.Token:
        """Revoke a token permanently: your own, or any if you manage the members."""
        return self._post(models.Token, f"projects/{project_id}/tokens/{token_id}/revoke")

    def withdraw_invitation(self, project_id: int, invitation_id: int) -> models.Invitation:
        """Withdraw an invitation; it no longer works."""
        return self._post(
            models.Invitation, f"projects/{project_id}/invitations/{invitation_id}/withdraw"
        )
