"""The texts of the workers' scripts, and the catalogue that a page needs in another language.

The scripts contain the English texts, so English pages have no catalogue; others have only the
texts of the scripts that they load."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypedDict

from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext

from annotation.text.languages import ENGLISH

FOLDER = Path(settings.BASE_DIR) / "static" / "js" / "worker"
TEXT = r'"((?:[^"\\\n]|\\.)*)"'
ONE = re.compile(rf"\btr\(\s*{TEXT}")
MANY = re.compile(rf"\btrn\(\s*{TEXT},\s*{TEXT}")
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# A sample number for each plural category, by the names that browsers use.
KINDS = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 11, "other": 100}


class Text(NamedTuple):
    """A text of a script; `many` is its plural, empty if it counts nothing."""

    one: str
    many: str = ""


def texts_in(script: str) -> list[Text]:
    """Return the translatable texts of a script, in order.

    >>> texts_in('say(tr("Undone.")); say(trn("{count} part", "{count} parts", 2));')
    [Text(one='Undone.', many=''), Text(one='{count} part', many='{count} parts')]
    """
    bare = COMMENT.sub("", script)
    found = [(match.start(), Text(_read(match[1]))) for match in ONE.finditer(bare)]
    found += [
        (match.start(), Text(_read(match[1]), _read(match[2]))) for match in MANY.finditer(bare)
    ]
    return [text for _, text in sorted(found)]


@cache
def texts_for(scheme: str) -> tuple[Text, ...]:
    """Return the texts of the shared scripts and of one scheme's scripts."""
    files = [*sorted(FOLDER.glob("*.js")), *sorted((FOLDER / scheme).rglob("*.js"))]
    return tuple({text: None for file in files for text in texts_in(file.read_text())})


# A text in another language; of a text with a number, the form for each kind of number.
Translation: TypeAlias = str | dict[str, str]


class ScriptTexts(TypedDict):
    """The catalogue of a page's scripts."""

    language: str
    texts: dict[str, Translation]


def script_texts(scheme: str) -> ScriptTexts:
    """Return the catalogue of a page's scripts in the active language."""
    language = get_language() or ENGLISH
    if language == ENGLISH:
        return {"language": language, "texts": {}}
    return {"language": language, "texts": _catalogue(language, scheme)}


@cache
def _catalogue(language: str, scheme: str) -> dict[str, Translation]:
    return {
        text.one: {kind: ngettext(*text, number) for kind, number in KINDS.items()}
        if text.many
        else gettext(text.one)
        for text in texts_for(scheme)
    }


def _read(literal: str) -> str:
    return re.sub(r"\\(.)", r"\1", literal)
