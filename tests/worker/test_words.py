"""Texts for workers: on their pages, from their scripts, and in every message to them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rest_framework.fields import Field

from annotation.api import basic_fields, fields
from annotation.schemes import SCHEMES
from tests.helpers.pages import assert_shows

ROOT = Path(__file__).parents[2]
# Files whose sentences all may reach a worker, or a program that works for one.
MESSAGES = (
    "agreement/segmentation/boundaries.py",
    "annotation/api/people/join.py",
    "annotation/api/people/work.py",
    "annotation/schemes/segmentation.py",
    "annotation/schemes/*/example.py",
    "annotation/schemes/*/wording.py",
    "annotation/services/errors.py",
    "annotation/services/people/join.py",
    "annotation/services/people/consent_answers.py",
    "annotation/services/people/entry.py",
    "annotation/services/people/identity.py",
    "annotation/services/people/submit_backoff.py",
    "annotation/services/people/workers.py",
    "annotation/services/work/[!er]*.py",  # all but exclusion and review, which researchers do
    "annotation/services/work/release.py",
    "annotation/worker/*.py",
    "addons/*/personal_data_looks.py",
    "midpath/schemes/segmentation.py",
    "midpath/schemes/*/__init__.py",
    "midpath/schemes/*/answer.py",
    "midpath/schemes/*/keywords.py",
    "midpath/schemes/*/wording.py",
)
# Internal terms, which mean nothing to workers.
BANNED = re.compile(
    r"\b(campaigns?|HITs?|α|alpha|judgments?|datasets?|assignments?|leases?|enrol\w*|annotat\w*|"
    r"redundancy|subtitles?|Krippendorff)\b"
)
# Fields of the API, whose first argument is their help.
FIELDS = {
    name
    for module in (basic_fields, fields)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Field)
}
SQL = re.compile(r"\b(SELECT|UPDATE|SKIP LOCKED|statement_timestamp)\b")
SAID_BY_SCHEMES = ("work", "question", "hint", "instructions", "example_heading")
SCRIPTS = sorted((ROOT / "static/js/worker").rglob("*.js"))
TEMPLATES = sorted((ROOT / "templates/worker").rglob("*.html"))
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# Attributes that a browser shows or reads aloud; all others are for programs.
ATTRIBUTE = re.compile(r'(?:aria-label|placeholder|title|alt)="([^"]*)"')
TRANSLATED = re.compile(r'\{% translate "([^"]*)" %\}')
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^>]*>", re.DOTALL)


def sources() -> list[Path]:
    return sorted({path for pattern in MESSAGES for path in ROOT.glob(pattern)})


def sentences_in(path: Path) -> Iterator[tuple[int, str, ast.expr]]:
    """Yield the line, the words and the node of each sentence in a Python file: no docstrings, no
    help of the API's schema, no SQL. Values in a sentence are replaced by "…"."""
    tree = ast.parse(path.read_text())
    passed = {id(part) for node in ast.walk(tree) for part in not_shown(node)}
    for node in ast.walk(tree):
        if id(node) in passed or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        words = words_of(node)
        if " " in words.strip() and not SQL.search(words):
            yield node.lineno, words, node


def not_shown(node: ast.AST) -> Iterator[ast.AST]:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    if isinstance(node, documented) and ast.get_docstring(node) is not None:
        assert isinstance(node.body[0], ast.Expr)
        yield node.body[0].value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    elif isinstance(node, ast.keyword) and node.arg == "help_text":
        yield from ast.walk(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FIELDS:
        yield from (part for argument in node.args[:1] for part in ast.walk(argument))


def words_of(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            words_of(one) if isinstance(one, ast.Constant) else "…" for one in node.values
        )
    return node.value if isinstance(node.value, str) else ""


def shown_by(template: str) -> str:
    template = TRANSLATED.sub(r"\1", template)
    return f"{TAG.sub(' ', template)} {' '.join(ATTRIBUTE.findall(template))}"


def said_by(script: str) -> list[str]:
    """Return the texts in a script, without their placeholders."""
    found = LITERAL.findall(COMMENT.sub("", script))
    bare = (re.sub(r"\$\{[^{}]*\}", "…", one) for one in found)
    return [one for one in bare if " " in one.strip()]


def messages() -> list[tuple[str, str, ast.expr]]:
    """Return the location, the words and the node of each sentence in all files of messages."""
    return [
        (f"{path.relative_to(ROOT)}:{line}", words, node)
        for path in sources()
        for line, words, node in sentences_in(path)
    ]


def test_messages_are_in_words_that_workers_know() -> None:
    assert [(place, words) for place, words, _ in messages() if BANNED.search(words)] == []


def test_messages_are_whole_sentences_that_can_be_translated() -> None:
    """Refuse fragments of sentences, and words that are chosen within a sentence."""
    pieces = [(place, words) for place, words, _ in messages() if words != words.strip()]
    chosen = [
        (place, words)
        for place, words, node in messages()
        if any(isinstance(part, ast.IfExp) for part in ast.walk(node))
    ]
    assert pieces + chosen == []


def test_schemes_ask_in_words_that_workers_know() -> None:
    texts = [
        (name, part, str(getattr(scheme, part)))
        for name, scheme in SCHEMES.items()
        for part in SAID_BY_SCHEMES
        if hasattr(scheme, part)
    ]
    assert [one for one in texts if not one[2] or BANNED.search(one[2])] == []


def test_pages_are_in_words_that_workers_know() -> None:
    found = {path.name: BANNED.findall(shown_by(path.read_text())) for path in TEMPLATES}
    assert {name: words for name, words in found.items() if words} == {}


def test_their_own_page_of_the_docs_is_in_words_that_workers_know() -> None:
    for_workers, _ = (ROOT / "docs/workers.md").read_text().split("## For developers")
    assert not BANNED.findall(for_workers)


def test_scripts_speak_in_words_that_workers_know() -> None:
    said = [(str(path.relative_to(ROOT)), said_by(path.read_text())) for path in SCRIPTS]
    assert [(path, one) for path, texts in said for one in texts if BANNED.search(one)] == []


@pytest.mark.long
def test_every_kind_of_text_is_found() -> None:
    """The tests above pass on files in which nothing is found: the checks must find an example
    each."""
    sentences = {words for path in sources() for _, words, _ in sentences_in(path)}
    assert "This task is not yours. Go back to the task that you have open." in sentences
    assert "Question … is empty. Write one." in sentences
    shown = " ".join(shown_by(path.read_text()) for path in TEMPLATES)
    assert_shows(shown, "Ready for the next task?", "Your return code")
    said = {words for path in SCRIPTS for words in said_by(path.read_text())}
    assert '"One minute left."' in said
