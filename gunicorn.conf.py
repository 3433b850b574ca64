"""Settings that gunicorn reads from its working directory: the format of its access log.

Addresses are logged without their query string and without the referrer: both may identify a worker
on another platform. What opens accounts and projects is cut out of them."""

from typing import Any

from gunicorn.glogging import Logger

from annotation.web.log_redaction import without_secrets


class LoggerWithoutSecrets(Logger):  # type: ignore[misc]
    def atoms(self, *args: Any) -> dict[str, Any]:
        """Return what a line is made of, with the address cut."""
        told: dict[str, Any] = super().atoms(*args)
        return told | {"U": without_secrets(told["U"] or "")}


logger_class = LoggerWithoutSecrets
access_log_format = '%(h)s %(l)s %(u)s %(t)s "%(m)s %(U)s %(H)s" %(s)s %(b)s "%(a)s"'
