"""Capabilities: every page and operation of a project names the one it needs, and one table says
which role has it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import URLPattern
from rest_framework.views import APIView

from annotation.api.operations import PublicOperation, WorkerOperation
from annotation.capabilities import ACTIONS, ARTICLES, CAPABILITIES, Capability, refusal_of
from annotation.models import Membership, User
from annotation.research.common.access import (
    ResearcherRequest,
    campaign_for,
    membership_of,
    needs,
    researcher,
)
from tests.api.studies import make_study
from tests.helpers.factories import make_member
from tests.permissions.routes import ROUTES

# What creates a project belongs to none yet.
MAKES_PROJECTS = ("post", "api:projects")
# Addresses of no single project, or without sign-in: no page of a project is listed here.
OF_NO_PROJECT = {
    *("home", "security_txt", "health", "health_of_web", "live", "ready", "metrics"),
    *("nowhere", "api:schema"),
    *("account_login", "account_logout", "account_signup", "account_email"),
    *("account_email_verification_sent", "account_confirm_email", "account_reauthenticate"),
    *("account_reset_password", "account_reset_password_done"),
    *("account_reset_password_from_key", "account_reset_password_from_key_done"),
    *("mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp"),
    *("mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"),
    *("password_change", "password_change_done", "account_tokens", "revoke_account_token"),
    "failed_tasks",  # only operators: tests/research/test_failed_tasks.py
    *("sign_on", "sign_on_callback", "sign_on_account"),
    *("invitation", "invited_account", "published", "published_file", "signing_keys"),
    *("research:help", "research:help_page", "research:dismiss_hint", "research:restore_hints"),
    *("research:operations", "research:operation", "research:null", "research:null_file"),
    *("research:projects", "research:new_project", "research:projects_away"),
}
OF_ANYBODY = (PublicOperation, WorkerOperation)


def named_by(route: URLPattern) -> Iterator[tuple[str, object]]:
    """Return what the view of a route needs, by method; None if it names nothing."""
    view: Any = route.callback
    operation = getattr(view, "cls", None)
    if operation is None or not issubclass(operation, APIView):
        yield from (getattr(view, "needs", None) or {"GET": None}).items()
        return
    for method in ("get", "post", "put", "patch", "delete"):
        handler = getattr(operation, method, None)
        if handler is not None:
            yield method, getattr(handler, "needs", None)


def faults_of(name: str) -> Iterator[str]:
    """Yield what is wrong with the capabilities that the view of an address names."""
    operation = getattr(ROUTES[name].callback, "cls", None)
    open_to_all = isinstance(operation, type) and issubclass(operation, OF_ANYBODY)
    for method, capability in named_by(ROUTES[name]):
        if name in OF_NO_PROJECT or open_to_all or (method, name) == MAKES_PROJECTS:
            if capability is not None:
                yield f"{method} {name} names a capability: take it out of the list"
        elif not isinstance(capability, Capability):
            yield (
                f"{method} {name} names no capability: @needs(Capability.…) on a page, "
                "@operation(needs=Capability.…) in the API"
            )


def test_every_view_of_a_project_names_the_capability_it_needs() -> None:
    names = (name for name in ROUTES if not name.startswith("worker:"))
    assert [fault for name in names for fault in faults_of(name)] == []


def test_the_list_of_what_is_of_no_project_names_only_what_there_is() -> None:
    assert set(ROUTES) >= OF_NO_PROJECT


def test_the_table_has_a_row_for_each_role_and_words_for_all() -> None:
    assert set(CAPABILITIES) == set(Membership.Role.values) == set(ARTICLES)
    assert set(ACTIONS) == set(Capability)
    assert CAPABILITIES["owner"] == frozenset(Capability)


def test_a_refusal_names_the_roles_that_may() -> None:
    assert refusal_of(Capability.PAY, "pay") == "Only an owner of the project may pay."
    assert refusal_of(Capability.EXPORT).startswith("Only an owner or a manager of the project may")


def respond(view: Callable[[HttpRequest], HttpResponse], user: User) -> HttpResponse:
    request = RequestFactory().get("/")
    request.user = user
    return view(request)


@pytest.mark.django_db
def test_a_page_of_a_project_that_names_nothing_shows_nothing() -> None:
    """A forgotten capability gives an error, not a page open to all members."""
    study = make_study()

    @researcher
    def forgetful(request: ResearcherRequest) -> HttpResponse:
        return HttpResponse(membership_of(request, study.project.pk).role)

    with pytest.raises(NotImplementedError, match="names the capability"):
        respond(forgetful, study.owner)


@pytest.mark.django_db
def test_the_role_is_the_readers_own() -> None:
    """Another member's role must not affect the search results of a member."""
    study = make_study()
    member = make_member(study.project, study.owner)
    found: dict[str, object] = {}

    @needs(Capability.SEE_FIGURES)
    def look(request: ResearcherRequest) -> HttpResponse:
        campaign_for(request, study.campaign.pk)
        found[request.user.username] = request.can
        return HttpResponse()

    for user in (study.owner, member):
        respond(look, user)
    assert found == {
        study.owner.username: CAPABILITIES["owner"],
        member.username: CAPABILITIES["manager"],
    }
