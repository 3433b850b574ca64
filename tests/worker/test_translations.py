"""Every text that workers read can be translated, and is: no catalogue lacks a text, and no
translation loses a placeholder."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import polib
import pytest
from django.template.base import Lexer, TokenType

from annotation.text.languages.catalogues import source_of, translated_languages
from annotation.text.languages.extraction import collected
from annotation.text.languages.javascript import texts_in
from annotation.text.languages.update import forms_of, is_reviewed
from tests.worker.test_words import COMMENT, LITERAL, ROOT, SCRIPTS, sentences_in, sources, words_of

# The texts that workers read are collected once.
pytestmark = pytest.mark.xdist_group("translations")

LANGUAGES = translated_languages()
TEMPLATES = [
    *sorted((ROOT / "templates/worker").rglob("*.html")),
    *sorted((ROOT / "templates/errors").rglob("*.html")),
]
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*(?:[:!][^{}]*)?\}")
TAG = re.compile(r"</?(\w+)")
# Placeholders in a script's literal, including calls with an object in them.
FILLED = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
# The placeholder that a plural counts: a form for exactly one or two may use a word instead. The
# French and Portuguese form 0 also counts 0, so it uses a word only where 0 is impossible.
COUNTED = {"{count}", "{done}", "{words}"} | {
    f"%({name})s" for name in ("tasks", "tries", "done", "minutes", "days", "count")
}
EXACT = {"ar": {1, 2}, "es": {0}, "fr": {0}, "de": {0}, "pt": {0}, "hi": {0}}
# Names, keyboard keys and units that are the same in every language.
SAME_EVERYWHERE = re.compile(
    r"Midpath|\b(?:tab|space|shift|ctrl|delete|enter|N|P|X|Z|Y)\b|&\w+;", re.ASCII
)
NOT_SHOWN = re.compile(r'<[^>]*>|class="[^"]*"')
SHOWN_ATTRIBUTE = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
# Responses to API clients, read by their programmers: the API's, and a scheme's refusals of data
# that no page sends. Texts of examples stay in their language, like the judged texts.
FOR_PROGRAMS = re.compile(
    r"^(agreement/|midpath/|annotation/api/|annotation/schemes/(segmentation\.py|\w+/example\.py))"
)
FOR_PROGRAMS_TOO = {
    "Send the answer as JSON, with the Content-Type application/json.",
    "This answer is too large. Shorten it.",
    "Send an object with a submission_id and a payload.",
    "Send the payload as an object.",
    "Send a UUID as submission_id.",
    "This submission_id belongs to another task. Send each answer under an id of its own.",
    "AND hit.position <= %(pilot)s",
    "counts <> (id = ANY(%(moving)s))",
    "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)",
}
# Values that are stored, not shown, and the format of a date.
STORED = {"j F Y", "out of scope", "very likely", "very unlikely"}


def entries(language: str) -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for entry in polib.pofile(str(source_of(language)))}


@cache
def plurals() -> dict[str, str]:
    """Return the plural of each text that workers read, empty if it has none."""
    return {one.one: one.many for one in sorted(collected(), key=lambda one: one.many)}


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def is_of_deleted(entry: polib.POEntry) -> bool:
    """Return whether a text is only in add-ons whose folders were deleted."""
    files = [file for file, _ in entry.occurrences]
    return all(file.startswith("addons/") and not (ROOT / file).exists() for file in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    """Run `make languages` to add new texts and drop old ones."""
    said = plurals()
    known = entries(language)
    assert set(said) - set(known) == set()
    assert set(known) - set(said) == {text for text, one in known.items() if is_of_deleted(one)}
    assert [text for text, entry in known.items() if not all(map(str.strip, forms(entry)))] == []
    assert [text for text, many in said.items() if known[text].msgid_plural != many] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_what_is_filled_in_or_its_markup(language: str) -> None:
    wrong = []
    for entry in entries(language).values():
        for at, form in enumerate(forms(entry)):
            wanted = sorted(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
            given = sorted(PLACEHOLDER.findall(form))
            if entry.msgid_plural and at in EXACT[language]:
                wanted = [one for one in wanted if one not in COUNTED]
                given = [one for one in given if one not in COUNTED]
            if given != wanted or sorted(TAG.findall(form)) != sorted(TAG.findall(entry.msgid)):
                wrong.append((entry.msgid, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_every_form_of_the_language(language: str) -> None:
    plural = [entry for entry in entries(language).values() if entry.msgid_plural]
    assert plural
    assert {len(entry.msgstr_plural) for entry in plural} == {forms_of(language)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_that_nobody_has_reviewed_says_so(language: str) -> None:
    head = source_of(language).read_text().partition("msgid")[0]
    assert is_reviewed(language) != head.startswith("# Unreviewed")


def unmarked_in(template: str) -> Iterator[str]:
    """Yield the words in a template that are shown without being marked for translation."""
    bare, inside = [], False
    for token in Lexer(template).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.contents.split()[0]
            inside = name == "blocktranslate" or (inside and name != "endblocktranslate")
        elif token.token_type == TokenType.TEXT and not inside:
            bare.append(token.contents)
    text = "".join(bare)
    text = f"{NOT_SHOWN.sub(' ', text)} {' '.join(SHOWN_ATTRIBUTE.findall(text))}"
    yield from re.findall(r"[A-Za-z]{2,}", SAME_EVERYWHERE.sub(" ", text))


def test_pages_show_no_word_that_is_not_marked() -> None:
    found = [(str(path.relative_to(ROOT)), [*unmarked_in(path.read_text())]) for path in TEMPLATES]
    assert [one for one in found if one[1]] == []


def unmarked_by(script: str) -> list[str]:
    """Return a script's sentences and displayed words that are not marked for translation."""
    bare = COMMENT.sub("", script)
    marked = {words for text in texts_in(script) for words in text}
    literals = {one[1:-1] for one in LITERAL.findall(bare)}
    sentences = {
        one
        for one in literals
        if re.match(r"[A-Z“]|\$\{[^}]*\} ", one) and re.search(r"[a-z]{3}", FILLED.sub("", one))
    }
    shown = set(re.findall(r'(?:textContent(?: =|:)|"aria-label",) "([^"]*[A-Za-z][^"]*)"', bare))
    known = {"Enter", "Home", "End", "Escape", "Delete", "Content-Type"}
    return sorted(one for one in (sentences | shown) - marked - known if not _is_code(one))


