"""The schema tells the truth: what it documents is what answers, whatever is sent."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis import checks

from annotation.models import Assignment
from annotation.services.work.claim import claim_hit
from tests.api.by_schema import LONG, PLAIN, connections_end_again, read_schema
from tests.api.studies import Study

__all__ = ["connections_end_again"]

EXAMPLES = 300 if LONG else 10
WORKERS_OWN = r"^(claim|submit|return)$"
SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
schema = read_schema(coverage=True)
workers = schema.include(operation_id_regex=WORKERS_OWN)
researchers = schema.exclude(operation_id_regex=WORKERS_OWN)
on_things = read_schema(coverage=LONG)


def test_the_schema_is_sound_and_complete() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO())


@pytest.mark.django_db
def test_anybody_may_read_the_schema() -> None:
    response = Client().get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"openapi: 3" in response.content


@researchers.parametrize()
@SETTINGS
def test_researchers_operations(case: Any, study: Study) -> None:
    case.call_and_validate(headers=PLAIN | study.researcher.headers)


@workers.parametrize()
@SETTINGS
def test_workers_operations(case: Any, study: Study) -> None:
    case.call_and_validate(headers=PLAIN | study.worker.headers)


@on_things.parametrize()
@SETTINGS
def test_operations_on_things_that_are_there(case: Any, study: Study) -> None:
    """Keys that are made up seldom name anything, so here they are the study's own."""
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
    is_workers = "code" in case.path_parameters
    speaker = study.worker if is_workers else study.researcher
    case.call_and_validate(
        headers=PLAIN | speaker.headers, excluded_checks=[checks.negative_data_rejection]
    )
