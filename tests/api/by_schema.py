"""The API's schema as Schemathesis reads it, and the application as it asks it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from schemathesis import BaseSchema
from schemathesis.config import (
    ChecksConfig,
    CoveragePhaseConfig,
    PhasesConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)

from config.wsgi import application

LONG = bool(os.environ.get("MIDPATH_LONG"))
SIGNALS = (request_started, request_finished)


def in_transaction(environ: Any, start_response: Any) -> Any:
    """The application inside a test's transaction: it must not end the test's connection."""
    for signal in SIGNALS:
        signal.disconnect(close_old_connections)
    return application(environ, start_response)


@pytest.fixture(autouse=True)
def connections_end_again() -> Iterator[None]:
    yield
    for signal in SIGNALS:
        signal.connect(close_old_connections)


# A schema cannot say all: that a name may not be blank, or what a file's rows must be, or how many
# refused submissions came before (429). Who has any answer already (If-None-Match: *) gets 304.
# Without a network in between nothing undoes what compresses an answer.
PLAIN = {"Accept-Encoding": "identity"}
POSITIVE = PositiveDataAcceptanceConfig(
    expected_statuses=["2xx", "304", "400", "401", "403", "404", "409", "413", "422", "429"]
)


def read_schema(*, coverage: bool) -> BaseSchema:
    """`coverage`: each parameter at its bounds and beyond them, before anything is made up."""
    project = ProjectConfig(
        checks=ChecksConfig(positive_data_acceptance=POSITIVE),
        phases=PhasesConfig(coverage=CoveragePhaseConfig(enabled=coverage)),
    )
    config = SchemathesisConfig(projects=ProjectsConfig(default=project))
    return schemathesis.openapi.from_wsgi("/api/v1/schema/", in_transaction, config=config)
