"""The application with an identity provider set by the operator."""

from collections.abc import Iterator
from contextlib import contextmanager

from pytest_django.fixtures import Settings

from annotation.services.accounts.issuer import described
from annotation.services.people.rate_limit import tempo
from tests.helpers.issuer import CLIENT, SECRET
from tests.helpers.stand_in import StandIn


@contextmanager
def signing_on_by(found: StandIn, settings: Settings) -> Iterator[StandIn]:
    """Configure single sign-on with the stand-in, as at startup."""
    settings.SSO_ISSUER, settings.SSO_NAME = found.address, "University"
    settings.SSO_CLIENT, settings.SSO_SECRET = CLIENT, SECRET
    settings.SSO_DOMAINS, settings.PRIVATE_ADDRESSES = ["uni.example"], True
    found.forget()
    described.forget()
    tempo.forget()
    try:
        yield found
    finally:
        described.forget()
        tempo.forget()
