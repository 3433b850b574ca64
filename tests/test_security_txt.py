"""The file with the security contact (RFC 9116)."""

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config.safety import checked_contact

WHERE = "/.well-known/security.txt"


def test_it_names_the_contact_and_a_day_within_the_year(settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@midpath.example"
    answer = Client().get(WHERE)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@midpath.example"
    assert fields["Canonical"].endswith(WHERE)
    left = datetime.fromisoformat(fields["Expires"]) - timezone.now()
    assert timedelta(days=30) < left < timedelta(days=365)


@pytest.mark.django_db
def test_without_a_contact_there_is_none(settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get(WHERE).status_code == 404


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", ""),
        ("  ", ""),
        ("security@midpath.example", "mailto:security@midpath.example"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("https://midpath.example/report", "https://midpath.example/report"),
    ],
)
def test_a_contact_becomes_an_address(given: str, address: str) -> None:
    assert checked_contact(given) == address


@pytest.mark.parametrize(
    "given", ["me", "http://a.example", "a@b\nEvil: x", "a b@c", "javascript:x@y"]
)
def test_what_is_no_contact_does_not_start(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MIDPATH_SECURITY_CONTACT"):
        checked_contact(given)
