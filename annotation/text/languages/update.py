"""Update the catalogues from the sources.

New texts are added untranslated, texts that are no longer used are removed, translations stay."""

from collections import defaultdict

import polib

from annotation.text.languages.catalogues import source_of, translated_languages
from annotation.text.languages.extraction import Said, collected

PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "pt": "nplurals=2; plural=(n > 1);",
    "hi": "nplurals=2; plural=(n != 1);",
    "ar": (
        "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
        "n%100>=11 && n%100<=99 ? 4 : 5;"
    ),
}
# The native speaker who reviewed a translation; empty until then.
REVIEWED = "X-Reviewed-By"
NOTICE = (
    "Unreviewed: written with the program and not yet read by a native speaker.\n"
    "Reviewers add their name to X-Reviewed-By."
)
WIDTH = 100


def update_catalogues() -> dict[str, int]:
    """Rewrite every catalogue; return the number of untranslated texts per language."""
    said = collected()
    return {language: _update(language, said) for language in translated_languages()}


def _update(language: str, said: list[Said]) -> int:
    path = source_of(language)
    before = polib.pofile(str(path)) if path.exists() else polib.POFile()
    known = {entry.msgid: entry for entry in before}
    after = polib.POFile(wrapwidth=WIDTH)
    after.metadata = _header(language, before.metadata)
    after.header = before.header if before.metadata.get(REVIEWED) else NOTICE
    files: dict[str, list[str]] = defaultdict(list)
    many: dict[str, str] = {}
    for one in said:
        files[one.one].append(one.file)
        many[one.one] = many.get(one.one) or one.many
    for text, places in files.items():
        after.append(_entry(text, many[text], places, known.get(text), language))
    path.parent.mkdir(parents=True, exist_ok=True)
    after.save(str(path))
    return len(after.untranslated_entries())


def _entry(
    text: str, many: str, places: list[str], known: polib.POEntry | None, language: str
) -> polib.POEntry:
    entry = polib.POEntry(msgid=text, occurrences=[(place, "") for place in places])
    if not many:
        entry.msgstr = known.msgstr if known is not None else ""
        return entry
    entry.msgid_plural = many
    known_forms = known.msgstr_plural if known is not None else {}
    entry.msgstr_plural = {form: known_forms.get(form, "") for form in range(forms_of(language))}
    return entry


def forms_of(language: str) -> int:
    """Return the number of plural forms of a language."""
    return int(PLURALS[language].partition("=")[2].partition(";")[0])


def is_reviewed(language: str) -> bool:
    return bool(polib.pofile(str(source_of(language))).metadata.get(REVIEWED))


def _header(language: str, before: dict[str, str]) -> dict[str, str]:
    return {
        "Project-Id-Version": "Midpath",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
        REVIEWED: before.get(REVIEWED, ""),
    }
