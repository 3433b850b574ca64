"""What gunicorn serves."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def refuse_unsafe_settings() -> None:
    """A server that strangers can reach must not start with a debugger or a public key."""
    if settings.DEBUG and not set(settings.ALLOWED_HOSTS) <= LOOPBACK:
        raise ImproperlyConfigured(
            "MIDPATH_DEBUG=1 shows the insides of every error, and MIDPATH_HOSTS names hosts that "
            "others can reach. Unset MIDPATH_DEBUG."
        )
    if not settings.DEBUG and settings.SECRET_KEY in {"", settings.UNSAFE_SECRET_KEY}:
        raise ImproperlyConfigured(
            "MIDPATH_SECRET_KEY is not set. Set it to a long random text that only this server "
            "knows, for example the output of `openssl rand -base64 48`."
        )


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
refuse_unsafe_settings()
application = get_wsgi_application()
