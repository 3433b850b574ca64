"""Chains of requests, each built on earlier answers, following the links of the schema."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.urls import resolve
from schemathesis.core import NotSet
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import ComponentInfo, GenerationInfo
from schemathesis.generation.stateful.control import TransitionController
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, use_after_free

from annotation.services.people.rate_limit import tempo
from tests.api.by_schema import PLAIN
from tests.api.furnished import Furnished

# How often one chain repeats an operation at most while it is refused.
MAX_TRIES = 3
# A restore brings back what was deleted, which Schemathesis cannot know.
RESTORE = "POST /api/v1/snapshots/{snapshot_id}/restore"
# One in this many bodies stays as generated.
MADE_UP = 4


class Said:
    """Records the answers of all operations in a run."""

    def __init__(self) -> None:
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.by_links: set[str] = set()

    def note(self, name: str, status: int, *, by_link: bool) -> None:
        self.statuses[name, status] += 1
        if status < 300 and by_link:
            self.by_links.add(name)

    @property
    def good(self) -> set[str]:
        return {name for name, status in self.statuses if status < 300}


class Steering(TransitionController):
    """Steers a chain towards operations that no link has reached yet, so that a few chains
    suffice."""

    def __init__(self, transitions: Any, roots: Collection[str]) -> None:
        super().__init__(transitions, roots)
        self.operations: Any = transitions.operations
        self.tries: Counter[str] = Counter()
        self.done: set[str] = set()

    def note(self, label: str, status: int, *, by_link: bool) -> None:
        self.tries[label] += 1
        if status < 300 and by_link:
            self.done.add(label)

    def wants(self, label: str) -> bool:
        return label not in self.done and self.tries[label] < MAX_TRIES

    def allow_transition(self, source: str, target: str) -> bool:
        return self.wants(target)

    def allow_root_transition(self, source: str, bundles: Any) -> bool:
        """Allow root operations that need no link: each with a path parameter once, and otherwise
        those without one, so that a chain never stalls."""
        if "{" in source:
            return self.tries[source] == 0
        return self.wants(source) or not self._leads_on(bundles)

    def _leads_on(self, bundles: Any) -> bool:
        """Return whether an earlier answer leads to an operation that is still wanted."""
        return any(
            self.wants(label) and bundles.get(f"{link.source.label} -> {link.status_code}")
            for label, operation in self.operations.items()
            for link in operation.incoming
        )


def fill(case: Any, furnished: Furnished, carried: Collection[str], *, made_up: bool) -> bool:
    """Fill in existing ids where no link supplied one, and a valid body in place of a generated one
    unless that is to stay; leave deliberate errors as they are. Return whether the body changed."""
    parts, route = case.meta.components, route_of(case)
    if not is_wrong(parts.get(ParameterLocation.PATH)):
        places = furnished.places[route]
        case.path_parameters.update({name: places[name] for name in places.keys() - carried})
    sound = furnished.bodies[route]
    sent = made_up or is_wrong(case.meta.generation) or not isinstance(case.body, dict)
    if sound and not sent:
        case.body = dict(sound)
        return True
    return False


def rows_of(schema: Any, furnished: Furnished, key: str) -> tuple[Any, Said]:
    """Return the state machine that runs chains with an owner's key, and the record of answers."""
    said, worker = Said(), furnished.house.study.worker
    headers = PLAIN | {"Authorization": f"Bearer {key}"}
    machine: Any = schema.as_state_machine()

    class Rows(machine):  # type: ignore[misc]
        def setup(self) -> None:
            """Start each chain from the same study."""
            tempo.forget()
            self.control = Steering(self._transitions, self._root_labels)
            self.carried: set[str] = set()
            self.is_filled = False
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def step(self, request: Any) -> Any:
            self.carried = {str(name) for _, name in request.applied_parameters}
            return super().step(request)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            is_workers = "{code}" in case.operation.path
            return {"headers": PLAIN | worker.headers if is_workers else headers}

        def before_call(self, case: Any) -> None:
            """Fill in ids of the study on the last attempt, whatever a link supplied: random
            requests never reach operations that need a campaign of their own."""
            if self.control.tries[case.operation.label] == MAX_TRIES - 1:
                self.carried = set()
            made_up = self.control.tries.total() % MADE_UP == MADE_UP - 1
            self.is_filled = fill(case, furnished, self.carried, made_up=made_up)

        def after_call(self, response: Any, case: Any) -> None:
            super().after_call(response, case)
            by_link = set(case.path_parameters) <= self.carried
            said.note(name_of(case), response.status_code, by_link=by_link)
            self.control.note(case.operation.label, response.status_code, by_link=by_link)

        def validate_response(self, response: Any, case: Any, *_: Any, **kwargs: Any) -> None:
            case.validate_response(
                response,
                excluded_checks=excluded(
                    case, is_filled=self.is_filled, is_back=bool(self.control.tries[RESTORE])
                ),
                transport_kwargs=kwargs,
                recorder=self.recorder,
            )

    return Rows, said


def excluded(case: Any, *, is_filled: bool, is_back: bool) -> list[Any]:
    """Return the checks to skip for a request. The table of permissions covers access: the token
    accompanies generated values."""
    no_longer_wrong = is_filled or leaves_out_optional_body(case)
    return [ignored_auth, *[negative_data_rejection] * no_longer_wrong, *[use_after_free] * is_back]


def leaves_out_optional_body(case: Any) -> bool:
    """Return whether a case's only flaw is a missing optional body: Schemathesis counts that as an
    error, too."""
    wrong = [place for place, part in case.meta.components.items() if is_wrong(part)]
    return wrong == [ParameterLocation.BODY] and isinstance(case.body, NotSet)


def name_of(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])


def route_of(case: Any) -> str:
    """Return the route name of an operation."""
    parts = case.operation.path.split("/")
    place = "/".join("1" if part.startswith("{") else part for part in parts)
    return f"api:{resolve(place).url_name}"


def is_wrong(part: ComponentInfo | GenerationInfo | None) -> bool:
    """Return whether a case contains a deliberate error."""
    return part is not None and part.mode.is_negative
