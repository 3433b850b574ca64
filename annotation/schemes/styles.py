"""The style sheets of a scheme, found by its name: of its pages for workers, and of answers as
researchers see them."""

from functools import cache

from django.conf import settings


@cache
def styles_of(scheme: str) -> list[str]:
    """Return the sheet of the scheme's name, and after it those in the folder of its name."""
    more = sorted((settings.BASE_DIR / "static/css/worker" / scheme).glob("*.css"))
    return [f"css/worker/{scheme}.css", *(f"css/worker/{scheme}/{path.name}" for path in more)]


@cache
def answer_styles_of(scheme: str) -> list[str]:
    """Return the sheet that the answers of all schemes share, and the scheme's own where it has
    one."""
    own = f"css/research/schemes/{scheme}.css"
    exists = (settings.BASE_DIR / "static" / own).exists()
    return ["css/research/answers.css", *([own] if exists else [])]
