"""The errors that services raise. Each message says what is wrong and what to do."""

import math
from typing import Any

from django.utils.translation import ngettext

MINUTE = 60


class ServiceError(Exception):
    """A refusal by a service.

    `status` is the HTTP status of the response in every interface; `code` identifies the case."""

    status = 400
    code = "refused"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class Invalid(ServiceError):
    """An invalid value.

    `field` names the value; `details` may contain the row, the column or the position."""

    status = 400
    code = "invalid"

    def __init__(self, message: str, *, field: str = "", **details: object) -> None:
        super().__init__(message, **({"field": field} if field else {}), **details)
        self.field = field


class TooLarge(Invalid):
    """A body above a limit, which the message states."""

    status = 413
    code = "too_large"


class WrongType(ServiceError):
    """A body of a media type that is not accepted here."""

    status = 415
    code = "unsupported_media_type"


class Forbidden(ServiceError):
    status = 403
    code = "forbidden"


class Untrusted(Forbidden):
    """A link or a claim by a worker that the campaign does not trust."""

    code = "untrusted"


class NotFound(ServiceError):
    status = 404
    code = "not_found"


class Deleted(NotFound):
    """A read of a deleted object that can still be restored."""

    code = "deleted"


class Conflict(ServiceError):
    status = 409
    code = "conflict"


class Archived(Conflict):
    """A change of an archived object, which is read-only."""

    code = "archived"


class NotServing(Conflict):
    """A campaign that hands out no HITs now: it is a draft, paused or closed."""

    code = "not_serving"


class Stopped(NotServing):
    """A campaign that gives no more tasks to this worker."""

    code = "stopped"


class StepMissing(NotServing):
    """A step that this worker has to complete before their first task; `step` names it."""

    code = "step_missing"


class Over(NotServing):
    """A campaign that is past its closing time."""


class HandsFull(NotServing):
    """A worker who has the maximum number of open tasks."""

    code = "hands_full"


class NotQualified(NotServing):
    """A worker whom the campaign's terms do not admit."""

    status = 403
    code = "not_qualified"


class NothingLeft(ServiceError):
    """A campaign whose HITs are all full or were done by this worker."""

    status = 404
    code = "nothing_left"


class Enough(NothingLeft):
    """A worker who has done the maximum number of HITs."""

    code = "enough"


class UsedUp(NothingLeft):
    """A campaign whose budget, or whose project's budget, does not cover another HIT."""

    code = "used_up"


class Full(NotServing):
    """A campaign with its maximum number of workers."""

    code = "full"


class BudgetUsedUp(NotServing):
    """A campaign whose budget, or whose project's budget, does not cover a new worker."""

    code = "budget_used_up"


class NameTaken(Conflict):
    code = "name_taken"


class AlreadySubmitted(Conflict):
    code = "already_submitted"


class Busy(ServiceError):
    """A request that the database did not answer in time; it may be retried."""

    status = 503
    code = "busy"


class TooMany(ServiceError):
    """Too many requests; the message says when to retry."""

    status = 429
    code = "too_many_requests"

    def __init__(self, message: str, *, wait: int) -> None:
        super().__init__(f"{message} {_again_in(wait)}", retry_after=wait)
        self.wait = wait


class Crowded(TooMany):
    """A campaign that too many people try to join at once, or in one day."""


def _again_in(wait: int) -> str:
    if wait > MINUTE:
        count = math.ceil(wait / MINUTE)
        again = ngettext("Try again in {count} minute.", "Try again in {count} minutes.", count)
    else:
        count = wait
        again = ngettext("Try again in {count} second.", "Try again in {count} seconds.", count)
    return again.format(count=count)