def _is_code(literal: str) -> bool:
    return bool(
        re.fullmatch(r"(Arrow|Page)\w+|application/json|X-\w+|[A-Z]+|Content-Type", literal)
    )


def test_scripts_say_nothing_that_is_not_marked() -> None:
    found = [(str(path.relative_to(ROOT)), unmarked_by(path.read_text())) for path in SCRIPTS]
    assert [one for one in found if one[1]] == []


@pytest.mark.long
def test_messages_to_people_are_marked() -> None:
    marked = {words for said in collected() for words in said[:2]}
    unmarked = [
        (str(path.relative_to(ROOT)), words)
        for path in sources()
        if not FOR_PROGRAMS.match(str(path.relative_to(ROOT)))
        for _, words, node in sentences_in(path)
        if words not in marked | FOR_PROGRAMS_TOO | STORED and not isinstance(node, ast.JoinedStr)
    ]
    assert unmarked == []


def test_messages_to_people_are_not_put_together_around_values() -> None:
    """An f-string is looked up with its values in it, so no translation is ever found."""
    found = [
        (str(path.relative_to(ROOT)), words_of(node))
        for path in sources()
        if not FOR_PROGRAMS.match(str(path.relative_to(ROOT)))
        for _, _, node in sentences_in(path)
        if isinstance(node, ast.JoinedStr) and re.search("[a-z]{2}", words_of(node))
    ]
    assert found == []


def test_what_is_not_marked_is_seen() -> None:
    """The tests above pass on files in which nothing is found: the checks must find an example
    each."""
    found = list(unmarked_in('<p title="Also this">{% translate "Yes" %} Not this</p>'))
    assert found == ["Not", "this", "Also", "this"]
    assert unmarked_by('say("Undone."); say(tr("Kept."));') == ["Undone."]
    assert unmarked_by("say(`Question ${n} is empty.`);") == ["Question ${n} is empty."]
    assert unmarked_by('box.setAttribute("aria-label", "text");') == ["text"]
