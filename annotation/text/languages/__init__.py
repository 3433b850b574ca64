"""The languages of workers' pages: which there are, how one is chosen, and their texts."""

from django.conf import settings

# Each by its own name, which its readers look for.
NAMES: dict[str, str] = dict(settings.LANGUAGES)
ENGLISH = settings.LANGUAGE_CODE


def is_known(language: str) -> bool:
    return language in NAMES
