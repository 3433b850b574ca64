"""`midpath sample`: sample texts or sentences, or make random texts, with given lengths."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.option_flags import add_flags, given
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import require_one_reader, require_place, write_parts
from midpath.console.text_files import documents_in, items_in
from midpath.exchange.files import STANDARD, called
from midpath.exchange.spreadsheets import csv_lines, harmless
from midpath.options.base import Wrong
from midpath.progress import Failed
from midpath.sampling.candidates import Text, sentences_in
from midpath.sampling.drawing import Result, draw_sample
from midpath.sampling.options import GIVEN, SAMPLERS, SampleOptions, SentenceOptions
from midpath.sampling.tables import sample_lines
from midpath.tables.terminal import printed

ABOUT = {
    "texts": (
        "Sample texts, such as the queries of a log, with given numbers of words, characters and "
        "numbers in a column, without near-duplicates (ACL 2013, section 3.1: Q700)"
    ),
    "sentences": (
        "Sample sentences from books or documents (S300). A .txt file is one document, with blank "
        "lines between its paragraphs, or one paragraph per line if it has none"
    ),
    "random": (
        "Make random texts with 1-, 2- and 3-gram models of a file of texts (QRand). A text of k "
        "words has the chance that the model gives it among all texts of k words"
    ),
}


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    sampler: str
    files: list[Path]
    lengths_of: Path | None
    json: bool
    out: Path | None


class Sample(Command):
    help = (
        "Sample texts or sentences, or make random texts, with a given number of texts of each "
        "length. The same files, options and seed give the same sample. Requested and obtained "
        "lengths are printed, and nothing is missing without notice. Needs no database."
    )
    examples = """
  midpath sample texts log.csv --alphabet english --column entropy --least 2.5 --out q700.csv
  midpath sample sentences book.txt --whole --out s300.csv
  midpath sample random log.txt --size 250 --lengths-of q700.csv --out qrand.csv
  midpath sample texts --help
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        samplers = parser.add_subparsers(dest="sampler", metavar="SAMPLER", required=True)
        for name, options in SAMPLERS.items():
            about = ABOUT[name]
            one = samplers.add_parser(name, help=about[0].lower() + about[1:], description=about)
            one.add_argument(
                "files", nargs="+", type=Path, metavar="FILE", help="a file; - is standard input"
            )
            add_flags(one, options)
            _add_output(one)

    def handle(self, **options: Unpack[Flags]) -> None:
        require_one_reader(options, ("files", "lengths_of"))
        if options["json"] and str(options["out"]) == STANDARD:
            raise CommandError("--out - and --json cannot both print. Give --out a file.")
        if options["out"]:
            require_place(options["out"])
        try:
            result = self._draw(options)
        except (Failed, Wrong) as problem:
            raise CommandError(str(problem)) from problem
        aside = self.stderr if str(options["out"]) == STANDARD else self.stdout
        if options["json"]:
            self.stdout.write(json.dumps(result.found, indent=2, ensure_ascii=False))
        else:
            aside.write(printed(sample_lines(result.found), aside), style_func=str)
        self._write(result.texts, options)

    def _draw(self, options: Flags) -> Result:
        kind = SAMPLERS[options["sampler"]]
        lengths_of = options["lengths_of"]
        changed = given(options, kind) | ({"lengths": GIVEN} if lengths_of else {})
        chosen: SampleOptions = kind(**changed)
        if chosen.lengths == GIVEN and lengths_of is None:
            raise CommandError("Give the file whose lengths are requested, with --lengths-of FILE.")
        lengths = lengths_in(lengths_of, self.stderr) if lengths_of else None
        progress = partial(ProgressLine(self.stderr), "texts")
        result = draw_sample(self._texts(chosen, options), chosen, lengths, progress)
        if lengths_of:
            result.found["lengths_of"] = {"dataset": None, "name": called(lengths_of)}
        return result

    def _texts(self, chosen: SampleOptions, options: Flags) -> Iterator[Text]:
        for file in options["files"]:
            if isinstance(chosen, SentenceOptions):
                yield from sentences_in(documents_in(file, self.stderr))
            else:
                yield from texts_in(file, self.stderr)

    def _write(self, texts: Sequence[Text], options: Flags) -> None:
        out = options["out"]
        if out is None:
            self.stderr.write("Nothing was saved. Use --out FILE to write the sample.")
        elif out.suffix.lower() == ".jsonl":
            write_parts(out, map(_as_json, texts))
        elif any(list(one.words) != one.text.split() for one in texts):
            raise CommandError("The words are not separated by spaces. Give --out a .jsonl file.")
        else:
            write_parts(out, csv_lines(_rows(texts)))


def texts_in(file: Path, errors: Lines) -> Iterator[Text]:
    """Yield the texts in a file, also those that occur several times."""
    for item in items_in(file, errors):
        yield Text(item.text, tuple(item.content["tokens"]), item.content.get("columns", {}))


def lengths_in(file: Path, errors: Lines) -> Counter[int]:
    """Return how many different texts of a file have how many words."""
    lengths = {one.text: len(one.words) for one in texts_in(file, errors)}
    return Counter(lengths.values())


def _add_output(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--lengths-of",
        type=Path,
        metavar="FILE",
        help="request the distribution of lengths of the texts in this file",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the sample as CSV or .jsonl; - prints it"
    )


def _as_json(one: Text) -> bytes:
    line = {"text": one.text, "tokens": one.words, **one.columns}
    return f"{json.dumps(line, ensure_ascii=False)}\n".encode()


def _rows(texts: Sequence[Text]) -> Iterable[Iterable[object]]:
    """Yield the rows of a table of texts. No text in it looks like a formula to a spreadsheet."""
    names = list(dict.fromkeys(name for one in texts for name in one.columns))
    yield ["text", *names]
    for one in texts:
        cells = (one.text, *(one.columns.get(name, "") for name in names))
        yield [harmless(cell) if isinstance(cell, str) else cell for cell in cells]


command = Sample
