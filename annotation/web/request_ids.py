"""Give each request an id: in the response, in every line of the log, and in the messages to Celery
that it causes."""

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

from django.conf import settings

from annotation.services.request_id import current_request_id, request_id

Start = Callable[..., Any]
Application = Callable[[WSGIEnvironment, Start], Iterable[bytes]]

NAME = "X-Request-ID"
SOUND = re.compile("[A-Za-z0-9-]{8,64}")


def identified(application: Application) -> Application:
    """Wrap the application to use the id that a proxy sends; without a proxy, or without a sound
    id, a new one. Outside of Django's middleware, because Django logs refusals after it."""

    def serve(environment: WSGIEnvironment, start: Start) -> Iterable[bytes]:
        sent = environment.get("HTTP_X_REQUEST_ID", "") if settings.PROXIES else ""
        value = sent if SOUND.fullmatch(sent) else secrets.token_hex(8)

        def begin(status: str, headers: list[tuple[str, str]], *more: object) -> object:
            return start(status, [*headers, (NAME, value)], *more)

        with request_id(value):
            return application(environment, begin)

    return serve


class WithRequest(logging.Filter):
    """Logging filter that adds the id to each record: `request_id`, and `request` for lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        value = current_request_id()
        vars(record).update(request_id=value, request=f" [{value}]" if value else "")
        return True
