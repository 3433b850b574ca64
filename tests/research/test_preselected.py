"""Preselected values of the demo's forms are accepted: a user who reads a page and presses its
button is not refused because of the page's own choices."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import resolve, reverse

from annotation.models import Campaign, User
from tests.commands.running import run
from tests.helpers.addons import contracts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]
TYPED = "Something new"
# The only owner cannot be removed. The others need a person's input: a reason for an exclusion or a
# bonus, a worker to erase, a server's address, or an answer that is drawn or chosen.
REFUSED = {
    *("remove_member", "exclude_worker", "erase_worker", "pay_worker"),
    *("draw_answer", "keep_answer", "decide"),
    *(page for one in contracts() for page in one.refused),
}
# One form of each kind is enough, on each kind of page.
Kind = tuple[str, str]
# A campaign with a published snapshot cannot go on.
PUBLISHED = ("move_campaign", "spans closed resume")


class Form(dict[str, list[str]]):
    """The data that a browser would send. `needs_file` if a person must choose a file."""

    action = ""
    needs_file = False


class Reader(HTMLParser):
    """The links of a page and its forms that write."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._choice: tuple[str, list[str]] | None = None
        self._text: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(has.get("href", ""))
        elif tag == "form":
            self._form = Form() if has.get("method") == "post" else None
            if self._form is not None:
                self._form.action = has.get("action", "")
                self.forms.append(self._form)
        elif self._form is not None and "disabled" not in has:
            self._field(self._form, tag, has)

    def _field(self, form: Form, tag: str, has: dict[str, str]) -> None:
        name = has.get("name", "")
        if tag == "input" and name:
            self._input(form, name, has)
        elif tag == "textarea":
            self._text = name
            form[name] = [""]
        elif tag == "select":
            self._choice = (name, [])
        elif tag == "option" and self._choice:
            name, offered = self._choice
            offered.append(has.get("value", ""))
            if "selected" in has or len(offered) == 1:
                form[name] = [has.get("value", "")]

    def _input(self, form: Form, name: str, has: dict[str, str]) -> None:
        kind, value = has.get("type", "text"), has.get("value", "on")
        if kind == "file":
            form.needs_file = True
        elif kind not in {"checkbox", "radio"}:
            form[name] = [has.get("value", "") or (TYPED if name == "name" else "")]
        elif "checked" in has:
            form.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._text:
            self._form[self._text][0] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in {"textarea", "select"}:
            self._text = self._choice = None


@pytest.fixture
def demo(client: Client) -> Client:
    """Sign in to the demo, whose tables have the statistics that the query planner needs."""
    run("load_demo")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client.force_login(User.objects.get(username="demo"))
    return client


def read(client: Client, address: str) -> Reader:
    page = Reader()
    page.feed(client.get(address).content.decode())
    return page


def pages_of(client: Client) -> Iterator[tuple[str, Reader]]:
    """Yield all pages reachable by links, one of each kind for each scheme."""
    waiting, seen = [reverse("research:projects")], set[Kind]()
    while waiting:
        address = waiting.pop(0)
        kind = _kind(address)
        if kind in seen:
            continue
        seen.add(kind)
        answer = client.get(address)
        assert answer.status_code in {200, 302}, address
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            page = Reader()
            page.feed(answer.content.decode())
            yield address, page
            links = (urldefrag(urljoin(address, link))[0] for link in page.links)
            waiting += [link for link in links if urlsplit(link).path.startswith("/research/")]


def _kind(address: str) -> Kind:
    """Return the view's name, and its campaign's scheme and status or its dataset."""
    found = resolve(urlsplit(address).path)
    campaign = Campaign.objects.filter(pk=found.kwargs.get("campaign_id", 0)).first()
    about = f"{campaign.scheme} {campaign.status}" if campaign else found.kwargs.get("dataset_id")
    return found.url_name or "", f"{about} {found.kwargs.get('move')}"


def send(client: Client, address: str, form: Form) -> HttpResponseBase:
    """Send a form and undo its effect, so that each form meets the same demo."""
    with transaction.atomic():
        answer = client.post(urljoin(address, form.action), dict(form))
        transaction.set_rollback(True)
    return answer


def draft_evidence(client: Client) -> Campaign:
    """Press the page's button, with its preselected values."""
    address = reverse("research:ask_evidence", args=(Campaign.objects.get(scheme="question").pk,))
    [form] = [form for form in read(client, address).forms if form.action == address]
    assert client.post(address, dict(form)).status_code == 302
    return Campaign.objects.get(scheme="evidence", status="draft")


def check_draft(client: Client, draft: Campaign) -> None:
    """Check that its form shows its settings, and its pay as money."""
    edit = reverse("research:edit_campaign", args=(draft.pk,))
    form = client.get(edit).context["form"]
    assert form["instructions"].value() == draft.instructions != ""
    assert (form["hourly_wage"].value(), form["reward"].value()) == ("12.00", "")
    fixed = {"hourly_wage": None, "reward": "0.025"}
    Campaign.objects.filter(pk=draft.pk).update(instructions="", **fixed)
    form = client.get(edit).context["form"]
    assert form["instructions"].value() == draft.instructions
    assert form["reward"].value() == "0.025"


def test_what_the_demo_preselects_is_accepted(demo: Client) -> None:
    draft = draft_evidence(demo)
    assert draft.dataset.item_count > 0
    check_draft(demo, draft)
    tried = set[Kind]()
    for address, page in pages_of(demo):
        for form in page.forms:
            target = urljoin(address, form.action)
            kind = _kind(target) if target.startswith("/research/") else None
            # A person or a file cannot be preselected.
            if (
                kind is None
                or kind[0] in REFUSED
                or kind == PUBLISHED
                or kind in tried
                or form.needs_file
                or "username" in form
            ):
                continue
            tried.add(kind)
            answer = send(demo, address, form)
            assert answer.status_code in {200, 302}, (address, target, dict(form))
    assert {name for name, _ in tried} >= {
        *("new_campaign", "edit_campaign", "move_campaign", "extend_campaign", "ask_evidence"),
        *("new_project", "tokens"),
        *(("new_draw", "new_alignment") if apps.is_installed("addons.alignment") else ()),
    }
