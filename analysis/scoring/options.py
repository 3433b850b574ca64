"""The options of `manage.py score`, and which cannot be combined."""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.bootstrap import USUAL, Plan
from agreement.prepositions import languages
from annotation.exchange.files import STANDARD
from annotation.management.base import positive, seed_of
from annotation.management.streams import insist_on_one_reader, insist_on_place

MOST_RESAMPLES = 1_000_000
SEGMENTATIONS, PAIRS, EVIDENCE = "segmentations", "pairs", "evidence"
FILES = {SEGMENTATIONS: "--flat or --nested", PAIRS: "--pairs", EVIDENCE: "--evidence"}
# What each option can be combined with; options not named here go with all.
FOR = {
    "yes": PAIRS,
    "predictions": EVIDENCE,
    "weights": SEGMENTATIONS,
    "bias": SEGMENTATIONS,
    "prepositions": SEGMENTATIONS,
    "by_worker": SEGMENTATIONS,
    "over": SEGMENTATIONS,
}
# What each option requires.
NEEDS = {
    "prepositions": "bias",
    "level": "interval",
    "resamples": "interval",
    "seed": "interval",
    "over": "interval",
}
INPUTS = ("flat", "nested", "pairs", "evidence", "predictions")


def add_input_arguments(parser: CommandParser) -> None:
    for kind in ("flat", "nested"):
        parser.add_argument(
            f"--{kind}",
            metavar="FILE",
            help=f"{kind} segmentations: the release format, or a table (.csv, .tsv) of item, "
            "worker and annotation",
        )
    parser.add_argument("--pairs", metavar="FILE", help="judged pairs, CSV or JSON lines")
    parser.add_argument(
        "--yes",
        metavar="ANSWER",
        action="append",
        help="for --pairs: an answer that counts as yes; may be given several times (default: "
        "what the file says, else yes, same message, same topic)",
    )


def add_output_arguments(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--items",
        type=Path,
        metavar="OUT.jsonl",
        help="write one line a text: its modes, majority, FEMN, Iterative Voting, their support "
        "and ties (of a majority the boundaries that tie, counted from 0) and how far its "
        "annotations lie apart; or one line a pair: its votes, its majority, Dawid–Skene. With - "
        "they are printed, and the figures go to standard error",
    )
    parser.add_argument(
        "--weights",
        choices=("items", "annotations"),
        help="what weighs alike in α's within: each text (items, as the papers; the default) or "
        "each annotation (Krippendorff's own)",
    )


def add_interval_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "--interval",
        action="store_true",
        help="say how far each figure might lie elsewhere on other such texts, pairs or "
        "documents: bootstrap, BCa",
    )
    parser.add_argument(
        "--level", type=_level, metavar="SHARE", help=f"of an interval (default: {USUAL.level})"
    )
    parser.add_argument(
        "--resamples",
        type=positive(int, MOST_RESAMPLES),
        metavar="N",
        help=f"how many make an interval (default: {USUAL.resamples:,})",
    )
    parser.add_argument(
        "--seed", type=seed_of, metavar="N", help=f"of the resamples (default: {USUAL.seed})"
    )
    parser.add_argument(
        "--over",
        choices=("texts", "annotators"),
        help="what is drawn anew for an interval of segmentations: texts (default), or annotators, "
        "where the file says who they are or --by-worker does",
    )


def add_bias_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "--bias",
        action="store_true",
        help="show what annotators prefer, whatever the text: segments, their lengths, cuts "
        "around prepositions, heights of trees beside those of random trees",
    )
    parser.add_argument(
        "--prepositions",
        metavar="LIST",
        help=f"for --bias: a language ({', '.join(languages())}; default en) or a file with "
        "one word a line",
    )
    parser.add_argument(
        "--by-worker",
        action="store_true",
        help="show each annotator against the others, and what they prefer with --bias. Only where "
        'the keys "1", "2", ... of the file mean the same person in every text; tables and '
        "Midpath's own files say so themselves",
    )


def insist_on_sense(options: Mapping[str, Any]) -> str:
    """Refuse options that cannot be combined, by name; return what is scored."""
    given = {
        SEGMENTATIONS: options["flat"] is not None or options["nested"] is not None,
        PAIRS: options["pairs"] is not None,
        EVIDENCE: options["evidence"] is not None,
    }
    chosen = [what for what, is_given in given.items() if is_given]
    if not chosen:
        if options["predictions"]:
            raise CommandError("--predictions goes with --evidence FILE, whose questions it asks.")
        raise CommandError(
            "Give a file with --flat, with --nested, or both, or with --pairs. "
            "One of evidence goes with --evidence."
        )
    if len(chosen) > 1:
        others = " and ".join(FILES[what] for what in chosen)
        raise CommandError(f"{others} do not go together. Score one after the other.")
    for name, what in FOR.items():
        if options[name] and what != chosen[0]:
            raise CommandError(f"{_option(name)} does not go with {_given(options)}.")
    for name, other in NEEDS.items():
        if options[name] is not None and not options[other]:
            raise CommandError(f"{_option(name)} goes with {_option(other)}.")
    insist_on_one_reader(options, INPUTS)
    _insist_on_output(options)
    return chosen[0]


def plan_of(options: Mapping[str, Any]) -> Plan | None:
    """Return the plan for intervals; None if none are asked for."""
    if not options["interval"]:
        return None
    told = {name: options[name] for name in ("level", "resamples", "seed")}
    return USUAL._replace(**{name: value for name, value in told.items() if value is not None})


def _insist_on_output(options: Mapping[str, Any]) -> None:
    items = options["items"]
    if items is None:
        return
    if str(items) == STANDARD and options["json"]:
        raise CommandError("--items - and --json cannot both print. Give --items a file.")
    insist_on_place(items)


def _given(options: Mapping[str, Any]) -> str:
    return next(_option(name) for name in INPUTS if options[name] is not None)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _level(value: str) -> float:
    try:
        level = float(value)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise ArgumentTypeError(f"{value!r} is not a share between 0 and 1, such as 0.95")
    return level
