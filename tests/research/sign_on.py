"""A browser of a person who signs in through the operator's identity provider.

The provider is a process of its own that speaks OpenID Connect.
"""

import re
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import User
from tests.helpers.factories import make_user
from tests.helpers.issuer import ADA
from tests.helpers.signing_on import signing_on_by
from tests.helpers.stand_in import StandIn, running

BEGIN = "/account/sign-on/"


@pytest.fixture(scope="module")
def running_issuer() -> Iterator[StandIn]:
    with running("tests.helpers.issuer") as found:
        yield found


@pytest.fixture(autouse=True)
def issuer(running_issuer: StandIn, settings: Settings) -> Iterator[StandIn]:
    with signing_on_by(running_issuer, settings) as found:
        yield found


@pytest.fixture
def ada(db: None) -> User:
    """Return an account with the confirmed address under which the university knows her."""
    user = make_user("ada-b")
    EmailAddress.objects.create(user=user, email=ADA["email"], verified=True, primary=True)
    return user


def answered(client: Client, following: str = "") -> str:
    """Begin, identify oneself at the issuer, and return the address that it redirects to."""
    page = client.post(BEGIN, {"next": following}).content.decode()
    (place,) = re.findall(r'<a class="button primary" href="(.*?)"', page)
    parts = urlsplit(unescape(place))
    connection = HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", f"{parts.path}?{parts.query}")
    back = connection.getresponse().headers["Location"]
    connection.close()
    return str(back).removeprefix("http://testserver")


def sign_on(client: Client, following: str = "") -> Any:
    return client.get(answered(client, following))


def is_signed_in(client: Client) -> bool:
    return client.get("/research/").status_code == 200
