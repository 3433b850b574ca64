"""Requests in a row, each on what those before it made or listed: whatever their order, the API
answers as its schema says, finds what it made, and finds no more what was deleted."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import ComponentInfo
from schemathesis.specs.openapi.checks import ignored_auth

from annotation.scopes import Scope
from annotation.services.accounts.tokens import issue_token
from annotation.services.people.tempo import tempo
from tests.api.by_schema import LONG, PLAIN, connections_end_again, read_schema
from tests.api.studies import Study

__all__ = ["connections_end_again"]

# What follows on what is inferred from the schema: an answer's `id` is an address's `…_id`.
THINGS = r"(campaign|comparison|dataset|filter|invitation|member|project|set|snapshot|webhook)s?\b"
schema = read_schema(coverage=False).include(operation_id_regex=rf"_{THINGS}|_in_bulk$")
SETTINGS = settings(
    max_examples=200 if LONG else 30,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# Where the things of a name stand in addresses. What is made up there seldom names anything, so
# the latest one that is known stands in its place.
PLACES = {
    "alignments": "alignment_id",
    "campaigns": "campaign_id",
    "comparisons": "comparison_id",
    "datasets": "dataset_id",
    "draws": "draw_id",
    "endpoints": "endpoint_id",
    "filters": "filter_id",
    "invitations": "invitation_id",
    "projects": "project_id",
    "rounds": "run_id",
    "sets": "set_id",
    "snapshots": "snapshot_id",
    "typologies": "typology_id",
    "webhooks": "webhook_id",
}
IN_BODIES = {"campaign": "campaign_id", "dataset": "dataset_id", "project": "project_id"}
# What a schema cannot say: which rows make a dataset, and what fits it.
SOUND: Mapping[str, Mapping[str, Any]] = {
    "create_dataset": {"rows": [{"text": "first aid kit"}, {"text": "old town map"}]},
    "create_dataset_in_bulk": {"rows": [{"text": "first aid kit"}, {"text": "kit"}]},
    "create_campaign": {"scheme": "flat", "settings": {}},
    "save_filter": {"filter": {"tie": "yes"}},
}


class Known:
    """The things that a row of requests has made or seen, and what was answered in all."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.done: Counter[tuple[str, int]] = Counter()
        self.begin()

    def begin(self) -> None:
        self.latest = {
            "campaign_id": self.study.campaign.pk,
            "dataset_id": self.study.campaign.dataset_id,
            "project_id": self.study.project.pk,
            "worker": self.study.enrolment.worker.number,
        }

    def fill(self, case: Any) -> None:
        """Put what is known where something was made up, but for what is wrong on purpose."""
        parts = case.meta.components
        if not _wrong(parts.get(ParameterLocation.PATH)):
            places = case.path_parameters
            places.update({name: self.latest[name] for name in places if name in self.latest})
        if not isinstance(case.body, dict) or _wrong(parts.get(ParameterLocation.BODY)):
            return
        for field, place in IN_BODIES.items():
            if isinstance(case.body.get(field), int):
                case.body[field] = self.latest[place]
        if case.body.get("name"):
            case.body.update(SOUND.get(name_of(case), {}))

    def note(self, case: Any, response: Any) -> None:
        self.done[name_of(case), response.status_code] += 1
        place = PLACES.get(case.operation.path.rpartition("/")[2])
        if place and response.status_code in {200, 201, 202}:
            told = response.json()
            for one in [told, *told.get("results", ())][-1:]:
                if isinstance(one.get("id"), int):
                    self.latest[place] = one["id"]


def _wrong(part: ComponentInfo | None) -> bool:
    return part is not None and part.mode.is_negative


def name_of(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])


@pytest.mark.slow
def test_whatever_the_order_of_requests_the_schema_tells_the_truth(study: Study) -> None:
    _, key = issue_token(project=None, user=study.owner, name="states", scopes=set(Scope))
    headers = PLAIN | {"Authorization": f"Bearer {key}"}
    known = Known(study)
    machine: Any = schema.as_state_machine()

    class Requests(machine):  # type: ignore[misc]
        def setup(self) -> None:
            """Begin each row of requests from the same study."""
            tempo.forget()
            known.begin()
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": headers}

        def before_call(self, case: Any) -> None:
            known.fill(case)

        def after_call(self, response: Any, case: Any) -> None:
            super().after_call(response, case)
            known.note(case, response)

        def validate_response(self, response: Any, case: Any, *_: Any, **kwargs: Any) -> None:
            """Check all but who may: the table of permissions has that, and the token stands beside
            what is made up."""
            case.validate_response(
                response,
                excluded_checks=[ignored_auth],
                transport_kwargs=kwargs,
                recorder=self.recorder,
            )

    Requests.run(settings=SETTINGS)
    reached = {name for name, status in known.done if status < 300}
    assert len(reached) > 25, "hardly anything was done, so these rows of requests show nothing"
