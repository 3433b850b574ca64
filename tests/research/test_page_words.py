"""Messages about files name the fields of the page, not the options of the program."""

import re
from pathlib import Path

import pytest

import midpath.exchange
from annotation.research.common.page_words import as_on_page

KNOWN = {"repeats", "wide", "columns", "control", "spans", "labels"}


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("Choose which answers count: --repeats first, last or all.", "“Second answers of a"),
        ("Add a header, or choose with --wide items or --columns item=1.", "item=1 in “Columns”"),
        ("Say which they are: --columns item=…,worker=….", "“Columns” under Tables"),
        ("Choose one of them, such as --columns label=a b.", "under Tables, such as label=a b."),
        ("Choose all columns with --wide items, or some with --columns item=A|B.", "item=A|B"),
        ("Choose one of its controls, such as --control mood.", "controls below."),
        ("Choose one, as in --control sc.", "Choose one below."),
        ("Read the file as spans (--spans).", "choose the scheme Spans"),
        ("Read the file with --labels.", "Choose the scheme Labels"),
    ],
)
def test_options_become_fields(message: str, field: str) -> None:
    said = as_on_page(message)
    assert field in said
    assert "--" not in said


def test_no_reader_names_another_option() -> None:
    folder = Path(midpath.exchange.__path__[0])
    sources = "".join(file.read_text() for file in folder.rglob("*.py"))
    assert set(re.findall(r"[ (]--([a-z]+)", sources)) <= KNOWN


def test_other_messages_stay_as_they_are() -> None:
    assert as_on_page("The row has no -- label.") == "The row has no -- label."
