"""The errors that services raise. Each message says what is wrong and what to do."""

import math
from typing import Any

MINUTE = 60
AGAIN_IN_SECONDS = ("Try again in 1 second.", "Try again in {count} seconds.")
AGAIN_IN_MINUTES = ("Try again in 1 minute.", "Try again in {count} minutes.")


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


class Conflict(ServiceError):
    status = 409
    code = "conflict"


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
        minutes = wait > MINUTE
        count = math.ceil(wait / MINUTE) if minutes else wait
        one, many = AGAIN_IN_MINUTES if minutes else AGAIN_IN_SECONDS
        again = one if count == 1 else many.format(count=count)
        super().__init__(f"{message} {again}", retry_after=wait)
        self.wait = wait
