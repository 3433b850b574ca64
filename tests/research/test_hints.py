"""First steps are shown once, to members who may take them, until they are dismissed."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from annotation.models import User
from annotation.research.help.hints import HINTS
from annotation.research.help.library import sources
from annotation.services.accounts.hints import dismiss_hint
from tests.helpers.factories import make_user
from tests.helpers.pages import read, signed_in
from tests.research.study import Study

FIRST = "From texts to figures"


def put_away(client: Client, hint: str, place: str = "/research/") -> str:
    response = client.post(reverse("research:dismiss_hint", args=[hint]), {"next": place})
    assert response.status_code == 302
    return str(response.headers["Location"])


def test_every_hint_is_short_and_leads_to_help() -> None:
    assert set(HINTS) == set(User.Hint.values)
    for hint in HINTS.values():
        assert 1 <= len(hint.steps) <= 3
        assert hint.topic in sources()


@pytest.mark.long
def test_a_dismissed_hint_stays_away_for_its_reader_only(study: Study, stranger: Client) -> None:
    assert FIRST in stranger.get("/research/").content.decode()
    assert put_away(stranger, "projects") == "/research/"
    assert FIRST not in stranger.get("/research/").content.decode()
    assert FIRST in signed_in(make_user()).get("/research/").content.decode()


@pytest.mark.long
def test_hints_stand_where_their_steps_are_taken(study: Study, owner: Client) -> None:
    assert FIRST not in owner.get("/research/").content.decode()
    for address, hint in (
        (reverse("research:campaign", args=[study.flat.pk]), "dashboard"),
        (reverse("research:dataset", args=[study.dataset.pk]), ""),
        (reverse("research:campaign", args=[study.draft.pk]), ""),
    ):
        page = owner.get(address).content.decode()
        assert ("data-hint" in page) is bool(hint), address
        assert not hint or HINTS[hint].title in page


@pytest.mark.long
def test_a_dataset_without_campaign_has_its_hint(study: Study, owner: Client) -> None:
    dataset = study.project.datasets.create(name="Fresh", kind="texts")
    address = reverse("research:dataset", args=[dataset.pk])
    assert HINTS["dataset"].title in owner.get(address).content.decode()
    put_away(owner, "dataset")
    assert HINTS["dataset"].title not in owner.get(address).content.decode()


@pytest.mark.long
def test_hints_come_back_when_requested(stranger: Client) -> None:
    put_away(stranger, "projects")
    assert "Show the first steps again" in read(stranger, "/research/help/")
    stranger.post(reverse("research:restore_hints"), {"next": "/research/"})
    assert FIRST in stranger.get("/research/").content.decode()
    assert "Show the first steps again" not in stranger.get("/research/help/").content.decode()


@pytest.mark.parametrize(
    "place", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_no_other_site_is_led_to(stranger: Client, place: str) -> None:
    assert put_away(stranger, "projects", place) == "/research/"


def test_a_hint_that_is_not_there_is_404(stranger: Client) -> None:
    assert stranger.post("/research/help/hints/nothing/dismiss/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_windows_put_a_hint_away_once() -> None:
    user = make_user()

    def dismiss() -> None:
        dismiss_hint(user=user, hint="projects")
        connection.close()

    windows = [threading.Thread(target=dismiss) for _ in range(4)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    dismiss_hint(user=user, hint="dashboard")
    user.refresh_from_db()
    assert user.dismissed_hints == ["projects", "dashboard"]


@pytest.mark.django_db
def test_the_database_bounds_what_is_remembered() -> None:
    user = make_user()
    with pytest.raises(IntegrityError, match="few_hints"), transaction.atomic():
        User.objects.filter(pk=user.pk).update(dismissed_hints=["x"] * 51)
