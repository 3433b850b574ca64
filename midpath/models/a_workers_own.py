"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict


class Feedback(TypedDict):
    """The feedback on an answer to a gold HIT."""

    right: bool
    answer: str
    why: str


class HIT(TypedDict):
    """A HIT leased to the worker."""

    assignment: int
    item: dict[str, Any]
    suggestion: dict[str, Any] | None
    expires_at: str
    seconds_left: float


class JoinCampaignInput(TypedDict):
    name: NotRequired[str]
    external_id: NotRequired[str]
    sent_by: NotRequired[Literal["link", "prolific", "connect", "sona", "api", "model"]]
    study: NotRequired[str]
    session: NotRequired[str]
    return_code: NotRequired[str]
    access_code: NotRequired[str]


class JoinCampaignOutput(TypedDict):
    token: str
    expires_at: str
    return_code: str
    campaign: str
    researcher: str
    institution: str
    contact: str
    scheme: str
    instructions: str
    reward: str
    currency: str
    seconds_allotted: int
    hits: int
    most_hits: int
    training_hits: int
    pass_share: str | None
    pass_after: int
    submitted: int
    step: str | None


class SkipHITInput(TypedDict):
    later: bool
    reason: NotRequired[Literal["unclear", "language", "broken", "unwanted", "long", "other"]]
    words: NotRequired[str]


class Stopped(TypedDict):
    """The reason why there is no next HIT."""

    code: str
    detail: str
    retry_after: int | None


class SubmitJudgmentInput(TypedDict):
    submission_id: str
    payload: dict[str, Any]
    active_ms: NotRequired[int | None]
    first_action_ms: NotRequired[int | None]
    next: NotRequired[bool]


class Training(TypedDict):
    """The worker's progress in the training."""

    done: int
    of: int


class WayOut(TypedDict):
    """The way in which a worker leaves."""

    kind: str | None
    code: str
    address: str


class SubmitJudgmentOutput(TypedDict):
    judgment: int
    assignment: int
    submission_id: str
    submitted_at: str
    late: bool
    counts: bool
    feedback: Feedback | None
    training: Training | None
    next: HIT | None
    stopped: Stopped | None
