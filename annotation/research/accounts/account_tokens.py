"""An account's own API tokens, for all its projects."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.research.common.access import ResearcherRequest, researcher
from annotation.research.project.forms import TokenForm
from annotation.services.accounts.tokens import issue_token, revoke_token, tokens_of_account
from annotation.services.errors import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def show_tokens(request: ResearcherRequest) -> HttpResponse:
    """Anyone who is signed in, for their own account. A POST requires the password, then issues a
    token and shows its key once."""
    return (
        _issue(request) if request.method == "POST" else _page(request, TokenForm(knows_ids=True))
    )


@reauthentication_required  # type: ignore[untyped-decorator]
def _issue(request: ResearcherRequest) -> HttpResponse:
    form, key = TokenForm(request.POST, knows_ids=True), None
    if form.is_valid():
        with form.showing(ServiceError):
            _, key = issue_token(project=None, user=request.user, **form.cleaned_data)
            form = TokenForm(knows_ids=True)
    return _page(request, form, key)


@require_POST
@researcher
def revoke(request: ResearcherRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(tokens_of_account(request.user), pk=token_id)
    revoke_token(token=token, user=request.user)
    messages.success(request, f"The token “{token.name}” was revoked and no longer works.")
    return redirect("account_tokens")


def _page(request: ResearcherRequest, form: TokenForm, key: str | None = None) -> HttpResponse:
    context = {"tokens": tokens_of_account(request.user), "form": form, "key": key}
    answer = render(request, "account/tokens.html", context, status=form.status)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
