"""Read settings from the environment, each with a clear error if it cannot be read."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

QUOTED = re.compile(r"(?s)\A(['\"])((?:(?!\1).)*)\1\Z")
USUAL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def text(name: str, default: str = "") -> str:
    """Return a setting, or its default if it is missing or empty, as in a filled-in .env. If
    NAME_FILE names a file, as for a container's secrets, the setting is its content. Quotes around
    a value are no part of it: a shell removes them from .env, but a Swarm passes them on."""
    if value := QUOTED.sub(r"\2", os.environ.get(name, "")):
        return value
    path = os.environ.get(f"{name}_FILE")
    if not path:
        return default
    try:
        return Path(path).read_text(encoding="utf-8").strip() or default
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from error


def flag(name: str, default: bool = False) -> bool:
    value = text(name).strip().lower()
    if value in {"", "0", "1", "true", "false", "yes", "no", "on", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name} is {value!r}; use 1 or 0.")


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; use a whole number.") from None


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def database(name: str) -> dict[str, Any]:
    """Return Django's settings for a URL
    `postgres://user:password@host:port/name?host=/socket/directory`. A password that the URL lacks
    is in DATABASE_PASSWORD."""
    address = text(name)
    parts = urlsplit(address)
    if address and parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"{name} begins with {parts.scheme!r}; Midpath keeps its data in PostgreSQL: "
            "use postgres://user:password@host:5432/name."
        )
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or options.pop("user", "")),
        "PASSWORD": unquote(parts.password or "") or text("DATABASE_PASSWORD"),
        "HOST": options.pop("host", "") or parts.hostname or "",
        "PORT": options.pop("port", "") or str(parts.port or ""),
        "OPTIONS": options,
    }


def mail(name: str) -> dict[str, Any]:
    """Return Django's mail settings for a URL `smtp://user:password@host:port`; `smtp+tls` uses
    STARTTLS, and `smtps` TLS from the first byte; `file:///folder` stores mails as files. Without a
    URL, mails are printed."""
    address = text(name) or "console:"
    parts = urlsplit(address)
    if parts.scheme in {"console", "file"}:
        kept = {"EMAIL_FILE_PATH": unquote(parts.path)} if parts.scheme == "file" else {}
        backend = "filebased" if kept else "console"
        return {"EMAIL_BACKEND": f"django.core.mail.backends.{backend}.EmailBackend", **kept}
    if parts.scheme not in USUAL_PORTS or not parts.hostname:
        raise ImproperlyConfigured(
            f"{name} is not an address of a mail server: use smtp+tls://user:password@host:587, "
            "smtps://…:465, smtp://…:25, or console: to print mails."
        )
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or USUAL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }
