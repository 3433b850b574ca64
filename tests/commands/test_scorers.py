"""`manage.py score` finds the scorer of each kind of file, and asks it for its options."""

from argparse import ArgumentParser
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.core.management.base import OutputWrapper

from agreement.bootstrap import Plan
from midpath.comparing.comparers import COMPARERS
from midpath.comparing.comparers import base as comparer
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.scoring.options import add_score_arguments, plan_of, sensible
from midpath.scoring.scorers import SCORERS, base
from midpath.scoring.scorers.base import Options, Scored, Scorer


class Places(Scorer):
    """A kind of file unknown to Midpath."""

    place = 9
    name = "places"
    inputs = files = ("places",)
    levels = ("ordinal", "interval")
    purpose = "of places"
    units = "places"
    items = "one line per place"
    examples = "  manage.py score --places places.csv"

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument("--places", metavar="FILE", help="places on a scale")

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        raise NotImplementedError


WITH_PLACES = (*(scorer for scorer in SCORERS if not scorer.levels), Places())


class Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def parser_of(scorers: Sequence[Scorer]) -> Parser:
    parser = Parser()
    add_score_arguments(parser, scorers)
    return parser


def read(*arguments: str) -> tuple[Scorer, Options]:
    options: dict[str, Any] = vars(parser_of(WITH_PLACES).parse_args(arguments))
    return sensible(options, WITH_PLACES)


def test_each_module_is_found_and_has_a_place_of_its_own() -> None:
    for contract, scorers in ((base, SCORERS), (comparer, COMPARERS)):
        folder = Path(str(contract.__file__)).parent
        modules = {path.stem for path in folder.glob("[a-z]*.py")} - {"base"}
        assert {type(scorer).__module__.rpartition(".")[2] for scorer in scorers} == modules
        places = [scorer.place for scorer in scorers]
        assert places == sorted(set(places))


@pytest.mark.parametrize("scorers", [SCORERS, COMPARERS])
def test_a_scorer_names_options_that_there_are(scorers: Sequence[Scorer]) -> None:
    known = {action.dest for action in parser_of(scorers)._actions}
    for scorer in scorers:
        assert {*scorer.inputs, *scorer.files, *scorer.own} <= known
        assert {*scorer.requires, *scorer.requires.values(), *scorer.alone} <= known


def test_a_new_kind_is_requested_and_helped_with() -> None:
    printed = " ".join(parser_of(WITH_PLACES).format_help().split())
    assert "a bootstrap (BCa) over pairs, texts, documents or places" in printed
    assert "for --places also the level of measurement, ordinal or interval" in printed
    assert "one line per place. With -, they are printed" in printed
    with pytest.raises(CommandError, match=r"--flat, --nested or --places"):
        read()


def test_a_level_is_a_share_or_a_word_or_both() -> None:
    for given, share, word in (
        ([], None, None),
        (["--level", "ordinal"], None, "ordinal"),
        (["--interval", "--level", ".9"], 0.9, None),
        (["--level", ".9", "--interval", "--level", "interval"], 0.9, "interval"),
    ):
        scorer, options = read("--places", "a.csv", *given)
        assert scorer.name == "places"
        assert (options["level"], options["scale"]) == (share, word)
        plan = plan_of(options, OutputWrapper(StringIO()))
        assert (plan is None) == ("--interval" not in given)
        if plan is not None:
            assert plan.level == share


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--flat", "a.json", "--level", "ordinal"], "--level ordinal cannot be used with --flat."),
        (["--places", "a.csv", "--level", ".9"], "--level goes with --interval."),
        (
            ["--places", "a.csv", "--level", "ordinal", "--level", "interval"],
            "--level is given two words, ordinal and interval. Give one.",
        ),
        (
            ["--places", "a.csv", "--interval", "--level", ".9", "--level", ".8"],
            "--level is given two shares, 0.9 and 0.8. Give one.",
        ),
        (
            ["--places", "a.csv", "--level", "ratio"],
            "'ratio' is not ordinal or interval, nor a confidence level between 0 and 1",
        ),
        (
            ["--places", "a.csv", "--pairs", "b.csv"],
            "--pairs and --places cannot be used together. Use them one after the other.",
        ),
        (["--places", "a.csv", "--weights", "items"], "--weights cannot be used with --places."),
        (["--places", "-", "--predictions", "-"], "--predictions cannot be used with --places."),
    ],
)
def test_levels_that_make_no_sense_are_refused(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError) as refused:
        read(*arguments)
    assert said in str(refused.value)
