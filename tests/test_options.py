"""Options of jobs: declared once, and used on pages, in commands, in checks and in rows."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connection

from analysis.text.aligning import terms_of
from analysis.text.drawing import plan_of
from annotation.management.option_flags import add_flags, given
from annotation.models import Alignment
from annotation.options.alignment import AlignmentOptions
from annotation.options.base import (
    Options,
    Unreadable,
    Whole,
    Wrong,
    declared_in,
    flat,
    narrowed,
    option,
)
from annotation.options.draw import EDGES, DrawOptions
from annotation.options.words import PRESETS, WordOptions, preset_of
from annotation.research.alignments.forms import AlignmentForm
from annotation.research.common.option_fields import OptionsForm, initial_of
from annotation.research.datasets.draw_forms import DrawForm, WithCrowdForm
from corpus import pair_sampling
from corpus.bags import Terms
from tests.helpers.documents import make_documents
from tests.helpers.grouped import by_part, make_alignment

MIGRATION = import_module("annotation.migrations.0036_options_in_one_column")
CHOSEN: tuple[Options, ...] = (
    AlignmentOptions(method="lda", seed=5, words=PRESETS["coling"], compare=True, curves=20),
    DrawOptions(level="paragraphs", document_pairs=None, smooth=True, edge=EDGES[1]),
)
# The command takes several methods, always compares, and chooses words by a preset.
WITHOUT_FLAG = {"method", "compare", "words"}
# In addition to groups, the command takes their level.
OF_THE_GROUPS = {("draw_pairs", "level"): None}


@dataclass(frozen=True)
class Deeper(AlignmentOptions):
    """The options of an alignment and one more, as a new version would declare it."""

    depth: int = option(
        3, Whole(1, 9, label="Depth", help="How deep to look.", flag="how deep", flag_most=9)
    )


class DeeperForm(AlignmentForm):
    options = Deeper


@dataclass(frozen=True)
class Model:
    """The part of the options that the mathematics takes."""

    groups: int
    depth: int


def test_a_new_option_is_on_the_page_in_the_command_and_in_the_row_by_its_declaration() -> None:
    form = DeeperForm({"depth": "10"})
    assert [one.name for one in form.more] == ["compare", "curves", "depth"]
    assert (form["depth"].label, form["depth"].help_text) == ("Depth", "How deep to look.")
    assert "less than or equal to 9" in form.errors["depth"][0]
    parser = argparse.ArgumentParser()
    add_flags(parser, Deeper)
    assert given(vars(parser.parse_args(["--depth", "7"])), Deeper)["depth"] == 7
    with pytest.raises(Wrong, match="from 1 to 9") as refused:
        Deeper(depth=10).check()
    assert refused.value.field == "depth"
    assert Deeper.from_json(AlignmentOptions(groups=4).as_json()) == Deeper(groups=4, depth=3)
    assert Model(**narrowed(Model, Deeper(depth=2))) == Model(groups=10, depth=2)


@pytest.mark.parametrize("form", [AlignmentForm, DrawForm, WithCrowdForm])
def test_every_option_is_on_its_page(form: type[OptionsForm]) -> None:
    assert_on_page(form)


def assert_on_page(form: type[OptionsForm]) -> None:
    alignment = Alignment(options=AlignmentOptions())
    made = WithCrowdForm(alignment=alignment) if form is WithCrowdForm else form()
    assert {one.name for one in flat(form.options)} - form.left_out <= set(made.fields)
    assert form.left_out <= {"edge", "level"}


@pytest.mark.parametrize(
    ("name", "options"),
    [("align", AlignmentOptions), ("draw_pairs", DrawOptions)],
)
def test_every_option_is_a_flag_of_its_command_with_its_default(
    name: str, options: type[Options]
) -> None:
    assert_flags(name, options)


def assert_flags(name: str, options: type[Options]) -> None:
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    known = parser.parse_args(["file"])
    for declared in declared_in(options):
        if declared.name in WITHOUT_FLAG:
            assert declared.kind.flag is None
        else:
            usual = OF_THE_GROUPS.get((name, declared.name), declared.default)
            assert getattr(known, declared.name) == usual, declared.name
    if options is AlignmentOptions:
        assert all(getattr(known, one.name) is None for one in declared_in(WordOptions))


@pytest.mark.parametrize("options", CHOSEN)
def test_what_is_stored_is_read_as_it_was(options: Options) -> None:
    assert_read_as_stored(options)


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
    with pytest.raises(Unreadable, match="no option colour, depth"):
        DrawOptions.from_json({"depth": 1, "colour": 2, "per_stratum": 50})
    with pytest.raises(Unreadable, match="WordOptions has no option colour"):
        AlignmentOptions.from_json({"words": {"colour": 2}})


def test_what_a_form_shows_is_what_it_reads() -> None:
    for options in CHOSEN:
        assert isinstance(options, AlignmentOptions | DrawOptions)
        shown = initial_of(options) | {"name": "N"}
        if isinstance(options, AlignmentOptions):
            form = AlignmentForm(shown | {"preset": "own"})
            assert form.is_valid(), form.errors
            assert form.chosen() == options
        else:
            made_up = make_up(options)
            chosen = WithCrowdForm(shown, alignment=made_up)
            assert chosen.is_valid(), chosen.errors
            assert chosen.chosen() == options


def make_up(options: DrawOptions) -> Alignment:
    return Alignment(options=AlignmentOptions(level=options.level))


def test_the_mathematics_has_the_same_defaults() -> None:
    assert plan_of(DrawOptions()).document_pairs == pair_sampling.DOCUMENT_PAIRS
    assert EDGES == pair_sampling.EDGES
    assert {one.name for one in fields(Terms)} == {one.name for one in fields(WordOptions)}
    assert terms_of(PRESETS["coling"]).domain_words == PRESETS["coling"].domain_words


def test_words_to_leave_out_are_distinguished_without_case_and_space() -> None:
    words = WordOptions(domain_words=(" Web", "web ", "", "Site"))
    assert words.domain_words == ("web", "site")
    assert preset_of(WordOptions()) == "acl"
    assert preset_of(words) == ""


@pytest.mark.django_db
def test_a_row_holds_its_options_and_the_database_reads_single_ones() -> None:
    made = make_alignment(make_documents(), by_part, level="paragraphs")
    found = Alignment.objects.get()
    assert found.options == made.options == AlignmentOptions("paragraphs", groups=3, runs=1)
    assert Alignment.objects.filter(options__level="paragraphs").exists()
    assert list(Alignment.objects.values_list("options__groups", flat=True)) == [3]


OLD = {
    "annotation_alignment": (
        (
            "level varchar, method varchar, groups integer, runs integer, seed bigint, "
            "terms jsonb, compare boolean, curves integer"
        ),
        ("sections", "lda", 7, 3, 2**62, json.dumps(WordOptions().as_json()), True, 20),
        MIGRATION.ALIGNMENTS,
        AlignmentOptions("sections", "lda", 7, 3, 2**62, WordOptions(), compare=True, curves=20),
    ),
    "annotation_pairdraw": (
        (
            "level varchar, per_stratum integer, seed bigint, document_pairs integer, "
            "smooth boolean, edge integer"
        ),
        ("paragraphs", 12, 0, None, True, 750_000),
        MIGRATION.DRAWS,
        DrawOptions("paragraphs", 750_000, 12, None, 0, smooth=True),
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("table", "old"), OLD.items())
def test_the_migration_keeps_every_value(table: str, old: tuple[Any, ...]) -> None:
    assert_kept_by_migration(table, old)


def assert_kept_by_migration(table: str, old: tuple[Any, ...]) -> None:
    """A temporary table with the old columns hides the current table."""
    columns, row, statement, expected = old
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE {table} ({columns}, options jsonb) ON COMMIT DROP")
        places = ", ".join(["%s"] * len(row))
        cursor.execute(f"INSERT INTO {table} VALUES ({places}, '{{}}')", row)  # noqa: S608
        cursor.execute(statement)
        cursor.execute(f"SELECT options FROM {table}")  # noqa: S608
        stored: Mapping[str, Any] = json.loads(cursor.fetchone()[0])
    assert stored.keys() == expected.as_json().keys()
    assert type(expected).from_json(stored) == expected
