"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class Delivery(TypedDict):
    """A message to a webhook."""

    id: int
    message: str
    event: str
    status: Literal["waiting", "delivered", "dead"]
    attempts: int
    code: int | None
    answer: str
    created_at: str
    tried_at: str | None
    due_at: str


class PatchedOneWebhookInput(TypedDict):
    events: NotRequired[
        list[
            Literal[
                "campaign.finished",
                "items.agreed",
                "budget.near",
                "export.ready",
                "job.failed",
                "worker.flagged",
            ]
        ]
    ]
    is_on: NotRequired[bool]


class Webhook(TypedDict):
    """A webhook for a project's events."""

    id: int
    project: int
    address: str
    events: list[
        Literal[
            "campaign.finished",
            "items.agreed",
            "budget.near",
            "export.ready",
            "job.failed",
            "worker.flagged",
        ]
    ]
    is_on: bool
    off_because: str
    created_at: str


class WebhooksInput(TypedDict):
    address: str
    events: list[
        Literal[
            "campaign.finished",
            "items.agreed",
            "budget.near",
            "export.ready",
            "job.failed",
            "worker.flagged",
        ]
    ]


class WebhookWithSecret(Webhook):
    """A webhook for a project's events."""

    secret: str
