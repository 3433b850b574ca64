"""Operations on invitations of people to a project, for its owners."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, Whole, YesOrNo
from annotation.api.operations import ResearcherOperation, manages_members
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, first_of, project_for
from annotation.capabilities import CAPABILITIES
from annotation.models import Invitation as InvitationModel
from annotation.models.people.invitation import MAX_USES
from annotation.services.accounts.invitations import (
    MAX_INVITATION_DAYS,
    USUAL_DAYS,
    invite_by_link,
    invite_by_mail,
    withdraw_invitation,
)

STATES = ("open", "waiting", "sent", "failed", "accepted", "declined", "withdrawn", "expired")
ROLES = [(role, role) for role in CAPABILITIES]


class Invitation(Form):
    """An invitation to become a member of a project."""

    id = Integer("The invitation's number.")
    role = Choice("The role.", ROLES)
    blind = Boolean("Whether they do not see who answered what.")
    email = String("The address it is e-mailed to; empty for a link.")
    invited_by = String("The account that invites.", source="user.username")
    state = Choice(
        "`open`: a link that can be used. A mail is waiting, sent or failed.",
        [(state, state) for state in STATES],
    )
    problem = String("Why it has not been e-mailed; otherwise empty.")
    uses = Integer("The number of people who accepted it.")
    most_uses = Integer("The maximum number of people who can accept it.")
    made_at = DateTime("When it was made.")
    expires_at = DateTime("When it expires.")


class NewInvitation(Invitation):
    """An invitation, with its link."""

    link = String(
        "The link to send; anyone who has it can accept. It is returned only once, and empty for "
        "an e-mailed invitation."
    )


class ListInvitations(ResearcherOperation):
    @manages_members(name="list_invitations", asks=Paging, gives=PageOf(Invitation, "invitations"))
    def get(self, request: Request, project_id: int) -> object:
        """List the invitations to a project that are open or ended within a week."""
        rows = project_for(request, project_id).invitations.with_details()
        return self.page(rows)


class Invite(ResearcherOperation):
    class Input(Strict):
        role = Choice("The role.", ROLES)
        blind = YesOrNo(
            "Adjudicators and viewers only: they do not see who answered what.",
            required=False,
            default=False,
        )
        email = Text(
            "The e-mail address; without it, the response has a link.",
            required=False,
            max_length=254,
        )
        days = Whole(
            "The number of days until it expires.",
            required=False,
            default=USUAL_DAYS,
            min_value=1,
            max_value=MAX_INVITATION_DAYS,
        )
        most_uses = Whole(
            "The maximum uses of a link; an e-mail is for one person.",
            required=False,
            default=1,
            min_value=1,
            max_value=MAX_USES,
        )

    @manages_members(name="invite", takes=Input, creates=True, gives={201: NewInvitation})
    def post(self, request: Request, project_id: int) -> Response:
        """Invite someone to a project, by link or e-mail."""
        link, chosen = "", dict(self.body)
        most_uses, email = chosen.pop("most_uses"), chosen.pop("email", "")
        chosen |= {"project": project_for(request, project_id), "by": caller(request)}
        if email:
            server = request.build_absolute_uri("/").rstrip("/")
            made = invite_by_mail(email=email, server=server, **chosen)
        else:
            made, token = invite_by_link(most_uses=most_uses, **chosen)
            link = request.build_absolute_uri(reverse("invitation", args=[token]))
        found = InvitationModel.objects.with_details().get(pk=made.pk)
        return Response({**Invitation(found).data, "link": link}, status=201)


class WithdrawInvitation(ResearcherOperation):
    @manages_members(name="withdraw_invitation", gives={200: Invitation}, refuses=())
    def post(self, request: Request, project_id: int, invitation_id: int) -> object:
        """Withdraw an invitation; it no longer works."""
        rows = project_for(request, project_id).invitations.with_details().filter(pk=invitation_id)
        found = first_of(rows, "There is no such invitation.")
        withdraw_invitation(invitation=found, by=caller(request))
        return rows.get()
