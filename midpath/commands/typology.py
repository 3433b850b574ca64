"""`midpath typology`: decide whether a language has prepositions or postpositions."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.console.arguments import positive
from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.option_flags import add_flags, given
from midpath.console.progress import ProgressLine
from midpath.console.streams import peak_megabytes, require_one_reader
from midpath.corpus.words import words_of
from midpath.tables.terminal import printed
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.corpus_files import BadCorpus, require_files, sentences_of, word_list
from midpath.typology.options import TypologyOptions
from midpath.typology.result_shapes import ResultsOfFile
from midpath.typology.result_tables import typology_lines


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    files: list[Path]
    json: bool
    gold: Path | None
    function_words: int
    propose: int
    as_is: bool


class FindTypology(Command):
    help = (
        "Decide from sentences whether their language has prepositions or postpositions, by the "
        "method of Saha Roy, Katare, Ganguly and Choudhury (COLING 2014): of the words with the "
        "most varied neighbours, do more have varied left ones or varied right ones? A file has "
        "one sentence per line and may be larger than memory. Needs no database."
    )
    examples = """
  midpath typology english.txt hindi.txt
  midpath typology turkish.txt --samples 30 --sentences 1000 --json
  midpath typology italian.txt --function-words 50 --propose 30
  midpath typology english.txt --gold function-words.txt
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", type=Path, metavar="FILE", help="UTF-8 text; - is standard input"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON list")
        add_flags(parser, TypologyOptions)
        _add_word_arguments(parser)

    def handle(self, **options: Unpack[Flags]) -> None:
        require_one_reader(options, ("files", "gold"))
        began = time.monotonic()
        try:
            found = self._found(options)
        except BadCorpus as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False))
            return
        seconds = time.monotonic() - began
        bigrams = max(result["bigrams"] for result in found)
        self.stdout.write(printed(typology_lines(found), self.stdout))
        self.stdout.write(f"At most {bigrams:,} distinct pairs of neighbours in a file.")
        self.stderr.write(
            f"{seconds:,.1f} s; peak memory {peak_megabytes():,.0f} MB.",
            style_func=str,
        )

    def _found(self, options: Flags) -> Sequence[ResultsOfFile]:
        tokenize = str.split if options["as_is"] else words_of
        require_files([*options["files"], *filter(None, [options["gold"]])])
        gold, left_out = word_list(options["gold"], tokenize) if options["gold"] else (None, 0)
        if left_out:
            lines = "1 line" if left_out == 1 else f"{left_out:,} lines"
            self.stderr.write(f"{options['gold']}: {lines} of several words left out.")
        wanted = Wanted(
            TypologyOptions(**given(options, TypologyOptions)),
            function_words=options["function_words"],
            propose=options["propose"],
            gold=gold,
        )
        found: list[ResultsOfFile] = []
        for path in options["files"]:
            shown = ProgressLine(self.stderr, f"{path}: ")
            stream = sentences_of(path, tokenize, partial(shown, "bytes"))
            found.append({"file": str(path), **find_typology(stream, wanted, shown)})
        return found


def _add_word_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--gold",
        type=Path,
        metavar="FILE",
        help=(
            "a list of function words, one per line; prints how well each indicator finds "
            "them in the whole corpus and in 200 samples of it, and keeps the corpus in "
            "memory (4 bytes per word)"
        ),
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
        "--as-is",
        action="store_true",
        help="divide words at white space only and keep case and punctuation; by default, "
        "words are letters, marks and digits, without case",
    )


command = FindTypology
