"""The languages of workers' pages: the list, the choice of one, and their texts."""

from django.conf import settings

# Each in its own language, which its readers look for.
NAMES: dict[str, str] = dict(settings.LANGUAGES)
ENGLISH = settings.LANGUAGE_CODE


def is_known(language: str) -> bool:
    return language in NAMES
