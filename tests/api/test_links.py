"""Links: every value in an address was in an earlier answer."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from annotation.api.description.links import VALUE_SOURCES
from tests.api.by_schema import connections_end_again, read_schema
from tests.api.studies import Study
from tests.helpers.factories import judge_next

pytestmark = pytest.mark.xdist_group("schema")

__all__ = ["connections_end_again"]

# Addresses that no link leads to, with the reason.
UNLINKED: Mapping[str, str] = {
    "list_deleted": "what it lists is of several kinds, so none of them tells which one to undo"
}
# Parameters that no answer contains, with the reason.
UNTOLD: Mapping[str, str] = {
    "read_file": "which files a campaign has hangs on its scheme; the description names them"
}


@pytest.fixture(scope="module")
def machine() -> Any:
    """Return which operations follow which by the links of the schema, and by names where
    Schemathesis finds them itself."""
    return read_schema(coverage=False).as_state_machine()


def operations(machine: Any) -> Iterator[Any]:
    for found in machine.schema.get_all_operations():
        yield found.ok()


def name_of(operation: Any) -> str:
    return str(operation.definition.raw["operationId"])


@pytest.mark.long
def test_every_operation_follows_on_another_or_is_followed_by_one(machine: Any) -> None:
    found = {name_of(one) for one in operations(machine)}
    linked = machine._transitions.operations
    without = {name_of(one) for one in operations(machine) if one.label not in linked}
    assert len(found) > 200
    assert without == UNLINKED.keys()


def test_all_that_stands_in_an_address_is_reported_by_one_answer(machine: Any) -> None:
    unfilled = set()
    for one in operations(machine):
        places = {place.name for place in one.path_parameters}
        linked = machine._transitions.operations.get(one.label)
        links = (
            [{place.name for place in link.parameters} for link in linked.incoming]
            if linked
            else []
        )
        if places and not any(places <= answer for answer in links):
            unfilled.add(name_of(one))
    assert unfilled == UNTOLD.keys()


@pytest.mark.long
def test_a_link_carries_what_was_requested_and_what_was_reported(machine: Any) -> None:
    raw = machine.schema.raw_schema["paths"]["/api/v1/campaigns/{code}/claim"]["post"]
    assert raw["responses"]["200"]["links"]["submit"] == {
        "operationId": "submit",
        "parameters": {"assignment_id": "$response.body#/assignment", "code": "$request.path.code"},
    }


@pytest.mark.long
def test_a_link_points_at_what_is_in_the_answer(study: Study) -> None:
    """Check some answers of each link in the table."""
    judge_next(study.enrolment)
    people = f"projects/{study.project.pk}/members"
    claimed = study.worker.post(f"{study.worker_path}/claim").json()
    found = {
        "claim": claimed,
        "list_campaign_items": study.researcher.get(f"{study.path}/items").json(),
        "list_members": study.researcher.get(people).json(),
    }
    pointers = {
        name: at for parameters in VALUE_SOURCES.values() for name, at in parameters.items()
    }
    for name, answer in found.items():
        assert isinstance(at(answer, pointers[name]), int)


def at(answer: Any, pointer: str) -> Any:
    """Return the value at a JSON pointer."""
    for part in pointer.split("/")[1:]:
        answer = answer[int(part)] if isinstance(answer, list) else answer[part]
    return answer
