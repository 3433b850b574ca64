"""Pages as each role sees them: no link and no form to addresses that the role may not use; for
auditors no words of a text; for them and blind members no worker's number."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from annotation.capabilities import Capability, capabilities_of
from annotation.models import Item, Project
from annotation.services.accounts.members import add_member
from tests.api.studies import make_study
from tests.helpers.factories import make_user
from tests.helpers.pages import signed_in
from tests.helpers.tiers import by_tier
from tests.journeys.every_page import addresses_of, filled_study, may_be_page
from tests.permissions.house import House
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
TEXTS = ("cheap flights from pune to delhi", "night sky photography settings for beginners")
AUDITOR, BLIND = ("auditor", False), ("viewer", True)
# An auditor sees neither texts nor workers, and may do nothing.
LESSER = by_tier(quick=(AUDITOR,), long=(AUDITOR, BLIND))
ROLES = (AUDITOR, BLIND, ("viewer", False), ("adjudicator", False))
# How many pages of a kind are opened by auditors, from whom texts are hidden, and by the others,
# for whom all campaigns have the same links.
PAGES_OF_AUDITORS = None
PAGES_OF_OTHERS = 4
Addresses = Callable[[str], Sequence[str]]


def is_read(name: str) -> bool:
    """Return whether a member opens this: no help page, which is public, no address of workers."""
    if name.startswith("research:"):
        return "help" not in name and may_be_page(name)
    of_worker = "code" in ROUTES[name].pattern.converters
    reads = name.startswith("api:") and "GET" in TABLE[name].statuses
    return reads and name != "api:schema" and not of_worker


READ = [name for name in ROUTES if is_read(name)]


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


@pytest.mark.django_db
def test_pages_and_the_api_show_and_offer_what_the_role_may() -> None:
    house = House(make_study(TEXTS), make_study())
    runs = of_texts(house.study.project)
    assert len(runs) > len(TEXTS)

    def the_address(name: str) -> list[str]:
        return [house.address(name, ROUTES[name])]

    for role, blind in LESSER:
        client = house.clients[f"blind {role}" if blind else role]
        faults = faults_of(Reader(client, role, blind), the_address, runs)
        assert "\n".join(faults) == ""


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_pages_of_a_full_study_show_and_offer_what_the_role_may() -> None:
    owner, known = filled_study()
    project = Project.objects.get(memberships__user=owner)
    runs = of_texts(project)
    known = [*known, [{"name": "judgments"}, {"name": "gold"}], [{"worker": 1}]]
    for role, blind in ROLES:
        user = make_user()
        add_member(project=project, by=owner, username=user.username, role=role, blind=blind)
        most = PAGES_OF_AUDITORS if role == "auditor" else PAGES_OF_OTHERS

        def addresses(name: str, most: int | None = most) -> list[str]:
            return list(addresses_of(name, known))[:most]

        faults = faults_of(Reader(signed_in(user), role, blind), addresses, runs)
        assert "\n".join(faults) == ""


class Reader:
    def __init__(self, client: Client, role: str, blind: bool) -> None:
        self.client = client
        self.can = capabilities_of(role, blind=blind)


def faults_of(reader: Reader, addresses: Addresses, runs: set[str]) -> Iterator[str]:
    """Yield what is wrong with the pages and API operations that are not refused."""
    opened = 0
    for name in READ:
        for address in addresses(name):
            answer = reader.client.get(address)
            if answer.status_code not in {200, 400}:
                continue
            opened += 1
            body = words = answer.content.decode()
            if not name.startswith("api:"):
                words = re.sub(r"<[^>]*>", " ", body)
                offers = refused_offers(address, body, reader.can)
                yield from (f"{address} offers {one}" for one in offers)
            yield from disclosed(address, body, words, reader.can, runs)
    assert opened > 25


def disclosed(
    address: str, body: str, words: str, can: frozenset[Capability], runs: set[str]
) -> Iterator[str]:
    """Yield what is shown of workers and texts to members who may not see them."""
    if Capability.SEE_WORKERS not in can and WORKER.search(body):
        yield f"{address} names a worker"
    if Capability.SEE_TEXTS not in can:
        yield from (f"{address} shows {run!r}" for run in sorted(runs & set(windows(words)))[:3])
