"""The errors that services raise. Each message says what is wrong and what to do."""

import math
from typing import Any

from django.utils.translation import ngettext

MINUTE = 60


class ServiceError(Exception):
    """A refusal by a service.

    `status` is the HTTP status that every face answers with; `code` names the case."""

    status = 400
    code = "refused"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class Invalid(ServiceError):
    """A value that cannot be taken.

    `field` names the value; `details` may hold the row, the column or the position."""

    status = 400
    code = "invalid"

    def __init__(self, message: str, *, field: str = "", **details: Any) -> None:
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
    """A link, or somebody's own word, that the campaign does not believe."""

    code = "untrusted"


class NotFound(ServiceError):
    status = 404
    code = "not_found"


class Deleted(NotFound):
    """A read of what was deleted and can still be brought back."""

    code = "deleted"


class Conflict(ServiceError):
    status = 409
    code = "conflict"


class Archived(Conflict):
    """A change of what is archived, and so read only."""

    code = "archived"


class NotServing(Conflict):
    """A campaign that hands out no HITs now: it is a draft, paused or closed."""

    code = "not_serving"


class Stopped(NotServing):
    """A campaign that hands out nothing more to this worker."""

    code = "stopped"


class StepMissing(NotServing):
    """A campaign that asks something of this worker before their first task; `step` names it."""

    code = "step_missing"


class Over(NotServing):
    """A campaign whose time to hand out HITs is over."""


class HandsFull(NotServing):
    """A worker who holds as many tasks at once as one may."""

    code = "hands_full"


class NotQualified(NotServing):
    """A worker whom the campaign's terms do not let in."""

    status = 403
    code = "not_qualified"


class NothingLeft(ServiceError):
    """A campaign in which every HIT is full or was this worker's already."""

    status = 404
    code = "nothing_left"


class Enough(NothingLeft):
    """A worker who has done as many HITs as one worker may do."""

    code = "enough"


class UsedUp(NothingLeft):
    """A campaign whose budget, or whose project's, does not reach for another HIT."""

    code = "used_up"


class Full(NotServing):
    """A campaign that as many workers have joined as it takes."""

    code = "full"


class BudgetUsedUp(NotServing):
    """A campaign whose budget, or whose project's, does not reach for a new worker."""

    code = "budget_used_up"


class NameTaken(Conflict):
    code = "name_taken"


class AlreadySubmitted(Conflict):
    code = "already_submitted"


class Busy(ServiceError):
    """A request that the database did not answer in time; it may be sent again."""

    status = 503
    code = "busy"


class TooMany(ServiceError):
    """Requests more frequent than people make them; the message says when to try again."""

    status = 429
    code = "too_many_requests"

    def __init__(self, message: str, *, wait: int) -> None:
        super().__init__(f"{message} {_again_in(wait)}", retry_after=wait)
        self.wait = wait


class Crowded(TooMany):
    """A campaign that more people want to join at once, or in a day, than may."""


def _again_in(wait: int) -> str:
    if wait > MINUTE:
        count = math.ceil(wait / MINUTE)
        again = ngettext("Try again in {count} minute.", "Try again in {count} minutes.", count)
    else:
        count = wait
        again = ngettext("Try again in {count} second.", "Try again in {count} seconds.", count)
    return again.format(count=count)
