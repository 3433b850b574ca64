"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class Campaign(TypedDict):
    """A campaign with its terms and state."""

    id: int
    project: int
    dataset: int
    name: str
    scheme: str
    status: Literal["draft", "live", "paused", "closed"]
    code: str
    asked_beyond: int
    qualifications: dict[str, Any]
    reward: str
    paid_per_hour: str | None
    warnings: list[str]
    instructions: str
    consent_version: int
    settings: dict[str, Any]
    hits: int
    left_out: int
    workers: int
    created_at: str
    launched_at: str | None
    pilot_ended_at: str | None
    archived_at: str | None
    closed_at: str | None
    title: str
    researcher: str
    institution: str
    contact: str
    link_trust: Literal["code", "signed", "platform"]
    access_code: str
    platform_study: str
    joins_per_day: int | None
    claims_per_address: int | None
    screened: bool
    offered: bool
    place_hits: int | None
    place_minutes: int | None
    completion_code: str
    screen_out_code: str
    no_consent_code: str
    return_address: str
    redundancy: int
    hourly_wage: str | None
    currency: str
    fee_percent: str
    seconds_allotted: int
    seconds_expected: int | None
    most_judgments: int | None
    majority_of: Literal["answers", "yes_no"]
    settle_by: Literal["majority", "posterior"]
    min_posterior: str
    known_every: int | None
    training_hits: int
    pass_share: str | None
    pass_after: int
    known_agreement: str | None
    known_feedback: bool
    leave_out_failed: bool
    repeat_every: int | None
    repeat_after: int
    warm_up: int
    most_workers: int | None
    most_hits_per_worker: int | None
    joins_per_address: int | None
    claims_per_minute: int | None
    walk: Literal["together", "own"]
    pilot_items: int
    pilot_pauses: bool
    most_project_hits: int | None
    most_at_once: int | None
    opens_at: str | None
    closes_at: str | None
    budget: str | None
    approve_after_days: int | None
    language: str
    instructions_markdown: bool
    wordings: list[dict[str, Any]]
    consent: str
    practice: int
    practice_pass: int | None
    practice_tries: int
    quiz: list[dict[str, Any]]
    quiz_pass: int | None
    quiz_tries: int


class ChangePeopleInput(TypedDict):
    """The terms to change; others stay unchanged."""

    title: NotRequired[str]
    researcher: NotRequired[str]
    institution: NotRequired[str]
    contact: NotRequired[str]
    link_trust: NotRequired[Literal["code", "signed", "platform"]]
    access_code: NotRequired[str]
    platform_study: NotRequired[str]
    joins_per_day: NotRequired[int | None]
    claims_per_address: NotRequired[int | None]
    screened: NotRequired[bool]
    offered: NotRequired[bool]
    place_hits: NotRequired[int | None]
    place_minutes: NotRequired[int | None]
    completion_code: NotRequired[str]
    screen_out_code: NotRequired[str]
    no_consent_code: NotRequired[str]
    return_address: NotRequired[str]


class Dataset(TypedDict):
    """A dataset of items to judge."""

    id: int
    project: int
    name: str
    kind: Literal["texts", "documents", "pairs", "questions", "apps", "sites"]
    items: int
    licence: str
    created_at: str
    archived_at: str | None
    notes: list[str]


class DatasetImport(TypedDict):
    """The background import of a large file as a dataset."""

    id: int
    dataset: int | None
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    project: int
    filename: str


class DatasetJob(TypedDict):
    """A job on a dataset."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str


class ImportFault(TypedDict):
    """An invalid annotation in a file."""

    row: int
    column: str
    message: str


class Item(TypedDict):
    """An item to judge."""

    id: int
    position: int
    text: str
    content: dict[str, Any]


class OriginInput(TypedDict):
    """The origin of a set."""

    made_by: NotRequired[Literal["people", "model", "unknown"]]
    source: NotRequired[str]
    licence: NotRequired[str]
    version: NotRequired[str]
    name: str


class ProblemError(TypedDict):
    message: str
    field: NotRequired[str]
    row: NotRequired[int]
    column: NotRequired[str]


class Report(TypedDict):
    """A stored report and the version of the figures that it is of."""

    version: int
    judgments: int
    made_at: str
    results: dict[str, Any]


class RowOutcome(TypedDict):
    """The outcome of a row."""

    row: int
    outcome: Literal["made", "repeated", "refused"]
    item: int | None
    column: str
    message: str


class Set(TypedDict):
    """A set of annotations of a dataset's items."""

    id: int
    dataset: int
    name: str
    scheme: str
    settings: dict[str, Any]
    made_by: Literal["people", "model", "unknown"]
    source: str
    licence: str
    version: str
    facts: dict[str, Any]
    named: bool
    filename: str
    digest: str
    annotations: int
    annotators: int
    items: int
    left_out: dict[str, int]
    notes: str
    created_at: str
    archived_at: str | None


class Problem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
    field: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    position: NotRequired[int]
    scope: NotRequired[str]
    retry_after: NotRequired[int]
    errors: NotRequired[list[ProblemError]]


class SetImport(DatasetJob):
    """The background import of a file of annotations as a set."""

    scheme: str
    filename: str
    digest: str
    leave_out: int
    set: int | None
