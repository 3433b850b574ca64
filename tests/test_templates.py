"""Templates are readable: for Django, and for people in lines of at most 120 characters."""

from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).parents[1] / "templates"
MAX_LENGTH = 120


@pytest.mark.long
def test_every_template_compiles() -> None:
    names = [str(file.relative_to(TEMPLATES)) for file in TEMPLATES.rglob("*.html")]
    assert names
    for name in names:
        get_template(name)


def test_no_line_of_a_template_is_long() -> None:
    long = [
        f"{file.relative_to(TEMPLATES)}:{number} has {len(line)} characters"
        for file in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if len(line) > MAX_LENGTH
    ]
    assert long == []
