"""The application as it is where the operator set an identity provider."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from pytest_django.fixtures import Settings

from annotation.services.accounts.issuer import described
from annotation.services.people.rate_limit import tempo
from tests.helpers.issuer import CLIENT, FRESH, SECRET
from tests.helpers.prolific import StandIn


@contextmanager
def signing_on_by(found: StandIn, settings: Settings) -> Iterator[StandIn]:
    """Let the application sign in by the stand-in, as it is when it starts."""
    settings.SSO_ISSUER, settings.SSO_NAME = found.address, "University"
    settings.SSO_CLIENT, settings.SSO_SECRET = CLIENT, SECRET
    settings.SSO_DOMAINS, settings.PRIVATE_ADDRESSES = ["uni.example"], True
    found.hold(**json.loads(FRESH))
    described.forget()
    tempo.forget()
    try:
        yield found
    finally:
        described.forget()
        tempo.forget()
