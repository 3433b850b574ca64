"""Each operation at and beyond the bounds of each parameter, and with hundreds of examples.

Only the long tier collects this file: see conftest.py.
"""

from typing import Any

from hypothesis import HealthCheck, settings
from schemathesis import checks

from tests.api.by_schema import PLAIN, connections_end_again, fill_in, read_schema
from tests.api.studies import Study

__all__ = ["connections_end_again"]

WORKERS_OWN = r"^(claim|submit|return)$"
SETTINGS = settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
schema = read_schema(coverage=True)
workers = schema.include(operation_id_regex=WORKERS_OWN)
researchers = schema.exclude(operation_id_regex=WORKERS_OWN)


@researchers.parametrize()
@SETTINGS
def test_researchers_operations(case: Any, study: Study) -> None:
    case.call_and_validate(headers=PLAIN | study.researcher.headers)


@workers.parametrize()
@SETTINGS
def test_workers_operations(case: Any, study: Study) -> None:
    case.call_and_validate(headers=PLAIN | study.worker.headers)


@schema.parametrize()
@SETTINGS
def test_operations_on_things_that_are_there(case: Any, study: Study) -> None:
    fill_in(case, study)
    is_workers = "code" in case.path_parameters
    speaker = study.worker if is_workers else study.researcher
    case.call_and_validate(
        headers=PLAIN | speaker.headers, excluded_checks=[checks.negative_data_rejection]
    )
