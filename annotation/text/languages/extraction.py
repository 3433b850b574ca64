"""Collect the translatable texts of templates, Python files and scripts."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from annotation.text.languages.javascript import FOLDER as SCRIPTS
from annotation.text.languages.javascript import texts_in

ROOT = Path(settings.BASE_DIR)
TEMPLATES = ROOT / "templates"
FACES = ("worker", "errors")
CODE = ("addons", "agreement", "annotation", "midpath")
SINGLE = {"gettext", "gettext_noop", "gettext_lazy", "untranslated"}
PLURAL = {"ngettext", "ngettext_lazy", "ngettext_noop"}
# Parts of these names: files that contain neither need not be parsed.
MARKS = ("gettext", "untranslated")


class Said(NamedTuple):
    """A text to translate, its plural (if it counts something), and the file that contains it."""

    one: str
    many: str
    file: str


def collected() -> list[Said]:
    """Return every text once per file that contains it, sorted by the texts."""
    return sorted({*_by_templates(), *_by_code(), *_by_scripts()}, key=lambda said: said[::-1])


def _by_templates() -> Iterator[Said]:
    for face in FACES:
        for path in (TEMPLATES / face).rglob("*.html"):
            name = str(path.relative_to(TEMPLATES))
            nodes = get_template(name).template.nodelist  # type: ignore[attr-defined]
            for node in nodes.get_nodes_by_type((TranslateNode, BlockTranslateNode)):
                one, many = _of_node(node)
                if one:
                    yield Said(one, many, f"templates/{name}")


def _of_node(node: TranslateNode | BlockTranslateNode) -> tuple[str, str]:
    """Return the text of a tag and its plural; empty if the text is a variable."""
    if isinstance(node, TranslateNode):
        return str(getattr(node.filter_expression.var, "literal", None) or ""), ""
    one, _ = node.render_token_list(node.singular)
    many, _ = node.render_token_list(node.plural) if node.plural else ("", [])
    return (one.strip(), many.strip()) if not node.trimmed else (_trim(one), _trim(many))


def _trim(text: str) -> str:
    """Return a text as Django looks it up after `trimmed`."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


def _by_code() -> Iterator[Said]:
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py"):
            file, code = str(path.relative_to(ROOT)), path.read_text()
            if not any(name in code for name in MARKS):
                continue
            for node in ast.walk(ast.parse(code)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _of_call(node, node.func.id, file)


def _of_call(node: ast.Call, function: str, file: str) -> Iterator[Said]:
    given = [
        one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None
        for one in node.args
    ]
    if function in SINGLE and given[:1] != [None]:
        yield Said(given[0] or "", "", file)
    elif function in PLURAL and None not in given[:2]:
        yield Said(given[0] or "", given[1] or "", file)


def _by_scripts() -> Iterator[Said]:
    for path in SCRIPTS.rglob("*.js"):
        for text in texts_in(path.read_text()):
            yield Said(text.one, text.many, str(path.relative_to(ROOT)))
