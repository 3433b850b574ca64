"""Pages as each role sees them: no link and no form to what the role is refused; to auditors no
words of a text; to them and to blind members no worker's number."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from annotation.capabilities import Capability, capabilities_of
from annotation.models import Item, Project, User
from annotation.services.accounts.members import add_member
from tests.helpers.factories import make_user
from tests.helpers.tiers import by_tier
from tests.journeys.every_page import addresses_of, filled_study, may_be_page
from tests.permissions.routes import ROUTES
from tests.test_permissions import TABLE

TAG = re.compile(r"<(?:a|form|button|link|img|div|section)\b(?:[^>\"]|\"[^\"]*\")*>")
ADDRESS = re.compile(r'\b(?:href|action|formaction|src|hx-get)="(/[^"?#]*)')
# A preview is nobody's, so its worker is 0.
WORKER = re.compile(r'\bworker [1-9]|"worker": ?"?[1-9]')
WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
WINDOW = 4
# What figures are told of, and so no part of a text.
HEADINGS = ("category",)
ROLES = (("auditor", False), ("viewer", True), ("viewer", False), ("adjudicator", False))
# How many pages of a kind are opened by auditors, from whom texts are hidden, and by the others,
# to whom each campaign offers the same.
PAGES_OF_AUDITORS = by_tier(quick=3, long=None)
PAGES_OF_OTHERS = by_tier(quick=1, long=4)


def is_read(name: str) -> bool:
    """Say whether a member opens this: not a program, and no page of help, which is for all."""
    return name.startswith("research:") and "help" not in name and may_be_page(name)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def strings(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for key, value in found.items():
            if key not in HEADINGS:
                yield from strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from strings(value)


def windows(text: str) -> Iterator[str]:
    words = WORDS.findall(text.lower())
    return (" ".join(words[at : at + WINDOW]) for at in range(len(words) - WINDOW + 1))


def of_texts(project: Project) -> set[str]:
    """Return all runs of four words that stand in the project's texts."""
    items = Item.objects.filter(dataset__project=project).values_list("text", "content")
    found = (one for text, content in items for one in strings([text, content]))
    return {run for one in found for run in windows(one)}


def refused_offers(page: str, body: str, can: frozenset[Capability]) -> Iterator[str]:
    for tag in TAG.findall(body):
        posts = 'method="post"' in tag
        addresses = ADDRESS.findall(tag) or ([page] if posts and "action=" not in tag else [])
        for address in addresses:
            try:
                needed = getattr(resolve(address).func, "needs", {})
            except Resolver404:
                continue
            if needed and needed["POST" if posts else "GET"] not in can:
                yield f"{'POST' if posts else 'GET'} {address}"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_pages_show_and_offer_what_the_role_may() -> None:
    owner, known = filled_study()
    project = Project.objects.get(memberships__user=owner)
    runs = of_texts(project)
    found = {name: list(addresses_of(name, known)) for name in ROUTES if is_read(name)}
    faults, opened = [], dict.fromkeys(ROLES, 0)
    for role, blind in ROLES:
        can, user = capabilities_of(role, blind=blind), make_user()
        add_member(project=project, by=owner, username=user.username, role=role, blind=blind)
        client = signed_in(user)
        for addresses in found.values():
            most = PAGES_OF_AUDITORS if role == "auditor" else PAGES_OF_OTHERS
            for page in addresses[:most]:
                answer = client.get(page)
                if answer.status_code not in {200, 400}:
                    continue
                opened[role, blind] += 1
                body = answer.content.decode()
                faults += [
                    f"{role}: {page} offers {one}" for one in refused_offers(page, body, can)
                ]
                if Capability.SEE_WORKERS not in can and WORKER.search(body):
                    faults.append(f"{role}, blind={blind}: {page} names a worker")
                if Capability.SEE_TEXTS not in can:
                    told = runs & set(windows(re.sub(r"<[^>]*>", " ", body)))
                    faults += [f"{role}: {page} tells {one!r}" for one in sorted(told)[:3]]
    assert faults == []
    assert min(opened.values()) > 25, opened


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_api_tells_no_more_than_the_role_may_see() -> None:
    owner, known = filled_study()
    project = Project.objects.get(memberships__user=owner)
    runs = of_texts(project)
    known = [*known, [{"name": "judgments"}, {"name": "gold"}], [{"worker": 1}]]
    names = [name for name in ROUTES if name.startswith("api:") and "GET" in TABLE[name].statuses]
    found = [
        address
        for name in names
        if "code" not in ROUTES[name].pattern.converters
        for address in list(addresses_of(name, known))[:PAGES_OF_AUDITORS]
    ]
    faults = []
    for role, blind in ROLES[:2]:
        can, user = capabilities_of(role, blind=blind), make_user()
        add_member(project=project, by=owner, username=user.username, role=role, blind=blind)
        client = signed_in(user)
        answers = {address: client.get(address) for address in found}
        bodies = {
            address: answer.content.decode()
            for address, answer in answers.items()
            if answer.status_code == 200 and address != reverse("api:schema")
        }
        assert len(bodies) > 25, bodies
        for address, body in bodies.items():
            if WORKER.search(body):
                faults.append(f"{role}, blind={blind}: {address} names a worker")
            if Capability.SEE_TEXTS not in can:
                told = runs & set(windows(body))
                faults += [f"{role}: {address} tells {one!r}" for one in sorted(told)[:3]]
    assert faults == []
