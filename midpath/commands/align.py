"""`midpath align`: group segments of documents, and score the groups."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.alignment.aligning import Aligned, align_documents
from midpath.alignment.fitting import AlignmentSpec
from midpath.alignment.gold_files import answer_sets_in, judged_pairs_in
from midpath.alignment.golds import BadGold, Golds
from midpath.alignment.group_lines import segment_lines
from midpath.alignment.lexicon_files import lemmas_in, stopwords_in, vectors_in
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.lexicon import LexiconOptions
from midpath.alignment.options.words import PRESETS, WordOptions
from midpath.alignment.places import Named, Places
from midpath.alignment.tables.alignment_report import align_lines
from midpath.console.arguments import positive
from midpath.console.command import Command
from midpath.console.document_files import add_documents_argument, read_documents
from midpath.console.errors import CommandError
from midpath.console.option_flags import add_flags, given
from midpath.console.progress import ProgressLine
from midpath.console.streams import (
    peak_megabytes,
    require_one_reader,
    require_place,
    write_json_lines,
)
from midpath.corpus.alignment import COMPARED, METHODS
from midpath.exchange.files import STANDARD
from midpath.exchange.segments import Level
from midpath.options.base import Wrong
from midpath.progress import Failed
from midpath.tables.terminal import printed

USUAL = "vanilla"


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    documents: str
    level: Level
    language: str
    labels_least: int
    without: list[str]
    json: bool
    out: Path | None
    method: list[str] | None
    terms: str
    stopword_list: Path | None
    lemmas: Path | None
    vectors: Path | None
    vector_words: Path | None
    pairs: Path | None
    texts: Path | None
    answer_sets: Path | None


class Align(Command):
    help = (
        "Group the sections or paragraphs of documents by topic, with hidden Markov models (EM, "
        "variational Bayes or Gibbs sampling), clustering or LDA (ACL 2014, COLING 2014). The "
        "groups are compared with experts' votes on the sections, with judged pairs and with the "
        "evidence that answers questions, if there are any. Files need no database. The same seed "
        "gives the same groups."
    )
    examples = """
  midpath align policies.jsonl --curves 20
  midpath align policies.jsonl --answer-sets evidence.jsonl --method vanilla --method lda
  midpath align policies.jsonl --pairs judgments.csv --texts pairs.csv --level paragraphs
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        cls.add_documents(parser)
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
        _add_lexicon(parser)
        _add_votes(parser)
        _add_files_of_golds(parser)

    @classmethod
    def add_documents(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)

    def handle(self, **options: Unpack[Flags]) -> None:
        _require_sense(options)
        out = options["out"]
        if out:
            require_place(out)
        try:
            spec = _spec_of(options)
            documents, found = self.documents_of(options)
            _add_files(found, documents, options)
        except (BadGold, Failed) as error:
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

    def documents_of(self, options: Flags) -> tuple[list[Named], Golds]:
        """Return the documents, and the golds that they come with."""
        parsed = read_documents(options["documents"], "what is aligned are", self.stderr)
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


def _add_methods(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--method",
        action="append",
        choices=tuple(METHODS),
        metavar="KEY",
        help=f"of {', '.join(METHODS)}; may be given several times, and the groups of the "
        f"first are shown and written (default: all but those of Gibbs sampling, and the groups "
        f"of {USUAL})",
    )


def _add_terms(parser: ArgumentParser) -> None:
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


def _add_lexicon(parser: ArgumentParser) -> None:
    lexicon = parser.add_argument_group("language of the documents")
    add_flags(lexicon, LexiconOptions)
    lexicon.add_argument(
        "--stopword-list",
        type=Path,
        metavar="FILE",
        help="leave out the words in a file, one per line, instead of the built-in stopwords",
    )
    lexicon.add_argument(
        "--lemmas",
        type=Path,
        metavar="FILE",
        help="count forms as their lemmas: a file of lines with a form, a tab and its lemma",
    )
    lexicon.add_argument(
        "--vectors",
        type=Path,
        metavar="FILE.npy",
        help="word vectors, a NumPy array with a row for each word; clustering and the cosine use "
        "them instead of the words",
    )
    lexicon.add_argument(
        "--vector-words",
        type=Path,
        metavar="FILE",
        help="the words of the vectors, one per line (default: the vectors' file with .txt)",
    )


def _add_votes(parser: ArgumentParser) -> None:
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


def _add_files_of_golds(parser: ArgumentParser) -> None:
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
    if options["vector_words"] and not options["vectors"]:
        raise CommandError("--vector-words requires --vectors FILE.npy.")
    if options["texts"] and not options["pairs"]:
        raise CommandError("--texts requires --pairs FILE with the same pairs.")
    if str(options["out"]) == STANDARD and options["json"]:
        raise CommandError("--out - and --json cannot both print. Give --out a file.")


def _spec_of(options: Flags) -> AlignmentSpec:
    """Return the options of the command line. The table always includes all named methods."""
    methods = tuple(options["method"] or COMPARED)
    chosen = given(options, AlignmentOptions) | {
        "method": options["method"][0] if options["method"] else USUAL,
        "compare": True,
        "words": _words(options),
        "lexicon": LexiconOptions(
            options["language"],
            stopwords_in(options["stopword_list"]) if options["stopword_list"] else (),
            lemmas_in(options["lemmas"]) if options["lemmas"] else (),
        ),
    }
    vectors = None
    if options["vectors"]:
        vectors = vectors_in(options["vectors"], options["vector_words"])
    return AlignmentSpec(_sensible(AlignmentOptions(**chosen)), methods, vectors)


def _sensible(chosen: AlignmentOptions) -> AlignmentOptions:
    """Refuse stopwords of a language other than English without a list."""
    try:
        chosen.require_stopwords()
    except Wrong as wrong:
        raise CommandError(f"{wrong} Use --stopword-list FILE or --no-stopwords.") from wrong
    return chosen


def _words(options: Flags) -> WordOptions:
    words = replace(PRESETS[options["terms"]], **given(options, WordOptions))
    try:
        words.check()
    except Wrong as wrong:
        raise CommandError(f"--{wrong.field.replace('_', '-')}: {wrong}") from wrong
    return words


def _add_files(found: Golds, documents: Sequence[Named], options: Flags) -> None:
    places = Places(documents, options["level"])
    if options["pairs"]:
        found.golds.append(judged_pairs_in(options["pairs"], options["texts"], places))
    if options["answer_sets"]:
        found.golds.append(answer_sets_in(options["answer_sets"], places))


command = Align
