"""Docstrings begin with what the thing does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = (
    *("addons", "agreement", "analysis", "annotation", "bench", "config", "midpath"),
    "midpath_generator",
    *("embedded", "pictures", "tasks"),
)

# A docstring that opens with one of these leaves its reader to guess the subject.
BANNED_WORDS = """
    >>> after also although and as at because before below beneath beside besides between beyond
    but by down during each's either else except false for from hence her hers here his how if in
    inside into it its like neither no nobody none nor not nothing of on once only onto or out
    over per rather says she since so such than that their then there these they this those
    though till to toward towards true under unless until up upon via what whatever when whenever
    where wherever whether which whichever while who whoever whom whose why with within without
    """
BANNED = frozenset(BANNED_WORDS.split())

# The first word of every string that begins a line, of docstrings and a few others.
OPENING = re.compile(r'^\s*[rR]?"""\s*(\S+)', re.MULTILINE)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def production_files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from (
            path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts
        )
    yield ROOT / "gunicorn.conf.py"
    yield ROOT / "manage.py"


def first_word(docstring: str) -> str:
    words = docstring.split()
    return words[0].rstrip(",.:;") if words else ""


def offenders(path: Path) -> list[str]:
    """Return the position and the opening of each docstring in the file with a banned opening."""
    source, found = path.read_text(), list[str]()
    if not any(first_word(word).lower() in BANNED for word in OPENING.findall(source)):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Documented):
            docstring = ast.get_docstring(node)
            if docstring is not None and first_word(docstring).lower() in BANNED:
                name = "" if isinstance(node, ast.Module) else f" {node.name}"
                opening = docstring.splitlines()[0]
                found.append(f"{path.relative_to(ROOT)}:{node.body[0].lineno}{name}: {opening}")
    return found


def test_docstrings_begin_with_what_the_thing_does() -> None:
    found = [line for path in production_files() for line in offenders(path)]
    assert not found, "Begin with a verb or with the thing's own noun:\n" + "\n".join(found)


def test_files_of_tests_begin_with_what_they_test() -> None:
    """Check the head of each file. A test's own docstring continues its name, which is a
    sentence."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        head, _, _ = path.read_text().partition("\n")
        if head.startswith('"""') and first_word(head.removeprefix('"""')).lower() in BANNED:
            found.append(f"{path.relative_to(ROOT)}: {head}")
    assert not found, "Begin with the noun that the file is about:\n" + "\n".join(found)
