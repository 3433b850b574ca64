"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class AskForProlificStepInput(TypedDict):
    action: Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]
    places: NotRequired[int]


class BulkOfProlific(TypedDict):
    """Payments of a list that Prolific pays in one call."""

    state: Literal["wanted", "priced", "confirmed", "sending", "sent", "done", "dropped"]
    amount: str
    fees: str | None
    tax: str | None
    total: str | None
    problem: str
    sent_at: str | None


class CheckForProlific(TypedDict):
    """A check before a study is published."""

    name: Literal["address", "codes", "minutes", "pay", "budget"]
    ready: bool
    told: str
    fix: str


class CompletionCode(TypedDict):
    """A completion code of a study."""

    code: str
    kind: str
    then: str


class ConfirmProlificStepInput(TypedDict):
    cost: str
    accept_unready: NotRequired[bool]


class ConnectProlificInput(TypedDict):
    study: str


class DecideProlificInput(TypedDict):
    submissions: list[int]
    decision: Literal["approve", "reject"]
    category: NotRequired[
        Literal[
            "LOW_EFFORT",
            "FAILED_CHECK",
            "FAILED_INSTRUCTIONS",
            "TOO_QUICKLY",
            "TOO_SLOWLY",
            "NO_DATA",
            "NO_CODE",
            "BAD_CODE",
            "UNSUPP_DEVICE",
            "OTHER",
        ]
    ]
    reason: NotRequired[str]


class Decided(TypedDict):
    """The effect of a decision."""

    decided: int


class DraftInput(TypedDict):
    name: str
    description: str
    reward: str
    places: int
    minutes: int
    devices: NotRequired[list[Literal["desktop", "tablet", "mobile"]]]
    approval: NotRequired[Literal["MANUALLY_REVIEW", "AUTOMATICALLY_APPROVE"]]
    screen_out: NotRequired[Literal["MANUALLY_REVIEW", "REQUEST_RETURN"]]


class KeepProlificTokenInput(TypedDict):
    token: str


class KeptToken(TypedDict):
    """A project's Prolific token."""

    last_four: str
    set_at: str


class MessageByProlific(TypedDict):
    """A message to a participant of a study, or from one."""

    id: int
    participant: str
    body: str
    state: Literal["wanted", "sending", "sent", "refused", "received"]
    problem: str
    at: str


class MessagesWritten(TypedDict):
    """The effect of sending messages."""

    messages: int


class PayProlificBonusesInput(TypedDict):
    total: str


class ProposeProlificStudyOutput(TypedDict):
    reward: str | None
    places: int | None
    minutes: int
    measured: bool
    currency: str


class StepOnProlific(TypedDict):
    """A step of a study's recruitment."""

    id: int
    action: Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]
    places: int | None
    state: Literal["asked", "priced", "confirmed", "done", "dropped"]
    rewards: str | None
    total: str | None
    cost: str | None
    problem: str


class StudyOnProlific(TypedDict):
    """A campaign's study as of the last sync with Prolific."""

    study: str
    name: str
    state: str
    places: int | None
    reward: int | None
    currency: str
    asked_at: str | None


class SubmissionOnProlific(TypedDict):
    """A submission of a study, with its worker here."""

    id: int
    submission: str
    participant: str
    worker: int | None
    hits: int
    status: str
    code: str
    is_open: bool
    is_sound: bool
    decision: Literal["none", "approve", "reject"]
    refusal: str
    trouble: str


class VisitToProlific(TypedDict):
    """A sync with Prolific, which sends decisions and reads the current state."""

    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str


class WriteProlificMessagesInput(TypedDict):
    submissions: list[int]
    body: str


class BonusesByProlific(TypedDict):
    """The status of a payment list with Prolific."""

    bulks: list[BulkOfProlific]
    total: str
    unpaid: bool
    visit: VisitToProlific | None


class DraftForProlific(TypedDict):
    """A draft of a study to create on Prolific."""

    state: Literal["written", "wanted", "sending", "made"]
    name: str
    description: str
    reward: str
    places: int
    minutes: int
    devices: list[str]
    codes: list[CompletionCode]
    problem: str
    written_at: str
    sent_at: str | None


class ReadProlificTokenOutput(TypedDict):
    token: KeptToken | None


class ReadinessForProlific(TypedDict):
    """The checks before a study is published."""

    ready: bool
    checks: list[CheckForProlific]


class StandingWithProlific(TypedDict):
    """The stored Prolific status of a campaign; Prolific is not contacted."""

    token: KeptToken | None
    study: StudyOnProlific | None
    draft: DraftForProlific | None
    surely_absent: bool
    step: StepOnProlific | None
    possible: list[Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]]
    visit: VisitToProlific | None
    unsent: int
    set_aside: int
