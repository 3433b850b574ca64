"""`manage.py align`: group segments of documents, and score the groups."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import CommandError, CommandParser

from addons.alignment.analysis.aligning import Aligned, AlignmentSpec, align_documents
from addons.alignment.analysis.campaign_golds import answer_sets_in, golds_of, judged_pairs_in
from addons.alignment.analysis.golds import BadGold, Golds
from addons.alignment.files.group_lines import segment_lines
from addons.alignment.options.alignment import AlignmentOptions
from addons.alignment.options.words import PRESETS, WordOptions
from addons.alignment.services.draws import require_documents
from addons.alignment.tables.alignment_report import align_lines
from analysis.progress import Failed
from analysis.reading.places import Named, Places, documents_in
from annotation.management.base import MidpathCommand, dataset_named
from annotation.management.document_files import read_documents
from midpath.console.arguments import positive
from midpath.console.option_flags import add_flags, given
from midpath.console.progress import ProgressLine
from midpath.console.streams import (
    peak_megabytes,
    require_one_reader,
    require_place,
    write_json_lines,
)
from midpath.corpus.alignment import METHODS
from midpath.exchange.files import STANDARD
from midpath.exchange.segments import Level
from midpath.options.base import Wrong
from midpath.tables.terminal import printed

USUAL = "vanilla"


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    documents: str
    level: Level
    labels_least: int
    without: list[str]
    json: bool
    out: Path | None
    method: list[str] | None
    terms: str
    pairs: Path | None
    texts: Path | None
    answer_sets: Path | None


class Command(MidpathCommand):
    help = (
        "Group the sections or paragraphs of documents by topic, with hidden Markov models (EM or "
        "variational Bayes), clustering or LDA (ACL 2014, COLING 2014). The groups are compared "
        "with experts' votes on the sections, with judged pairs and with the evidence that "
        "answers questions, if there are any. Files need no database. The same seed gives the "
        "same groups."
    )
    examples = """
  manage.py align policies.jsonl --curves 20
  manage.py align policies.jsonl --answer-sets evidence.jsonl --method vanilla --method lda
  manage.py align policies.jsonl --pairs judgments.csv --texts pairs.csv --level paragraphs
"""
    with_database_examples = """
  manage.py align 5 --groups 12 --method strict_forward --out groups.jsonl
