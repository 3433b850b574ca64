"""Read settings from the environment, each with a clear error if it cannot be read."""

import os
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value in {"", "0", "1", "true", "false", "yes", "no", "on", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name} is {value!r}; use 1 or 0.")


def number(name: str, default: int) -> int:
    value = os.environ.get(name, "")
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; use a whole number.") from None


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def database(name: str) -> dict[str, Any]:
    """Return Django's settings for an address
    `postgres://user:password@host:port/name?host=/socket/directory`."""
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
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or parts.hostname or "",
        "PORT": options.pop("port", "") or str(parts.port or ""),
        "OPTIONS": options,
    }
