"""Options of jobs: declared once, and used on pages, in commands, in checks and in rows."""

import argparse
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import pytest
from django import forms
from django.core.management import get_commands, load_command_class

from annotation.research.common.option_fields import OptionsForm
from midpath.console.option_flags import add_flags, given
from midpath.options.base import (
    Options,
    Tick,
    Unreadable,
    Whole,
    Wrong,
    declared_in,
    flat,
    narrowed,
)


@dataclass(frozen=True)
class Wide(Options):
    """The options of a made-up job."""

    width: int = Whole(1, 50, label="Width", flag="how wide", flag_most=50).by_default(10)
    bold: bool = Tick(label="Bold", flag="make it bold").by_default(False)


@dataclass(frozen=True)
class Deeper(Wide):
    """The same options and one more, as a new version would declare it."""

    depth: int = Whole(
        1, 9, label="Depth", help="How deep to look.", flag="how deep", flag_most=9
    ).by_default(3)


class DeeperForm(OptionsForm):
    options = Deeper

    name = forms.CharField()


@dataclass(frozen=True)
class Model:
    """The part of the options that the mathematics takes."""

    width: int
    depth: int


def test_a_new_option_is_on_the_page_in_the_command_and_in_the_row_by_its_declaration() -> None:
    form = DeeperForm({"depth": "10"})
    assert_on_page(form)
    assert (form["depth"].label, form["depth"].help_text) == ("Depth", "How deep to look.")
    assert "less than or equal to 9" in form.errors["depth"][0]
    parser = argparse.ArgumentParser()
    add_flags(parser, Deeper)
    assert given(vars(parser.parse_args(["--depth", "7"])), Deeper)["depth"] == 7
    with pytest.raises(Wrong, match="from 1 to 9") as refused:
        Deeper(depth=10).check()
    assert refused.value.field == "depth"
    assert Deeper.from_json(Wide(width=4).as_json()) == Deeper(width=4, depth=3)
    assert Model(**narrowed(Model, Deeper(depth=2))) == Model(width=10, depth=2)
    assert_read_as_stored(Deeper(width=4, bold=True))


def assert_on_page(form: OptionsForm, left_out: Collection[str] = ()) -> None:
    """Check that a form has a field for each option but those that are left out on purpose."""
    assert {one.name for one in flat(form.options)} - form.left_out <= set(form.fields)
    assert form.left_out == set(left_out)


def assert_flags(
    name: str,
    options: type[Options],
    *,
    without: Collection[str] = (),
    changed: Mapping[str, object] | None = None,
) -> argparse.Namespace:
    """Check that a command has the options' flags and defaults, and return the defaults. Some
    options have no flag, or a changed default."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    known = parser.parse_args(["file"])
    for declared in declared_in(options):
        if declared.name in without:
            assert declared.kind.flag is None
        else:
            usual = (changed or {}).get(declared.name, declared.default)
            assert getattr(known, declared.name) == usual, declared.name
    return known


def assert_read_as_stored(options: Options) -> None:
    stored = json.loads(json.dumps(options.as_json()))
    assert type(options).from_json(stored) == options
    for name in stored:
        less = {key: value for key, value in stored.items() if key != name}
        usual = next(one.default for one in declared_in(type(options)) if one.name == name)
        assert type(options).from_json(less) == replace(options, **{name: usual})


def test_what_cannot_be_read_says_what_is_missing_or_unknown() -> None:
    @dataclass(frozen=True)
    class Strict(Options):
        depth: int = field(metadata={"kind": Whole(1, 9)})

    with pytest.raises(Unreadable, match="Strict lack depth"):
        Strict.from_json({})
    with pytest.raises(Unreadable, match="no option colour, height"):
        Wide.from_json({"height": 1, "colour": 2, "width": 50})
