"""Templates are readable: for Django, and for people in lines of at most 120 characters."""

from pathlib import Path

import pytest
from django.template.loader import get_template

ROOT = Path(__file__).parents[1]
TEMPLATES = [ROOT / "templates", *ROOT.glob("addons/*/templates")]
FILES = [(folder, file) for folder in TEMPLATES for file in sorted(folder.rglob("*.html"))]
MAX_LENGTH = 120


@pytest.mark.long
def test_every_template_compiles() -> None:
    names = [str(file.relative_to(folder)) for folder, file in FILES]
    assert names
    for name in names:
        get_template(name)


def test_no_line_of_a_template_is_long() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{number} has {len(line)} characters"
        for _, file in FILES
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if len(line) > MAX_LENGTH
    ]
    assert long == []
