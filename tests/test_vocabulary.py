"""The words of docs, pages, messages, docstrings and comments: one plain term for each idea."""

import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.helpers.sources import sources_of

ROOT = Path(__file__).parent.parent
FOLDERS = (
    *("addons", "agreement", "analysis", "annotation", "bench", "config", "midpath"),
    "midpath_generator",
    *("docs", "embedded", "pictures", "static", "tasks", "templates", "tests"),
)
# Decisions stay as they were written. Words of a language and of texts to annotate are data.
LEFT_OUT = re.compile(r"/(migrations|vendor|img|decisions|kept|demo|files)/|test_vocabulary")
USE_INSTEAD = {
    "anew": "again, or the verb: recompute, rewrite",
    "anybody": "anyone",
    "beside": "next to, in addition to, with",
    "held against": "compared with",
    "known answers?": "gold answer",
    "likewise": "also",
    "shall": "must, will",
    "somebody": "someone",
    "told apart": "distinguished",
    "whoever|whomever": "name the actor: workers who …",
}
BANNED = re.compile(rf"\b({'|'.join(USE_INSTEAD)})\b", re.IGNORECASE)
# Files in which a banned word is meant as such, or is in a reason that stored figures, gold files
# and old snapshots contain.
MEANT = {
    "agreement/spans/workers.py": {"known answer"},
    "agreement/votes/ways.py": {"known answer"},
    "static/js/worker/question/checks.js": {"shall"},
    "tests/test_docstrings.py": {"beside", "whoever"},
}

Prose = Iterator[tuple[int, str]]


def of_markdown(text: str) -> Prose:
    bare = re.sub(r"```.*?```|`[^`\n]*`", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    yield from enumerate(re.sub(r"\]\([^)]*\)", "]", bare).splitlines(), 1)


def of_template(text: str) -> Prose:
    marks = r"\{%(?!\s*(?:blocktrans|trans)).*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^>]*>"
    bare = re.sub(marks, lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    yield from enumerate(bare.splitlines(), 1)


def of_script(text: str) -> Prose:
    for number, line in enumerate(text.splitlines(), 1):
        found = re.findall(r"//\s(.*)|([\"'`])((?:(?!\2).)* (?:(?!\2).)*)\2", line)
        yield number, " ".join(comment or string for comment, _, string in found)


def of_python(text: str, *, messages: bool = True) -> Prose:
    """Without `messages`, only docstrings and comments, since other strings of tests are data."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_sentence = token.type == tokenize.STRING and (
            token.string.lstrip("r").startswith('"""') or (messages and " " in token.string)
        )
        if is_sentence or token.type == tokenize.COMMENT:
            for line, part in enumerate(token.string.splitlines()):
                yield token.start[0] + line, re.sub(r"`[^`]*`|\{[^}]*\}|[.-]\w+", "", part)


READERS: dict[str, Callable[[str], Prose]] = {
    ".md": of_markdown,
    ".html": of_template,
    ".js": of_script,
    ".py": of_python,
}


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sources_of(ROOT / folder):
            if path.suffix in READERS and not LEFT_OUT.search(str(path.relative_to(ROOT))):
                yield path


def faults(path: Path) -> Iterator[str]:
    name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    if not BANNED.search(text):
        return
    reader = READERS[path.suffix]
    if "tests" in path.parts and path.suffix == ".py":
        reader = partial(of_python, messages=False)
    for number, prose in reader(text):
        for word in BANNED.findall(prose):
            if word.lower() not in MEANT.get(name, ()):
                yield f"{name}:{number}: {word}"


def test_every_idea_has_one_plain_term() -> None:
    found = [fault for path in files() for fault in faults(path)]
    assert not found, "\n".join([*found, *(f"{a}: use {b}" for a, b in USE_INSTEAD.items())])


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".md", "Write it anew."),
        (".html", "<p>Write it anew.</p>"),
        (".html", '{% translate "Write it anew." %}'),
        (".js", "tr('Write it anew.');"),
        (".py", 'raise Conflict("Write it anew.")'),
        (".py", "x = 1  # Write it anew."),
    ],
)
def test_a_banned_word_is_found_in_every_kind_of_file(suffix: str, text: str) -> None:
    found = [prose for _, prose in READERS[suffix](text) if BANNED.search(prose)]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("suffix", "text"),
    [(".md", "See `make_anew`."), (".html", "{{ anew }}"), (".py", "anew = 1"), (".js", "anew()")],
)
def test_names_in_code_are_no_prose(suffix: str, text: str) -> None:
    assert not [prose for _, prose in READERS[suffix](text) if BANNED.search(prose)]
