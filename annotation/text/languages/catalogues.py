"""The translation catalogues: `locale/<language>/LC_MESSAGES/django.po`, which people edit, and
next to each the compiled file, which programs read.

Every process compiles catalogues that are missing or outdated when it starts, so no step can be
forgotten and gettext need not be installed."""

import logging
import os
import tempfile
from pathlib import Path

import polib
from django.conf import settings

from annotation.text.languages import ENGLISH, NAMES

FOLDER = Path(settings.BASE_DIR) / "locale"
log = logging.getLogger(__name__)


def source_of(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / "django.po"


def translated_languages() -> list[str]:
    return [language for language in NAMES if language != ENGLISH]


def compile_catalogues() -> list[str]:
    """Compile missing or outdated catalogues; return the compiled languages."""
    stale = [language for language in translated_languages() if _is_stale(source_of(language))]
    for language in stale:
        try:
            _compile(source_of(language))
        except OSError as error:
            # An older catalogue, or English, is better than no page at all.
            log.warning("The texts in %s could not be compiled: %s", language, error)
    return stale


def _is_stale(source: Path) -> bool:
    if not source.exists():
        return False  # the midpath program serves no pages
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> None:
    """Write the compiled file atomically, since other processes may be reading it."""
    handle, name = tempfile.mkstemp(dir=source.parent, suffix=".part")
    with os.fdopen(handle, "wb") as part:
        part.write(polib.pofile(str(source), check_for_duplicates=True).to_binary())
    Path(name).chmod(0o644)
    Path(name).replace(source.with_suffix(".mo"))
