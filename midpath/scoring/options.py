"""The commands `score` and `compare`: their options, and which cannot be combined."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from agreement.bootstrap import USUAL, Plan
from midpath.console.arguments import positive, seed_of
from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import require_one_reader, require_place
from midpath.exchange.files import STANDARD
from midpath.exchange.rows import Skipped
from midpath.garbage import no_collection
from midpath.lazy import LazyModule
from midpath.scoring.breakdowns import (
    add_breakdown_arguments,
    add_three_argument,
    require_column,
)
from midpath.scoring.by_column import BY, add_by_argument
from midpath.scoring.models import add_models_argument
from midpath.scoring.reading_arguments import add_reading_arguments
from midpath.scoring.scorers import SCORERS
from midpath.scoring.scorers.base import Options, Scored, Scorer
from midpath.text.indented_json import indented_json

if TYPE_CHECKING:
    from midpath.tables import terminal
else:
    terminal = LazyModule("midpath.tables.terminal")

MAX_RESAMPLES = 1_000_000
CHOICES = ("control", "model_answers", "fragments")
INTERVAL = ("level", "resamples", "seed")  # the options that require --interval


def add_score_arguments(parser: ArgumentParser, scorers: Sequence[Scorer] = SCORERS) -> None:
    for scorer in scorers:
        scorer.add_files(parser)
    if any("repeats" in scorer.own for scorer in scorers):
        add_reading_arguments(parser)
    _add_output_arguments(parser, scorers)
    _add_choices(parser)
    _add_interval_arguments(parser, scorers)
    if any("models" in scorer.own for scorer in scorers):
        add_models_argument(parser)
    if any(BY in scorer.own for scorer in scorers):
        add_by_argument(parser)
    if any("workload" in scorer.own for scorer in scorers):
        add_breakdown_arguments(parser)
    if any("three" in scorer.own for scorer in scorers):
        add_three_argument(parser)
    for scorer in scorers:
        scorer.add_options(parser)


def _add_output_arguments(parser: ArgumentParser, scorers: Iterable[Scorer]) -> None:
    lines = "; or ".join(dict.fromkeys(scorer.items for scorer in scorers if scorer.items))
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--strict",
        action="store_true",
        help="end with an error if any part of a file is not read (default: it is left out and "
        "counted by reason)",
    )
    parser.add_argument(
        "--items",
        type=Path,
        metavar="OUT.jsonl",
        help=f"write {lines}. With -, they are printed, and the figures go to standard error",
    )


def _add_choices(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--control",
        metavar="NAME",
        help="for a file of Label Studio with several questions: the control whose answers are "
        "read; for spaCy's, the key of the spans; for an Excel workbook, the sheet (default: the "
        "fullest)",
    )
    parser.add_argument(
        "--model-answers",
        action="store_true",
        help="read the predictions of models in a file of Label Studio, not people's annotations "
        "(default: people's, if there are any)",
    )
    parser.add_argument(
        "--fragments",
        action="store_true",
        help="for brat: read each part of a discontinuous span as a span (default: such spans are "
        "left out and counted)",
    )


def _add_interval_arguments(parser: ArgumentParser, scorers: Iterable[Scorer]) -> None:
    units = _either(list(dict.fromkeys(scorer.units for scorer in scorers)))
    parser.add_argument(
        "--interval",
        action="store_true",
        help=f"add a confidence interval to each figure: a bootstrap (BCa) over {units}",
    )
    words = list(dict.fromkeys(word for scorer in scorers for word in scorer.levels))
    also = "".join(
        f"; for {_option(scorer.inputs[0])} also the level of measurement, "
        f"{_either(scorer.levels)}. Give the option twice for both"
        for scorer in scorers
        if scorer.levels
    )
    parser.add_argument(
        "--level",
        type=_level_of(words),
        action="append",
        metavar="LEVEL",
        help=f"the confidence level of intervals (default: {USUAL.level}){also}",
    )
    parser.add_argument(
        "--resamples",
        type=positive(int, MAX_RESAMPLES),
        metavar="N",
        help=f"the number of resamples per interval (default: {USUAL.resamples:,})",
    )
    parser.add_argument(
        "--seed",
        type=seed_of,
        metavar="N",
        help=f"the seed of the resamples (default: {USUAL.seed})",
    )


def sensible(
    options: Mapping[str, Any], scorers: Sequence[Scorer] = SCORERS
) -> tuple[Scorer, Options]:
    """Return the scorer of the files, and the options; refuse options that cannot be combined.

    In the options returned, "level" is the share of an interval and "scale" is the word given as
    --level; each is None if not given.
    """
    scorer = _chosen(options, scorers)
    given = next(_option(name) for name in scorer.inputs if options[name] is not None)
    for other in scorers:
        for name in other.own:
            if name not in scorer.own and options[name]:
                raise CommandError(f"{_option(name)} cannot be used with {given}.")
    for name in CHOICES:
        if options[name] and name not in scorer.choices:
            raise CommandError(f"{_option(name)} cannot be used with {given}.")
    checked = {**options, **_levels(options["level"] or [], scorer, given)}
    for name, required in {**scorer.requires, **dict.fromkeys(INTERVAL, "interval")}.items():
        if checked[name] is not None and not checked[required]:
            raise CommandError(f"{_option(name)} goes with {_option(required)}.")
    require_one_reader(checked, [name for one in scorers for name in one.files])
    _require_output(checked)
    if "item_columns" in scorer.own:
        require_column(checked)
    return scorer, checked


def plan_of(options: Options, errors: Lines) -> Plan | None:
    """Return the plan for intervals; None if none are requested.

    errors : takes progress
    """
    if not options["interval"]:
        return None
    interval_options = {name: options[name] for name in INTERVAL}
    given = {name: value for name, value in interval_options.items() if value is not None}
    return USUAL._replace(**given, tell=ProgressLine(errors))


def _chosen(options: Mapping[str, object], scorers: Sequence[Scorer]) -> Scorer:
    chosen = [
        scorer for scorer in scorers if any(options[name] is not None for name in scorer.inputs)
    ]
    if not chosen:
        _refuse_without_files(options, scorers)
    if len(chosen) > 1:
        others = " and ".join(" or ".join(map(_option, one.inputs)) for one in chosen)
        raise CommandError(f"{others} cannot be used together. Use them one after the other.")
    return chosen[0]


def _refuse_without_files(options: Mapping[str, object], scorers: Sequence[Scorer]) -> NoReturn:
    for scorer in scorers:
        for name, message in scorer.alone.items():
            if options[name]:
                raise CommandError(message)
    raise CommandError(f"Name a file with {files_of(scorers)}.")


def files_of(scorers: Sequence[Scorer]) -> str:
    """Return the options that name files, without those for gold."""
    names = chain.from_iterable(scorer.inputs for scorer in scorers)
    return _either([_option(name) for name in names if not name.startswith("gold")])


def _levels(given: Sequence[float | str], scorer: Scorer, option: str) -> dict[str, Any]:
    """Return the share and the word among the values of --level."""
    shares = [value for value in given if isinstance(value, float)]
    words = [value for value in given if isinstance(value, str)]
    for same, what in ((shares, "share"), (words, "word")):
        if len(same) > 1:
            raise CommandError(f"--level is given two {what}s, {same[0]} and {same[1]}. Give one.")
    if words and words[0] not in scorer.levels:
        raise CommandError(f"--level {words[0]} cannot be used with {option}.")
    return {"level": shares[0] if shares else None, "scale": words[0] if words else None}


def _require_output(options: Options) -> None:
    items = options["items"]
    if items is None:
        return
    if str(items) == STANDARD and options["json"]:
        raise CommandError("--items - and --json cannot both print. Give --items a file.")
    require_place(items)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _level_of(words: Sequence[str]) -> Callable[[str], float | str]:
    """Return the type of --level: a share, or one of the words."""

    def read(value: str) -> float | str:
        if value in words:
            return value
        try:
            level = float(value)
        except ValueError:
            level = 0.0
        if not 0 < level < 1:
            others = f"{_either(words)}, nor " if words else ""
            raise ArgumentTypeError(
                f"{value!r} is not {others}a confidence level between 0 and 1, such as 0.95"
            )
        return level

    return read


def _either(words: Sequence[str]) -> str:
    """Return the words with "or" before the last.

    >>> _either(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class FilesCommand(Command):
    """A command whose `scorers` define the files it reads, their options and their figures."""

    scorers: ClassVar[Sequence[Scorer]]

    @classmethod
    def advice(cls, words: Sequence[str]) -> str:
        """Return what to do about a file that is named without an option."""
        if words[0].startswith("-"):
            return ""
        return f" Say what a file contains: name it with {files_of(cls.scorers)}."

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        add_score_arguments(parser, cls.scorers)

    def handle(self, **options: object) -> None:
        scorer, checked = sensible(options, self.scorers)
        with no_collection():
            self._print(self.scored(scorer, checked), checked)

    def scored(self, scorer: Scorer, options: Options) -> Scored:
        return scorer.score(options, plan_of(options, self.stderr), self.stderr)

    def _print(self, scored: Scored, options: Options) -> None:
        lines = chain(_noted(scored.notes), _left_out(scored.skipped), scored.lines)
        if options["json"]:
            notes = [
                {"file": name, "note": one} for name, each in scored.notes.items() for one in each
            ]
            result = scored.result | {"skipped": _as_json(scored.skipped), "notes": notes}
            self.stdout.write(indented_json(result))
        elif str(options["items"]) == STANDARD:
            self.stderr.write(terminal.printed(lines, self.stderr), style_func=str)
        else:
            self.stdout.write(terminal.printed(lines, self.stdout))
        if scored.fault:
            raise CommandError(scored.fault)


def _noted(notes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a line for each note, with the file's name if there are several files."""
    for name, each in notes.items():
        yield from (f"{name}: {one}" if len(notes) > 1 else one for one in each)
    yield from [""] * any(notes.values())


def _left_out(skipped: Mapping[str, Sequence[Skipped]]) -> Iterator[str]:
    """Yield a line for each reason, with the file's name if there are several files."""
    found = [(name, one) for name, each in skipped.items() for one in each]
    for name, one in found:
        yield f"Left out of {name}: {one}." if len(skipped) > 1 else f"Left out: {one}."
    yield from [""] * bool(found)


def _as_json(skipped: Mapping[str, Sequence[Skipped]]) -> list[dict[str, object]]:
    return [{"file": name, **asdict(one)} for name, each in skipped.items() for one in each]


def examples_of(scorers: Sequence[Scorer]) -> str:
    """Return the examples of all kinds of files, and the content of each."""
    examples = "".join(f"  {scorer.examples.strip()}\n" for scorer in scorers)
    forms = "".join(f"\n{scorer.form.strip()}\n" for scorer in scorers if scorer.form)
    return f"{examples}{forms.rstrip()} A file called - is standard input.\n"
