"""Logs: plain lines, or JSON for programs. Both have the request's id and no secrets."""

from django.core.exceptions import ImproperlyConfigured

FORMATTERS: dict[str, dict[str, object]] = {
    "plain": {
        "()": "annotation.web.log_formats.LineFormatter",
        "format": "{asctime} {levelname} {name}{request}: {message}",
        "style": "{",
    },
    "json": {"()": "annotation.web.log_formats.JSONFormatter"},
}


def logging_for(form: str, level: str) -> dict[str, object]:
    """Return Django's settings for logs."""
    if form not in FORMATTERS:
        raise ImproperlyConfigured(f"MIDPATH_LOG_FORMAT is {form!r}; use plain or json.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "without_secrets": {"()": "annotation.web.log_redaction.WithoutSecrets"},
            "with_request": {"()": "annotation.web.request_ids.WithRequest"},
        },
        "formatters": {"line": FORMATTERS[form]},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["without_secrets", "with_request"],
            }
        },
        # Django's own handlers would log the same again, with unredacted addresses.
        "loggers": {"django": {"handlers": []}},
        "root": {"handlers": ["console"], "level": level},
    }
