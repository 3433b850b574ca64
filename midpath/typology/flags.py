"""The flags of `midpath typology`, and which of them go together."""

import argparse
import re
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from midpath.console.arguments import positive
from midpath.console.errors import CommandError
from midpath.console.option_flags import add_flags, given
from midpath.typology.options import TypologyOptions
from midpath.typology.strategies import Size

SIZE = re.compile(r"([1-9][0-9]{0,8})x([1-9][0-9]{0,2})")
TABLES = ("T2", "T3", "T4")
# A flag, and the flags or tables that it requires one of.
REQUIRED = {
    "resamples": ("interval",),
    "figures": ("gold",),
    "truth": ("T3", "T4"),
    "sizes": ("T4",),
    "T2": ("gold",),
}
# What a table does not print.
NOT_WITH = {
    "T2": ("interval", "four_classes", "function_words", "propose"),
    "T3": ("function_words", "propose"),
    "T4": ("interval", "four_classes", "function_words", "propose", "gold", "by"),
}
ONE_FOR_EACH = ("gold", "morphemes")
ONE_PROCESS = "--morphemes needs one process, so it does not go with --processes."


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    files: list[str]
    processes: int
    json: bool
    gold: list[Path] | None
    figures: Path | None
    function_words: int
    propose: int
    interval: bool
    resamples: int | None
    four_classes: bool
    morphemes: list[Path] | None
    table: str | None
    truth: Path | None
    sizes: list[Size] | None
    as_is: bool


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="UTF-8 text or CoNLL-U (.conllu), also compressed (.gz, .bz2, .xz); - is standard "
        "input. A pattern in "
        "quotes, such as 'corpus/*.txt.gz', is one corpus of several files. An address, such as "
        "s3://bucket/*.txt, is read by fsspec, if the package of its protocol is installed",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    parser.add_argument(
        "--processes",
        type=positive(int, 1000),
        default=1,
        metavar="N",
        help="read the words with N processes; the results are the same",
    )
    add_flags(parser, TypologyOptions)
    _add_word_arguments(parser)
    _add_decision_arguments(parser)
    _add_table_arguments(parser)


def chosen_options(flags: Flags) -> TypologyOptions:
    """Return the options; without --interval there are no resamples."""
    options = TypologyOptions(**given(flags, TypologyOptions) | {"resamples": 0})
    if not flags["interval"]:
        return options
    resamples = flags["resamples"] or TypologyOptions().resamples
    return TypologyOptions(**vars(options) | {"resamples": resamples})


def require_sensible(flags: Flags) -> None:
    """Refuse flags that cannot be combined, before anything is read."""
    values: Mapping[str, Any] = flags
    there = {name for name, value in values.items() if value} | {flags["table"]}
    for name, required in REQUIRED.items():
        if name in there and not there & set(required):
            raise CommandError(f"{_named(name)} needs {' or '.join(map(_named, required))}.")
    usual = TypologyOptions().by
    for name in NOT_WITH.get(flags["table"] or "", ()):
        if name in there and not (name == "by" and values["by"] == usual):
            raise CommandError(f"{_named(name)} does not go with --table {flags['table']}.")
    if flags["morphemes"] and flags["processes"] > 1:
        raise CommandError(ONE_PROCESS)
    for name in ONE_FOR_EACH:
        number = len(values[name] or ())
        if number not in {0, 1, len(flags["files"])}:
            raise CommandError(
                f"There are {number:,} --{name} files for {len(flags['files']):,} corpora. Give "
                "one for all, or one for each in the order of the corpora."
            )


def one_for_each(files: Sequence[str], lists: Sequence[Path] | None) -> list[Path | None]:
    """Return the list of each corpus: its own, the same for all, or none."""
    if not lists:
        return [None] * len(files)
    return [*lists] if len(lists) == len(files) else [lists[0]] * len(files)


def _named(name: str) -> str:
    return f"--table {name}" if name in TABLES else f"--{name.replace('_', '-')}"


def _add_word_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--gold",
        type=Path,
        action="append",
        metavar="FILE",
        help=(
            "a list of function words, one per line; prints how well each indicator finds "
            "them in the whole corpus and in 200 samples of it, and keeps the corpus in "
            "memory (4 bytes per word). Give one for all corpora, or one for each in their order"
        ),
    )
    parser.add_argument(
        "--figures",
        type=Path,
        metavar="FOLDER",
        help="with --gold: draw the gain of each indicator over frequency by N and by V as SVG",
    )
    parser.add_argument(
        "--function-words", type=positive(int), default=0, metavar="N", help="list N of them"
    )
    parser.add_argument(
        "--propose",
        type=positive(int),
        default=0,
        metavar="N",
        help="list N words that look like adpositions",
    )
    parser.add_argument(
        "--morphemes",
        type=Path,
        action="append",
        metavar="FILE",
        help="analyse morphemes: each line has a word, a tab, and its morphemes, separated by a "
        "space or +; words without an entry are not divided. Give one for all corpora, or one "
        "for each in their order",
    )
    parser.add_argument(
        "--as-is",
        action="store_true",
        help="divide words at white space only and keep case and punctuation; by default, "
        "words are letters, marks and digits, without case",
    )


def _add_decision_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--interval",
        action="store_true",
        help="add a 95%% interval of the difference, from a bootstrap over sentences, and decide "
        "only if it excludes 0; keeps the corpus in memory",
    )
    parser.add_argument(
        "--resamples",
        type=positive(int, 10_000),
        metavar="N",
        help=f"with --interval: how many resamples; default: {TypologyOptions().resamples}",
    )
    parser.add_argument(
        "--four-classes",
        action="store_true",
        help="add one of four classes: prepositional, postpositional, ambipositional or none",
    )


def _add_table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--table",
        type=str.upper,
        choices=TABLES,
        help="print one table of all corpora in the form of the paper: T2, how well indicators "
        "find function words (with --gold); T3, the decision for each language; T4, entropies "
        "and counts by r and ρ, in samples of several sizes. A file is named after its language",
    )
    parser.add_argument(
        "--truth",
        type=Path,
        metavar="FILE",
        help="with --table T3 or T4: the true classes, to count correct predictions; each line "
        "has a language, a tab and its class",
    )
    parser.add_argument(
        "--sizes",
        type=sizes_of,
        metavar="SIZES",
        help="with --table T4: sentences × samples, such as 10000x30,100000x3 in the paper; "
        "default: --sentences and --samples. Whole corpora are always added",
    )


def sizes_of(value: str) -> list[Size]:
    """Return sizes of samples.

    >>> sizes_of("10000x30,100000x3")
    [Size(sentences=10000, samples=30), Size(sentences=100000, samples=3)]
    """
    found: list[Size] = []
    for one in value.split(","):
        numbers = SIZE.fullmatch(one)
        if numbers is None:
            raise argparse.ArgumentTypeError(f"{one!r} is not like 10000x30 (sentences x samples)")
        found.append(Size(int(numbers[1]), int(numbers[2])))
    return found
