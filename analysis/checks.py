"""System checks that name each missing part of a scheme."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import ModuleInfo, iter_modules
from typing import TYPE_CHECKING

from django.contrib.staticfiles.finders import find
from django.core.checks import CheckMessage, Error, register

if TYPE_CHECKING:
    from annotation.schemes.base import Scheme

ROOT = Path(__file__).resolve().parent.parent
# Folders where each scheme has a package of its own; their other modules are shared.
PACKAGES = ("annotation/schemes", "annotation/research/schemes", "midpath/schemes")
# Folders where each scheme has a module of its own, and the other modules there.
COMPUTATIONS = ROOT / "analysis/schemes"
MODULE_FOLDERS = ("analysis/schemes", "midpath/recounts")
SHARED_MODULES = frozenset(("base", "mixins", "segmentation"))
MODULES = {
    "which answers are valid": "midpath.schemes.{}",
    "how its figures are recomputed": "midpath.recounts.{}",
    "what it is": "annotation.schemes.{}",
    "how researchers see it": "annotation.research.schemes.{}.view",
    "how it is computed": "analysis.schemes.{}",
}
TEMPLATES = (
    "worker/schemes/{}.html",
    "research/schemes/{}/answer.html",
    "research/schemes/{}/card.html",
)
MIXINS = "annotation.schemes.mixins"
# The help page of its dashboard.
HELP = "docs/help/dashboard-{}.md"
STATIC = ("js/worker/{}/desk.js", "css/worker/{}.css")
TEMPLATES_OF_SETTINGS = ("research/schemes/{}/settings.html", "research/schemes/{}/terms.html")
# Templates that show a gold answer to workers and researchers, for schemes that can have one.
TEMPLATES_OF_KNOWN = ("worker/schemes/{}_answer.html", "research/schemes/{}/kept.html")
TEMPLATE_OF_EXAMPLE = "worker/schemes/{}_example.html"
# Names of the scheme's own templates and scripts in these files, in a folder named after the
# scheme.
NAMING = (
    "annotation/research/schemes/{}/*.py",
    "templates/research/schemes/{}/*.html",
    "static/js/worker/{}/*.js",
)
NAMED_TEMPLATE = r"research/schemes/{}/\w+\.html"
NAMED_SCRIPT = re.compile(r'from "\./([\w-]+\.js)"')
READING = re.compile(r"^    (reading = (?!None$)|no_reading = )", re.MULTILINE)
STATIC_OF_SETTINGS = ("js/research/settings/{}.js", "css/settings/{}.css")


@register()
def check_schemes(app_configs: object, **_: object) -> list[CheckMessage]:
    """Return an error for each missing part of any scheme that has at least one part."""
    return [
        Error(
            f"The scheme {name!r} lacks {what}.",
            hint="docs/schemes.md says which parts a scheme has.",
            id="midpath.E001",
        )
        for name in sorted(known_names())
        for what in missing_parts(name)
    ]


def known_names() -> set[str]:
    """Return the names of all schemes that have any module."""
    own = {module.name for module in _modules(PACKAGES) if module.ispkg}
    return own | {module.name for module in _modules(MODULE_FOLDERS)} - SHARED_MODULES


def shared_names() -> set[str]:
    """Return the names of the modules that schemes share."""
    return {module.name for module in _modules(PACKAGES) if not module.ispkg} | SHARED_MODULES


def _modules(folders: Sequence[str]) -> Iterator[ModuleInfo]:
    return iter_modules([str(ROOT / folder) for folder in folders])


def missing_parts(name: str) -> Iterator[str]:
    """Yield descriptions of the parts that the scheme lacks."""
    absent = {
        part: module.format(name)
        for part, module in MODULES.items()
        if not has_module(module.format(name))
    }
    for part, module in absent.items():
        yield f"the module that says {part}: {module}"
    if not absent and not _says_who_reads(name):
        yield "its reading test, or why it has none: reading or no_reading in its computation"
    if not absent and not _knows_what_is_right(name):
        yield "gold answers, or why it can have none (why_never_known)"
    settings = has_template(TEMPLATES_OF_SETTINGS[0].format(name))
    settings = settings or (ROOT / "annotation" / "schemes" / name / "form.py").exists()
    templates = [path.format(name) for path in TEMPLATES + TEMPLATES_OF_SETTINGS * settings]
    static = [path.format(name) for path in STATIC + STATIC_OF_SETTINGS * settings]
    source = "".join(_sources(name))
    templates += re.findall(NAMED_TEMPLATE.format(re.escape(name)), source)
    static += [f"js/worker/{name}/{script}" for script in NAMED_SCRIPT.findall(source)]
    yield from _missing("the template", dict.fromkeys(templates), has_template)
    if not absent:
        yield from _missing_of_answers(name)
    yield from _missing("the file", dict.fromkeys(static), find)
    yield from _missing("the help page", [HELP.format(name)], has_page)


def _missing_of_answers(name: str) -> Iterator[str]:
    """Yield the missing templates that a scheme needs because it has gold answers or examples."""
    scheme, mixins = _scheme(name), import_module(MIXINS)
    paths = TEMPLATES_OF_KNOWN if isinstance(scheme, mixins.HasGoldAnswers) else ()
    why = "the template that shows a gold answer:"
    yield from _missing(why, (path.format(name) for path in paths), has_template)
    if isinstance(scheme, mixins.HasExample):
        path = TEMPLATE_OF_EXAMPLE.format(name)
        yield from _missing("the template of its example:", [path], has_template)


def _says_who_reads(name: str) -> bool:
    """Return whether its computation sets either attribute, without importing it, which would slow
    down each command."""
    source = (COMPUTATIONS / f"{name}.py").read_text(encoding="utf-8")
    return READING.search(source) is not None


def _sources(name: str) -> Iterator[str]:
    """Yield the files of a scheme that name its templates and scripts."""
    for pattern in NAMING:
        for path in sorted(ROOT.glob(pattern.format(name))):
            yield path.read_text(encoding="utf-8")


def _missing(what: str, paths: Iterable[str], has: Callable[[str], object]) -> Iterator[str]:
    for path in paths:
        if not has(path):
            yield f"{what} {path}"


def _knows_what_is_right(name: str) -> bool:
    """Return whether a scheme can have gold answers, or says why there can be none."""
    scheme = _scheme(name)
    return isinstance(scheme, import_module(MIXINS).HasGoldAnswers) or bool(scheme.why_never_known)


def _scheme(name: str) -> "Scheme":
    found: Scheme = import_module(MODULES["what it is"].format(name)).scheme
    return found


def has_module(name: str) -> bool:
    """Return whether the module exists; an empty folder of its name does not count."""
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def has_template(path: str) -> bool:
    return (ROOT / "templates" / path).exists()


def has_page(path: str) -> bool:
    return (ROOT / path).exists()
