"""Operations on the tokens of a project. None of them creates a token: a token cannot create
another."""

from django.db.models import QuerySet
from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, first_of, may, project_for
from annotation.capabilities import Capability
from annotation.models import APIToken
from annotation.scopes import Scope
from annotation.services.accounts.tokens import revoke_token, tokens_for


class Token(Form):
    """A key to the API, without the key."""

    id = Integer("The token's number.")
    name = String("The program that uses it.")
    user = String("The account that it acts for.", source="user.username")
    scopes = Array(
        "Its scopes, limited by the role of its account.",
        child=Choice("A scope.", [(scope.value, scope.value) for scope in Scope]),
    )
    created_at = DateTime("When it was issued.")
    expires_at = DateTime("When it expires.")
    revoked_at = DateTime("When it was revoked; null: it was not.", allow_null=True)


class ListTokens(ResearcherOperation):
    @sees_figures(name="list_tokens", asks=Paging, gives=PageOf(Token, "tokens"))
    def get(self, request: Request, project_id: int) -> object:
        """List your tokens of a project, or all tokens if you manage its members.
        Expired tokens are included. Listing all with a token requires the scope `people`."""
        return self.page(_tokens(request, project_id))


class RevokeToken(ResearcherOperation):
    @sees_figures(name="revoke_token", scopes=(Scope.PEOPLE,), gives={200: Token}, refuses=())
    def post(self, request: Request, project_id: int, token_id: int) -> object:
        """Revoke a token permanently:
        your own, or any if you manage the members. It can be the one used for the request."""
        rows = _tokens(request, project_id).filter(pk=token_id)
        found = first_of(rows, "There is no such token, or you have no access to it.")
        revoke_token(token=found, user=caller(request))
        return rows.get()


def _tokens(request: Request, project_id: int) -> QuerySet[APIToken]:
    project = project_for(request, project_id)
    manages = may(request, Capability.MANAGE_MEMBERS, project_id)
    return tokens_for(project=project, user=caller(request), manages=manages)
