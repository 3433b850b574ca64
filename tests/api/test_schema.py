"""The schema is accurate: the documented responses are the actual ones, whatever is sent.

The long tier also tries each bound of each parameter: test_schema_in_full.py.
"""

from collections.abc import Iterator
from io import StringIO
from typing import Any
from zlib import crc32

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode, checks

from annotation.api.description.tags import ROOMS
from annotation.services.people.rate_limit import tempo
from tests.api.by_schema import PLAIN, connections_end_again, fill_in, read_schema
from tests.api.studies import Study
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.xdist_group("schema")

__all__ = ["connections_end_again"]

SETTINGS = settings(
    max_examples=by_tier(quick=1, long=20),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_the_schema_is_sound_and_complete() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO())


@pytest.mark.django_db
def test_anybody_may_read_the_schema() -> None:
    response = Client().get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"openapi: 3" in response.content


def send_inputs(operation: Any, mode: GenerationMode, study: Study) -> None:
    """Send an operation input on existing data that fits the schema, or input that violates it."""

    @SETTINGS
    @given(operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        if mode.is_positive:
            fill_in(case, study)
        speaker = study.worker if "{code}" in operation.path else study.researcher
        excluded = [checks.negative_data_rejection] if mode.is_positive else []
        case.call_and_validate(headers=PLAIN | speaker.headers, excluded_checks=excluded)

    with transaction.atomic():
        tempo.forget()
        send()
        transaction.set_rollback(True)


def modes_of(operation: Any) -> list[GenerationMode]:
    """Return the modes to try; of the two, the quick tier tries one, another for each operation."""
    modes = list(GenerationMode)
    turn = crc32(operation.label.encode()) % len(modes)
    return by_tier(quick=[modes[turn]], long=modes)


def faults_of(operation: Any, study: Study) -> Iterator[str]:
    for mode in modes_of(operation):
        try:
            send_inputs(operation, mode, study)
        except Exception as fault:  # noqa: BLE001 Whatever it is, the other operations are tried.
            yield f"{operation.label}, {mode}: {fault!r}"


@pytest.mark.parametrize("room", ROOMS)
def test_the_operations_of_a_room_answer_as_the_schema_says(room: str, study: Study) -> None:
    found: Any = read_schema(coverage=False).include(tag=room)
    operations = [one.ok() for one in found.get_all_operations()]
    assert operations
    assert [fault for one in operations for fault in faults_of(one, study)] == []
