"""Errors for Sentry and traces for OpenTelemetry, each only if its setting says where to send them.
The packages are not among the requirements, and are imported on first use."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from annotation.web.log_redaction import without_secrets

Note = Callable[..., None]


def start_sentry() -> None:
    """Send errors of this process to MIDPATH_SENTRY_DSN, if it is set."""
    if settings.SENTRY_DSN:
        sentry = _installed("sentry_sdk", "MIDPATH_SENTRY_DSN", "sentry-sdk")
        sentry.init(
            dsn=settings.SENTRY_DSN,
            release=settings.MIDPATH_VERSION,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            before_send=redacted,
            before_breadcrumb=redacted,
        )


def redacted(event: dict[str, Any], hint: object = None) -> dict[str, Any]:
    """Return an event without queries, headers and secrets."""
    request = event.get("request", {})
    for name in ("query_string", "headers", "cookies", "data", "env"):
        request.pop(name, None)
    clean: dict[str, Any] = _clean(event)
    return clean


@contextmanager
def span(name: str, **attributes: str | int) -> Iterator[Note]:
    """Trace the block, and yield a function that adds attributes. Without MIDPATH_OTLP_ENDPOINT,
    this does nothing."""
    if not settings.OTLP_ENDPOINT:
        yield _ignored
        return
    with _tracer().start_as_current_span(name) as current:
        current.set_attributes(attributes)
        yield lambda **more: current.set_attributes(more)


def _ignored(**attributes: str | int) -> None:
    pass


@cache
def _tracer() -> Any:
    """Return the tracer of this process, made on first use: after a fork, so that its thread
    exists."""
    name, packages = (
        "MIDPATH_OTLP_ENDPOINT",
        ("opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"),
    )
    trace = _installed("opentelemetry.sdk.trace", name, packages)
    export = _installed("opentelemetry.sdk.trace.export", name, packages)
    otlp = _installed("opentelemetry.exporter.otlp.proto.http.trace_exporter", name, packages)
    resources = _installed("opentelemetry.sdk.resources", name, packages)
    service = resources.Resource.create({"service.name": "midpath"})
    provider = trace.TracerProvider(resource=service)
    exporter = otlp.OTLPSpanExporter(endpoint=settings.OTLP_ENDPOINT)
    provider.add_span_processor(export.BatchSpanProcessor(exporter))
    return provider.get_tracer("midpath")


def _installed(module: str, setting: str, packages: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(
            f"{setting} is set, but {error.name} is not installed. Run pip install {packages}, or "
            f"unset {setting}."
        ) from error


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one) for one in value]
    return value
