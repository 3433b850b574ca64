"""Store a project's own lists of prepositions, one per language."""

import re
from collections.abc import Sequence

from django.db import transaction

from annotation.models import Project, User, WordList
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid

LANGUAGE = re.compile(r"[a-z]{2,8}(-[a-z0-9]{2,8})?")
MAX_WORDS = 1000
MAX_WORD_LENGTH = 60
MAX_LANGUAGES = 30


def set_word_list(*, project: Project, user: User, language: str, words: Sequence[str]) -> WordList:
    """Set a language's list, in alphabetical order without duplicates."""
    require_language(language)
    ordered = sorted({word.strip() for word in words} - {""})
    _check(ordered)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        lists = WordList.objects.filter(project=project)
        if (found := lists.filter(language=language).first()) is None:
            if lists.count() >= MAX_LANGUAGES:
                raise Conflict(f"A project can have lists for at most {MAX_LANGUAGES} languages.")
            found = WordList(project=project, language=language, revision=0)
        found.words = ordered
        found.revision += 1
        found.save()
        record_event(
            "words.changed", project=project, user=user, language=language, words=len(ordered)
        )
    return found


def require_language(language: str) -> None:
    if not LANGUAGE.fullmatch(language):
        raise Invalid("Give the code of the language, such as en or pt-br.", field="language")


def _check(words: Sequence[str]) -> None:
    if not words:
        raise Invalid("Enter at least one word, one per line.", field="words")
    if len(words) > MAX_WORDS:
        raise Invalid(f"A list can have at most {MAX_WORDS:,} words.", field="words")
    for word in words:
        if len(word) > MAX_WORD_LENGTH:
            raise Invalid(
                f"“{word[:20]}…” is longer than {MAX_WORD_LENGTH} letters.", field="words"
            )
        if len(word.split()) > 1:
            raise Invalid(f"“{word}” is more than one word. Write one per line.", field="words")
