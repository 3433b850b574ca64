"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class AnswerQuestionInput(TypedDict):
    submission_id: str
    text: str


class ChangeConsentInput(TypedDict):
    text: str


class ChangeListedInput(TypedDict):
    side: Literal["in", "out"]
    add: NotRequired[list[str]]
    remove: NotRequired[list[str]]


class Changed(TypedDict):
    """The effect of an exclusion or an inclusion."""

    worker: int
    excluded_at: str | None
    judgments: int
    asked_again: int


class Consent(TypedDict):
    """The consent text of a campaign."""

    version: int
    text: str


class ConsentGiven(TypedDict):
    """A worker's answer to one version of the text."""

    worker: int
    version: int
    agreed: bool
    answered_at: str


class DecideWorkersInput(TypedDict):
    workers: list[int]
    then: Literal["approve", "turn_away"]


class DecidedWorkers(TypedDict):
    """The effect of letting workers in or turning them away."""

    decided: int


class ExcludeWorkerInput(TypedDict):
    reason: str


class ForeseeReviewInput(TypedDict):
    """A review, with the filter for the judgments that get it."""

    review: Literal["none", "accepted", "rejected", "set_aside"]
    reviews: NotRequired[list[str]]
    worker: NotRequired[int]
    hit: NotRequired[int]
    since: NotRequired[str]
    until: NotRequired[str]
    known_below: NotRequired[str]
    judgments: NotRequired[list[int]]


class ForeseenExclusion(TypedDict):
    """The effect of excluding the worker now."""

    worker: int
    judgments: int
    hits: int
    asked_again: int


class ForeseenReview(TypedDict):
    """The effect of a review now."""

    judgments: int
    leaving: int
    coming: int
    asked_again: int
    cost: str
    paid: str


class ListChanged(TypedDict):
    """The effect of a change of a list."""

    side: Literal["in", "out"]
    added: int
    removed: int
    ids: int


class Listed(TypedDict):
    """An id on one of a campaign's lists."""

    side: Literal["in", "out"]
    external_id: str


class Message(TypedDict):
    """A message between a worker and the researchers of a campaign."""

    id: int
    worker: int
    sender: Literal["worker", "researcher"]
    hit: int | None
    judgments: list[int]
    text: str
    at: str
    settled_at: str | None


class PlatformSession(TypedDict):
    """A visit for which a platform sent a worker."""

    study: str
    session: str
    came_at: str
    done_before: int


class Released(TypedDict):
    """The effect of a release."""

    worker: int
    released: bool


class Review(TypedDict):
    """A bulk review of judgments."""

    id: int
    review: Literal["none", "accepted", "rejected", "set_aside"]
    reason: str
    status: Literal["running", "done", "undoing", "undone"]
    judgments: int
    asked_again: int
    kept: int
    at: str
    undone_at: str | None


class SettleQuestionsInput(TypedDict):
    until: int


class SettleQuestionsOutput(TypedDict):
    worker: int
    settled: int


class SignLinksInput(TypedDict):
    ids: list[str]
    days: NotRequired[int]


class SignedLink(TypedDict):
    """A link to the campaign for one id."""

    id: str
    link: str
    until: str


class Standing(TypedDict):
    """The status of a worker."""

    worker: int
    stopped_at: str | None


class WaitingWorker(TypedDict):
    """A worker waiting for approval."""

    worker: int
    joined_at: str


class ReviewJudgmentsInput(ForeseeReviewInput):
    """A review, with the filter for the judgments that get it."""

    reason: NotRequired[str]


class SignLinksOutput(TypedDict):
    links: list[SignedLink]


class WorkerIds(TypedDict):
    """The platform ids of a worker."""

    worker: int
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    external_id: str
    sessions: list[PlatformSession]
