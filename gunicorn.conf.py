"""Settings that gunicorn reads from its working directory: the format of its access log.

Requests are logged without the query string and the referrer, since both may identify a worker on
another platform. Secrets that open accounts and projects are redacted."""

from typing import Any

from gunicorn.glogging import Logger

from annotation.web.log_redaction import without_secrets


class LoggerWithoutSecrets(Logger):  # type: ignore[misc]
    def atoms(self, *args: Any) -> dict[str, Any]:
        """Return the fields of a log line, with the URL redacted."""
        told: dict[str, Any] = super().atoms(*args)
        return told | {"U": without_secrets(told["U"] or "")}


logger_class = LoggerWithoutSecrets
access_log_format = '%(h)s %(l)s %(u)s %(t)s "%(m)s %(U)s %(H)s" %(s)s %(b)s "%(a)s"'
