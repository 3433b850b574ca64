"""Pages as each role sees them: no link and no form to addresses that the role may not use; for
auditors no words of a text; for them and blind members no worker's number."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import Resolver404, resolve

from annotation.capabilities import Capability, capabilities_of
from annotation.models import Item, Project, User
from annotation.services.accounts.members import add_member
from tests.helpers.factories import make_user
from tests.helpers.pages import signed_in
from tests.helpers.tiers import by_tier, long_only
from tests.journeys.every_page import Known, addresses_of, filled_study, may_be_page
from tests.permissions.routes import ROUTES
from tests.test_permissions import TABLE

TAG = re.compile(r"<(?:a|form|button|link|img|div|section)\b(?:[^>\"]|\"[^\"]*\")*>")
ADDRESS = re.compile(r'\b(?:href|action|formaction|src|hx-get)="(/[^"?#]*)')
# A preview has no worker, so the number is 0.
WORKER = re.compile(r'\bworker [1-9]|"worker": ?"?[1-9]')
WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
WINDOW = 4
# Headings of figures, and so not part of a text.
HEADINGS = ("category",)
ROLES = (
    *(("auditor", False), ("viewer", True)),
    *long_only(("viewer", False), ("adjudicator", False)),
)
# How many pages of a kind are opened by auditors, from whom texts are hidden, and by the others,
# for whom all campaigns have the same links.
PAGES_OF_AUDITORS = by_tier(quick=2, long=None)
PAGES_OF_OTHERS = by_tier(quick=1, long=4)


def is_read(name: str) -> bool:
    """Return whether a member opens this: not an API address, and not a help page, which is
    public."""
    return name.startswith("research:") and "help" not in name and may_be_page(name)


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
    """Return all runs of four words in the project's texts."""
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
def test_pages_and_the_api_show_and_offer_what_the_role_may() -> None:
    owner, known = filled_study()
    project = Project.objects.get(memberships__user=owner)
    runs = of_texts(project)
    members = {}
    for role, blind in ROLES:
        members[role, blind] = user = make_user()
        add_member(project=project, by=owner, username=user.username, role=role, blind=blind)
    faults = [
        fault
        for (role, blind), user in members.items()
        for fault in faults_of_pages(user, role, known, runs, blind=blind)
    ]
    for role, blind in ROLES[:2]:
        faults += faults_of_api(members[role, blind], role, known, runs, blind=blind)
    assert faults == []


def faults_of_pages(
    user: User, role: str, known: Known, runs: set[str], *, blind: bool
) -> Iterator[str]:
    can, client, opened = capabilities_of(role, blind=blind), signed_in(user), 0
    most = PAGES_OF_AUDITORS if role == "auditor" else PAGES_OF_OTHERS
    for name in filter(is_read, ROUTES):
        for page in list(addresses_of(name, known))[:most]:
            answer = client.get(page)
            if answer.status_code not in {200, 400}:
                continue
            opened += 1
            body = answer.content.decode()
            yield from (f"{role}: {page} offers {one}" for one in refused_offers(page, body, can))
            yield from disclosed(page, body, re.sub(r"<[^>]*>", " ", body), can, runs)
    assert opened > 25, (role, blind)


def faults_of_api(
    user: User, role: str, known: Known, runs: set[str], *, blind: bool
) -> Iterator[str]:
    can, client, opened = capabilities_of(role, blind=blind), signed_in(user), 0
    known = [*known, [{"name": "judgments"}, {"name": "gold"}], [{"worker": 1}]]
    for name, route in ROUTES.items():
        reads = name.startswith("api:") and "GET" in TABLE[name].statuses and name != "api:schema"
        if not reads or "code" in route.pattern.converters:
            continue
        for address in list(addresses_of(name, known))[:PAGES_OF_AUDITORS]:
            answer = client.get(address)
            if answer.status_code == 200:
                opened += 1
                body = answer.content.decode()
                yield from disclosed(address, body, body, can, runs)
    assert opened > 25, (role, blind)


def disclosed(
    address: str, body: str, words: str, can: frozenset[Capability], runs: set[str]
) -> Iterator[str]:
    """Yield what is shown of workers and texts to members who may not see them."""
    if Capability.SEE_WORKERS not in can and WORKER.search(body):
        yield f"{address} names a worker"
    if Capability.SEE_TEXTS not in can:
        yield from (f"{address} shows {run!r}" for run in sorted(runs & set(windows(words)))[:3])
