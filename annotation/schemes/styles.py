"""The style sheets of a scheme's pages for workers, found by its name."""

from functools import cache

from django.conf import settings


@cache
def styles_of(scheme: str) -> list[str]:
    """Return the sheet of the scheme's name, and after it those in the folder of its name."""
    more = sorted((settings.BASE_DIR / "static/css/worker" / scheme).glob("*.css"))
    return [f"css/worker/{scheme}.css", *(f"css/worker/{scheme}/{path.name}" for path in more)]
