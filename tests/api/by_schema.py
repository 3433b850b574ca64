"""The API's schema as Schemathesis reads it, and the application as it calls it."""

from collections.abc import Iterator
from functools import cache
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
from schemathesis.config._checks import NegativeDataRejectionConfig

from annotation.models import Assignment
from annotation.services.work.claim import claim_hit
from config.wsgi import application
from tests.api.studies import Study

SIGNALS = (request_started, request_finished)


def in_transaction(environ: Any, start_response: Any) -> Any:
    """Run the application inside a test's transaction, without closing the test's connection."""
    for signal in SIGNALS:
        signal.disconnect(close_old_connections)
    return application(environ, start_response)


@pytest.fixture(autouse=True)
def connections_end_again() -> Iterator[None]:
    yield
    for signal in SIGNALS:
        signal.connect(close_old_connections)


# A schema cannot express everything: that a name may not be blank, what a file's rows must contain,
# or how many refused submissions came before (429). If-None-Match: * gets 304. No network in
# between would decompress an answer.
PLAIN = {"Accept-Encoding": "identity"}
POSITIVE = PositiveDataAcceptanceConfig(
    expected_statuses=["2xx", "304", "400", "401", "403", "404", "409", "413", "422", "429"]
)
# Wrong data may be too long (413, 414) before anything else is wrong with it.
NEGATIVE = NegativeDataRejectionConfig(
    expected_statuses=[
        *("400", "401", "403", "404", "405", "406", "409", "413", "414", "415"),
        *("422", "428", "429", "5xx"),
    ]
)


def read_schema(*, coverage: bool) -> BaseSchema:
    """Load the schema. `coverage`: try each parameter at and beyond its bounds before generating
    examples."""
    project = ProjectConfig(
        checks=ChecksConfig(positive_data_acceptance=POSITIVE, negative_data_rejection=NEGATIVE),
        phases=PhasesConfig(coverage=CoveragePhaseConfig(enabled=coverage)),
    )
    config = SchemathesisConfig(projects=ProjectsConfig(default=project))
    schema = schemathesis.openapi.from_dict(raw_schema(), config=config)
    schema.app = in_transaction
    return schema


@cache
def raw_schema() -> dict[str, Any]:
    """Return the application's schema, once per process: it takes seconds."""
    accepted = {"Accept": "application/vnd.oai.openapi+json"}
    read = schemathesis.openapi.from_wsgi("/api/v1/schema/", in_transaction, headers=accepted)
    return dict(read.raw_schema)


def fill_in(case: Any, study: Study) -> None:
    """Use the study's own ids: generated ids rarely exist."""
    assignments = Assignment.objects.filter(enrolment=study.enrolment)
    assignment = assignments.last() or claim_hit(enrolment_id=study.enrolment.pk)
    there = {
        "campaign_id": study.campaign.pk,
        "dataset_id": study.campaign.dataset_id,
        "code": study.campaign.code,
        "assignment_id": assignment.pk,
        "worker": study.enrolment.worker.number,
    }
    case.path_parameters.update(
        {name: there[name] for name in case.path_parameters if name in there}
    )
    if isinstance(case.body, dict) and case.body.get("dataset"):
        case.body["dataset"] = study.campaign.dataset_id
    if isinstance(case.body, dict) and case.body.get("project"):
        case.body["project"] = study.project.pk
