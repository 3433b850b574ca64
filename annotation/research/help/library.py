"""The pages of docs/ as the application serves them, rendered from the same files."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from annotation.addons import installed_addons
from annotation.research.help.markdown import Rendered, render
from annotation.schemes import SCHEMES

DOCS: Path = settings.BASE_DIR / "docs"
PICTURES = DOCS / "img"
# The static path of the pictures in docs/img.
PICTURES_SERVED = "docs"

DASHBOARDS = "Dashboards"

# The table of contents. Pages follow the order of a study.
CONTENTS: Mapping[str, str] = {
    "Getting started": "start account projects project members invitations second-factor",
    "Texts": "dataset-import dataset app word-lists",
    "Campaigns": "campaign-form draft preview dry-run running export",
    DASHBOARDS: "dashboard",
    "Judgments and workers": (
        "items item review decisions pay workers signals questions worker-ids people who-may-join "
        "exclusion erasing consent known-answers planner breakdowns "
        "methods"
    ),
    "Consensus and models": "consensus models suggestions baselines collection ask-evidence",
    "Analysis": "biases annotation-sets",
    "API and records": "tokens audit failed-tasks away",
    "Metrics": (
        "metrics metrics-segmentation metrics-trees metrics-alpha-and-s metrics-entailment "
        "metrics-biases metrics-krippendorff-alpha metrics-pairs-and-labels metrics-spans "
        "metrics-evidence metrics-questions-and-documents metrics-consensus metrics-intervals "
        "metrics-breakdowns metrics-comparisons metrics-workers metrics-reading-test metrics-twins "
        "metrics-model-annotators metrics-alignment metrics-typology metrics-sampling "
        "metrics-printed-figures"
    ),
    "Reference": (
        "researchers first-study prolific workers-guide campaign-terms importing finding-items "
        "adjudication worker-quality payments model-rounds webhook-messages files snapshots tables "
        "command-line api client"
    ),
}
METRICS = DOCS / "metrics"
# Pages whose names differ from those of their files.
RENAMED = {DOCS / "workers.md": "workers-guide", METRICS / "README.md": "metrics"}


@cache
def contents() -> Mapping[str, Sequence[str]]:
    """Return the table of contents with the dashboards of all schemes and the pages of add-ons,
    each at the end of its group."""
    grouped = {heading: pages.split() for heading, pages in CONTENTS.items()}
    grouped[DASHBOARDS] += [f"dashboard-{scheme}" for scheme in SCHEMES]
    for config in installed_addons():
        for page in config.help_pages():
            grouped[page.group].append(page.name)
    return grouped


@cache
def sources() -> Mapping[str, Path]:
    """Return the file of each page, by the page's name."""
    files = [*sorted((DOCS / "help").glob("*.md")), *sorted(DOCS.glob("*.md"))]
    files += sorted((DOCS / "decisions").glob("*.md"))
    names = {file: file.stem for file in files}
    names |= {file: f"metrics-{file.stem}" for file in sorted(METRICS.glob("*.md"))}
    for config in installed_addons():
        names |= {file: page.name for page, file in config.help_pages().items()}
    return {name: file for file, name in (names | RENAMED).items()}


def page_named(name: str) -> Rendered:
    """Return a page of `sources`; render it again only if its file changed."""
    file = sources()[name]
    return _rendered(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _rendered(file: Path, changed: int) -> Rendered:
    return render(file, _page_of, _picture_of)


@cache
def _names() -> Mapping[Path, str]:
    return {file: name for name, file in sources().items()}


def _page_of(file: Path) -> str | None:
    name = _names().get(file)
    return None if name is None else reverse("research:help_page", args=[name])


def _picture_of(file: Path) -> str | None:
    if not file.is_relative_to(PICTURES):
        return None
    return static(f"{PICTURES_SERVED}/{file.relative_to(PICTURES)}")
