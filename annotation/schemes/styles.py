"""The style sheets of a scheme, found by its name: for workers' pages, and for answers on
researchers' pages."""

from functools import cache

from django.conf import settings


@cache
def styles_of(scheme: str) -> list[str]:
    """Return the style sheet with the scheme's name, followed by those in the folder of that
    name."""
    more = sorted((settings.BASE_DIR / "static/css/worker" / scheme).glob("*.css"))
    return [f"css/worker/{scheme}.css", *(f"css/worker/{scheme}/{path.name}" for path in more)]


@cache
def answer_styles_of(scheme: str) -> list[str]:
    """Return the style sheet shared by all schemes' answers, and the scheme's own if it has one."""
    own = f"css/research/schemes/{scheme}.css"
    exists = (settings.BASE_DIR / "static" / own).exists()
    return ["css/research/answers.css", *([own] if exists else [])]