"""

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_documents(parser)
        add_flags(parser, AlignmentOptions)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--out",
            type=Path,
            metavar="FILE",
            help="write a JSON line for each segment, with its group; - prints them, and the "
            "tables go to standard error",
        )
        _add_methods(parser)
        _add_terms(parser)
        _add_votes(parser)
        _add_files_of_golds(parser)

    def handle(self, **options: Unpack[Flags]) -> None:
        _require_sense(options)
        spec, out = _spec_of(options), options["out"]
        if out:
            require_place(out)
        path = self.file_of(options["documents"])
        try:
            documents, found = self._of_file(path, options) if path else _of_dataset(options)
            _add_files(found, documents, options)
        except BadGold as error:
            raise CommandError(str(error)) from error
        for note in found.notes:
            self.stderr.write(note)
        progress = partial(ProgressLine(self.stderr), "steps")
        began = time.monotonic()
        try:
            aligned = align_documents(documents, spec, found.golds, progress)
        except Failed as problem:
            raise CommandError(str(problem)) from problem
        seconds = time.monotonic() - began
        self._print(aligned, options)
        if out:
            write_json_lines(out, segment_lines(aligned.results, aligned.grouping, documents))
            self.stderr.write(f"{out} has a line for each segment.", style_func=str)
        self.stderr.write(
            f"Aligned in {seconds:.1f} s; peak memory {peak_megabytes():,.0f} MB.",
            style_func=str,
        )

    def _of_file(self, path: Path, options: Flags) -> tuple[list[Named], Golds]:
        parsed = read_documents(path, "what is aligned are", self.stderr)
        documents: list[Named] = [
            (n, item.text, item.content) for n, item in enumerate(parsed.items)
        ]
        found = Golds()
        found.add_votes(documents, options["level"], options["labels_least"], options["without"])
        return documents, found

    def _print(self, aligned: Aligned, options: Flags) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(aligned.results, indent=2, ensure_ascii=False))
            return
        out = self.stderr if str(options["out"]) == STANDARD else self.stdout
        out.write(printed(align_lines(aligned.results), out), style_func=str)


def _add_methods(parser: CommandParser) -> None:
    parser.add_argument(
        "--method",
        action="append",
        choices=tuple(METHODS),
        metavar="KEY",
        help=f"of {', '.join(METHODS)}; may be given several times, and the groups of the "
        f"first are shown and written (default: all, and those of {USUAL})",
    )


def _add_terms(parser: CommandParser) -> None:
    terms = parser.add_argument_group("terms", "choose a preset, and change parts of it")
    terms.add_argument(
        "--terms",
        choices=tuple(PRESETS),
        default="acl",
        help="acl: words and bigrams in 5 to 98 %% of the documents; coling: words in 10 documents "
        "or more, without stopwords and ten domain words, in segments of 10 words or more "
        "(default: acl)",
    )
    add_flags(terms, WordOptions, presets=True)


def _add_votes(parser: CommandParser) -> None:
    votes = parser.add_argument_group("votes that the sections of documents carry")
    votes.add_argument(
        "--labels-least",
        type=positive(int),
        default=1,
        metavar="N",
        help="a section has a category if at least N experts gave it (default: 1)",
    )
    votes.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="CATEGORY",
        help="leave a category out; may be given several times",
    )


def _add_files_of_golds(parser: CommandParser) -> None:
    golds = parser.add_argument_group("files to compare the groups with")
    golds.add_argument(
        "--pairs", type=Path, metavar="FILE", help="judgments of pairs, as score --pairs reads them"
    )
    golds.add_argument(
        "--texts",
        type=Path,
        metavar="FILE",
        help="the texts of those pairs, as draw_pairs writes them, where the judgments lack them",
    )
    golds.add_argument(
        "--answer-sets",
        type=Path,
        metavar="FILE",
        help="a campaign's answer-sets (export_gold --as answer-sets), or evidence in any form "
        "that score --evidence reads",
    )


def _require_sense(options: Flags) -> None:
    """Refuse options that cannot be combined, by name."""
    require_one_reader(options, ("documents", "pairs", "texts", "answer_sets"))
    if options["texts"] and not options["pairs"]:
        raise CommandError("--texts requires --pairs FILE with the same pairs.")
    if str(options["out"]) == STANDARD and options["json"]:
        raise CommandError("--out - and --json cannot both print. Give --out a file.")


def _spec_of(options: Flags) -> AlignmentSpec:
    """Return the options of the command line. The table always includes all methods."""
    methods = tuple(options["method"] or METHODS)
    chosen = given(options, AlignmentOptions) | {
        "method": options["method"][0] if options["method"] else USUAL,
        "compare": True,
        "words": _words(options),
    }
    return AlignmentSpec(AlignmentOptions(**chosen), methods)


def _words(options: Flags) -> WordOptions:
    words = replace(PRESETS[options["terms"]], **given(options, WordOptions))
    try:
        words.check()
    except Wrong as wrong:
        raise CommandError(f"--{wrong.field.replace('_', '-')}: {wrong}") from wrong
    return words


def _of_dataset(options: Flags) -> tuple[list[Named], Golds]:
    dataset = dataset_named(options["documents"])
    require_documents(dataset)
    found = golds_of(
        dataset, options["level"], least=options["labels_least"], without=options["without"]
    )
    return list(documents_in(dataset)), found


def _add_files(found: Golds, documents: Sequence[Named], options: Flags) -> None:
    places = Places(documents, options["level"])
    if options["pairs"]:
        found.golds.append(judged_pairs_in(options["pairs"], options["texts"], places))
    if options["answer_sets"]:
        found.golds.append(answer_sets_in(options["answer_sets"], places))
