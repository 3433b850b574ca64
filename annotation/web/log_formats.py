"""The formats of logs: lines for people, and JSON for programs that collect logs. The filters
redact each message; tracebacks are redacted here."""

import logging
from datetime import UTC, datetime
from types import TracebackType

import orjson

from annotation.web.log_redaction import without_secrets

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class LineFormatter(logging.Formatter):
    """Formatter of a record as a line, and its traceback below it."""

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802
        return without_secrets(super().formatException(ei))


class JSONFormatter(LineFormatter):
    """Formatter of a record as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if found := getattr(record, "request_id", ""):
            line["request_id"] = found
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line).decode()
