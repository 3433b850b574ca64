"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import Report


class Endpoint(TypedDict):
    """An endpoint for chat completions."""

    id: int
    project: int
    name: str
    address: str
    last_four: str
    set_at: str


class EndpointInput(TypedDict):
    name: str
    address: str
    key: NotRequired[str]


class HeldSet(TypedDict):
    """An annotation set compared with a campaign's crowd; it is not in the campaign's figures."""

    set: int
    version: int | None
    judgments: int
    made_at: str | None


class HeldSetsInput(TypedDict):
    set: int


class LetGoOutput(TypedDict):
    held: bool


class Measured(Report):
    """Judgments that started from a suggestion compared with those that did not, as last
    computed."""


class ModelsAnswer(TypedDict):
    """An item of a round with its outcome."""

    id: int
    item: int
    state: Literal["waiting", "sent", "sound", "unfit", "refused", "lost"]
    words: str
    problem: str
    payload: dict[str, Any] | None
    tokens_in: int
    tokens_out: int
    cost: str


class ResumeInput(TypedDict):
    budget: NotRequired[str]
    lost_too: NotRequired[bool]


class Round(TypedDict):
    """A round of model annotation of a campaign's items."""

    id: int
    campaign: int
    endpoint: int | None
    name: str
    model: str
    prompt: str
    prompt_version: int
    temperature: str | None
    seed: int | None
    most_tokens: int
    limit_name: Literal["max_tokens", "max_completion_tokens"]
    price_in: str
    price_out: str
    currency: str
    budget: str
    at_once: int
    most_a_minute: int | None
    status: Literal["waiting", "stopped", "spent", "failed", "ready"]
    problem: str
    asked_at: str
    set: int | None


class RoundInput(TypedDict):
    endpoint: int
    name: str
    model: str
    prompt: NotRequired[str]
    temperature: NotRequired[str]
    seed: NotRequired[int]
    most_tokens: NotRequired[int]
    limit_name: NotRequired[Literal["max_tokens", "max_completion_tokens"]]
    price_in: str
    price_out: str
    currency: NotRequired[str]
    budget: str
    at_once: NotRequired[int]
    most_a_minute: NotRequired[int | None]


class SuggestionsInput(TypedDict):
    set: int
    tenths: NotRequired[int]


class HeldResults(HeldSet):
    """An annotation set compared with a campaign's crowd; it is not in the campaign's figures."""

    results: dict[str, Any]


class RoundWithProgress(Round):
    """A round of model annotation of a campaign's items."""

    states: dict[str, int]
    total: int
    bought: int
    again: int
    tokens_in: int
    tokens_out: int
    spent: str


class Told(TypedDict):
    """The suggestions that workers of a campaign start from."""

    suggested: bool
    set: int | None
    annotator: int | None
    tenths: int | None
    unfit: int
    measured: Measured | None
